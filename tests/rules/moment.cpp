#include "tests/rules/moment.hpp"

#include "rules/dice.hpp"
#include "rules/drive.hpp"

namespace muster::test {

using namespace rules;

Moment::Moment(const std::string& ruleset, const Json& setup, const std::string& kind, std::vector<int> values)
    : ruleset_(*shipped_rulesets().find(ruleset)), battle_(ruleset_.create(setup).value()) {
    ScriptedDice dice(std::move(values));
    int rolls = 0;
    std::vector<Event> events;
    battle_->begin(events);
    for (;;) {
        REQUIRE(roll_on(*battle_, dice, rolls, events));
        REQUIRE(!outcome_of(*battle_));
        if (open_asks(*battle_).front().kind == kind) return;
        Decided decided;
        for (const auto& ask : open_asks(*battle_)) {
            if (ask.seat == anybody) decided.by = 0;
            decided.choices.push_back(*ask.preset);
        }
        battle_->apply(decided, events);
    }
}

std::string Moment::under(const Json& orders, Seat seat) const {
    const auto read = read_standing_orders(orders, ruleset_, *battle_, "/orders");
    if (!read) return read.error().path + ": " + read.error().message;
    for (const auto& ask : open_asks(*battle_)) {
        if (ask.seat != seat) continue;
        const auto choice = standing_choice(*battle_, ask, *read);
        return choice ? std::to_string(choice->order) + ": " + choice->choice.dump() : "ask";
    }
    return "not asked";
}

Moment a_wave() { return {"advanced-combat", setup_of("2 swordsmen, 2 swordsmen+, 2 chariots", "3 pikemen"), "wave"}; }

}  // namespace muster::test
