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

/// The events after those that a player heard, as it hears them: the battle is over, but its seats may talk on.
std::vector<Json> heard_later(const StruckSite& site, const std::string& battle, const std::string& token, std::int64_t since) {
    HttpReply reply;
    wait_until([&] {
        reply = http_get(site.port(0), "/api/v1/battles/" + battle + "/events?wait=0&since=" + std::to_string(since), bearer(token));
        return reply.status == 200;
    });
    return reply.json()["events"].get<std::vector<Json>>();
}

/// The event that an acknowledgement named is this choice's: it shows it, or that it is sealed.
bool shows(const Json& record, std::int64_t decision, const Told::Choice& made) {
    const auto& events = record["events"];
    const auto index = static_cast<std::size_t>(made.seq) - 1;
    if (index >= events.size() || (events[index]["event"] != "chosen" && events[index]["event"] != "decision_sealed")) return false;
    const Json& data = events[index]["data"];
    return data.value("decision", 0) == decision && data["seat"] == made.seat && (!data.contains("choice") || data["choice"] == made.choice);
}

void check_choices(const Told& player, const Json& record) {
    for (const auto& [decision, made] : player.choices) {
        const auto times = std::ranges::count_if(record["inputs"], [&](const Json& kept) {
            const Json& input = kept["input"];
            return input.value("decision", 0) == decision && input.value("seat", "") == made.seat && input["choice"] == made.choice;
        });
        CHECK_MESSAGE(times == 1, "decision " << decision << " of " << made.seat << " is there " << times << " times");
        CHECK_MESSAGE(shows(record, decision, made), "decision " << decision << " of " << made.seat << " is not shown by event " << made.seq);
    }
}

void check_talk(const StruckSite& site, const std::string& battle, const std::string& token, const Told& player) {
    if (player.said.empty()) return;
    std::vector<Json> events = heard_later(site, battle, token, player.events.rbegin()->first);
    for (const auto& [seq, event] : player.events) events.push_back(event);
    for (const auto& [text, seq] : player.said) {
        std::vector<std::int64_t> there;
        for (const auto& each : events)
            if (each["data"].value("text", "") == text) there.push_back(each["seq"]);
        CHECK_MESSAGE(there == std::vector{seq}, text << " was acknowledged as event " << seq << " and is there " << there.size() << " times");
    }
}

void check(const StruckSite& site, const Seats& seats, const Heard& heard) {
    const Json record = record_of(site, seats.battle);
    const auto& first = heard.spectators.front().events;
    for (const auto& spectator : heard.spectators) CHECK(spectator.events == first);
    for (const auto* all : {&heard.players, &heard.spectators})
        for (const auto& told : *all) {
            for (const auto& wrong : told.wrong) FAIL_CHECK(wrong);
            CHECK(told.events.size() == record["events"].size());
            for (const auto& [seq, event] : told.events) CHECK_MESSAGE(is_kept(event, record), event.dump());
        }
    for (std::size_t seat = 0; seat < seats.tokens.size(); ++seat) {
        check_choices(heard.players[seat], record);
        check_talk(site, seats.battle, seats.tokens[seat], heard.players[seat]);
    }
}

/// What was done in rounds.
struct Done {
    std::map<std::string_view, int> struck{};  ///< by the name of the blow
    std::size_t choices = 0;                   ///< that were acknowledged
    std::size_t said = 0;                      ///< talk that was acknowledged
};

/// Battles with players and spectators at both servers, and spectators at the relay, until all are over; struck meanwhile, once at least.
void play_round(StruckSite& site, std::uint64_t seed, Done& done) {
    SeededChance chance(seed);
    site.wait_until_ready();
    std::vector<Seats> battles{create(site.port(0), siege()), create(site.port(1), siege())};
    for (const std::size_t server : {0U, 1U}) battles.push_back(create(site.port(server), any_battle(chance)));

    std::vector<Heard> heard(battles.size());
    std::atomic<int> busy = 0;
    std::atomic<bool> is_struck = false, is_wrong = false;
    const auto all_over = [&] { return busy == 0; };
    std::vector<std::jthread> threads;
    const auto come = [&](Told& told, const std::function<Told(const Ways&)>& stay, const std::function<unsigned short(SeededChance&)>& port,
                          const std::function<void()>& before_next) {
        ++busy;
        threads.emplace_back([&, stay, port, before_next, own_seed = chance.next()] {
            SeededChance own(own_seed);
            const Ways ways{[&] { return port(own); }, [&] { site.random_moment(own, [] { return false; }); }, before_next, [&] { return is_wrong.load(); }};
            told = stay(ways);
            if (!told.wrong.empty()) is_wrong = true;
            --busy;
            site.wake();
        });
    };
    // The first siege goes on when the first blow falls: so no machine ends all battles before it.
    const auto at_once = [] {};
    const auto when_struck = [&] { is_struck.wait(false); };
    const auto either = [&](SeededChance& own) { return site.port(static_cast<std::size_t>(own.below(2))); };
    for (std::size_t i = 0; i < battles.size(); ++i) {
        const auto& [battle, tokens] = battles[i];
        heard[i].players.resize(tokens.size());
        heard[i].spectators.resize(3);
        for (std::size_t seat = 0; seat < tokens.size(); ++seat)
            come(
                heard[i].players[seat], [&, seat](const Ways& ways) { return play(ways, battle, tokens[seat]); }, either,
                i == 0 ? std::function<void()>(when_struck) : at_once);
        const auto look_on = [&](const Ways& ways) { return watch(ways, battle); };
        for (const std::size_t server : {0U, 1U}) come(heard[i].spectators[server], look_on, [&, server](auto&) { return site.port(server); }, at_once);
        come(heard[i].spectators[2], look_on, [&](auto&) { return site.relay_port(); }, at_once);
    }

    constexpr int most = 4;  // a slow machine must get the chance to end its battles
    int struck = 0;
    const auto blow = blows[seed % blows.size()];
    for (; struck < most && site.random_moment(chance, all_over); ++struck) {
        is_struck = true;
        is_struck.notify_all();
        site.strike(blow, chance, all_over);
    }
    threads.clear();
    done.struck[name_of(blow)] += struck;
    for (std::size_t i = 0; i < battles.size(); ++i) {
        check(site, battles[i], heard[i]);
        for (const auto& player : heard[i].players) {
            done.choices += player.choices.size();
            done.said += player.said.size();
        }
    }
}

}  // namespace

TEST_CASE("servers of one database are killed, stopped and cut off while battles go on: all that was acknowledged is there once, and everybody saw the same") {
    StruckSite site;
    Done done;
    for (auto seed = first_seed; seed < first_seed + rounds; ++seed) {
        const auto blow = name_of(blows[seed % blows.size()]);
        CAPTURE(seed);
        CAPTURE(blow);
        play_round(site, seed, done);
    }
    MESSAGE(done.choices << " choices and " << done.said << " times of talk were acknowledged");
    CHECK(done.choices > 0);
    CHECK(done.said > 0);
    for (const auto& [blow, times] : done.struck) {  // how many come after the first, before the battles are over, is the machine's
        MESSAGE(blow << ": " << times);
        CHECK_MESSAGE(times > 0, blow);
    }
    CHECK(done.struck.size() == std::min<std::size_t>(rounds, blows.size()));
}

int main(int argc, char** argv) {
    for (int i = 1; i < argc; ++i) take_option(argv[i]);
    return doctest::Context(argc, argv).run();
}
