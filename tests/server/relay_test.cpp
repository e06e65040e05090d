// musterd --relay: a real server, real relays before it, and crowds at these.
#include <doctest/doctest.h>
#include <signal.h>

#include <cstdlib>

#include "tests/support/certificate.hpp"
#include "tests/support/file_limit.hpp"
#include "tests/support/seated.hpp"
#include "tests/support/wait_until.hpp"

using namespace muster;
using namespace muster::test;

namespace {

/// A relay has no folder.
struct Relay : ServerProcess {
    explicit Relay(const std::string& upstream, std::vector<std::string> options = {}) : ServerProcess({}, with(upstream, std::move(options))) {}

private:
    static std::vector<std::string> with(const std::string& upstream, std::vector<std::string> options) {
        options.insert(options.end(), {"--relay", upstream});
        return options;
    }
};

struct Row {
    TempFolder folder{};
    ServerProcess owner{folder.path()};
    Relay relay{owner.url()};
};

std::unique_ptr<WireClient> watch(unsigned short port, const Battle& battle, std::int64_t since = 0, const std::string& headers = {}) {
    auto out = std::make_unique<WireClient>(port, headers);
    const auto answer = out->ask(battle.follow({}, since));
    REQUIRE_MESSAGE(answer["type"] == "following", answer.dump());
    return out;
}

/// All events up to and with the battle's end, in the order they come.
std::vector<Json> until_over(WireClient& viewer) {
    std::vector<Json> out = events_of(viewer.skipped);
    viewer.skipped.clear();
    while (out.empty() || out.back()["event"] != "battle_ended") {
        out.push_back(viewer.next("event"));
        viewer.skipped.clear();
    }
    return out;
}

void check_whole(const std::vector<Json>& events) {
    for (std::size_t i = 0; i < events.size(); ++i) REQUIRE(events[i]["seq"] == i + 1);
}

const std::string only_watches = "this server only shows battles to spectators";

}  // namespace

TEST_CASE("two hundred viewers at a relay are one connection of the owner, and each sees what a viewer there sees") {
    raise_file_limit();
    Row row;
    auto [ada, bob, battle] = Seated(row.owner.port(), small_setup(), {{"clock", {{"mode", "live"}, {"bank", "PT10M"}}}});
    auto there = watch(row.owner.port(), battle);
    std::vector<std::unique_ptr<WireClient>> viewers;
    for (int i = 0; i < 200; ++i) viewers.push_back(watch(row.relay.port(), battle));
    wait_for_metrics(row.owner.port(), {"muster_websockets_opened_total 4", "muster_viewers{role=\"spectator\"} 2"});
    wait_for_metrics(row.relay.port(), {"muster_relay_lines 1", "muster_relay_battles 1", "muster_spectators 200"});
    const auto said = events_of(play_out({&ada, &bob, there.get()}).at(2));
    check_whole(said);
    for (auto& viewer : viewers) {
        CHECK(until_over(*viewer) == said);
    }
    wait_for_metrics(row.owner.port(), {"muster_websockets_opened_total 4"});
    CHECK(until_over(*watch(row.relay.port(), battle)) == said);  // late
    auto again = watch(row.relay.port(), battle, 3);
    CHECK(again->next("event")["seq"] == 4);
    const std::string record = "/api/v1/battles/" + battle.id + "/record";
    CHECK(http_get(row.relay.port(), record).body == http_get(row.owner.port(), record).body);
}

TEST_CASE("relays stand in a row: the battle comes through both, byte for byte as events, and each counts its own viewers") {
    Row row;
    Relay outer(row.relay.url());
    auto [ada, bob, battle] = Seated(row.owner.port());
    auto viewer = watch(outer.port(), battle);
    const auto said = events_of(play_out({&ada, &bob, viewer.get()}).at(2));
    check_whole(said);
    const auto origin = http_get(outer.port(), "/api/v1/origin").json();
    CHECK(origin["relays"] == 2);
    CHECK(http_get(row.owner.port(), "/api/v1/origin").json() == Json{{"address", ""}, {"relays", 0}});
    EventSource stream(outer.port(), "/api/v1/battles/" + battle.id + "/events", "Accept: text/event-stream\r\n");
    CHECK(stream.next("following")["viewer"] == "spectator");
    CHECK(stream.next("event") == said.front());
    CHECK(http_get(outer.port(), "/readyz").status == 200);
    CHECK(outer.stop(SIGTERM) == 0);
}

TEST_CASE("what a seat does, and what changes something, is refused at a relay with the address where it can be done; tokens are not passed on") {
    const TempFolder folder;
    ServerProcess owner(folder.path(), {"--public-url", "https://play.example"});
    Relay relay(owner.url());
    wait_until([&] { return http_get(relay.port(), "/readyz").status == 200; });  // it has asked where that is
    WireClient ada(owner.port());
    const auto battle = create_battle(ada);
    WireClient guest(relay.port());
    const auto refused = [&](const Json& answer) {
        CHECK(answer["type"] == "rejected");
        CHECK(answer["code"] == "not_your_seat");
        const std::string words = answer["message"];
        CHECK(words.starts_with(only_watches));
        CHECK(words.contains("https://play.example"));
    };
    refused(guest.ask(battle.follow(battle.attacker)));
    refused(guest.ask({{"type", "create"}, {"ruleset", "advanced-combat"}, {"setup", small_setup()}}));
    refused(guest.ask({{"type", "concede"}, {"battle", battle.id}}));
    refused(guest.ask({{"type", "say"}, {"battle", battle.id}, {"text", "hello"}}));
    const std::string at = "/api/v1/battles/" + battle.id;
    for (const auto& reply : {http_post(relay.port(), "/api/v1/battles", "{}"), http_post(relay.port(), at + "/choices", "{}", bearer(battle.attacker)),
                              http_post(relay.port(), at + "/messages", "{}"), http_post(relay.port(), "/api/v1/verify", "{}"),
                              http_get(relay.port(), at + "/events", bearer(battle.attacker)), http_get(relay.port(), at, bearer(battle.attacker))}) {
        CHECK(reply.status == 403);
        CHECK(reply.json()["code"] == "not_your_seat");
        CHECK(reply.json()["detail"].get<std::string>().contains("https://play.example"));
    }
    CHECK(http_get(owner.port(), at + "/events").json()["head"] == 1);  // nobody sat down
    CHECK(http_get(relay.port(), "/api/v1/origin").json()["address"] == "https://play.example");
}

TEST_CASE("what only looks comes through a relay as from the owner: lists, summaries, events, polls, the page") {
    Row row;
    auto [ada, bob, battle] = Seated(row.owner.port());
    const std::string at = "/api/v1/battles/" + battle.id;
    for (const std::string& target :
         {std::string("/api/v1/rulesets"), at, at + "/events?since=1&limit=1", std::string("/api/v1/battles?limit=5"), at + "/record"}) {
        const auto here = http_get(row.relay.port(), target), there = http_get(row.owner.port(), target);
        CHECK(here.status == there.status);
        CHECK(here.body == there.body);
        CHECK(here.headers.at("content-type") == there.headers.at("content-type"));
    }
    const auto tagged = http_get(row.relay.port(), "/api/v1/rulesets");
    CHECK(http_get(row.relay.port(), "/api/v1/rulesets", "If-None-Match: " + tagged.headers.at("etag") + "\r\n").status == 304);
    const auto page = http_get(row.relay.port(), "/b/" + battle.id);
    CHECK(page.status == 200);
    WireClient guest(row.relay.port());
    const auto listed = guest.ask({{"type", "list"}, {"limit", 5}});
    CHECK(listed["type"] == "battles");
    CHECK(listed["battles"][0]["battle"] == battle.id);
    const std::string nobody(22, 'A');
    CHECK(http_get(row.relay.port(), "/api/v1/battles/" + nobody).status == 404);
    CHECK(EventSource(row.relay.port(), "/api/v1/battles/" + nobody + "/events", "Accept: text/event-stream\r\n").reply.status == 404);
    CHECK(guest.ask({{"type", "follow"}, {"battle", nobody}})["code"] == "unknown_battle");
    const auto head = http_get(row.owner.port(), at + "/events").json();
    CHECK(http_get(row.relay.port(), at + "/events?since=0&wait=0").json() == head);  // passed on, and the battle is followed from now on
    // Until then an answer may end in between.
    wait_for_metrics(row.relay.port(), {"muster_relay_lines 1", "muster_relay_events_total " + head["head"].dump()});
    CHECK(http_get(row.relay.port(), at + "/events?since=0&wait=1").json() == head);
    PendingRequest poll(row.relay.port(), at + "/events?wait=50&since=" + head["head"].dump());
    wait_for_metrics(row.relay.port(), {"muster_spectators 1"});
    ada.send({{"type", "say"}, {"battle", battle.id}, {"text", "now"}});
    CHECK(poll.answer().json()["events"][0]["seq"] == head["head"].get<int>() + 1);
}

TEST_CASE("a HEAD is asked upstream as one: of a stream and of a long poll it is answered at once, and no request stays under way") {
    Row row;
    auto [ada, bob, battle] = Seated(row.owner.port());
    const std::string at = "/api/v1/battles/" + battle.id + "/events";
    const auto head = http_get(row.owner.port(), at).json()["head"].dump();
    const std::string stream = "Accept: text/event-stream\r\n";
    CHECK(http_get(row.relay.port(), at, stream, "HEAD").status == 200);
    CHECK(http_get(row.relay.port(), at + "?wait=50&since=" + head, {}, "HEAD").status == 200);
    CHECK(http_get(row.relay.port(), "/api/v1/battles/" + std::string(22, 'A'), {}, "HEAD").status == 404);
    const auto tag = "If-None-Match: " + http_get(row.relay.port(), "/api/v1/rulesets", {}, "HEAD").headers.at("etag") + "\r\n";
    CHECK(http_get(row.relay.port(), "/api/v1/rulesets", tag, "HEAD").status == 304);
    wait_for_metrics(row.relay.port(), {"muster_relay_requests 0"});
}

TEST_CASE("long polls of battles that are not here hold up nobody who comes to watch: neither the question about him, nor for long each other") {
    raise_file_limit();
    const std::vector<std::string> unlimited{"--unlimited-addresses", "127.0.0.1", "--trusted-proxies", "127.0.0.1"};
    const TempFolder folder;
    ServerProcess owner(folder.path(), unlimited);
    Relay relay(owner.url(), unlimited);
    WireClient ada(owner.port());
    std::vector<std::unique_ptr<PendingRequest>> polls;
    std::vector<Battle> battles;
    for (int i = 0; i < 140; ++i) battles.push_back(create_battle(ada));
    for (const auto& each : battles)
        polls.push_back(std::make_unique<PendingRequest>(relay.port(), "/api/v1/battles/" + each.id + "/events?%77ait=55&since=1"));
    watch(relay.port(), battles.front(), 0, "X-Forwarded-For: 203.0.113.9\r\n");  // an address that has to be asked about
    for (auto& poll : polls) CHECK(poll->answer().json()["head"] == 1);           // none of them waits for a minute
    CHECK(http_get(relay.port(), "/readyz").status == 200);
}

TEST_CASE("an owner that is killed and comes back costs a relay's viewers nothing: they hold every event once, in order") {
    Row row;
    auto [ada, bob, battle] = Seated(row.owner.port(), siege_setup());
    std::vector<std::unique_ptr<WireClient>> viewers;
    for (int i = 0; i < 20; ++i) viewers.push_back(watch(row.relay.port(), battle));
    for (auto& viewer : viewers) viewer->next("event");
    std::vector<std::vector<Json>> seen(viewers.size());
    std::int64_t head = 3;
    for (int round = 0; round < 3; ++round) {
        row.owner.kill_and_restart();
        WireClient ada_again(row.owner.port()), bob_again(row.owner.port());
        take_seats(battle, ada_again, bob_again);
        if (round == 2) {
            play_out({&ada_again, &bob_again});
            break;
        }
        const auto answer = ada_again.ask({{"type", "say"}, {"battle", battle.id}, {"id", "said" + std::to_string(round)}, {"text", "still here"}});
        REQUIRE(answer["type"] == "accepted");
        head = answer["seq"];
        for (auto& viewer : viewers)
            while (viewer->next("event")["seq"] < head) {}
    }
    const auto said = verified_record(row.owner.port(), battle.id)["events"];
    for (auto& viewer : viewers) {
        std::int64_t last = head;
        while (true) {
            const auto event = viewer->next("event");
            REQUIRE(event["seq"] == ++last);
            if (event["event"] == "battle_ended") break;
        }
        std::int64_t before = 0;
        for (const auto& each : events_of(viewer->skipped)) {
            CHECK(each["seq"] > before);
            before = each["seq"];
        }
    }
    CHECK(said.size() > 10);
    CHECK(http_get(row.relay.port(), "/metrics").body.contains("\nmuster_relay_lost_total 3\n"));
}

TEST_CASE("an owner that stands still is missed after a while, and gone on with when it moves again") {
    Row row;
    auto [ada, bob, battle] = Seated(row.owner.port());
    auto viewer = watch(row.relay.port(), battle);
    ::kill(row.owner.pid(), SIGSTOP);
    wait_for_metrics(row.relay.port(), {"muster_relay_battles_paused 1", "muster_relay_lines 0"});
    auto late = watch(row.relay.port(), battle);  // what is here is shown meanwhile
    CHECK(late->next("event")["seq"] == 1);
    ::kill(row.owner.pid(), SIGCONT);
    wait_for_metrics(row.relay.port(), {"muster_relay_battles_paused 0", "muster_relay_lines 1"});
    const auto said = events_of(play_out({&ada, &bob, viewer.get()}).at(2));
    check_whole(said);
    auto rest = until_over(*late);
    CHECK(rest.size() == said.size() - 1);
    CHECK(rest.back() == said.back());
}

TEST_CASE("a relay that is killed and comes back is followed from where each viewer was") {
    Row row;
    auto [ada, bob, battle] = Seated(row.owner.port());
    auto viewer = watch(row.relay.port(), battle);
    CHECK(viewer->next("event")["seq"] == 1);
    row.relay.kill_and_restart();
    CHECK(viewer->wait_closed() != 0);
    auto again = watch(row.relay.port(), battle, 1);
    const auto said = events_of(play_out({&ada, &bob, again.get()}).at(2));
    REQUIRE(!said.empty());
    CHECK(said.front()["seq"] == 2);
    wait_for_metrics(row.owner.port(), {"muster_viewers{role=\"spectator\"} 1"});
}

TEST_CASE("a relay without its upstream says so, and is ready as soon as it is there") {
    const TempFolder folder;
    const std::vector<std::string> uncounted{"--unlimited-addresses", "127.0.0.1"};  // it is asked again and again here
    ServerProcess owner(folder.path(), uncounted);
    Relay relay(owner.url(), uncounted);
    WireClient ada(owner.port());
    const auto battle = create_battle(ada);
    owner.kill();
    wait_until([&] { return http_get(relay.port(), "/healthz").status == 200 && http_get(relay.port(), "/api/v1/battles").status == 503; });
    WireClient guest(relay.port());
    const auto answer = guest.ask(battle.follow());
    CHECK(answer["code"] == "server_busy");
    owner.start();
    wait_until([&] { return http_get(relay.port(), "/readyz").status == 200; });
    CHECK(guest.ask(battle.follow())["type"] == "following");
}

TEST_CASE("relays that go round in a circle notice it and say so, whatever is asked of them") {
    const OwnPort one, two;
    const auto at = [](const OwnPort& port) { return "127.0.0.1:" + std::to_string(port.number()); };
    // As whoever has relays before a server is told to: what they ask is not counted among what this address asks in vain.
    const auto relay = [&](const OwnPort& listens, const OwnPort& upstream) {
        return BackgroundProgram({MUSTERD, "--relay", "http://" + at(upstream), "--listen", at(listens), "--unlimited-addresses", "127.0.0.1"});
    };
    auto first = relay(one, two), second = relay(two, one);
    for (const auto* each : {&first, &second}) wait_until([&] { return each->out().contains("listens"); });
    const std::string nobody(22, 'A');
    for (const auto* port : {&one, &two}) {
        wait_until([&] { return http_get(port->number(), "/readyz").body.contains("circle"); });
        CHECK(http_get(port->number(), "/readyz").status == 503);
        CHECK(http_get(port->number(), "/api/v1/origin").status == 508);
        WireClient guest(port->number());
        const auto answer = guest.ask({{"type", "follow"}, {"battle", nobody}});
        CHECK(answer["type"] == "rejected");
        CHECK(answer["message"].get<std::string>().contains("circle"));
        CHECK(http_get(port->number(), "/api/v1/battles").body.contains("circle"));
    }
}

TEST_CASE("whom the owner keeps out is kept out at its relays, which name it to it") {
    const TempFolder folder;
    const std::vector<std::string> trusting{"--trusted-proxies", "127.0.0.1"};
    ServerProcess owner(folder.path(), trusting);
    Relay relay(owner.url(), trusting);
    Relay outer(relay.url(), trusting);
    WireClient ada(owner.port());
    const auto battle = create_battle(ada);
    const auto ban = run_program({MUSTERD, "moderate", "ban", "address", "203.0.113.7", "--data", folder.path().string()});
    REQUIRE_MESSAGE(ban.exit_code == 0, ban.err);
    const std::string banned = "X-Forwarded-For: 203.0.113.7\r\n", other = "X-Forwarded-For: 203.0.113.8\r\n";
    for (const auto* each : {&relay, &outer}) {
        WireClient guest(each->port(), banned);
        const auto answer = guest.ask(battle.follow());
        CHECK(answer["type"] == "rejected");
        CHECK(answer["code"] == "not_your_seat");
        CHECK(http_get(each->port(), "/api/v1/battles/" + battle.id, other).status == 200);
        CHECK(http_get(each->port(), "/api/v1/battles/" + battle.id, banned).status == 403);
        watch(each->port(), battle, 0, other);
    }
}

TEST_CASE("whom the owner keeps out is kept out at a relay too when another one is being answered the same") {
    const TempFolder folder;
    const std::vector<std::string> trusting{"--trusted-proxies", "127.0.0.1"};
    ServerProcess owner(folder.path(), trusting);
    Relay relay(owner.url(), {"--trusted-proxies", "127.0.0.1", "--metrics", "all"});  // what a proxy passes on is not this machine's own
    const auto ban = run_program({MUSTERD, "moderate", "ban", "address", "203.0.113.7", "--data", folder.path().string()});
    REQUIRE_MESSAGE(ban.exit_code == 0, ban.err);
    const std::string banned = "X-Forwarded-For: 203.0.113.7\r\n", other = "X-Forwarded-For: 203.0.113.8\r\n";
    CHECK(http_get(relay.port(), "/api/v1/battles", banned).status == 403);
    CHECK(http_get(relay.port(), "/api/v1/battles", other).status == 200);
    wait_for_metrics(relay.port(), {"muster_relay_requests 0"});
    ::kill(owner.pid(), SIGSTOP);
    PendingRequest first(relay.port(), "/api/v1/battles?limit=7", other);
    // Under way; perhaps beside what the relay asks now and then for itself.
    wait_until([&] { return !http_get(relay.port(), "/metrics").body.contains("muster_relay_requests 0\n"); });
    CHECK(http_get(relay.port(), "/api/v1/battles?limit=7", banned).status == 403);
    ::kill(owner.pid(), SIGCONT);
    CHECK(first.answer().status == 200);
}

TEST_CASE("a viewer that does not read is closed with 4008, and delays nobody") {
    Row row;
    const Json large = Json::parse(R"({"attacker":{"army":[{"unit":"machine_gunners","count":1000},{"unit":"tanks","count":1000}]},
                                       "defender":{"army":[{"unit":"machine_gunners","count":1000},{"unit":"howitzers","count":900}]}})");
    WireClient ada(row.owner.port()), bob(row.owner.port());
    WireClient slow(row.relay.port());
    std::vector<Battle> battles;
    for (int i = 0; i < 60; ++i) battles.push_back(create_battle(ada, large));
    for (const auto& battle : battles) slow.send(battle.follow());
    const std::string closed = "\nmuster_slow_readers_closed_total 1\n";
    bool over = false;
    for (const auto& battle : battles) {
        auto viewer = watch(row.relay.port(), battle);
        take_seats(battle, ada, bob);
        check_whole(events_of(play_out({&ada, &bob, viewer.get()}).at(2)));
        over = http_get(row.relay.port(), "/metrics").body.contains(closed);
        if (over) break;
    }
    CHECK(over);
    CHECK(slow.wait_closed() == 4008);
    WireClient again(row.relay.port());
    CHECK(again.ask(battles.front().follow())["type"] == "following");
}

TEST_CASE("what no client sends ends that connection to a relay, and no other") {
    Row row;
    auto [ada, bob, battle] = Seated(row.owner.port());
    auto viewer = watch(row.relay.port(), battle);
    WireClient binary(row.relay.port());
    binary.send_frame(0x2, "bytes");
    CHECK(binary.wait_closed() == 1003);
    WireClient large(row.relay.port());
    large.send_text(std::string(70'000, 'x'));
    CHECK(large.wait_closed() == 1009);
    WireClient reserved(row.relay.port());
    reserved.send_bytes(std::string_view("\xff\x80\0\0\0\0", 6));
    CHECK(reserved.wait_closed() != 0);
    WireClient babble(row.relay.port());
    babble.send_text("{\"type\":\"follow\"");
    CHECK(babble.next()["type"] == "error");
    CHECK(http_raw(row.relay.port(), "GET / HTTP/9.9\r\n\r\n").contains("400"));
    CHECK(http_get(row.relay.port(), "/api/v1/battles", "Muster-Relays: a, b, c, d, e, f, g, h, i\r\n").status == 508);
    check_whole(events_of(play_out({&ada, &bob, viewer.get()}).at(2)));
}

TEST_CASE("a relay speaks TLS to its upstream, and only to one whose certificate is good") {
    const TempFolder folder;
    const auto certificate = folder.path() / "certificate.pem", key = folder.path() / "key.pem";
    write_certificate(certificate, key);
    ServerProcess owner(folder.path(), {"--tls-certificate", certificate.string(), "--tls-key", key.string()});
    WireClient ada(owner.port(), {}, Wire::Kind::tls), bob(owner.port(), {}, Wire::Kind::tls);
    const auto battle = create_battle(ada);
    take_seats(battle, ada, bob);
    const std::string url = "https://127.0.0.1:" + std::to_string(owner.port());
    {
        const Relay wary(url);
        wait_until([&] { return http_get(wary.port(), "/readyz").status == 503; });
        WireClient guest(wary.port());
        CHECK(guest.ask(battle.follow())["code"] == "server_busy");
    }
    ::setenv("SSL_CERT_FILE", certificate.c_str(), 1);
    const Relay relay(url);
    ::unsetenv("SSL_CERT_FILE");
    wait_until([&] { return http_get(relay.port(), "/readyz").status == 200; });
    auto viewer = watch(relay.port(), battle);
    check_whole(events_of(play_out({&ada, &bob, viewer.get()}).at(2)));
    CHECK(http_get(relay.port(), "/api/v1/battles/" + battle.id).status == 200);
}

TEST_CASE("a relay's settings: no store beside it, an address that is one, and what it was told") {
    const TempFolder folder;
    const auto both = run_program({MUSTERD, "--relay", "https://play.example", "--data", folder.path().string()});
    CHECK(both.exit_code == 2);
    CHECK(both.err.contains("--relay and --data exclude each other: a relay has no store"));
    // As the unit and the image set them, for whoever has a store.
    for (const auto* set : {"STATE_DIRECTORY=/var/lib/muster", "MUSTER_DATA=/data"}) {
        const auto printed = BackgroundProgram({MUSTERD, "--relay", "https://play.example", "--print-config"}, {set}).wait();
        CHECK_MESSAGE(printed.exit_code == 0, printed.err);
        CHECK(printed.out.contains("\nrelay = \"https://play.example\"  # --relay\n"));
    }
    const auto of_many = BackgroundProgram({MUSTERD, "--relay", "https://play.example"}, {"MUSTER_STORE=postgres:///muster"}).wait();
    CHECK(of_many.exit_code == 2);
    CHECK(of_many.err.contains("--relay and MUSTER_STORE exclude each other"));
    for (const auto* wrong :
         {"play.example", "https://", "https://play.example/b", "https://a:b@play.example", "https://play.example:0", "ws://play.example", "https://pl ay"}) {
        const auto ended = run_program({MUSTERD, "--relay", wrong});
        CHECK(ended.exit_code == 2);
        CHECK(ended.err.contains("expected an address such as https://muster.example"));
    }
    const auto print = run_program({MUSTERD, "--relay", "HTTPS://Play.example:443/", "--print-config"});
    CHECK(print.err.contains("begins with neither"));
    CHECK(run_program({MUSTERD, "--relay", "https://Play.example:443/", "--print-config"}).out.contains("\nrelay = \"https://play.example\"  # --relay\n"));
    CHECK(run_program({MUSTERD, "--relay", "http://[::1]:8080", "--print-config"}).out.contains("\nrelay = \"http://[::1]:8080\"  # --relay\n"));
}
