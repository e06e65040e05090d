// Plays random battles, for tests that fold events elsewhere: told_views RULESET BATTLES prints of each, one a line, {"setup","events","views"}, where
// views are [events so far, what everybody sees] at every moment at which somebody decides, and at the end.
#include <cstdio>
#include <cstdlib>
#include <string>

#include "rules/drive.hpp"
#include "rules/systems.hpp"
#include "tests/support/chance_dice.hpp"
#include "tests/support/random_setups.hpp"

using namespace muster;
using namespace muster::rules;

namespace {

Json told(const Ruleset& ruleset, std::uint64_t seed) {
    test::SeededChance chance(seed);
    Random random(seed);
    Json out{{"setup", test::random_setup_of(ruleset.id(), chance)}, {"events", Json::array()}, {"views", Json::array()}};
    const auto battle = ruleset.create(out.at("setup")).value();
    test::ChanceDice dice(chance);
    int rolls = 0;
    int decisions = 0;
    std::vector<Event> events;
    battle->begin(events);
    for (bool goes_on = true; goes_on;) {
        goes_on = roll_on(*battle, dice, rolls, events) && !outcome_of(*battle);
        out["views"].push_back({events.size(), battle->view(Viewer::spectator())});
        if (!goes_on) break;
        Decided decided;
        for (const auto& ask : open_asks(*battle)) {
            JsonText choice(battle->random_choice(ask.seat, random).dump());
            decided.choices.emplace_back(choice);
            const std::string& seat = battle->seats()[static_cast<std::size_t>(ask.seat)];
            events.push_back(chosen_event({.seat = seat, .decision = ++decisions, .kind = ask.kind, .choice = std::move(choice)}));
        }
        battle->apply(decided, events);
    }
    for (const auto& event : events) out["events"].push_back({{"event", event.name}, {"data", parse_json(event.data).value()}});
    return out;
}

}  // namespace

int main(int count, char** words) {
    const auto* ruleset = count == 3 ? shipped_rulesets().find(words[1]) : nullptr;
    if (!ruleset) return 2;
    for (std::uint64_t seed = 1; seed <= std::strtoull(words[2], nullptr, 10); ++seed) std::puts(told(*ruleset, seed).dump().c_str());
    return 0;
}
