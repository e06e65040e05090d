// A battle over real sockets: two players, spectators, and every command of the protocol.
#include <doctest/doctest.h>

#include <fstream>
#include <set>

#include "rules/systems.hpp"
#include "tests/support/seated.hpp"

using namespace muster;
using namespace muster::test;

TEST_CASE("two players fight a whole battle while two spectators watch, and its record verifies") {
    const TempFolder folder;
    ServerProcess server(folder.path());
    WireClient ada(server.port()), bob(server.port()), eve(server.port()), mallory(server.port());
    const auto battle = create_battle(ada);

    Json join = battle.follow(battle.attacker);
    join["name"] = "Ada";
    join["nonce"] = "00112233445566778899aabbccddeeff";
    CHECK(ada.ask(join)["viewer"] == "attacker");
    CHECK(eve.ask(battle.follow())["viewer"] == "spectator");
    CHECK(mallory.ask(battle.follow())["viewer"] == "spectator");
    const Json following = bob.ask(battle.follow(battle.defender));
    CHECK(following["viewer"] == "defender");
    CHECK(following["setup"] == rules::shipped_rulesets().find("advanced-combat")->resolve(small_setup()).value());
    CHECK(following["commitment"].get<std::string>().size() == 64);

    const auto heard = play_out({&ada, &bob, &eve, &mallory});
    const Json record = verified_record(server.port(), battle.id);
    CHECK(record["seats"][0]["name"] == "Ada");
    CHECK(record["seats"][1]["name"] == "defender");
    for (const auto& messages : heard) {
        const auto events = events_of(messages);
        REQUIRE(events.size() == record["events"].size());
        for (std::size_t i = 0; i < events.size(); ++i) {
            CHECK(events[i]["seq"] == i + 1);
            CHECK(events[i]["event"] == record["events"][i]["event"]);
            CHECK(events[i]["data"] == record["events"][i]["data"]);
            CHECK(events[i]["at"] == record["events"][i]["at"]);
        }
        CHECK(events.back()["data"]["server_seed"] == record["server_seed"]);
    }
    for (const auto& message : heard[2]) CHECK(message["type"] != "request");
}

TEST_CASE("a request names its seat, its options and its default, and is closed when it is answered") {
    const TempFolder folder;
    ServerProcess server(folder.path());
    WireClient ada(server.port()), tab(server.port()), bob(server.port());
    const auto battle = create_battle(ada);
    tab.ask(battle.follow(battle.attacker));
    take_seats(battle, ada, bob);

    const Json request = ada.next("request");
    CHECK(request["seat"] == "attacker");
    CHECK(request["kind"] == "wave");
    CHECK(request["options"]["size"] == 6);
    CHECK(request["deadline"].is_null());
    CHECK(tab.next("request") == request);

    const Json accepted = tab.ask({{"type", "choose"}, {"battle", battle.id}, {"decision", request["decision"]}, {"choice", request["default"]}});
    CHECK(accepted["type"] == "accepted");
    CHECK(accepted["decision"] == request["decision"]);
    const Json chosen = ada.next("event");
    CHECK(chosen["seq"] == accepted["seq"]);
    CHECK(chosen["event"] == "chosen");
    CHECK(chosen["data"]["choice"] == request["default"]);
    CHECK(ada.next("request_closed")["decision"] == request["decision"]);
}

TEST_CASE("a choice is refused with a code and a path, and changes nothing") {
    const TempFolder folder;
    ServerProcess server(folder.path());
    auto [ada, bob, battle] = Seated(server, siege_setup());
    WireClient eve(server.port());
    eve.ask(battle.follow());
    const Json request = ada.next("request");
    const auto head = http_get(server.port(), "/api/v1/battles/" + battle.id).json()["head"];
    const auto choose = [&](WireClient& who, const Json& decision, const Json& choice) {
        return who.ask({{"type", "choose"}, {"battle", battle.id}, {"decision", decision}, {"choice", choice}});
    };
    const Json wave = request["default"];

    const auto refused = [&](const Json& answer, const char* code, const char* path) {
        CHECK(answer["type"] == "rejected");
        CHECK(answer["code"] == code);
        CHECK(answer.value("path", "") == path);
        CHECK(answer["message"].get<std::string>().size() > 5);
    };
    refused(choose(ada, 99, wave), "stale_decision", "/decision");
    refused(choose(bob, request["decision"], wave), "not_your_seat", "/decision");
    refused(choose(eve, request["decision"], wave), "not_your_seat", "");
    refused(choose(ada, request["decision"], "sometimes"), "illegal_choice", "/choice");
    refused(choose(ada, request["decision"], {{"units", {{{"unit", "swordmen"}, {"count", 7}}}}}), "illegal_choice", "/choice/units/0/unit");
    refused(choose(ada, request["decision"], {{"units", {{{"unit", "swordsmen"}, {"count", 1000000000000}}}}}), "illegal_choice", "/choice/units/0/count");
    refused(choose(ada, request["decision"], {{"unit", "swordsmen"}}), "illegal_choice", "/choice/unit");
    refused(ada.ask({{"type", "choose"}, {"battle", battle.id}, {"decision", request["decision"]}, {"choice", wave}, {"speed", 1}}), "bad_message", "/speed");
    refused(ada.ask({{"type", "choose"}, {"battle", battle.id}, {"decision", "1"}, {"choice", wave}}), "bad_message", "/decision");
    CHECK(http_get(server.port(), "/api/v1/battles/" + battle.id).json()["head"] == head);
    CHECK(choose(ada, request["decision"], wave)["type"] == "accepted");
    refused(choose(ada, request["decision"], wave), "stale_decision", "/decision");
}

TEST_CASE("the same choice with the same id gets the same answer and happens once, also after a restart") {
    const TempFolder folder;
    ServerProcess server(folder.path());
    auto [ada, bob, battle] = Seated(server);
    const Json request = ada.next("request");
    const Json choose{{"type", "choose"}, {"id", "mine"}, {"battle", battle.id}, {"decision", request["decision"]}, {"choice", "default"}};
    const auto answer = [&](WireClient& client) {
        Json out = client.ask(choose);
        CHECK(out["signed_head"].erase("signature") == 1);  // each is another
        return out;
    };
    const Json first = answer(ada);
    CHECK(first["type"] == "accepted");
    CHECK(answer(ada) == first);
    server.kill_and_restart();
    WireClient back(server.port());
    back.ask(battle.follow(battle.attacker));
    CHECK(answer(back) == first);
    std::size_t chosen = 0;
    const Json log = http_get(server.port(), "/api/v1/battles/" + battle.id + "/events?since=0").json();
    for (const auto& event : log["events"]) chosen += event["event"] == "chosen" && event["data"].contains("decision");
    CHECK(chosen == 1);
}

TEST_CASE("a second tab that answers the same decision is told that it is closed") {
    const TempFolder folder;
    ServerProcess server(folder.path());
    WireClient one(server.port()), two(server.port()), bob(server.port());
    const auto battle = create_battle(one);
    two.ask(battle.follow(battle.attacker));
    take_seats(battle, one, bob);
    const auto decision = one.next("request")["decision"];
    const Json choose{{"type", "choose"}, {"battle", battle.id}, {"decision", decision}, {"choice", "default"}};
    Json first = choose, second = choose;
    first["id"] = "a";
    second["id"] = "b";
    one.send(first);
    two.send(second);
    std::multiset<std::string> answers{one.answer("a")["type"], two.answer("b")["type"]};
    CHECK(answers == std::multiset<std::string>{"accepted", "rejected"});
}

TEST_CASE("a seat concedes, and nothing more can be chosen") {
    const TempFolder folder;
    ServerProcess server(folder.path());
    WireClient ada(server.port()), bob(server.port());
    const auto battle = create_battle(ada);
    ada.ask(battle.follow(battle.attacker));
    CHECK(ada.ask({{"type", "concede"}, {"battle", battle.id}})["code"] == "illegal_choice");  // not begun
    bob.ask(battle.follow(battle.defender));
    const auto decision = ada.next("request")["decision"];
    CHECK(bob.ask({{"type", "concede"}, {"battle", battle.id}})["type"] == "accepted");
    CHECK(ada.ask({{"type", "choose"}, {"battle", battle.id}, {"decision", decision}, {"choice", "default"}})["code"] == "battle_over");
    const Json record = verified_record(server.port(), battle.id);
    CHECK(record["outcome"]["winner"] == "attacker");
    CHECK(record["outcome"]["reason"] == "conceded");
}

TEST_CASE("a draw is offered, declined, offered again and agreed") {
    const TempFolder folder;
    ServerProcess server(folder.path());
    auto [ada, bob, battle] = Seated(server);
    const Json offer{{"type", "offer_draw"}, {"battle", battle.id}};
    CHECK(bob.ask({{"type", "answer_draw"}, {"battle", battle.id}})["code"] == "illegal_choice");
    CHECK(ada.ask(offer)["type"] == "accepted");
    CHECK(ada.ask({{"type", "answer_draw"}, {"battle", battle.id}})["code"] == "illegal_choice");  // one's own offer
    CHECK(bob.ask({{"type", "answer_draw"}, {"battle", battle.id}, {"accept", false}})["type"] == "accepted");
    CHECK(bob.ask(offer)["type"] == "accepted");
    CHECK(ada.ask({{"type", "answer_draw"}, {"battle", battle.id}, {"accept", true}})["type"] == "accepted");
    const Json record = verified_record(server.port(), battle.id);
    CHECK(record["outcome"]["winner"].is_null());
    CHECK(record["outcome"]["reason"] == "agreed");
}

TEST_CASE("with confirm each seat is asked whether it is ready, and may decline") {
    const TempFolder folder;
    ServerProcess server(folder.path());
    WireClient ada(server.port()), bob(server.port());
    for (const bool ready : {true, false}) {
        const auto battle = create_battle(ada, small_setup(), {{"confirm", true}});
        take_seats(battle, ada, bob);
        const Json asked = ada.next("request");
        CHECK(asked["kind"] == "ready");
        CHECK(asked["battle"] == battle.id);
        CHECK(ada.ask({{"type", "choose"}, {"battle", battle.id}, {"decision", asked["decision"]}, {"choice", {{"ready", 1}}}})["path"] == "/choice/ready");
        CHECK(ada.ask({{"type", "choose"}, {"battle", battle.id}, {"decision", asked["decision"]}, {"choice", {{"ready", true}}}})["type"] == "accepted");
        Json other = bob.next("request");
        while (other["battle"] != battle.id) other = bob.next("request");
        CHECK(bob.ask({{"type", "choose"}, {"battle", battle.id}, {"decision", other["decision"]}, {"choice", {{"ready", ready}}}})["type"] == "accepted");
        const auto summary = http_get(server.port(), "/api/v1/battles/" + battle.id).json();
        CHECK(summary["status"] == (ready ? "running" : "over"));
        if (!ready) CHECK(verified_record(server.port(), battle.id)["outcome"]["reason"] == "declined");
        if (ready) CHECK(ada.next("request")["kind"] == "wave");
    }
}

TEST_CASE("players and spectators talk in rooms of their own") {
    const TempFolder folder;
    ServerProcess server(folder.path());
    auto [ada, bob, battle] = Seated(server);
    WireClient eve(server.port());
    Json join = battle.follow();
    join["name"] = "Eve";
    eve.ask(join);
    CHECK(ada.ask({{"type", "say"}, {"battle", battle.id}, {"text", "good luck 🎲"}})["type"] == "accepted");
    CHECK(eve.ask({{"type", "say"}, {"battle", battle.id}, {"text", "poor Bob"}})["type"] == "accepted");
    const auto said = [](WireClient& client) {
        std::vector<Json> out;
        for (const auto& message : client.skipped)
            if (message["type"] == "event" && message["event"] == "said") out.push_back(message["data"]);
        while (out.size() < 2) {
            const Json event = client.next("event");
            if (event["event"] == "said") out.push_back(event["data"]);
        }
        return out;
    };
    const auto players = said(bob), spectators = said(eve);
    CHECK(players[0] == Json{{"room", "players"}, {"seat", "attacker"}, {"name", "Ada"}, {"text", "good luck 🎲"}});
    CHECK(players[1] == Json{{"room", "spectators"}});
    CHECK(spectators[0] == Json{{"room", "players"}, {"seat", "attacker"}});
    CHECK(spectators[1] == Json{{"room", "spectators"}, {"name", "Eve"}, {"text", "poor Bob"}});
    CHECK(ada.ask({{"type", "say"}, {"battle", battle.id}, {"text", std::string(501, 'x')}})["path"] == "/text");
    CHECK(ada.ask({{"type", "say"}, {"battle", battle.id}, {"text", ""}})["path"] == "/text");
}

TEST_CASE("tokens open their own seat only, and a private battle does not exist for others") {
    const TempFolder folder;
    ServerProcess server(folder.path());
    WireClient ada(server.port()), eve(server.port());
    const auto first = create_battle(ada);
    const auto second = create_battle(ada, small_setup(), {{"visibility", "private"}});
    const auto unlisted = create_battle(ada, small_setup(), {{"visibility", "unlisted"}});
    CHECK(eve.ask(first.follow(second.attacker))["code"] == "bad_token");
    CHECK(eve.ask(first.follow("nonsense"))["code"] == "bad_token");
    CHECK(eve.ask(second.follow())["code"] == "unknown_battle");
    CHECK(eve.ask(unlisted.follow())["type"] == "following");
    CHECK(ada.ask(second.follow(second.attacker))["type"] == "following");
    CHECK(http_get(server.port(), "/api/v1/battles/" + second.id).status == 404);
    CHECK(http_get(server.port(), "/api/v1/battles/" + second.id + "/record").status == 404);
    CHECK(http_get(server.port(), "/api/v1/battles/" + second.id + "/events").status == 404);
    CHECK(http_get(server.port(), "/api/v1/battles/" + second.id + "/events", "Authorization: Bearer " + second.defender + "\r\n").status == 200);
    const auto listed = eve.ask({{"type", "list"}});
    REQUIRE(listed["battles"].size() == 1);
    CHECK(listed["battles"][0]["battle"] == first.id);
    for (const auto& file : std::filesystem::recursive_directory_iterator(folder.path())) {  // only hashes are kept
        std::ifstream in(file.path(), std::ios::binary);
        const std::string bytes((std::istreambuf_iterator<char>(in)), {});
        CHECK(bytes.find(first.attacker) == std::string::npos);
    }
}

TEST_CASE("presence tells who is there") {
    const TempFolder folder;
    ServerProcess server(folder.path());
    WireClient ada(server.port());
    const auto battle = create_battle(ada);
    ada.ask(battle.follow(battle.attacker));
    Json presence = ada.next("presence");
    CHECK(presence["seats"][0] == Json{{"seat", "attacker"}, {"connected", true}});
    CHECK(presence["seats"][1] == Json{{"seat", "defender"}, {"connected", false}});
    {
        WireClient eve(server.port());
        eve.ask(battle.follow());
        CHECK(ada.next("presence")["spectators"] == 1);
    }
    CHECK(ada.next("presence")["spectators"] == 0);
}

TEST_CASE("a bad setup is refused with the path of what is wrong") {
    const TempFolder folder;
    ServerProcess server(folder.path());
    WireClient ada(server.port());
    const auto create = [&](const Json& setup, const Json& options = Json::object()) {
        return ada.ask({{"type", "create"}, {"ruleset", "advanced-combat"}, {"setup", setup}, {"options", options}});
    };
    Json setup = small_setup();
    setup["attacker"]["army"][0]["unit"] = "swordmen";
    const Json refused = create(setup);
    CHECK(refused["code"] == "bad_setup");
    CHECK(refused["path"] == "/setup/attacker/army/0/unit");
    CHECK(refused["message"].get<std::string>().contains("did you mean \"swordsmen\"?"));
    CHECK(ada.ask({{"type", "create"}, {"ruleset", "advanced-comba"}, {"setup", small_setup()}})["path"] == "/ruleset");
    CHECK(create(small_setup(), {{"tittle", "x"}})["path"] == "/options/tittle");
    CHECK(create(small_setup(), {{"clock", {{"bank", 1}}}})["path"] == "/options/clock/bank");
    CHECK(create(small_setup(), {{"title", "a\nb"}})["path"] == "/options/title");
}
