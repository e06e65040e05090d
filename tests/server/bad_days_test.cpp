// Days on which a server hangs, the database is far away, or a server is reached by nobody but the database: battles go on by clients that come again.
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <cstdlib>
#include <optional>
#include <thread>

#include "tests/nodes/clients.hpp"
#include "tests/support/bad_proxy.hpp"
#include "tests/support/seated.hpp"
#include "tests/support/site.hpp"
#include "tests/support/wait_until.hpp"

using namespace muster;
using namespace muster::test;

namespace {

using Ports = std::array<unsigned short, 2>;

void wait_until_ready(unsigned short port) {
    wait_until([&] { return http_get(port, "/readyz").status == 200; });
}

void wait_until_there(unsigned short port, const Battle& battle) {
    wait_until([&] { return WireClient(port).ask(battle.follow())["type"] == "following"; });
}

Battle made_at(unsigned short port) {
    WireClient maker(port);
    return create_battle(maker, siege_setup());
}

/// Both players to the battle's end, each next time by the other of these ports.
std::array<Told, 2> played_to_end(const Ports& ports, const Battle& battle) {
    std::array<Told, 2> told;
    const auto play_seat = [&](std::size_t seat) {
        std::size_t next = seat;
        const Ways ways{[&] { return ports[next++ % 2]; }, [] { std::this_thread::sleep_for(std::chrono::milliseconds(20)); }, [] {}, [] { return false; }};
        told[seat] = play(ways, battle.id, seat == 0 ? battle.attacker : battle.defender);
    };
    { const std::jthread ada(play_seat, 0), bob(play_seat, 1); }
    return told;
}

/// One history at both, which verifies, and in it each acknowledged choice once.
void check_one_history(const Ports& ports, const Battle& battle, const std::array<Told, 2>& told) {
    for (const auto port : ports) wait_until_ready(port);
    for (const auto port : ports) wait_until_there(port, battle);
    const Json record = verified_record(ports[0], battle.id);
    CHECK(verified_record(ports[1], battle.id) == record);
    for (const auto& each : told) {
        for (const auto& wrong : each.wrong) FAIL_CHECK(wrong);
        CHECK(each.events.size() == record["events"].size());
        for (const auto& [decision, made] : each.choices) {
            const auto times = std::ranges::count_if(record["inputs"], [&](const Json& kept) {
                return kept["input"].value("decision", 0) == decision && kept["input"].value("seat", "") == made.seat && kept["input"]["choice"] == made.choice;
            });
            CHECK_MESSAGE(times == 1, "decision " << decision << " of " << made.seat << " is there " << times << " times");
        }
    }
}

int metric(unsigned short port, const std::string& name) {
    const std::string body = http_get(port, "/metrics").body, line = "\n" + name + " ";
    const auto at = body.find(line);
    REQUIRE(at != std::string::npos);
    return std::stoi(body.substr(at + line.size()));
}

/// What becomes of words that were sent to a server while it hung: where they stand, if it says that they were taken.
std::optional<std::int64_t> seq_of_words(WireClient& client) {
    try {
        const Json answer = client.answer("stale");
        if (answer["type"] == "accepted") return answer["seq"];
    } catch (const Json::exception&) {
        throw;
    } catch (const std::exception&) {  // it was sent away
    }
    return {};
}

void hang(std::chrono::seconds time) {
    const Site site;
    const Ports ports{site.port(0), site.port(1)};
    for (const auto port : ports) wait_until_ready(port);
    auto [ada, bob, battle] = Seated(ports[0], siege_setup());
    const Json request = ada.next("request");
    const Json chosen{{"type", "choose"}, {"battle", battle.id}, {"decision", request["decision"]}, {"choice", request["default"]}, {"id", "first"}};
    const Json answer = ada.ask(chosen);
    REQUIRE(answer["type"] == "accepted");
    site.pause(0);
    ada.send({{"type", "say"}, {"battle", battle.id}, {"text", "stale"}, {"id", "stale"}});
    std::this_thread::sleep_for(time);  // it is what is tried here
    if (time > std::chrono::seconds(2)) wait_until_there(ports[1], battle);
    site.resume(0);
    const auto stale = seq_of_words(ada);
    const auto told = played_to_end(ports, battle);
    check_one_history(ports, battle, told);
    const auto& events = told[0].events;
    const auto is_first = [&](const auto& each) {
        return each.second["event"] == "chosen" && each.second["data"].value("decision", 0) == request["decision"] && each.second["data"]["seat"] == "attacker";
    };
    REQUIRE(events.contains(answer["seq"]));
    CHECK(is_first(*events.find(answer["seq"])));
    CHECK(std::ranges::count_if(events, is_first) == 1);
    const auto is_stale = [](const auto& each) { return each.second["data"].value("text", "") == "stale"; };
    CHECK(std::ranges::count_if(events, is_stale) <= 1);
    if (stale) CHECK(events.at(*stale)["data"].value("text", "") == "stale");
}

}  // namespace

TEST_CASE("a server hangs for a second, and whatever it says when it goes on holds") { hang(std::chrono::seconds(1)); }
TEST_CASE("a server hangs for three seconds, and whatever it says when it goes on holds") { hang(std::chrono::seconds(3)); }
TEST_CASE("a server hangs for thirty seconds, and whatever it says when it goes on holds") { hang(std::chrono::seconds(30)); }

TEST_CASE("a database that is most of a second away and back: battles go on, and no step is refused unless a battle was taken over") {
    const std::string address = Postgres::instance().new_database();
    BadProxy line(Postgres::instance().socket(), {.delay = std::chrono::milliseconds(400)});
    const TempFolder folders[2]{};
    const ServerProcess far(folders[0].path(), {"--store", Postgres::instance().address_at(address, line.port()), "--node-url", "{url}"});
    const ServerProcess near(folders[1].path(), {"--store", address, "--node-url", "{url}"});
    Battle battle;
    wait_until([&] {
        WireClient maker(far.port());
        const Json created = maker.ask({{"type", "create"}, {"ruleset", "advanced-combat"}, {"setup", small_setup()}});
        if (created["type"] == "created") battle = battle_of(created);
        return !battle.id.empty();  // it may have to be asked again, as whoever does not reach the database soon enough takes nothing
    });
    const auto told = played_to_end({far.port(), far.port()}, battle);
    line.delay(std::chrono::milliseconds(0));
    check_one_history({far.port(), near.port()}, battle, told);
    if (metric(near.port(), "muster_store_takeovers_total") == 0) CHECK(metric(far.port(), "muster_store_fenced_steps_total") == 0);
}

TEST_CASE("a server that only the database reaches keeps its battles: who asks for them elsewhere is told to come again, and goes on when the way is back") {
    const std::string address = Postgres::instance().new_database();
    const TempFolder folders[2]{};
    ServerProcess owner(folders[0].path(), {"--store", address});
    BadProxy way(owner.port(), {});
    CHECK(owner.stop(SIGTERM) == 0);
    ::setenv("MUSTER_NODE_URL", way.url().c_str(), 1);  // of the server that is started now
    owner.start();
    ::unsetenv("MUSTER_NODE_URL");
    const ServerProcess other(folders[1].path(), {"--store", address, "--node-url", "{url}"});
    const auto battle = made_at(way.port());
    wait_until_ready(other.port());
    way.go_dead();
    const Json refused = WireClient(other.port()).ask(battle.follow(battle.attacker));
    CHECK_MESSAGE(refused["code"] == "server_busy", refused.dump());
    CHECK(Postgres::instance().run(address, "SELECT url FROM nodes n JOIN heads h ON n.owner = h.owner") == way.url());
    CHECK(http_get(owner.port(), "/readyz").status == 200);
    CHECK(metric(other.port(), "muster_store_takeovers_total") == 0);
    way.come_back();
    wait_until_there(other.port(), battle);
    const Ports ports{other.port(), way.port()};
    check_one_history(ports, battle, played_to_end(ports, battle));
}
