// How long the largest campaigns of theatre take from beginning to end, played by bots, each of their requests, and what a movement is said to come
// to before it is made. The last is not in the first: who plays by bots asks for no preview.
//   bench_theatre [--seconds 2]
#include "rules/drive.hpp"
#include "rules/theatre/ruleset.hpp"
#include "tests/bench/measure.hpp"

namespace muster::bench {

namespace {

using namespace muster::rules;

constexpr int side = 10;
constexpr int nations = 6;

std::string name_of_area(int number) { return "area_" + std::to_string(number); }

/// 100 areas in a square, a bay of open sea in it, land and water borders to all sides; six nations of a few areas each, dice, 40 turns.
Json largest(bool sealed) {
    Json setup{{"turns", 40}, {"calamities", {{"dice", true}}}, {"house_rules", {{"sealed_movement", sealed}}}};
    const auto sea = [](int area) { return area % side >= 4 && area % side <= 5 && area / side >= 4 && area / side <= 5; };
    for (int area = 0; area < side * side; ++area) {
        Json& here = setup["areas"].emplace_back(Json{{"area", name_of_area(area)}});
        if (sea(area)) {
            here["open_sea"] = true;
            continue;
        }
        here["limit"] = 1 + (area * 7) % 5;
        if (area % 3 == 0) here["city_site"] = true;
        if (area % 8 == 0) here["flood_plain"] = "plain_" + std::to_string(area % 5);
        if (area % 33 == 0) here["volcano"] = "smoke";
    }
    for (int area = 0; area < side * side; ++area)
        for (const int step : {1, side, side + 1}) {
            const int other = area + step;
            if (other >= side * side || (step != side && area % side == side - 1)) continue;
            const Json border{name_of_area(area), name_of_area(other)};
            if (!sea(area) && !sea(other)) setup["land"].push_back(border);
            if (step != side + 1) setup["water"].push_back(border);
        }
    const std::vector<std::vector<const char*>> advances{{"military", "roadbuilding"},   {"metalworking", "coinage"},      {"cloth_making", "astronomy"},
                                                         {"engineering", "agriculture"}, {"architecture", "roadbuilding"}, {"medicine", "law"}};
    for (int nation = 0; nation < nations; ++nation) {
        Json& here = setup["nations"].emplace_back(
            Json{{"seat", "nation_" + std::to_string(nation)}, {"advances", advances[static_cast<std::size_t>(nation)]}, {"treasury", 4}});
        for (int i = 0; i < 4; ++i) here["population"][name_of_area(nation / 3 * 70 + nation % 3 * 3 + i % 2 + i / 2 * side)] = 3;
        here["armies"][name_of_area(nation / 3 * 70 + nation % 3 * 3)] = 2;
    }
    return setup;
}

/// What one campaign took.
struct Played {
    Histogram requests;  ///< from a choice to the next request, its options and default as text
    std::uint64_t ns = 0;
    Histogram checks;
    Histogram previews;  ///< what a movement comes to before it is made: the conflicts
    std::size_t decisions = 0;
    std::size_t event_bytes = 0;
    std::size_t options_max = 0;
};

class RandomDice final : public Dice {
public:
    explicit RandomDice(Random& random) : random_(random) {}
    std::optional<std::vector<int>> roll(int /*number*/, std::span<const int> sides) override {
        std::vector<int> out;
        for (std::size_t i = 0; i < sides.size(); ++i) out.push_back(random_.die());
        return out;
    }

private:
    Random& random_;
};

Played play(const Json& setup, bool at_random, std::uint64_t seed) {
    Played out;
    Random random(seed);
    RandomDice dice(random);
    const auto start = now_ns();
    auto battle = theatre::ruleset().create(setup);
    if (!battle) throw std::runtime_error(battle.error().path + ": " + battle.error().message);
    std::vector<Event> events;
    int rolls = 0;
    std::uint64_t previewed = 0;
    (*battle)->begin(events);
    for (auto from = start; roll_on(**battle, dice, rolls, events) && !outcome_of(**battle);) {
        Decided decided;
        for (const auto& ask : open_asks(**battle)) out.options_max = std::max(out.options_max, ask.options.dump().size() + ask.preset.dump().size());
        out.requests.add(now_ns() - from);
        for (const auto& ask : open_asks(**battle)) {
            const auto choice = at_random ? (*battle)->random_choice(ask.seat, random) : (*battle)->choose(ask.seat, Policy::listed);
            const auto checking = now_ns();
            decided.choices.emplace_back(**(*battle)->check(ask.seat, *choice));
            const auto checked = now_ns();
            out.checks.add(checked - checking);
            const FlatJson made(JsonText((*choice).dump()));
            const auto previewing = now_ns();
            const bool has_meaning = !(*battle)->meaning(ask.seat, made).is_null();
            if (has_meaning) out.previews.add(now_ns() - previewing);
            previewed += now_ns() - checked;
            ++out.decisions;
        }
        from = now_ns();
        (*battle)->apply(decided, events);
    }
    out.ns = now_ns() - start - previewed;
    for (const auto& event : events) out.event_bytes += data_bytes(event);
    return out;
}

void measure(const char* about, const Json& setup, bool at_random, double seconds) {
    Histogram campaigns;
    Played all;
    double longest = 0;
    double longest_preview = 0;
    const auto start = now_ns();
    for (std::uint64_t seed = 0; now_ns() - start < to_ns(seconds); ++seed) {
        const auto played = play(setup, at_random, seed);
        campaigns.add(played.ns);
        longest = std::max(longest, played.requests.max_us());
        longest_preview = std::max(longest_preview, played.previews.max_us());
        if (played.decisions >= all.decisions) all = played;
    }
    std::printf("%-34s %9.1f %9zu %9zu %9zu %10.0f %10.0f %10.0f %10.0f %10.0f %10.0f\n", about, campaigns.quantile_us(0.5) / 1e3, all.decisions,
                all.event_bytes, all.options_max, all.requests.quantile_us(0.5), all.requests.quantile_us(0.99), longest, all.checks.quantile_us(0.99),
                all.previews.quantile_us(0.99), longest_preview);
}

void bench(const Options& options) {
    const double seconds = options.number("seconds", 2) / 4;
    std::printf("%-34s %9s %9s %9s %9s %10s %10s %10s %10s %10s %10s\n", "100 areas, 6 nations, 40 turns", "ms", "choices", "events", "options", "request us",
                "99 %", "longest", "check 99 %", "preview", "longest");
    for (const bool sealed : {false, true}) {
        measure(sealed ? "random, sealed movement" : "random, one after another", largest(sealed), true, seconds);
        measure(sealed ? "listed, sealed movement" : "listed, one after another", largest(sealed), false, seconds);
    }
}

}  // namespace

}  // namespace muster::bench

int main(int argc, char** argv) { return muster::bench::run_bench(argc, argv, muster::bench::bench); }
