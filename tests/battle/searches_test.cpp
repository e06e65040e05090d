// Lists, searches and transcripts wait for the store on threads and in a queue of their own, and so do long battles: however many there are,
// other battles are read from the store and played.
#include <future>

#include "tests/battle/desk.hpp"
#include "tests/support/wait_until.hpp"

using namespace muster;
using namespace muster::test;

namespace {

/// Keeps all threads of a pool busy, and as much waiting as may, until it ends.
class Jam {
public:
    explicit Jam(server::BoundedPool& pool) {
        while (pool.post([ended = ended_] { ended.wait(); })) {}
    }
    ~Jam() { end(); }
    Jam(const Jam&) = delete;
    Jam& operator=(const Jam&) = delete;
    void end() {
        if (!std::exchange(over_, true)) ending_.set_value();
    }

private:
    std::promise<void> ending_{};
    std::shared_future<void> ended_ = ending_.get_future().share();
    bool over_ = false;
};

}  // namespace

TEST_CASE("a battle is read from the store and played while as many searches wait as may") {
    ScriptedStore store;
    Table table;
    {
        House house(store);
        table = house.create(1);
    }
    House house(store);
    const Jam jam(house.searches);
    const auto red = house.join(table, "red");
    const auto green = house.join(table, "green");
    const auto blue = house.join(table, "blue");
    red->throws("r", 1, "rock");
    green->throws("g", 2, "rock");
    blue->throws("b", 3, "rock");
    for (const auto& [client, id] : {std::pair{red, "r"}, {green, "g"}, {blue, "b"}}) CHECK(client->outcome(id).starts_with("accepted"));
    CHECK(house.events(table).contains("battle_ended"));
    CHECK(house.record(table)["outcome"].is_object());
}

TEST_CASE("when too many searches wait, whoever wants a further list, summary or transcript is told to come back, and nobody else is") {
    ScriptedStore store;
    House house(store);
    Desk desk(house);
    const std::string battle = "/api/v1/battles/" + house.create().battle;
    const std::vector<std::string> searches{"/api/v1/battles", "/api/v1/battles?q=rock", battle, battle + "/record?format=text"};
    Jam jam(house.searches);
    for (const auto& target : searches) {
        CAPTURE(target);
        const auto refused = desk.get(target);
        CHECK(refused.status == 503);
        CHECK(Json::parse(refused.body)["code"] == "server_busy");
    }
    for (const auto& target : {battle + "/events", battle + "/record", std::string("/api/v1/rulesets")}) CHECK_MESSAGE(desk.get(target).status == 200, target);
    jam.end();
    for (const auto& target : searches) house.until([&] { return desk.get(target).status == 200; });
}

TEST_CASE("while a long battle is rebuilt, or waits for that, others are read") {
    ScriptedStore store;
    Table lengthy, brief;
    {
        House house(store);
        lengthy = house.create();
        brief = house.create();
        const auto red = house.join(lengthy, "red");
        for (int i = 0; i < 20; ++i) red->say("s" + std::to_string(i), std::string(400, 'x'));
        REQUIRE(red->outcome("s19").starts_with("accepted"));
    }
    House house(store);
    house.services.settings.change([&](server::Settings& each) { each.long_battle_bytes = 10'000; });
    std::promise<void> ending;
    house.long_loads.post([ended = ending.get_future().share()] { ended.wait(); });
    const auto early = house.client(lengthy), late = house.client(brief);
    early->follow("early");
    late->follow("late");
    CHECK(late->answer("late")["type"] == "following");
    CHECK(early->all("following").empty());
    ending.set_value();
    CHECK(early->answer("early")["type"] == "following");
}

TEST_CASE("when too many long battles wait to be rebuilt, whoever wants a further one is told to come back, and gets it then") {
    ScriptedStore store;
    Table table;
    {
        House house(store);
        table = house.create();
    }
    House house(store);
    house.services.settings.change([&](server::Settings& each) { each.long_battle_bytes = 1; });
    Jam jam(house.long_loads);
    const auto client = house.client(table);
    client->follow("refused");
    CHECK(client->outcome("refused") == "server_busy");
    jam.end();
    int tries = 0;
    wait_until([&] {  // those before it are done
        const auto id = "again " + std::to_string(++tries);
        client->follow(id);
        return client->answer(id)["type"] == "following";
    });
}
