#include "tests/rules/played.hpp"

#include <doctest/doctest.h>

#include "rules/drive.hpp"
#include "tests/support/chance_dice.hpp"

namespace muster::test {

using namespace rules;

Played played(const Subject& subject, const Json& setup, Chance& chance, const std::function<void(const Deciding&)>& look) {
    Played out{subject.ruleset->create(setup).value(), {}};
    auto& [battle, events] = out;
    ChanceDice dice(chance);
    int rolls = 0;
    battle->begin(events);
    while (roll_on(*battle, dice, rolls, events) && !outcome_of(*battle)) {
        Decided decided;
        for (auto ask : open_asks(*battle)) {
            if (ask.seat == anybody) decided.by = ask.seat = chance.below(static_cast<int>(battle->seats().size()));
            look({*battle, ask, events});
            const Json drawn = subject.draw(ask, chance);
            const auto choice = battle->check(ask.seat, drawn);
            REQUIRE_MESSAGE(choice, ask.kind << ' ' << ask.options.dump() << ' ' << drawn.dump());
            decided.choices.emplace_back(**choice);
        }
        battle->apply(decided, events);
    }
    events.push_back(ended_event(*outcome_of(*battle), battle->seats()));
    return out;
}

}  // namespace muster::test
