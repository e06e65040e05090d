// How fast battles are simulated, beside the bare cost of their dice, and how large a battle has exact odds in a second.
//   bench_odds [--seconds 2]
#include <numeric>

#include "protocol/odds.hpp"
#include "rules/drive.hpp"
#include "rules/odds/played_model.hpp"
#include "rules/systems.hpp"
#include "tests/bench/measure.hpp"

namespace muster::bench {

namespace {

using namespace muster::rules;

/// A battle that is simulated.
struct Case {
    const char* ruleset;
    const char* about;
    const char* setup;
};

constexpr Case cases[] = {
    {"advanced-combat", "12 v 12, four types each",
     R"({"attacker":{"army":[{"unit":"swordsmen","count":3},{"unit":"chariots","count":3},{"unit":"catapults","count":3},
        {"unit":"swordsmen","enhanced":true,"count":3}],"technologies":6},
        "defender":{"army":[{"unit":"swordsmen","count":3},{"unit":"chariots","count":3},{"unit":"catapults","count":3},
        {"unit":"chariots","enhanced":true,"count":3}],"technologies":4}})"},
    {"advanced-combat", "12 v 12 of two eras with aircraft",
     R"({"attacker":{"army":[{"unit":"riflemen","count":4},{"unit":"dragoons","count":4},{"unit":"trebuchets","count":4}],
        "aircraft":[{"unit":"biplanes","count":3}]},
        "defender":{"army":[{"unit":"riflemen","count":4},{"unit":"knights","count":4},{"unit":"cannons","count":4}],
        "aircraft":[{"unit":"monoplanes","count":2}]},"settlement":{}})"},
    {"phased-combat", "12 v 12 of two eras with aircraft",
     R"({"attacker":{"army":[{"unit":"riflemen","count":4},{"unit":"dragoons","count":4},{"unit":"trebuchets","count":4}],
        "aircraft":[{"unit":"biplanes","count":3}]},
        "defender":{"army":[{"unit":"riflemen","count":4},{"unit":"knights","count":4},{"unit":"cannons","count":4}],
        "aircraft":[{"unit":"monoplanes","count":2}]},"settlement":true})"},
    {"fleet-combat", "12 v 12 of two eras",
     R"({"attacker":{"army":[{"unit":"galleons","count":6},{"unit":"ironclads","count":6}]},
        "defender":{"army":[{"unit":"galleons","count":6},{"unit":"ironclads","enhanced":true,"count":6}]}})"},
    // The default stays where it is, so the sides begin within sight.
    {"simple-combat", "600 points a side within sight",
     R"({"grid":"hex","width":21,"height":21,"turn_limit":15,
        "north":{"units":[{"id":"n1","profile":"dual_heavy_tank","at":[8,8]},{"id":"n2","profile":"medium_tank","at":[9,8]},
        {"id":"n3","profile":"medium_tank","at":[6,8]},{"id":"n4","profile":"light_tank","at":[7,8]},{"id":"n5","profile":"tank_hunter","at":[10,8]},
        {"id":"n6","profile":"light_tank","at":[5,8]}]},
        "south":{"units":[{"id":"s1","profile":"dual_heavy_tank","at":[7,12]},{"id":"s2","profile":"medium_tank","at":[8,12]},
        {"id":"s3","profile":"medium_tank","at":[5,12]},{"id":"s4","profile":"light_tank","at":[6,12]},{"id":"s5","profile":"tank_hunter","at":[9,12]},
        {"id":"s6","profile":"light_tank","at":[4,12]}]}})"},
    {"armies", "12 v 12 tokens, no dice",
     R"({"attacker":{"population":6,"armies":6,"advances":["metalworking"]},"defender":{"population":6,"armies":6,"advances":["military"]},
        "population_limit":4})"},
};

/// Battles of n v n, solved for the largest n that takes less than a second.
struct Ladder {
    const char* ruleset;
    const char* about;
    Json (*setup)(int n);
};

Json armies(const char* a, const char* b, const char* c, const char* d, int n) {
    const auto half = [&](const char* x, const char* y) {
        Json army = Json::array({{{"unit", x}, {"count", (n + 1) / 2}}});
        if (n > 1) army.push_back({{"unit", y}, {"count", n / 2}});
        return Json{{"army", army}};
    };
    return {{"attacker", half(a, b)}, {"defender", half(c, d)}};
}

/// n light tanks of each side in two lines.
Json skirmish(int n) {
    Json setup{{"grid", "square"}, {"width", 60}, {"height", 10}, {"turn_limit", 2}};
    for (const auto& [side, y] : {std::pair{"north", 2}, {"south", 5}}) {
        Json& units = setup[side]["units"] = Json::array();
        for (int i = 0; i < n; ++i) units.push_back({{"id", std::string(1, side[0]) + std::to_string(i + 1)}, {"profile", "light_tank"}, {"at", {i, y}}});
    }
    return setup;
}

const Ladder ladders[] = {
    {"advanced-combat", "two types of one era", [](int n) { return armies("riflemen", "dragoons", "cannons", "riflemen", n); }},
    {"advanced-combat", "two types of two eras", [](int n) { return armies("tanks", "riflemen", "cannons", "machine_gunners", n); }},
    {"phased-combat", "two types of one era", [](int n) { return armies("riflemen", "dragoons", "cannons", "riflemen", n); }},
    {"phased-combat", "two types of two eras", [](int n) { return armies("tanks", "riflemen", "cannons", "machine_gunners", n); }},
    {"fleet-combat", "two types of two eras", [](int n) { return armies("galleons", "ironclads", "galleons", "ironclads", n); }},
    {"simple-combat", "light tanks in line, two turns", skirmish},
};

std::unique_ptr<Battle> begun(const char* ruleset, const Json& setup) {
    auto battle = shipped_rulesets().find(ruleset)->create(setup);
    if (!battle) throw std::runtime_error(battle.error().path + ": " + battle.error().message);
    std::vector<Event> events;
    (*battle)->begin(events);
    return std::move(*battle);
}

/// Counts the dice that the real battle rolls.
class CountingDice final : public Dice {
public:
    explicit CountingDice(std::uint64_t seed) : random_(seed) {}
    std::optional<std::vector<int>> roll(int /*number*/, std::span<const int> sides) override {
        std::vector<int> out(sides.size());
        for (auto& die : out) die = random_.die();
        rolled += static_cast<double>(sides.size());
        return out;
    }
    double rolled = 0;

private:
    Random random_;
};

double dice_of(const Battle& battle) {
    constexpr int sample = 300;
    double dice = 0;
    auto patience = Patience::endless();
    for (std::uint64_t seed = 0; seed < sample; ++seed) {
        const auto copy = battle.clone();
        CountingDice counting(seed);
        play_out(*copy, Policy::best, counting, patience);
        dice += counting.rolled;
    }
    return dice / sample;
}

double simulated_per_s(OddsModel& model, double seconds) {
    Random random(1);
    auto patience = Patience::endless();
    constexpr int chunk = 32;
    std::uint64_t runs = 0;
    const auto start = now_ns();
    while (now_ns() - start < to_ns(seconds)) {
        for (int i = 0; i < chunk; ++i) model.play(random, patience);
        runs += chunk;
    }
    return static_cast<double>(runs) / (static_cast<double>(now_ns() - start) / 1e9);
}

/// Battles of so many dice per second if there were nothing but dice to roll and add.
double bare_per_s(double dice, double seconds) {
    Random random(1);
    std::int64_t sum = 0;
    std::uint64_t rolled = 0;
    constexpr int chunk = 4096;
    const auto start = now_ns();
    while (now_ns() - start < to_ns(seconds)) {
        for (int i = 0; i < chunk; ++i) sum += random.die();
        rolled += chunk;
    }
    if (sum == 0) throw std::runtime_error("dice add up to nothing");
    return static_cast<double>(rolled) / dice / (static_cast<double>(now_ns() - start) / 1e9);
}

void simulate(const Case& each, double seconds) {
    const auto battle = begun(each.ruleset, parse_json(each.setup).value());
    const auto model = battle->odds(Policy::best);
    const double dice = dice_of(*battle);
    const double rate = simulated_per_s(*model, seconds);
    std::printf("%-16s %-36s %12.0f %8.1f", each.ruleset, each.about, rate, dice);
    if (dice == 0) {
        std::printf("\n");
        return;
    }
    const double bare = bare_per_s(dice, seconds / 4);
    std::printf(" %14.0f %8.3f\n", bare, rate / bare);
}

constexpr int largest = 256;  // more is no battle of people

/// Whether n v n has exact odds within a second.
std::optional<protocol::Odds> solved(const Ladder& ladder, int n) {
    const auto battle = begun(ladder.ruleset, ladder.setup(n));
    if (outcome_of(*battle)) return {};
    return protocol::exact_odds(*battle->odds(Policy::best), {});
}

void climb(const Ladder& ladder) {
    int works = 0;
    int fails = 1;
    long long situations = 0;
    const auto climbs = [&](int n) {
        const auto odds = solved(ladder, n);
        if (odds) situations = odds->situations;
        (odds ? works : fails) = n;
        return odds.has_value();
    };
    for (int n = 1; n <= largest && climbs(n); n *= 2) fails = 2 * n;
    while (fails - works > std::max(1, works / 16)) climbs((works + fails) / 2);
    const auto twenty = solved(ladder, 20);
    const std::string took = twenty ? std::to_string(static_cast<double>(twenty->took.count()) / 1000).substr(0, 6) + " ms" : "over 1 s";
    std::printf("%-16s %-36s %5d v %-5d %12lld %20s\n", ladder.ruleset, ladder.about, works, works, situations, took.c_str());
}

void bench(const Options& options) {
    const double seconds = options.number("seconds", 2);
    std::printf("%-16s %-36s %12s %8s %14s %8s\n", "simulated", "one core, policy best", "battles/s", "dice", "dice alone/s", "ratio");
    for (const auto& each : cases) simulate(each, seconds);
    std::printf("\n%-16s %-36s %13s %12s %20s\n", "exact", "largest in 1 s, policy best", "n v n", "situations", "20 v 20 takes");
    for (const auto& each : ladders) climb(each);
}

}  // namespace

}  // namespace muster::bench

int main(int argc, char** argv) { return muster::bench::run_bench(argc, argv, muster::bench::bench); }
