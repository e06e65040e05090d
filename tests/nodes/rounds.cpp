// Rounds of battles at two servers of one database while these are killed, stopped and cut off: afterwards every acknowledged choice is in the record once,
// every record verifies, and all clients hold the same events, those of a relay too. Thirty rounds in every test run, 1,000 by `make check-nodes`.
//   node_rounds_tests [--rounds=N] [--from=SEED] [doctest's options]
#define DOCTEST_CONFIG_IMPLEMENT
#include <doctest/doctest.h>

#include <algorithm>
#include <atomic>
#include <charconv>
#include <string_view>
#include <thread>

#include "rules/systems.hpp"
#include "tests/nodes/blows.hpp"
#include "tests/nodes/clients.hpp"
#include "tests/support/random_setups.hpp"
#include "tests/support/table.hpp"
#include "tests/support/wait_until.hpp"

using namespace muster;
using namespace muster::test;

namespace {

std::uint64_t rounds = 30;
std::uint64_t first_seed = 0;

void take_option(std::string_view argument) {
    const auto take = [&](std::string_view name, std::uint64_t& number) {
        if (argument.starts_with(name)) std::from_chars(argument.data() + name.size(), argument.data() + argument.size(), number);
    };
    take("--rounds=", rounds);
    take("--from=", first_seed);
}

struct Seats {
    std::string battle;
    std::vector<std::string> tokens;
};

/// Long enough to be struck more than once.
Json siege() { return {{"type", "create"}, {"ruleset", "advanced-combat"}, {"setup", siege_setup()}}; }

/// A battle of any ruleset by any setup; some seats are bots'.
Json any_battle(SeededChance& chance) {
    static const auto contests = [] {
        std::vector<const rules::Ruleset*> out;
        for (const auto* each : rules::shipped_rulesets().all())
            if (each->is_contest()) out.push_back(each);
        return out;
    }();
    const auto& ruleset = *chance.pick(contests);
    Json message{{"type", "create"}, {"ruleset", ruleset.id()}, {"setup", random_setup_of(ruleset.id(), chance)}};
    for (const auto& seat : rules::seats_of(ruleset, message["setup"]).value())
        if (chance.one_in(4)) message["seats"][seat] = {{"bot", "random"}};
    if (chance.one_in(3)) message["options"]["clock"] = {{"mode", "live"}, {"bank", "PT60M"}, {"increment", "PT5S"}};
    return message;
}

Seats create(unsigned short port, const Json& message) {
    Json created;
    wait_until([&] {
        created = WireClient(port).ask(message);
        return created.value("code", "") != "server_busy";  // its way to the database may have been cut a moment ago
    });
    REQUIRE_MESSAGE(created["type"] == "created", created.dump() << " to " << message.dump());
    Seats out{created["battle"], {}};
    for (const auto& each : created["seats"]) out.tokens.push_back(each["token"]);
    return out;
}

/// What everybody was told of one battle.
struct Heard {
    std::vector<Told> players{};
    std::vector<Told> spectators{};
};

Json record_of(const StruckSite& site, const std::string& battle) {
    wait_until([&] { return http_get(site.port(0), "/api/v1/battles/" + battle + "/record").status == 200; });
    return verified_record(site.port(0), battle);
}

/// The record has the event that a client was told as such; what it keeps secret from some is in the record, so the data may be more there.
bool is_kept(const Json& told, const Json& record) {
    const auto& events = record["events"];
    const auto index = told["seq"].get<std::size_t>() - 1;
    return index < events.size() && events[index]["event"] == told["event"] && events[index]["at"] == told["at"];
}

void check(const Heard& heard, const Json& record) {
    const auto& first = heard.spectators.front().events;
    for (const auto& spectator : heard.spectators) CHECK(spectator.events == first);
    for (const auto* all : {&heard.players, &heard.spectators})
        for (const auto& told : *all) {
            for (const auto& wrong : told.wrong) FAIL_CHECK(wrong);
            CHECK(told.events.size() == record["events"].size());
            for (const auto& [seq, event] : told.events) CHECK_MESSAGE(is_kept(event, record), event.dump());
        }
    for (const auto& player : heard.players) {
        for (const auto& [decision, made] : player.choices) {
            const auto times = std::ranges::count_if(record["inputs"], [&](const Json& kept) {
                const Json& input = kept["input"];
                return input.value("decision", 0) == decision && input.value("seat", "") == made.seat && input["choice"] == made.choice;
            });
            CHECK_MESSAGE(times == 1, "decision " << decision << " of " << made.seat << " is there " << times << " times");
        }
        for (const auto& [text, seq] : player.said) {
            const auto times = std::ranges::count_if(player.events, [&](const auto& each) { return each.second["data"].value("text", "") == text; });
            CHECK_MESSAGE(times == (player.events.contains(seq) ? 1 : 0), text << " is there " << times << " times");
        }
    }
}

/// Battles with players and spectators at both servers, and spectators at the relay, until all are over; struck meanwhile. How often it was.
int play_round(StruckSite& site, std::uint64_t seed) {
    SeededChance chance(seed);
    site.wait_until_ready();
    std::vector<Seats> battles{create(site.port(0), siege()), create(site.port(1), siege())};
    for (const std::size_t server : {0U, 1U}) battles.push_back(create(site.port(server), any_battle(chance)));

    std::vector<Heard> heard(battles.size());
    std::atomic<int> busy = 0;
    const auto all_over = [&] { return busy == 0; };
    std::vector<std::jthread> threads;
    const auto come = [&](Told& told, const std::function<Told(const Ways&)>& stay, const std::function<unsigned short(SeededChance&)>& port) {
        ++busy;
        threads.emplace_back([&, stay, port, own_seed = chance.next()] {
            SeededChance own(own_seed);
            const Ways ways{[&] { return port(own); }, [&] { site.random_moment(own, [] { return false; }); }};
            told = stay(ways);
            --busy;
            site.wake();
        });
    };
    const auto either = [&](SeededChance& own) { return site.port(static_cast<std::size_t>(own.below(2))); };
    for (std::size_t i = 0; i < battles.size(); ++i) {
        const auto& [battle, tokens] = battles[i];
        heard[i].players.resize(tokens.size());
        heard[i].spectators.resize(3);
        for (std::size_t seat = 0; seat < tokens.size(); ++seat)
            come(heard[i].players[seat], [&, seat](const Ways& ways) { return play(ways, battle, tokens[seat]); }, either);
        const auto look_on = [&](const Ways& ways) { return watch(ways, battle); };
        for (const std::size_t server : {0U, 1U}) come(heard[i].spectators[server], look_on, [&, server](auto&) { return site.port(server); });
        come(heard[i].spectators[2], look_on, [&](auto&) { return site.relay_port(); });
    }

    constexpr int most = 4;  // a slow machine must get the chance to end its battles
    int struck = 0;
    const auto blow = blows[seed % blows.size()];
    for (; struck < most && site.random_moment(chance, all_over); ++struck) site.strike(blow, chance, all_over);
    threads.clear();
    for (std::size_t i = 0; i < battles.size(); ++i) check(heard[i], record_of(site, battles[i].battle));
    return struck;
}

}  // namespace

TEST_CASE("servers of one database are killed, stopped and cut off while battles go on: all that was acknowledged is there once, and everybody saw the same") {
    StruckSite site;
    std::map<std::string_view, int> struck;
    for (auto seed = first_seed; seed < first_seed + rounds; ++seed) {
        const auto blow = name_of(blows[seed % blows.size()]);
        CAPTURE(seed);
        CAPTURE(blow);
        struck[blow] += play_round(site, seed);
    }
    for (const auto& [blow, times] : struck) MESSAGE(blow << ": " << times);
    CHECK(std::ranges::any_of(struck, [](const auto& each) { return each.second > 0; }));  // how many come before the battles are over is the machine's
}

int main(int argc, char** argv) {
    for (int i = 1; i < argc; ++i) take_option(argv[i]);
    return doctest::Context(argc, argv).run();
}
