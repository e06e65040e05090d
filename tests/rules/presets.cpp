// The battles with a name that each catalog offers: legal, even, decided, neither a moment nor an evening long. The dice are the
// same each time.
#include <cmath>
#include <numeric>
#include <ranges>

#include "rules/drive.hpp"
#include "rules/systems.hpp"
#include "tests/rules/play.hpp"
#include "tests/rules/solved.hpp"

using namespace muster;
using namespace muster::test;
using namespace muster::rules;

namespace {

std::unique_ptr<Battle> begun(const Ruleset& ruleset, const Json& setup) {
    auto battle = ruleset.create(setup).value();
    std::vector<Event> events;
    battle->begin(events);
    return battle;
}

/// Chances to win, by seat; the last: nobody. Exact where that takes few situations.
std::vector<double> chances_of(const Battle& battle) {
    constexpr int runs = 2'000;
    const auto seats = battle.seats().size();
    std::vector<double> out(seats + 1);
    const auto take = [&](const Ending& ending, double chance) { out[ending.winner < 0 ? seats : static_cast<std::size_t>(ending.winner)] += chance; };
    const auto model = battle.odds(Policy::best);
    if (const auto exact = model->exact() ? solved(*model, 30'000) : std::nullopt) {
        for (const auto& [ending, chance] : exact->chances) take(ending, chance);
        return out;
    }
    Random random(1);
    auto patience = Patience::endless();
    for (int i = 0; i < runs; ++i) take(model->play(random, patience).value(), 1.0 / runs);
    return out;
}

/// How often each seat is asked on average, if all play their best.
std::vector<double> asked_of(const Ruleset& ruleset, const Json& setup) {
    constexpr int battles = 60;
    std::vector<double> out(seats_of(ruleset, setup).value().size());
    for (std::uint64_t seed = 0; seed < battles; ++seed) {
        Random random(seed);
        played_out(ruleset, setup, random, [&](const Battle& battle, const Ask& ask) {
            out[static_cast<std::size_t>(ask.seat)] += 1.0 / battles;
            return battle.choose(ask.seat, Policy::best);
        });
    }
    return out;
}

/// A campaign is a map that one plays on for weeks: there are few of them, and their best players, who only play defaults, decide nothing.
bool is_campaign(const Ruleset& ruleset) { return ruleset.id() == "theatre"; }

/// Of battles that somebody wins in an evening; a table that nobody wins is neither even nor long. That campaigns begin evenly,
/// tests/rules/theatre/maps.cpp shows.
template <typename Look>
void for_each_preset(Look look) {
    for (const auto* ruleset : shipped_rulesets().all()) {
        if (!ruleset->is_contest() || is_campaign(*ruleset)) continue;
        const Json catalog = ruleset->catalog();
        for (const auto& preset : catalog.at("presets")) {
            CAPTURE(ruleset->id());
            CAPTURE(preset.at("preset").get<std::string>());
            look(*ruleset, preset);
        }
    }
}

}  // namespace

TEST_CASE("each catalog has six presets or more, three where nobody wins and of campaigns, with names of their own, the example first") {
    for (const auto* ruleset : shipped_rulesets().all()) {
        CAPTURE(ruleset->id());
        const Json catalog = ruleset->catalog();
        const auto& presets = catalog.at("presets");
        CHECK(presets.size() >= (ruleset->is_contest() && !is_campaign(*ruleset) ? 6U : 3U));
        for (const auto& preset : presets) CHECK(ruleset->create(preset.at("setup")));
        CHECK(presets.front().at("setup") == catalog.at("example"));
        std::set<std::string> words;
        std::set<std::string> titles;
        for (const auto& preset : presets) {
            CHECK(words.insert(preset.at("preset")).second);
            CHECK(titles.insert(preset.at("title")).second);
            CHECK(preset.at("summary").get<std::string>().ends_with("."));
        }
    }
}

TEST_CASE("every preset is an even battle that somebody wins") {
    for_each_preset([](const Ruleset& ruleset, const Json& preset) {
        const auto battle = begun(ruleset, preset.at("setup"));
        REQUIRE(!outcome_of(*battle));
        const auto chances = chances_of(*battle);
        const auto seats = static_cast<double>(battle->seats().size());
        const double nobody = chances.back();
        CAPTURE(chances);
        for (const Seat seat : std::views::iota(Seat{0}, static_cast<Seat>(seats)))
            CHECK(chances[static_cast<std::size_t>(seat)] + nobody / seats >= 0.84 / seats);
        if (ruleset.id() == "armies") return;  // without dice best players come to one end: none wins, see below
        CHECK(nobody < 0.15);
    });
}

TEST_CASE("armies has no dice: what is even there leaves both sides as many tokens") {
    const auto* ruleset = shipped_rulesets().find("armies");
    auto patience = Patience::endless();
    const Json catalog = ruleset->catalog();
    for (const auto& preset : catalog.at("presets")) {
        CAPTURE(preset.at("preset").get<std::string>());
        Random never_asked(0);
        const auto battle = begun(*ruleset, preset.at("setup"));
        const auto ending = battle->odds(Policy::best)->play(never_asked, patience).value();
        for (std::size_t seat = 1; seat < battle->seats().size(); ++seat) CHECK(ending.survivors[seat] == ending.survivors[0]);
        CHECK(ending.survivors[0] > 0);
    }
}

TEST_CASE("between best players a preset takes 7 to 28 decisions on average, some of each side") {
    for_each_preset([](const Ruleset& ruleset, const Json& preset) {
        const auto asked = asked_of(ruleset, preset.at("setup"));
        CAPTURE(asked);
        const double all = std::accumulate(asked.begin(), asked.end(), 0.0);
        CHECK(all >= 7);
        CHECK(all <= 28);
        for (const double each : asked) CHECK(each >= 1.5);
    });
}
