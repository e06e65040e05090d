// Rooms in which a battle is looked back at together, over real sockets: at one server, by another of the same store, by a relay.
#include <doctest/doctest.h>
#include <signal.h>

#include "protocol/ids.hpp"
#include "server/base/limits.hpp"
#include "tests/support/postgres.hpp"
#include "tests/support/seated.hpp"
#include "tests/support/site.hpp"
#include "tests/support/wait_until.hpp"

using namespace muster;
using namespace muster::test;

namespace {

/// Crowds of one address: what holds for one is not what these tests are about.
const std::vector<std::string> roomy{"--messages-per-s", "0", "--messages-per-address-per-s", "0", "--battles-per-address-per-h", "0"};

/// A battle that is over, by one side's word.
Battle ended_battle(unsigned short port, const Json& options = Json::object()) {
    Seated seated(port, small_setup(), options);
    seated.ada.ask({{"type", "concede"}, {"battle", seated.battle.id}});
    seated.bob.next("last_head");
    return seated.battle;
}

Json meet(const Battle& battle, const std::string& room = {}, const std::string& name = "Eve", const std::string& key = protocol::new_token()) {
    Json out{{"type", "meet"}, {"battle", battle.id}, {"key", key}, {"name", name}};
    if (!room.empty()) out["room"] = room;
    return out;
}

/// Somebody in a room.
struct Member {
    Member(unsigned short port, const Battle& of, const std::string& room = {}, const std::string& name = "Eve", std::string with = protocol::new_token())
        : line(port), key(std::move(with)), battle(of) {
        meeting = line.ask(meet(battle, room, name, key));
        REQUIRE_MESSAGE(meeting["type"] == "meeting", meeting.dump());
    }
    std::string room() const { return meeting["room"]; }
    int number() const { return meeting["you"]; }
    Json of_room(const std::string& type, Json more = Json::object()) const {
        more["type"] = type;
        more["battle"] = battle.id;
        more["room"] = room();
        return more;
    }
    void lead(const std::string& where) { line.send(of_room("lead", {{"where", where}})); }
    /// The code of the refusal.
    std::string refused(const std::string& type, Json more) {
        const auto answer = line.ask(of_room(type, std::move(more)));
        return answer["type"] == "rejected" ? answer["code"].get<std::string>() : answer["type"].get<std::string>();
    }
    /// The latest that it was told of who is there, once `until` holds of it.
    Json company(const std::function<bool(const Json&)>& until) {
        for (;;)
            if (auto told = line.next("company"); until(told)) return told;
    }

    WireClient line;
    std::string key;
    Battle battle;
    Json meeting{};
};

int here_in(const Json& company) {
    return static_cast<int>(std::ranges::count_if(company["members"], [](const Json& each) { return each["here"] == true; }));
}

auto led_by(int number) {
    return [number](const Json& company) { return company["leader"] == number; };
}

}  // namespace

TEST_CASE("fifty people are in a room, and each gets every move of whoever leads; the next one finds it full, and one place is one place") {
    const TempFolder folder;
    ServerProcess server(folder.path(), roomy);
    const auto battle = ended_battle(server.port());
    Member ada(server.port(), battle, {}, "Ada");
    CHECK(ada.meeting["leader"] == ada.number());
    CHECK(ada.meeting["where"] == "");
    std::vector<std::unique_ptr<Member>> others;
    for (std::size_t i = 1; i < server::limits::together_members_max; ++i)
        others.push_back(std::make_unique<Member>(server.port(), battle, ada.room(), "guest " + std::to_string(i)));
    WireClient late(server.port());
    const auto full = late.ask(meet(battle, ada.room()));
    CHECK(full["code"] == "server_busy");
    for (int step = 1; step <= 20; ++step) ada.lead("at=" + std::to_string(step));
    for (const auto& each : others)
        for (int step = 1; step <= 20; ++step) {
            const auto led = each->line.next("led");
            CHECK(led["where"] == "at=" + std::to_string(step));
            CHECK(led["member"] == ada.number());
        }
    CHECK(http_get(server.port(), "/metrics").body.contains("\nmuster_together_members 50\n"));
    others.back()->line.ask(others.back()->of_room("part"));
    const auto came = late.ask(meet(battle, ada.room(), "late"));
    CHECK(came["type"] == "meeting");
    CHECK(came["where"] == "at=20");  // the same moment
    CHECK(came["leader"] == ada.number());
    CHECK(came["members"].size() == 50);
}

TEST_CASE("who comes late hears what was said and where people point; nobody but whoever leads leads, until everybody may") {
    const TempFolder folder;
    ServerProcess server(folder.path(), roomy);
    const auto battle = ended_battle(server.port());
    Member ada(server.port(), battle, {}, "Ada"), bob(server.port(), battle, ada.room(), "Bob");
    CHECK(bob.refused("lead", {{"where", "at=3"}}) == "not_your_seat");
    CHECK(bob.refused("give_lead", {{"everybody", true}}) == "not_your_seat");
    bob.line.send(bob.of_room("point", {{"at", "cell c4"}}));
    CHECK(ada.line.next("pointed")["at"] == "cell c4");
    bob.line.send(bob.of_room("remark", {{"text", "why there?"}}));
    const auto line = ada.line.next("remarked")["line"];
    CHECK(line["name"] == "Bob");
    CHECK(line["text"] == "why there?");
    Member cleo(server.port(), battle, ada.room(), "Cleo");
    CHECK(cleo.meeting["lines"][0] == line);
    CHECK(cleo.meeting["members"][1]["at"] == "cell c4");
    ada.line.send(ada.of_room("give_lead", {{"everybody", true}}));
    bob.company([](const Json& told) { return told["everybody"] == true; });
    bob.lead("at=7");
    CHECK(cleo.line.next("led")["member"] == bob.number());
    ada.line.send(ada.of_room("give_lead", {{"everybody", false}, {"to", cleo.number()}}));
    cleo.company(led_by(cleo.number()));
    CHECK(ada.refused("lead", {{"where", "at=1"}}) == "not_your_seat");
    CHECK(cleo.refused("give_lead", {{"to", 17}}) == "bad_message");
}

TEST_CASE("who led and lost the connection leads again when he is back; when he parts, whoever has been there longest leads") {
    const TempFolder folder;
    ServerProcess server(folder.path(), roomy);
    const auto battle = ended_battle(server.port());
    auto ada = std::make_unique<Member>(server.port(), battle, "", "Ada");
    const auto room = ada->room();
    const auto key = ada->key;
    const int number = ada->number();
    Member bob(server.port(), battle, room, "Bob"), cleo(server.port(), battle, room, "Cleo");
    ada.reset();
    const auto without = cleo.company(led_by(bob.number()));
    CHECK(here_in(without) == 2);
    CHECK(without["members"].size() == 3);
    bob.lead("at=5");
    CHECK(cleo.line.next("led")["where"] == "at=5");
    ada = std::make_unique<Member>(server.port(), battle, room, "Ada", key);
    CHECK(ada->number() == number);
    CHECK(ada->meeting["leader"] == number);
    CHECK(ada->meeting["where"] == "at=5");
    CHECK(cleo.company(led_by(number))["members"].size() == 3);
    CHECK(ada->line.ask(ada->of_room("part"))["type"] == "parted");
    CHECK(cleo.company(led_by(bob.number()))["members"].size() == 2);
    CHECK(ada->refused("remark", {{"text", "still here?"}}) == "not_your_seat");
}

TEST_CASE("by a second connection somebody is there once, and the first is told; the message that opened a room opens no second one") {
    const TempFolder folder;
    ServerProcess server(folder.path(), roomy);
    const auto battle = ended_battle(server.port());
    Member ada(server.port(), battle);
    Member again(server.port(), battle, {}, "Eve", ada.key);  // its answer was lost
    CHECK(again.room() == ada.room());
    CHECK(again.number() == ada.number());
    const auto parted = ada.line.next("parted");
    CHECK(parted["why"] == "elsewhere");
    CHECK(ada.refused("lead", {{"where", "at=1"}}) == "not_your_seat");
    again.lead("at=2");
    CHECK(again.line.next("led")["where"] == "at=2");
}

TEST_CASE("a room needs a battle that is over, and of a private one its token; one that the operator has hidden has none, and loses those that it had") {
    const TempFolder folder;
    ServerProcess server(folder.path(), roomy);
    WireClient eve(server.port());
    Seated playing(server.port());
    CHECK(eve.ask(meet(playing.battle))["code"] == "illegal_choice");
    CHECK(eve.ask(meet({"AAAAAAAAAAAAAAAAAAAAAA", "", ""}))["code"] == "unknown_battle");

    const auto shut = ended_battle(server.port(), {{"visibility", "private"}});
    CHECK(eve.ask(meet(shut))["code"] == "unknown_battle");
    auto with_token = meet(shut);
    with_token["token"] = shut.attacker;
    const auto room = eve.ask(with_token);
    CHECK(room["type"] == "meeting");
    WireClient other(server.port());
    CHECK(other.ask(meet(shut, room["room"]))["code"] == "unknown_battle");
    auto guess = meet(shut, room["room"]);
    guess["token"] = protocol::new_token();
    CHECK(other.ask(guess)["code"] == "unknown_battle");

    const auto shown = ended_battle(server.port());
    Member ada(server.port(), shown);
    const auto hidden = run_program({MUSTERD, "moderate", "--data", folder.path().string(), "hide", shown.id});
    REQUIRE_MESSAGE(hidden.exit_code == 0, hidden.err);
    CHECK(ada.line.next("parted")["why"] == "over");
    CHECK(ada.line.ask(meet(shown, ada.room()))["code"] == "not_your_seat");
}

TEST_CASE("a restart ends rooms: whoever comes again is told so, and may open another") {
    const TempFolder folder;
    ServerProcess server(folder.path(), roomy);
    const auto battle = ended_battle(server.port());
    std::string room;
    {
        Member ada(server.port(), battle);
        room = ada.room();
        server.kill_and_restart();
        ada.line.wait_closed();
    }
    WireClient eve(server.port());
    const auto gone = eve.ask(meet(battle, room));
    CHECK(gone["code"] == "unknown_battle");
    CHECK(gone["path"] == "/room");
    CHECK(eve.ask(meet(battle))["type"] == "meeting");
}

TEST_CASE("messages that are wrong change nothing, and nobody in the room hears of them") {
    const TempFolder folder;
    ServerProcess server(folder.path(), roomy);
    const auto battle = ended_battle(server.port());
    Member ada(server.port(), battle, {}, "Ada"), bob(server.port(), battle, ada.room(), "Bob");
    bob.company([](const Json& told) { return here_in(told) == 2; });
    WireClient eve(server.port());
    const auto refused = [&](Json message) {
        const auto answer = eve.ask(std::move(message));
        return answer["type"].get<std::string>() + " " + answer.value("code", "");
    };
    CHECK(refused(ada.of_room("lead", {{"where", "at=1"}})) == "rejected not_your_seat");
    CHECK(refused(ada.of_room("remark", {{"text", "hello"}})) == "rejected not_your_seat");
    CHECK(refused(ada.of_room("part")) == "rejected not_your_seat");
    CHECK(refused(meet(battle, "no such room")) == "rejected unknown_battle");
    CHECK(refused(meet(battle, ada.room(), std::string(41, 'x'))) == "rejected bad_message");
    CHECK(refused(meet(battle, ada.room(), "Eve", "short")) == "rejected bad_message");
    CHECK(refused(meet(battle, ada.room(), "Eve", std::string(32, '/'))) == "rejected bad_message");
    CHECK(refused(meet(battle, std::string(65, 'x'))) == "rejected bad_message");
    CHECK(refused({{"type", "meet"}, {"battle", battle.id}}) == "rejected bad_message");
    CHECK(refused({{"type", "meet"}, {"battle", 7}, {"key", protocol::new_token()}}) == "rejected bad_message");
    CHECK(ada.refused("lead", {{"where", std::string(8193, 'x')}}) == "bad_message");
    std::string wide;  // as many characters as may be, and more bytes
    for (int i = 0; i < 5000; ++i) wide += "\u00e9";
    CHECK(ada.refused("lead", {{"where", wide}}) == "bad_message");
    CHECK(ada.refused("lead", {{"where", 12}}) == "bad_message");
    CHECK(ada.refused("lead", {{"where", "at=1"}, {"branch", "x"}}) == "bad_message");
    CHECK(ada.refused("point", {{"at", std::string(201, 'x')}}) == "bad_message");
    CHECK(ada.refused("remark", {{"text", ""}}) == "bad_message");
    CHECK(ada.refused("remark", {{"text", std::string(301, 'x')}}) == "bad_message");
    CHECK(ada.refused("give_lead", {{"to", -1}}) == "bad_message");
    const auto posted = http_post(server.port(), "/api/v1/battles/" + battle.id + "/messages", Json{{"type", "meet"}, {"key", protocol::new_token()}}.dump(),
                                  bearer(battle.attacker));
    CHECK(posted.status == 400);
    eve.send_text("{\"type\":\"lead\",\"where\":");
    CHECK(eve.next("error")["code"] == "bad_json");
    ada.lead("at=9");
    CHECK(bob.line.next()["where"] == "at=9");  // and nothing came before it
}

TEST_CASE("servers of one store share their rooms, and so does a relay: whoever comes by which, the moves reach everybody") {
    Site site;
    const auto battle = ended_battle(site.port(0));
    Member ada(site.port(0), battle, {}, "Ada"), bob(site.port(1), battle, ada.room(), "Bob");
    CHECK(bob.number() != ada.number());
    ada.lead("at=3");
    CHECK(bob.line.next("led")["where"] == "at=3");
    ada.line.send(ada.of_room("give_lead", {{"to", bob.number()}}));
    bob.company(led_by(bob.number()));
    bob.lead("at=4");
    while (ada.line.next("led")["where"] != "at=4") {}

    const ServerProcess relay({}, {"--relay", site.url(0)});
    Member cleo(relay.port(), battle, ada.room(), "Cleo");
    CHECK(cleo.meeting["where"] == "at=4");
    bob.lead("at=5");
    CHECK(cleo.line.next("led")["where"] == "at=5");
    cleo.line.send(cleo.of_room("remark", {{"text", "from afar"}}));
    CHECK(bob.line.next("remarked")["line"]["name"] == "Cleo");
    CHECK(cleo.line.ask(cleo.of_room("part"))["type"] == "parted");
    bob.company([](const Json& told) { return here_in(told) == 2; });

    WireClient eve(relay.port());
    CHECK(eve.ask(meet(battle, "no such room"))["path"] == "/room");
    const auto shut = ended_battle(site.port(0), {{"visibility", "private"}});
    auto at_other = meet(shut);
    at_other["token"] = shut.defender;
    WireClient dan(site.port(1));
    CHECK(dan.ask(at_other)["type"] == "meeting");   // tokens go from server to server
    CHECK(eve.ask(at_other)["type"] == "rejected");  // and to no relay
}

TEST_CASE("when the server that has a room goes, its members elsewhere are told, find that it is gone, and may open another") {
    Site site;
    const auto battle = ended_battle(site.port(0));
    Member ada(site.port(0), battle, {}, "Ada"), bob(site.port(1), battle, ada.room(), "Bob");
    site.kill(0);
    CHECK(bob.line.next("parted")["why"] == "lost");
    Json answer;
    wait_until([&] {
        answer = bob.line.ask(meet(battle, ada.room()));
        REQUIRE(answer["type"] == "rejected");
        return answer["code"] != "server_busy";  // who has the battle now is being found out
    });
    CHECK(answer["code"] == "unknown_battle");
    CHECK(answer["path"] == "/room");
    CHECK(bob.line.ask(meet(battle))["type"] == "meeting");
}
