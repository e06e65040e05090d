// Events over HTTP: the long poll and the stream, how they take seats, how they are resumed and how they end.
#include <doctest/doctest.h>

#include <csignal>

#include <sys/socket.h>

#include "server/http/queries.hpp"
#include "tests/support/counted.hpp"
#include "tests/support/seated.hpp"

using namespace muster;
using namespace muster::test;

namespace {

std::string events_of_battle(const Battle& battle, const std::string& query = {}) { return "/api/v1/battles/" + battle.id + "/events" + query; }

HttpReply poll(const ServerProcess& server, const Battle& battle, const std::string& query, const std::string& token = {}) {
    return http_get(server.port(), events_of_battle(battle, query), token.empty() ? "" : bearer(token));
}

std::vector<std::int64_t> numbers(const Json& events) {
    std::vector<std::int64_t> out;
    for (const auto& event : events) out.push_back(event["seq"].get<std::int64_t>());
    return out;
}

}  // namespace

TEST_CASE("a long poll takes the seat, answers at once when there is something, and brings the open requests") {
    const TempFolder folder;
    ServerProcess server(folder.path());
    WireClient ada(server.port());
    const auto battle = create_battle(ada);
    const Json first = poll(server, battle, "?since=0&wait=60&name=Ada&nonce=0123456789abcdef", battle.attacker).json();
    CHECK(numbers(first["events"]) == counted(2));
    CHECK(first["head"] == 2);
    CHECK(first["events"][1]["data"] == Json{{"seat", "attacker"}, {"name", "Ada"}, {"nonce", "0123456789abcdef"}});
    CHECK(first["requests"].empty());
    const Json second = poll(server, battle, "?since=2&wait=60&name=ignored", battle.defender).json();
    CHECK(second["events"][0]["data"]["name"] == "ignored");
    const Json third = poll(server, battle, "?since=2&wait=60&name=again", battle.attacker).json();
    CHECK(third["head"] == third["events"].back()["seq"]);
    CHECK(third["requests"][0]["kind"] == "wave");
    CHECK(third["requests"][0]["seat"] == "attacker");
    Json list = poll(server, battle, "?since=2", battle.attacker).json();  // the list says the same, and whose token it is
    CHECK(list["seat"] == "attacker");
    list.erase("seat");
    CHECK(list == third);
    CHECK(poll(server, battle, "?since=2").json()["requests"].empty());
    CHECK(poll(server, battle, "?since=2&wait=0").json()["requests"].empty());
    CHECK(ada.ask(battle.follow(battle.attacker))["seats"][0]["name"] == "Ada");
}

TEST_CASE("a token shows which seat it opens before anybody sits down with it, one that was handed over too") {
    const TempFolder folder;
    ServerProcess server(folder.path());
    WireClient ada(server.port());
    const auto battle = create_battle(ada);
    const auto looked = [&](const std::string& token) { return poll(server, battle, "?since=0", token).json(); };
    CHECK(looked(battle.defender)["seat"] == "defender");
    CHECK(!looked("").contains("seat"));
    CHECK(looked(battle.defender)["head"] == 1);
    ada.ask(battle.follow(battle.attacker));
    WireClient bob(server.port());
    bob.ask(battle.follow(battle.defender));
    ada.next("request");
    const auto token = ada.ask({{"type", "hand_over"}, {"battle", battle.id}, {"token", battle.attacker}})["token"].get<std::string>();
    const Json heir = looked(token);
    CHECK(heir["seat"] == "attacker");
    CHECK(heir["requests"].empty());  // what its holder has sealed is nothing for whoever has not come yet
    CHECK(heir["events"].size() > 1);
    CHECK(looked(battle.attacker)["requests"].size() == 1);
}

TEST_CASE("a long poll waits until something happens") {
    const TempFolder folder;
    ServerProcess server(folder.path());
    WireClient ada(server.port());
    const auto battle = create_battle(ada);
    PendingRequest spectator(server.port(), events_of_battle(battle, "?since=1&wait=60"));
    WireClient watcher(server.port());
    watcher.ask(battle.follow());
    while (watcher.next("presence")["spectators"] != 2) {}  // it waits
    CHECK(spectator.quiet());
    ada.ask(battle.follow(battle.attacker));
    CHECK(numbers(spectator.answer().json()["events"]) == counted(2, 2));
}

TEST_CASE("a long poll without news answers with nothing when its time is over") {
    const TempFolder folder;
    ServerProcess server(folder.path());
    WireClient ada(server.port());
    const auto battle = create_battle(ada);
    for (const std::string wait : {"0", "1"}) {
        const auto reply = poll(server, battle, "?since=1&wait=" + wait);
        CHECK(reply.status == 200);
        Json told = reply.json();
        CHECK(told["generation"].get<std::string>().size() == 16);
        told.erase("generation");
        CHECK(told == Json{{"battle", battle.id}, {"head", 1}, {"events", Json::array()}, {"requests", Json::array()}});
    }
}

TEST_CASE("a long poll is held as long as it wants, but always ends five seconds before a usual proxy gives it up") {
    using namespace std::chrono_literals;
    for (const int wait : {0, 1, 54, 55}) CHECK(server::poll_held(wait) == std::chrono::seconds(wait));
    for (const int wait : {56, 60}) CHECK(server::poll_held(wait) == 55s);
}

TEST_CASE("a long poll brings no more events than it wants, whether they are there or it waits for them, and says where the next begin") {
    const TempFolder folder;
    ServerProcess server(folder.path());
    auto [ada, bob, battle] = Seated(server.port());
    const Json request = ada.next("request");
    const Json whole = poll(server, battle, "?since=0", battle.attacker).json();
    const auto head = whole["head"].get<std::int64_t>();
    REQUIRE(whole["events"].size() > 2);
    REQUIRE(whole["requests"].size() == 1);
    Json events = Json::array();
    Json page{{"next", 0}};
    while (page.contains("next")) {
        page = poll(server, battle, "?wait=60&limit=2&since=" + page["next"].dump(), battle.attacker).json();
        REQUIRE(!page["events"].empty());
        CHECK(page["events"].size() <= 2);
        CHECK(page["head"] == head);
        CHECK(page["requests"] == (page.contains("next") ? Json::array() : whole["requests"]));
        for (const auto& event : page["events"]) events.push_back(event);
    }
    CHECK(events == whole["events"]);
    PendingRequest waiting(server.port(), events_of_battle(battle, "?wait=60&limit=1&since=" + std::to_string(head)));
    while (ada.next("presence")["spectators"] != 1) {}  // it waits
    ada.ask({{"type", "choose"}, {"battle", battle.id}, {"decision", request["decision"]}, {"choice", "default"}});
    const Json found = waiting.answer().json();
    CHECK(numbers(found["events"]) == counted(head + 1, head + 1));
    CHECK(found["next"] == head + 1);
    CHECK(found["head"] > head + 1);
}

TEST_CASE("who wants no spoilers is told what comes after his last event and nothing later, not even how much there is") {
    const TempFolder folder;
    ServerProcess server(folder.path());
    auto [ada, bob, battle] = Seated(server.port());
    const Json whole = poll(server, battle, "?since=0", battle.attacker).json();
    REQUIRE(whole["requests"].size() == 1);
    Json events = Json::array();
    Json next = 0;
    while (!next.is_null()) {
        const Json page = poll(server, battle, "?unspoiled=true&limit=1&since=" + next.dump(), battle.attacker).json();
        REQUIRE(page["events"].size() == 1);
        events.push_back(page["events"][0]);
        Json expected{{"battle", battle.id},
                      {"generation", whole["generation"]},
                      {"head", page["events"][0]["seq"]},
                      {"events", page["events"]},
                      {"requests", Json::array()}};
        next = events.size() < whole["events"].size() ? page["events"][0]["seq"] : Json();
        if (!next.is_null()) expected["next"] = next;
        CHECK(page == expected);
    }
    CHECK(events == whole["events"]);
    const auto beyond = poll(server, battle, "?unspoiled=true&since=999");
    CHECK(beyond.status == 400);
    CHECK(beyond.json()["detail"] == "this battle has no event 999");
    CHECK(poll(server, battle, "?unspoiled=true&wait=1").json()["path"] == "/unspoiled");
    CHECK(poll(server, battle, "?unspoiled=perhaps").json()["path"] == "/unspoiled");
    CHECK(EventSource(server.port(), events_of_battle(battle, "?unspoiled=true")).reply.json()["path"] == "/unspoiled");
}

TEST_CASE("who comes back to another history over HTTP gets all of it, in whichever way it asks, and can tell") {
    const TempFolder folder;
    ServerProcess server(folder.path());
    auto [ada, bob, battle] = Seated(server.port());
    const Json first = poll(server, battle, "?since=0").json();
    const auto head = first["head"].get<std::int64_t>();
    REQUIRE(head > 2);
    const auto same = "?since=2&generation=" + first["generation"].get<std::string>();
    const std::string another = "?since=2&generation=0123456789abcdef";
    for (const std::string wait : {"", "&wait=0", "&wait=60"}) {
        CAPTURE(wait);
        CHECK(numbers(poll(server, battle, same + wait).json()["events"]) == counted(head, 3));
        const Json anew = poll(server, battle, another + wait).json();
        CHECK(numbers(anew["events"]) == counted(head));
        CHECK(anew["generation"] == first["generation"]);
    }
    EventSource stream(server.port(), events_of_battle(battle, another), "Last-Event-ID: 2\r\n");
    CHECK(stream.next("following")["generation"] == first["generation"]);
    CHECK(stream.next("event")["seq"] == 1);
}

TEST_CASE("what an events call cannot understand is refused with its place") {
    const TempFolder folder;
    ServerProcess server(folder.path());
    WireClient ada(server.port());
    const auto battle = create_battle(ada);
    const auto refused = [&](const std::string& query, const std::string& path) {
        const auto reply = poll(server, battle, query, battle.attacker);
        CHECK(reply.status == 400);
        CHECK(reply.json()["path"] == path);
    };
    refused("?wait=61", "/wait");
    refused("?wait=-1", "/wait");
    refused("?wait=soon", "/wait");
    refused("?since=x", "/since");
    refused("?since=99", "/since");
    refused("?since=99&wait=0", "/since");
    refused("?name=Ada", "/name");
    refused("?nonce=0123456789abcdef", "/nonce");
    refused("?wait=0&nonce=xyz", "/nonce");
    refused("?wait=0&name=%0A", "/name");
    refused("?wait=0&token=x", "/token");  // tokens belong in the header, addresses are logged on their way
    CHECK(EventSource(server.port(), events_of_battle(battle), "Last-Event-ID: one\r\n").reply.status == 400);
    CHECK(EventSource(server.port(), events_of_battle(battle), "Last-Event-ID: 99\r\n").reply.json()["path"] == "/since");
    CHECK(http_get(server.port(), events_of_battle(battle, "?wait=60&since=1"), {}, "HEAD").status == 200);  // waits for nothing
    CHECK(http_get(server.port(), events_of_battle(battle), "Accept: text/event-stream\r\n", "HEAD").status == 200);
}

TEST_CASE("a seat that polls counts as present between its polls, and until a while after the last") {
    const TempFolder folder;
    ServerProcess server(folder.path());
    WireClient ada(server.port());
    const auto battle = create_battle(ada);
    ada.ask(battle.follow(battle.attacker));
    poll(server, battle, "?since=0&wait=60", battle.defender);
    while (ada.next("presence")["seats"][1]["connected"] == false) {}
    for (int i = 0; i < 5; ++i) poll(server, battle, "?since=0&wait=60", battle.defender);
    while (ada.next("presence")["seats"][1]["connected"] == true) {}  // it is gone in the end
}

TEST_CASE("a stream of events starts with what came after since, and goes on with what happens") {
    const TempFolder folder;
    ServerProcess server(folder.path());
    WireClient ada(server.port());
    const auto battle = create_battle(ada, small_setup(), {{"confirm", true}});  // so that both are asked
    EventSource spectator(server.port(), events_of_battle(battle));
    CHECK(spectator.reply.headers.at("content-type") == "text/event-stream");
    CHECK(spectator.reply.headers.at("cache-control") == "no-store");
    CHECK(spectator.next("following")["viewer"] == "spectator");
    const auto first = spectator.next();
    CHECK(first->event == "event");
    CHECK(first->id == "1");
    CHECK(spectator.comments.contains("retry: "));
    EventSource bob(server.port(), events_of_battle(battle, "?name=Bob"), bearer(battle.defender));
    CHECK(bob.next("following")["viewer"] == "defender");
    CHECK(spectator.next("event")["data"]["name"] == "Bob");
    while (spectator.next("presence")["seats"][1]["connected"] == false) {}
    ada.ask(battle.follow(battle.attacker));
    const Json asked = ada.next("request");
    ada.ask({{"type", "choose"}, {"battle", battle.id}, {"decision", asked["decision"]}, {"choice", "default"}});
    const Json request = bob.next("request");
    CHECK(request["seat"] == "defender");
    const auto reply = http_post(server.port(), "/api/v1/battles/" + battle.id + "/choices",
                                 Json{{"decision", request["decision"]}, {"choice", "default"}}.dump(), bearer(battle.defender));
    CHECK(reply.status == 200);
    CHECK(bob.next("request_closed")["decision"] == request["decision"]);
    for (const auto& message : spectator.heard) CHECK(message.event != "request");
}

TEST_CASE("a stream that broke goes on after the last id, before since") {
    const TempFolder folder;
    ServerProcess server(folder.path());
    auto [ada, bob, battle] = Seated(server.port());
    play_out({&ada, &bob});
    std::vector<std::string> whole;
    const auto head = http_get(server.port(), "/api/v1/battles/" + battle.id).json()["head"].get<std::int64_t>();
    {
        EventSource all(server.port(), events_of_battle(battle));
        while (static_cast<std::int64_t>(whole.size()) < head)
            if (const auto message = all.next(); message->event == "event") whole.push_back(message->data);
    }
    for (std::int64_t last = 1; last < head; ++last) {
        EventSource again(server.port(), events_of_battle(battle, "?since=0"), "Last-Event-ID: " + std::to_string(last) + "\r\n");
        again.next("following");
        const auto message = again.next();
        CHECK(message->id == std::to_string(last + 1));
        CHECK(message->data == whole[static_cast<std::size_t>(last)]);
    }
}

TEST_CASE("when the server goes down, polls are refused and streams get a notice, and both end") {
    const TempFolder folder;
    ServerProcess server(folder.path());
    WireClient ada(server.port());
    const auto battle = create_battle(ada);
    CHECK(poll(server, battle, "?since=0&wait=60", battle.attacker).status == 200);  // still present
    PendingRequest waiting(server.port(), events_of_battle(battle, "?since=2&wait=60"));
    EventSource stream(server.port(), events_of_battle(battle));
    Json presence = stream.next("presence");
    while (presence["spectators"] != 2 || presence["seats"][0]["connected"] != true) presence = stream.next("presence");
    CHECK(server.stop(SIGTERM) == 0);
    const auto reply = waiting.answer();
    CHECK(reply.status == 503);
    CHECK(reply.json()["code"] == "server_busy");
    CHECK(reply.headers.contains("retry-after"));
    CHECK(stream.next("notice")["notice"] == "restart");
    CHECK(!stream.next());
    server.start();
    CHECK(poll(server, battle, "?since=0").status == 200);
}

TEST_CASE("clients that go away while they wait are no longer present") {
    const TempFolder folder;
    ServerProcess server(folder.path());
    WireClient ada(server.port());
    const auto battle = create_battle(ada);
    ada.ask(battle.follow(battle.attacker));
    const auto until = [&](bool defender, int spectators) {
        while (true) {
            const Json presence = ada.next("presence");
            if (presence["seats"][1]["connected"] == defender && presence["spectators"] == spectators) return;
        }
    };
    {
        EventSource bob(server.port(), events_of_battle(battle), bearer(battle.defender));
        const auto head = bob.next("following")["head"].get<std::int64_t>();
        PendingRequest eve(server.port(), events_of_battle(battle, "?wait=60&since=" + std::to_string(head)));
        until(true, 1);
    }
    until(false, 0);
}

TEST_CASE("a stream that is not read ends, and comes back with the last id it has") {
    const TempFolder folder;
    ServerProcess server(folder.path());
    auto [ada, bob, battle] = Seated(server.port(), siege_setup());
    EventSource slow(server.port(), events_of_battle(battle));
    const int small = 4096;
    ::setsockopt(slow.socket(), SOL_SOCKET, SO_RCVBUF, &small, sizeof small);
    slow.next("following");
    // More talk than all buffers on the way hold. Several connections, since one may not talk that fast.
    std::string words;
    for (int i = 0; i < 500; ++i) words += "🎲";
    for (int talker = 0; talker < 60; ++talker) {
        WireClient eve(server.port());
        eve.ask(battle.follow());
        for (int i = 0; i < 10; ++i) REQUIRE(eve.ask({{"type", "say"}, {"battle", battle.id}, {"text", words}})["type"] == "accepted");
    }
    const auto head = http_get(server.port(), events_of_battle(battle, "?since=0")).json()["head"].get<std::int64_t>();
    while (slow.next()) {}
    std::int64_t last = 0;
    for (const auto& message : slow.heard)
        if (!message.id.empty()) CHECK(std::stoll(message.id) == ++last);  // nothing is missing before it ends
    REQUIRE(last < head);
    EventSource again(server.port(), events_of_battle(battle), "Last-Event-ID: " + std::to_string(last) + "\r\n");
    for (; last < head; ++last) CHECK(again.next("event")["seq"] == last + 1);
}
