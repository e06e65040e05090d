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
};

/// Two battles of n v n, solved for the largest n that takes less than a second.
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

const Ladder ladders[] = {
    {"advanced-combat", "two types of one era", [](int n) { return armies("riflemen", "dragoons", "cannons", "riflemen", n); }},
    {"advanced-combat", "two types of two eras", [](int n) { return armies("tanks", "riflemen", "cannons", "machine_gunners", n); }},
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
    std::optional<std::vector<int>> roll(int /*number*/, int count) override {
        std::vector<int> out(static_cast<std::size_t>(count));
        for (auto& die : out) die = random_.die();
        rolled += count;
        return out;
    }
    double rolled = 0;

private:
    Random random_;
};

double dice_of(const Battle& battle, const char* ruleset) {
    constexpr int sample = 300;
    double dice = 0;
    for (std::uint64_t seed = 0; seed < sample; ++seed) {
        const auto copy = battle.clone();
        CountingDice counting(seed);
        play_out(*copy, Policy::best, counting, shipped_rulesets().find(ruleset)->seats());
        dice += counting.rolled;
    }
    return dice / sample;
}

double simulated_per_s(OddsModel& model, double seconds) {
    Random random(1);
    constexpr int chunk = 32;
    std::uint64_t runs = 0;
    const auto start = now_ns();
    while (now_ns() - start < to_ns(seconds)) {
        for (int i = 0; i < chunk; ++i) model.play(random);
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
    const double dice = dice_of(*battle, each.ruleset);
    const double rate = simulated_per_s(*model, seconds);
    const double bare = bare_per_s(dice, seconds / 4);
    std::printf("%-16s %-36s %12.0f %8.1f %14.0f %8.2f\n", each.ruleset, each.about, rate, dice, bare, rate / bare);
}

/// Whether n v n has exact odds within a second.
std::optional<protocol::Odds> solved(const Ladder& ladder, int n) {
    const auto battle = begun(ladder.ruleset, ladder.setup(n));
    if (outcome_of(*battle)) return {};
    return protocol::exact_odds(*battle->odds(Policy::best), {});
}

void climb(const Ladder& ladder) {
    int works = 0;
    int fails = 1;
    while (solved(ladder, fails)) {
        works = fails;
        fails *= 2;
    }
    while (fails - works > std::max(1, works / 16)) {
        const int middle = (works + fails) / 2;
        (solved(ladder, middle) ? works : fails) = middle;
    }
    const auto odds = solved(ladder, works);
    const auto twenty = solved(ladder, 20);
    const std::string took = twenty ? std::to_string(static_cast<double>(twenty->took.count()) / 1000).substr(0, 6) + " ms" : "over 1 s";
    std::printf("%-16s %-36s %5d v %-5d %12lld %20s\n", ladder.ruleset, ladder.about, works, works, odds ? static_cast<long long>(odds->situations) : 0,
                took.c_str());
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
