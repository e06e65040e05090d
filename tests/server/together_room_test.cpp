// The rooms of a battle as they are in memory: every bound, and time, without sockets.
#include <doctest/doctest.h>

#include "protocol/ids.hpp"
#include "server/battle/together.hpp"

using namespace muster;
using namespace muster::server;
using protocol::Meet;

namespace {

class Person final : public Subscriber {
public:
    explicit Person(std::string from = "192.0.2.1") : from_(std::move(from)) {}
    void deliver(Bundle bundle) override {
        for (std::size_t i = 0; i < bundle->size(); ++i) heard.push_back(Json::parse((*bundle)[i].text));
    }
    void deliver_then(Bundle bundle, std::function<void()> drained) override {
        deliver(std::move(bundle));
        drained();
    }
    std::string address() const override { return from_; }
    Json last() const { return heard.back(); }
    std::size_t count(std::string_view type) const {
        return static_cast<std::size_t>(std::ranges::count_if(heard, [&](const Json& each) { return each["type"] == type; }));
    }
    std::vector<Json> heard{};

private:
    std::string from_;
};
using PersonPtr = std::shared_ptr<Person>;

struct Rooms {
    explicit Rooms(TogetherRules rules = {}) : house(rules) {}

    void say(const PersonPtr& who, const protocol::TogetherBody& message) { together.carry_out(who, "1", message, now_ms); }
    /// The room it is in then; else the code of the refusal.
    std::string meet(const PersonPtr& who, const std::string& room = {}, std::string key = protocol::new_token()) {
        const auto before = who->heard.size();
        say(who, Meet{.battle = "b", .room = room, .key = std::move(key), .name = "name"});
        const auto& answer = who->heard.at(before);
        return answer.value("room", answer.value("code", ""));
    }
    protocol::Lead lead(const std::string& room, const std::string& where) {
        protocol::Lead out;
        out.room = room;
        out.where = where;
        return out;
    }
    protocol::Remark remark(const std::string& room, const std::string& text) {
        protocol::Remark out;
        out.room = room;
        out.text = text;
        return out;
    }

    TogetherHouse house;
    Metrics metrics{};
    Together together{"b", house, metrics};
    std::int64_t now_ms = 1'800'000'000'000;
};

PersonPtr person(const std::string& from = "192.0.2.1") { return std::make_shared<Person>(from); }

/// One each time, and no more for an hour.
Pace::Rate only(double burst) { return {1.0 / 3600, burst}; }

}  // namespace

TEST_CASE("there are so many rooms on a server, and so many from one address; one that ends makes room") {
    Rooms rooms({.rooms_max = 3, .rooms_per_address_max = 2});
    std::vector<PersonPtr> people{person(), person(), person(), person("192.0.2.2"), person("192.0.2.3")};
    CHECK(rooms.meet(people[0]) != "server_busy");
    CHECK(rooms.meet(people[1]) != "server_busy");
    CHECK(rooms.meet(people[2]) == "server_busy");  // of this address
    CHECK(rooms.meet(people[3]) != "server_busy");
    CHECK(rooms.meet(people[4]) == "server_busy");  // of all
    CHECK(rooms.metrics.together_rooms.value() == 3);
    rooms.together.drop(people[0], rooms.now_ms);
    rooms.now_ms += rooms.house.rules().empty_max.count();
    rooms.together.end_due(rooms.now_ms);
    CHECK(rooms.metrics.together_rooms.value() == 2);
    CHECK(rooms.meet(people[2]) != "server_busy");
}

TEST_CASE("a room ends when nobody has been there for a while, or after its time, and whoever is there is told") {
    Rooms rooms;
    const auto ada = person(), bob = person();
    const auto key = protocol::new_token();
    const auto room = rooms.meet(ada, {}, key);
    CHECK(rooms.together.next_end_ms() == rooms.now_ms + rooms.house.rules().lasts_max.count());
    rooms.together.drop(ada, rooms.now_ms);
    const auto empty_max = rooms.house.rules().empty_max.count();
    CHECK(rooms.together.next_end_ms() == rooms.now_ms + empty_max);
    rooms.now_ms += empty_max - 1;
    rooms.together.end_due(rooms.now_ms);
    REQUIRE(rooms.meet(ada, room, key) == room);  // back in time
    rooms.now_ms += empty_max;
    rooms.together.end_due(rooms.now_ms);
    CHECK(!rooms.together.empty());
    rooms.now_ms = *rooms.together.next_end_ms();
    rooms.together.end_due(rooms.now_ms);
    CHECK(rooms.together.empty());
    CHECK(ada->last()["type"] == "parted");
    CHECK(ada->last()["why"] == "over");
    CHECK(rooms.metrics.together_rooms.value() == 0);
    CHECK(rooms.metrics.together_members.value() == 0);
    CHECK(rooms.meet(bob, room) == "unknown_battle");
    CHECK(!rooms.together.next_end_ms());
}

TEST_CASE("each member moves, talks, and comes only so fast, and nobody pays for another") {
    Rooms rooms({.moves = only(3), .talk = only(2), .comings = only(5)});
    const auto ada = person(), bob = person();
    const auto room = rooms.meet(ada);
    rooms.meet(bob, room);
    for (int i = 0; i < 4; ++i) rooms.say(ada, rooms.lead(room, "at=" + std::to_string(i)));
    CHECK(ada->last()["code"] == "rate_limited");
    CHECK(bob->count("led") == 3);
    CHECK(bob->last()["where"] == "at=2");
    for (int i = 0; i < 3; ++i) rooms.say(ada, rooms.remark(room, "line"));
    CHECK(ada->last()["code"] == "rate_limited");
    CHECK(bob->count("remarked") == 2);
    protocol::PointAt point;
    point.room = room;
    point.at = "here";
    rooms.say(bob, point);
    CHECK(ada->last()["type"] == "pointed");
    protocol::GiveLead give;
    give.room = room;
    give.everybody = true;
    rooms.say(ada, give);
    CHECK(ada->last()["code"] == "rate_limited");
    for (int i = 0; i < 3; ++i) CHECK(rooms.meet(person(), room) == room);
    CHECK(rooms.meet(person(), room) == "rate_limited");
    CHECK(rooms.metrics.together_moves.value() == 4);
}

TEST_CASE("a room keeps the latest lines") {
    Rooms rooms({.talk = {}});
    const auto ada = person(), late = person();
    const auto room = rooms.meet(ada);
    const auto most = limits::together_lines_max;
    for (std::size_t i = 0; i < most + 3; ++i) rooms.say(ada, rooms.remark(room, std::to_string(i)));
    rooms.meet(late, room);
    const auto lines = late->heard.front()["lines"];
    CHECK(lines.size() == most);
    CHECK(lines.front()["text"] == "3");
    CHECK(lines.back()["text"] == std::to_string(most + 2));
}

TEST_CASE("so many who are away may come back as who they were; who has been away longest is forgotten first, and with him that he led") {
    Rooms rooms({.comings = {}});
    const auto ada = person(), bob = person();
    const auto ada_key = protocol::new_token();
    const auto room = rooms.meet(ada, {}, ada_key);
    rooms.meet(bob, room);
    rooms.together.drop(ada, rooms.now_ms);
    std::vector<std::string> keys;
    for (std::size_t i = 0; i < limits::together_members_max; ++i) {
        const auto guest = person();
        keys.push_back(protocol::new_token());
        REQUIRE(rooms.meet(guest, room, keys.back()) == room);
        rooms.together.drop(guest, rooms.now_ms);
    }
    CHECK(bob->last()["members"].size() == limits::together_members_max + 1);
    const auto guest = person();
    rooms.meet(guest, room, keys.front());
    CHECK(guest->heard.front()["you"] == 3);
    rooms.meet(ada, room, ada_key);
    CHECK(ada->heard.back()["leader"] == 2);  // Bob, who stayed
    CHECK(ada->heard.back()["members"].back()["member"] > 3);
}

TEST_CASE("whoever comes into a second room of a battle by the same connection leaves the first") {
    Rooms rooms;
    const auto ada = person(), bob = person();
    const auto first = rooms.meet(ada);
    const auto second = rooms.meet(bob);
    rooms.meet(ada, second);
    rooms.say(bob, rooms.lead(second, "at=1"));
    CHECK(ada->last()["where"] == "at=1");
    rooms.say(ada, rooms.lead(first, "at=2"));
    CHECK(ada->last()["code"] == "not_your_seat");
    CHECK(rooms.metrics.together_members.value() == 2);
}
