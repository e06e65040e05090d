// Playing over plain HTTP: battles created, seats' messages posted, with the answers that the WebSocket gives.
#include <doctest/doctest.h>

#include "protocol/narration/narrator.hpp"
#include "tests/support/table.hpp"

using namespace muster;
using namespace muster::test;

namespace {

struct Caller {
    const ServerProcess& server;
    Battle battle;

    std::string target(const std::string& what) const { return "/api/v1/battles/" + battle.id + "/" + what; }
    HttpReply post(const std::string& what, const Json& body, const std::string& token) const {
        return http_post(server.port(), target(what), body.dump(), token.empty() ? "" : bearer(token));
    }
    HttpReply choose(const Json& body, const std::string& token) const { return post("choices", body, token); }
    HttpReply say(const Json& body, const std::string& token) const { return post("messages", body, token); }
    Json follow(const std::string& token) const { return http_get(server.port(), target("events?wait=0"), bearer(token)).json(); }
    void take_seats() const {
        for (const auto& token : {battle.attacker, battle.defender}) CHECK(follow(token)["requests"].is_array());
    }
};

Battle created_over_http(const ServerProcess& server, const Json& setup, const Json& options = Json::object()) {
    const auto reply = http_post(server.port(), "/api/v1/battles", Json{{"ruleset", "advanced-combat"}, {"setup", setup}, {"options", options}}.dump());
    REQUIRE(reply.status == 201);
    const Json created = reply.json();
    CHECK(created["type"] == "created");
    CHECK(reply.headers.at("location") == "/api/v1/battles/" + created["battle"].get<std::string>());
    return battle_of(created);
}

std::string told(const Json& record) {
    narration::Narrator narrator;
    std::string out;
    for (const auto& event : record["events"])
        for (const auto& line : narrator.tell(event)) out += line.text + "\n";
    return out;
}

}  // namespace

TEST_CASE("a battle is created, taken up and played to its end over plain HTTP") {
    const TempFolder folder;
    ServerProcess server(folder.path());
    const Caller call{server, created_over_http(server, small_setup(), {{"title", "by post"}})};
    call.take_seats();
    CHECK(http_get(server.port(), "/api/v1/battles/" + call.battle.id).json()["status"] == "running");
    bool over = false;
    while (!over) {
        over = true;
        for (const auto& token : {call.battle.attacker, call.battle.defender}) {
            for (const auto& request : call.follow(token)["requests"]) {
                over = false;
                const auto reply = call.choose({{"decision", request["decision"]}, {"choice", "default"}}, token);
                CHECK(reply.status == 200);
                CHECK(reply.json()["type"] == "accepted");
            }
        }
    }
    CHECK(verified_record(server.port(), call.battle.id)["title"] == "by post");
}

TEST_CASE("a choice that is posted twice with the same id gets the same answer and counts once, also after a crash") {
    const TempFolder folder;
    ServerProcess server(folder.path());
    const Caller call{server, created_over_http(server, siege_setup())};
    call.take_seats();
    const Json request = call.follow(call.battle.attacker)["requests"][0];
    const Json choice{{"id", "once"}, {"decision", request["decision"]}, {"choice", request["default"]}};
    const auto answer = [&] {
        const auto reply = call.choose(choice, call.battle.attacker);
        REQUIRE(reply.status == 200);
        Json out = reply.json();
        CHECK(out["signed_head"].erase("signature") == 1);  // each is another
        return out;
    };
    const Json first = answer();
    CHECK(first["id"] == "once");
    CHECK(answer() == first);
    server.kill_and_restart();
    CHECK(answer() == first);
    CHECK(call.choose({{"decision", request["decision"]}, {"choice", "default"}}, call.battle.attacker).status == 409);
}

TEST_CASE("refusals over HTTP are problem documents with the codes and paths of the WebSocket") {
    const TempFolder folder;
    ServerProcess server(folder.path());
    const Caller call{server, created_over_http(server, small_setup())};
    const auto refused = [](const HttpReply& reply, int status, const std::string& code, const std::string& path = {}) {
        CHECK(reply.headers.at("content-type") == "application/problem+json");
        CHECK(reply.status == status);
        CHECK(reply.json()["code"] == code);
        CHECK(reply.json().value("path", "") == path);
    };
    const Json choice{{"decision", 1}, {"choice", "default"}};
    refused(call.choose(choice, call.battle.attacker), 403, "not_your_seat");  // nobody has taken it
    call.take_seats();
    const Json request = call.follow(call.battle.attacker)["requests"][0];
    const auto decision = request["decision"];
    refused(call.choose(choice, ""), 401, "bad_token");
    CHECK(call.choose(choice, "").headers.at("www-authenticate") == "Bearer");
    refused(call.choose(choice, "nonsense"), 401, "bad_token", "/token");
    refused(call.choose({{"decision", decision}, {"choice", "default"}}, call.battle.defender), 403, "not_your_seat", "/decision");
    refused(call.choose({{"decision", 999}, {"choice", "default"}}, call.battle.attacker), 409, "stale_decision", "/decision");
    refused(call.choose({{"decision", decision}, {"choice", {{"units", Json::array()}}}}, call.battle.attacker), 422, "illegal_choice", "/choice/units");
    refused(call.choose({{"decision", decision}, {"choise", "default"}}, call.battle.attacker), 400, "bad_message", "/choise");
    refused(call.choose({{"type", "choose"}, {"decision", decision}, {"choice", "default"}}, call.battle.attacker), 400, "bad_message", "/type");
    refused(call.choose({{"battle", call.battle.id}, {"decision", decision}, {"choice", "default"}}, call.battle.attacker), 400, "bad_message", "/battle");
    refused(call.choose(Json::array(), call.battle.attacker), 400, "bad_message");
    refused(http_post(server.port(), call.target("choices"), "{\"decision\":", bearer(call.battle.attacker)), 400, "bad_json");
    refused(http_post(server.port(), "/api/v1/battles/AAAAAAAAAAAAAAAAAAAAAA/choices", choice.dump(), bearer("x")), 404, "unknown_battle", "/battle");
    refused(call.say({{"type", "choose"}, {"decision", decision}, {"choice", "default"}}, call.battle.attacker), 400, "bad_message", "/type");
    refused(call.say({{"type", "list"}}, call.battle.attacker), 400, "bad_message", "/type");
    refused(call.say({{"type", "ping"}}, call.battle.attacker), 400, "bad_message", "/type");
    refused(call.say({{"type", "conceed"}}, call.battle.attacker), 400, "bad_message", "/type");
    refused(call.say(Json::object(), call.battle.attacker), 400, "bad_message", "/type");
    refused(http_post(server.port(), "/api/v1/battles", R"({"ruleset":"advanced-comba","setup":{}})"), 400, "bad_setup", "/ruleset");
    refused(http_post(server.port(), "/api/v1/battles", R"({"ruleset":"advanced-combat","setup":{},"option":{}})"), 400, "bad_message", "/option");
    refused(http_get(server.port(), call.target("choices")), 405, "bad_message");
    CHECK(http_get(server.port(), call.target("choices")).headers.at("allow") == "POST");
    CHECK(http_get(server.port(), "/api/v1/battles", {}, "DELETE").headers.at("allow") == "GET, HEAD, POST");
}

TEST_CASE("a seat talks, offers and answers draws and concedes over HTTP, and others hear it over the WebSocket") {
    const TempFolder folder;
    ServerProcess server(folder.path());
    const Caller call{server, created_over_http(server, small_setup())};
    WireClient bob(server.port());
    bob.ask(call.battle.follow(call.battle.defender));
    http_get(server.port(), call.target("events?wait=0&name=Ada"), bearer(call.battle.attacker));
    const auto heard = [&](const std::string& name) {
        while (true) {
            const Json event = bob.next("event");
            if (event["event"] == name) return event["data"];
        }
    };
    CHECK(heard("seat_taken")["seat"] == "defender");
    CHECK(heard("seat_taken")["name"] == "Ada");
    CHECK(call.say({{"type", "say"}, {"id", "s"}, {"text", "hello"}}, call.battle.attacker).json()["id"] == "s");
    CHECK(heard("said") == Json{{"room", "players"}, {"seat", "attacker"}, {"name", "Ada"}, {"text", "hello"}});
    CHECK(call.say({{"type", "offer_draw"}}, call.battle.attacker).status == 200);
    CHECK(heard("draw_offered")["seat"] == "attacker");
    CHECK(call.say({{"type", "answer_draw"}}, call.battle.attacker).json()["code"] == "illegal_choice");
    CHECK(call.say({{"type", "answer_draw"}, {"accept", false}}, call.battle.defender).status == 200);
    CHECK(heard("draw_answered")["accept"] == false);
    CHECK(call.say({{"type", "concede"}}, call.battle.attacker).status == 200);
    CHECK(heard("conceded")["seat"] == "attacker");
    CHECK(call.say({{"type", "concede"}}, call.battle.attacker).json()["code"] == "battle_over");
    verified_record(server.port(), call.battle.id);
}

TEST_CASE("a record can be read as a transcript, in every ruleset that bots play") {
    const TempFolder folder;
    ServerProcess server(folder.path());
    WireClient ada(server.port());
    for (const auto& ruleset : http_get(server.port(), "/api/v1/rulesets").json()["rulesets"]) {
        if (ruleset.contains("contest")) continue;  // nobody wins: no bot plays it
        CAPTURE(ruleset["id"]);
        Json seats = Json::object();
        for (const auto& seat : seats_of(ruleset)) seats[seat] = {{"bot", "best"}};
        const Json created = ada.ask(
            {{"type", "create"}, {"ruleset", ruleset["id"]}, {"setup", ruleset["example"]}, {"options", {{"title", "By the river"}}}, {"seats", seats}});
        REQUIRE_MESSAGE(created["type"] == "created", created.dump());
        const std::string target = "/api/v1/battles/" + created["battle"].get<std::string>();
        EventSource stream(server.port(), target + "/events");
        while (stream.next("event")["event"] != "battle_ended") {}
        const auto reply = http_get(server.port(), target + "/record?format=text");
        CHECK(reply.status == 200);
        CHECK(reply.headers.at("content-type") == "text/plain; charset=utf-8");
        CHECK(reply.headers.at("cache-control").contains("immutable"));
        CHECK(reply.headers.at("etag") != http_get(server.port(), target + "/record").headers.at("etag"));
        CHECK(reply.body.starts_with("By the river\n" + ruleset["id"].get<std::string>()));
        CHECK(std::ranges::count(reply.body, '\n') > 5);
        CHECK(reply.body.substr(reply.body.find("\n\n") + 2) == told(http_get(server.port(), target + "/record").json()));
        CHECK(!reply.body.contains("{"));  // everything has words
        CHECK(http_get(server.port(), target + "/record?format=pdf").json()["path"] == "/format");
    }
}

TEST_CASE("a private battle is played over HTTP and does not exist for others") {
    const TempFolder folder;
    ServerProcess server(folder.path());
    const Caller call{server, created_over_http(server, small_setup(), {{"visibility", "private"}})};
    call.take_seats();
    CHECK(http_get(server.port(), call.target("events?wait=0")).status == 404);
    CHECK(EventSource(server.port(), call.target("events")).reply.status == 404);
    const auto answer = [&](const std::string& target) {  // as if there were nothing
        auto reply = http_get(server.port(), target, bearer("nonsense"));
        CHECK(reply.status == 404);
        return reply.body;
    };
    const std::string nowhere = "/api/v1/battles/" + std::string(call.battle.id.size(), 'x') + "/";
    for (const auto* what : {"events", "events?wait=0", "record"}) CHECK(answer(call.target(what)) == answer(nowhere + what));
    CHECK(EventSource(server.port(), call.target("events"), bearer("nonsense")).reply.status == 404);
    const std::string battle = "/api/v1/battles/" + call.battle.id;
    CHECK(answer(battle) == answer(nowhere.substr(0, nowhere.size() - 1)));
    CHECK(http_get(server.port(), battle).status == 404);
    const auto seen = http_get(server.port(), battle, bearer(call.battle.defender));
    CHECK(seen.status == 200);
    CHECK(seen.json()["options"]["visibility"] == "private");
    CHECK(seen.headers.at("cache-control") == "private, no-store");
}

TEST_CASE("no cache keeps the record of a private battle, over or not; of a public one every cache may") {
    const TempFolder folder;
    ServerProcess server(folder.path());
    const auto check = [&](const Json& options, const std::string& while_played, const std::string& afterwards) {
        const Caller call{server, created_over_http(server, small_setup(), options)};
        call.take_seats();
        for (const auto& [kept, target] : {std::pair(while_played, "record"), std::pair(while_played, "record?format=text")}) {
            const auto reply = http_get(server.port(), call.target(target), bearer(call.battle.attacker));
            CHECK(reply.headers.at("cache-control") == kept);
            CHECK(reply.headers.at("vary") == "Authorization");
        }
        CHECK(http_get(server.port(), call.target("events"), bearer(call.battle.attacker)).headers.at("vary") == "Authorization");
        CHECK(call.say({{"type", "concede"}}, call.battle.attacker).status == 200);
        for (const auto* target : {"record", "record?format=text"}) {
            const auto reply = http_get(server.port(), call.target(target), bearer(call.battle.defender));
            CHECK(reply.status == 200);
            CHECK(reply.headers.at("cache-control") == afterwards);
            CHECK(reply.headers.at("vary") == "Authorization");
        }
    };
    check({{"visibility", "private"}}, "private, no-store", "private, no-store");
    check({{"visibility", "unlisted"}}, "no-cache", "public, max-age=31536000, immutable");
}
