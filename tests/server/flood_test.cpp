// Everything at once that strangers were ever found to do to a server, from hundreds of connections, while others play: these see nothing
// of it, the server's memory stays within the sum of its bounds, and afterwards all is as it was before.
#include <doctest/doctest.h>
#include <signal.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <thread>

#include "tests/server/flood_habits.hpp"
#include "tests/server/flood_sum.hpp"
#include "tests/support/sanitized.hpp"
#include "tests/support/seated.hpp"

using namespace muster;
using namespace muster::test;

namespace {

// Under a sanitizer everything takes many times as long and as much: the same, but less of it, and not weighed.
constexpr std::size_t strangers = sanitized ? 100 : 500;
constexpr std::size_t addresses = 25;
constexpr std::size_t new_battles_per_address = 20;
constexpr std::chrono::seconds flood_length{sanitized ? 15 : 60};  ///< MUSTER_FLOOD_SECONDS=600: longer
constexpr int second_wave_part = 4;                                ///< the second wave is so much shorter
constexpr std::size_t known_battles = 40;
constexpr int well_behaved = 2;         ///< pairs of players
constexpr auto settles = patience * 3;  ///< until what a minute of flood has left waiting is done

constexpr std::size_t kib = 1024;
constexpr std::size_t mib = 1024 * kib;

std::string from(const std::string& address) { return "X-Forwarded-For: " + address + "\r\n"; }

const std::string creator = from("192.0.2.1");

std::chrono::seconds length_of_flood() {
    const char* wanted = std::getenv("MUSTER_FLOOD_SECONDS");
    return wanted ? std::chrono::seconds(std::atoi(wanted)) : flood_length;
}

/// "VmRSS" or "VmHWM", the most that it was.
std::size_t memory(const ServerProcess& server, const std::string& which) {
    std::ifstream status("/proc/" + std::to_string(server.pid()) + "/status");
    std::size_t value = 0;
    for (std::string word; status >> word;)
        if (word == which + ":") status >> value;
    return value * kib;
}

void forget_peak(const ServerProcess& server) { std::ofstream("/proc/" + std::to_string(server.pid()) + "/clear_refs") << "5"; }

/// Two who play one battle after the other until that moment, and finish the last. Every choice is accepted.
struct Pair {
    int battles = 0;
    std::vector<std::chrono::microseconds> waits{};  ///< for each choice, until it was accepted
    std::string trouble{};

    /// Each battle from an address of its own: nobody has used up what it may do.
    void play(unsigned short port, const std::string& network, std::chrono::steady_clock::time_point until) {
        try {
            while (std::chrono::steady_clock::now() < until || battles == 0)
                play_one(port, from(network + std::to_string(battles / 250) + "." + std::to_string(1 + battles % 250)));
        } catch (const std::exception& error) {
            trouble = error.what();
        } catch (...) {  // doctest's own, which is no std::exception
            trouble = "a check failed; it is told above";
        }
    }

    void play_one(unsigned short port, const std::string& address) {
        WireClient ada(port, address), bob(port, address);
        take_seats(create_battle(ada, siege_setup()), ada, bob);
        std::vector<WireClient*> playing{&ada, &bob};
        while (!playing.empty()) {
            auto& each = next_with_message(playing);
            if (!hear(each)) std::erase(playing, &each);
        }
        ++battles;
    }

private:
    static WireClient& next_with_message(const std::vector<WireClient*>& playing) {
        for (auto* each : playing)
            if (!each->skipped.empty()) return *each;
        return *playing[WireClient::wait_any(playing)];
    }

    /// False: the battle is over.
    bool hear(WireClient& client) {
        Json message;
        if (client.skipped.empty()) {
            message = client.next();
        } else {
            message = std::move(client.skipped.front());
            client.skipped.erase(client.skipped.begin());
        }
        if (message["type"] == "event" && message["event"] == "battle_ended") return false;
        if (message["type"] != "request" || message.contains("pending")) return true;
        const auto asked = std::chrono::steady_clock::now();
        const Json answer = client.ask({{"type", "choose"}, {"battle", message["battle"]}, {"decision", message["decision"]}, {"choice", "default"}});
        if (answer.value("type", "") != "accepted") throw std::runtime_error("a choice was not taken: " + answer.dump());
        waits.push_back(std::chrono::duration_cast<std::chrono::microseconds>(std::chrono::steady_clock::now() - asked));
        return true;
    }
};

/// Without a flood the same is told for comparison: no time is asserted, since the strangers share the server's processors.
void tell_pace(const std::string& when, std::vector<Pair>& pairs) {
    std::vector<std::chrono::microseconds> waits;
    int battles = 0;
    for (auto& pair : pairs) {
        CHECK_MESSAGE(pair.trouble.empty(), pair.trouble);
        CHECK(pair.battles > 0);
        battles += pair.battles;
        waits.insert(waits.end(), pair.waits.begin(), pair.waits.end());
    }
    REQUIRE(!waits.empty());
    std::ranges::sort(waits);
    const auto ms = [&](std::size_t percent) { return static_cast<double>(waits[(waits.size() - 1) * percent / 100].count()) / 1'000; };
    MESSAGE(when << ": " << battles << " battles, " << waits.size() << " choices, accepted after " << ms(50) << " ms (median), " << ms(99) << " ms (99 %), "
                 << ms(100) << " ms (the longest)");
}

/// Pairs who play for so long.
std::vector<Pair> play(const ServerProcess& server, std::chrono::seconds length) {
    const auto until = std::chrono::steady_clock::now() + length;
    std::vector<Pair> pairs(well_behaved);
    std::vector<std::jthread> players;
    for (int i = 0; i < well_behaved; ++i)
        players.emplace_back([&, i] { pairs[static_cast<std::size_t>(i)].play(server.port(), "10." + std::to_string(i) + ".", until); });
    players.clear();
    return pairs;
}

/// Battles for strangers: some are played by bots and over, the others wait for somebody.
Known make_known(const ServerProcess& server) {
    Known known{.battles = {}, .addresses = addresses};
    WireClient client(server.port(), creator);
    for (std::size_t i = 0; i < known_battles; ++i) {
        Json create{{"type", "create"}, {"ruleset", "advanced-combat"}, {"setup", siege_setup()}};
        if (i % 4 == 0) create["seats"] = {{"attacker", {{"bot", "best"}}}, {"defender", {{"bot", "random"}}}};
        const Json made = client.ask(create);
        REQUIRE_MESSAGE(made["type"] == "created", made.dump());
        if (i % 4 == 0) known.battles.push_back({made["battle"], "x", "x"});
        else known.battles.push_back({made["battle"], made["seats"][0]["token"], made["seats"][1]["token"]});
    }
    return known;
}

/// What is counted of those who are there is as it was when nobody was; the request for it is the one connection.
void until_alone(const ServerProcess& server) {
    wait_for_metrics(server.port(),
                     {"muster_connections 1", "muster_battles_in_memory 0", "muster_battle_bytes 0", "muster_commands_waiting 0", "muster_odds_waiting 0",
                      "muster_store_waiting 0", "muster_viewers{role=\"player\"} 0", "muster_viewers{role=\"spectator\"} 0"},
                     settles);
}

std::size_t open_files(const ServerProcess& server) {
    const std::filesystem::directory_iterator files("/proc/" + std::to_string(server.pid()) + "/fd");
    return static_cast<std::size_t>(std::distance(begin(files), end(files)));
}

struct Wave {
    std::size_t peak = 0;   ///< the most that the server took
    std::size_t after = 0;  ///< what it takes when all are gone, with what the allocator keeps for later
    std::size_t files = 0;  ///< open then
};

Wave flood(const ServerProcess& server, const Known& known, std::chrono::seconds length) {
    forget_peak(server);
    Swarm swarm(server.port(), all_floods(known), strangers);
    auto pairs = play(server, length);
    MESSAGE("connections: " << swarm.stop());
    tell_pace("during the flood", pairs);
    until_alone(server);
    return {memory(server, "VmHWM"), memory(server, "VmRSS"), open_files(server)};
}

}  // namespace

TEST_CASE("a minute of all floods at once, from 500 connections: others play on, memory stays within its bounds, and nothing is left behind") {
    const TempFolder folder;
    ServerProcess server(folder.path(),
                         {"--trusted-proxies", "127.0.0.1", "--metrics", "all", "--unlimited-addresses", "192.0.2.1", "--unload-after-s", "1", "--nudge-hosts",
                          "127.0.0.1",  // allowed, and never asked: it is a private address
                          "--battles-per-address-per-h", std::to_string(new_battles_per_address * 5)});
    FloodSize size{.connections = strangers + 2 * well_behaved,
                   .addresses = addresses,
                   .battles = known_battles + 100,
                   .new_battles_per_address = new_battles_per_address,
                   .length = length_of_flood(),
                   .idle_bytes = memory(server, "VmRSS")};
    const auto known = make_known(server);
    auto alone = play(server, std::chrono::seconds(1));
    tell_pace("without the flood", alone);
    until_alone(server);
    const auto first = flood(server, known, size.length);
    const auto terms = most_memory(size);
    MESSAGE("peak " << first.peak / mib << " MiB of at most " << sum_of(terms) / mib << ", afterwards " << first.after / mib << ":\n" << text_of(terms));
    const auto second = flood(server, known, size.length / second_wave_part);
    MESSAGE("second wave: peak " << second.peak / mib << " MiB, afterwards " << second.after / mib);
    if (!sanitized) {
        CHECK(first.peak <= sum_of(terms));
        CHECK(second.peak <= sum_of(terms));
        CHECK(second.after <= first.after + kept_by_allocator());
    }
    CHECK(second.files <= first.files + 1);  // the last request may just be going
    CHECK(server.stop(SIGTERM) == 0);
    CHECK(!server.log().contains("did not close by themselves"));
    CHECK(!server.log().contains("critical"));
}
