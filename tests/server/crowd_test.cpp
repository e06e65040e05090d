// Spectators do no harm: slow readers, many idle connections, many battles.
#include <doctest/doctest.h>

#include "tests/support/file_limit.hpp"
#include "tests/support/sanitized.hpp"
#include "tests/support/seated.hpp"

using namespace muster;
using namespace muster::test;

namespace {

// A battle with thousands of dice: about 26 KB of events.
Json large_setup() {
    return Json::parse(R"({"attacker":{"army":[{"unit":"machine_gunners","count":1000},{"unit":"tanks","count":1000}]},
                           "defender":{"army":[{"unit":"machine_gunners","count":1000},{"unit":"howitzers","count":900}]}})");
}

}  // namespace

TEST_CASE("a reader that falls behind is closed with 4008, costs a bounded amount and delays nobody") {
    const TempFolder folder;
    ServerProcess server(folder.path(), {"--messages-per-s", "0"});
    WireClient ada(server.port()), bob(server.port());
    std::vector<std::unique_ptr<WireClient>> slow;
    const auto before_kb = server.resident_kb();
    std::vector<Battle> battles;
    constexpr int readers = 20;
    for (int i = 0; i < 60; ++i) battles.push_back(create_battle(ada, large_setup()));
    for (int i = 0; i < readers; ++i) {
        slow.push_back(std::make_unique<WireClient>(server.port()));
        for (const auto& battle : battles) slow.back()->send(battle.follow());
    }
    const std::string all_closed = "\nmuster_slow_readers_closed_total " + std::to_string(readers) + "\n";
    int closed = 0;
    long grown_kb = 0;
    std::size_t bytes = 0;
    for (const auto& battle : battles) {
        take_seats(battle, ada, bob);
        for (const auto& messages : play_out({&ada, &bob}))
            for (const auto& message : messages) bytes += message.dump().size();
        ada.ask({{"type", "unfollow"}, {"battle", battle.id}});
        bob.ask({{"type", "unfollow"}, {"battle", battle.id}});
        grown_kb = std::max(grown_kb, server.resident_kb() - before_kb);
        if (closed > 0 || !http_get(server.port(), "/metrics").body.contains(all_closed)) continue;
        for (auto& reader : slow) closed += reader->wait_closed() == 4008;  // now: what says so waits behind a blocked write, 10 s at most
    }
    CHECK(closed == readers);
    INFO("each reader had to be sent " << bytes / 2 << " bytes");
    const auto shared_kb = static_cast<long>(bytes / 1024) * 3;  // the battles' own logs, inputs and parsed states
    CHECK(grown_kb < (readers * 256 + shared_kb + 20'000) * sanitizer_factor);
    WireClient again(server.port());
    CHECK(again.ask(battles.front().follow({}, 5))["type"] == "following");
    CHECK(again.next("event")["seq"] == 6);
}

TEST_CASE("thousands of events that follow from one choice reach everybody in slices") {
    const TempFolder folder;
    ServerProcess server(folder.path());
    // After one choice only swordsmen are left, two a phase, who can hardly ever hurt a tank.
    const Json setup = Json::parse(R"({"attacker":{"army":[{"unit":"chariots","count":1},{"unit":"swordsmen","count":1000}]},
                                       "defender":{"army":[{"unit":"tanks","count":2}]},"settlement":{"current_era":1}})");
    auto [ada, bob, battle] = Seated(server.port(), setup);
    WireClient eve(server.port());
    eve.ask(battle.follow());
    const Json units = Json::parse(R"([{"unit":"chariots","count":1},{"unit":"swordsmen","count":1}])");
    const auto heard = play_out({&ada, &bob, &eve}, [&](const Json& request) { return request["kind"] == "wave" ? Json{{"units", units}} : Json("default"); });
    const Json record = verified_record(server.port(), battle.id);
    CHECK(record["events"].size() > 3000);
    for (const auto& messages : heard) CHECK(events_of(messages).size() == record["events"].size());
    const std::string target = "/api/v1/battles/" + battle.id + "/record";
    CHECK(http_get(server.port(), target, {}, "HEAD").headers.at("content-length") == std::to_string(http_get(server.port(), target).body.size()));
    CHECK(http_get(server.port(), target + "?format=text").body.size() > 100'000);
    CHECK(!http_get(server.port(), target + "?format=text", {}, "HEAD").headers.contains("content-length"));  // known only when it ends
}

TEST_CASE("ten thousand idle connections leave room for a battle") {
    const std::size_t wanted = std::min<std::size_t>(10'000, raise_file_limit() - 500);
    const TempFolder folder;
    ServerProcess server(folder.path());
    std::vector<std::unique_ptr<WireClient>> idle;
    const auto before_kb = server.resident_kb();
    while (idle.size() < wanted) idle.push_back(std::make_unique<WireClient>(server.port()));
    MESSAGE(wanted << " idle connections, " << (server.resident_kb() - before_kb) * 1024 / static_cast<long>(wanted) << " bytes each");
    auto [ada, bob, battle] = Seated(server.port());
    play_out({&ada, &bob});
    verified_record(server.port(), battle.id);
}

TEST_CASE("many battles go on at once on one connection each, and every record verifies") {
    const TempFolder folder;
    ServerProcess server(folder.path(), {"--messages-per-s", "0"});
    std::vector<std::unique_ptr<Seated>> tables;
    std::vector<WireClient*> all;
    for (int i = 0; i < 40; ++i) {
        auto& [ada, bob, battle] = *tables.emplace_back(std::make_unique<Seated>(server.port()));
        all.insert(all.end(), {&ada, &bob});
    }
    play_out(all);
    for (const auto& each : tables) verified_record(server.port(), each->battle.id);
}
