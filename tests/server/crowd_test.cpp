// Spectators do no harm: slow readers, many idle connections, many battles.
#include <doctest/doctest.h>
#include <sys/resource.h>

#include "tests/support/table.hpp"

using namespace muster;
using namespace muster::test;

namespace {

// Sanitizers keep memory of their own beside each byte.
#if defined(__has_feature)
#if __has_feature(thread_sanitizer) || __has_feature(address_sanitizer)
constexpr long sanitizer_factor = 4;
#else
constexpr long sanitizer_factor = 1;
#endif
#endif

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
    std::size_t bytes = 0;
    for (const auto& battle : battles) {
        ada.ask(battle.follow(battle.attacker));
        bob.ask(battle.follow(battle.defender));
        for (const auto& messages : play_out({&ada, &bob}))
            for (const auto& message : messages) bytes += message.dump().size();
        ada.ask({{"type", "unfollow"}, {"battle", battle.id}});
        bob.ask({{"type", "unfollow"}, {"battle", battle.id}});
    }
    INFO("each reader had to be sent " << bytes / 2 << " bytes");
    const auto grown_kb = server.resident_kb() - before_kb;
    const auto shared_kb = static_cast<long>(bytes / 1024) * 3;  // the battles' own logs, inputs and parsed states
    CHECK(grown_kb < (readers * 256 + shared_kb + 20'000) * sanitizer_factor);
    int closed = 0;
    for (auto& reader : slow) closed += reader->wait_closed() == 4008;
    CHECK(closed == readers);
    WireClient again(server.port());
    CHECK(again.ask(battles.front().follow({}, 5))["type"] == "following");
    CHECK(again.next("event")["seq"] == 6);
}

TEST_CASE("thousands of events that follow from one choice reach everybody in slices") {
    const TempFolder folder;
    ServerProcess server(folder.path());
    WireClient ada(server.port()), bob(server.port()), eve(server.port());
    // After one choice only swordsmen are left, two a phase, who can hardly ever hurt a tank.
    const auto battle = create_battle(ada, Json::parse(R"({"attacker":{"army":[{"unit":"chariots","count":1},{"unit":"swordsmen","count":1000}]},
                                                           "defender":{"army":[{"unit":"tanks","count":2}]},"settlement":{"current_era":1}})"));
    ada.ask(battle.follow(battle.attacker));
    bob.ask(battle.follow(battle.defender));
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
    rlimit files{};
    getrlimit(RLIMIT_NOFILE, &files);
    files.rlim_cur = files.rlim_max;
    setrlimit(RLIMIT_NOFILE, &files);
    const std::size_t wanted = std::min<std::size_t>(10'000, files.rlim_max - 500);
    const TempFolder folder;
    ServerProcess server(folder.path());
    std::vector<std::unique_ptr<WireClient>> idle;
    const auto before_kb = server.resident_kb();
    while (idle.size() < wanted) idle.push_back(std::make_unique<WireClient>(server.port()));
    MESSAGE(wanted << " idle connections, " << (server.resident_kb() - before_kb) * 1024 / static_cast<long>(wanted) << " bytes each");
    WireClient ada(server.port()), bob(server.port());
    const auto battle = create_battle(ada);
    ada.ask(battle.follow(battle.attacker));
    bob.ask(battle.follow(battle.defender));
    play_out({&ada, &bob});
    verified_record(server.port(), battle.id);
}

TEST_CASE("many battles go on at once on one connection each, and every record verifies") {
    const TempFolder folder;
    ServerProcess server(folder.path(), {"--messages-per-s", "0"});
    std::vector<std::unique_ptr<WireClient>> clients;
    std::vector<WireClient*> all;
    std::vector<Battle> battles;
    for (int i = 0; i < 40; ++i) {
        clients.push_back(std::make_unique<WireClient>(server.port()));
        auto& attacker = *clients.back();
        battles.push_back(create_battle(attacker));
        clients.push_back(std::make_unique<WireClient>(server.port()));
        attacker.ask(battles.back().follow(battles.back().attacker));
        clients.back()->ask(battles.back().follow(battles.back().defender));
    }
    for (const auto& client : clients) all.push_back(client.get());
    play_out(all);
    for (const auto& battle : battles) verified_record(server.port(), battle.id);
}
