// Any JSON as a choice, at any point of a battle of every ruleset: refused with illegal_choice, or legal and then the same
// when asked again, and the battle takes it.
//
// Input: a byte for the battle (0: advanced-combat, and on in the order of the table of rulesets; last: one with aircraft),
// one for how many decisions the defaults make before, one for the dice; the rest is JSON.
#include "rules/drive.hpp"
#include "rules/systems.hpp"
#include "tests/fuzz/promise.hpp"

using namespace muster;

namespace {

/// Dice that differ from roll to roll, all following from one byte.
class SeededDice : public rules::Dice {
public:
    explicit SeededDice(unsigned seed) : state_(seed + 1) {}
    std::optional<std::vector<int>> roll(int, std::span<const int> sides) override {
        std::vector<int> values;
        for (const int each : sides) {
            state_ = state_ * 1103515245U + 12345U;
            values.push_back(static_cast<int>((state_ >> 16U) % static_cast<unsigned>(each)) + 1);
        }
        return values;
    }

private:
    unsigned state_;
};

struct Start {
    const rules::Ruleset* ruleset;
    Json setup;
};

/// Kinds of decisions that the example of advanced-combat never asks for.
constexpr const char* with_aircraft = R"({
  "attacker": {"army": [{"unit": "tanks", "count": 3}, {"unit": "riflemen", "count": 4}], "aircraft": [{"unit": "jets", "count": 2}, {"unit": "biplanes", "count": 2}]},
  "defender": {"army": [{"unit": "cannons", "count": 4}, {"unit": "dragoons", "count": 2}], "aircraft": [{"unit": "monoplanes", "count": 3}]},
  "house_rules": {"withdraw": true, "air_loss": "per_unit"}})";

const std::vector<Start>& starts() {
    static const auto all = [] {
        std::vector<Start> out;
        for (const auto* ruleset : rules::shipped_rulesets().all()) out.push_back({ruleset, ruleset->catalog().at("example")});
        out.push_back({rules::shipped_rulesets().find("advanced-combat"), parse_json(with_aircraft).value()});
        return out;
    }();
    return all;
}

rules::Decided defaults(const std::vector<rules::Ask>& asks) {
    rules::Decided out;
    for (const auto& ask : asks) out.choices.push_back(ask.preset);
    return out;
}

void try_choice(rules::Battle& battle, rules::Dice& dice, int rolls, const FlatJson& choice) {
    const auto asks = rules::open_asks(battle);
    auto decided = defaults(asks);
    for (std::size_t i = 0; i < asks.size(); ++i) {
        const auto canonical = battle.check(asks[i].seat, choice);
        const Json meaning = JsonView(choice).is_object() ? battle.meaning(asks[i].seat, choice) : Json();
        fuzz::promise(meaning.is_null() || meaning.is_object(), "what a choice would come to is an object, if it can be told");
        if (!canonical) {
            const auto& refusal = canonical.error();
            fuzz::promise(refusal.code == Code::illegal_choice && !refusal.message.empty(), "an illegal choice is called so");
            fuzz::promise(refusal.path.empty() || refusal.path.front() == '/', "a path is a JSON pointer");
            continue;
        }
        const auto again = battle.check(asks[i].seat, *canonical);
        fuzz::promise(again && *again == **canonical, "a canonical choice is its own canonical form");
        decided.choices[i] = *canonical;
    }
    std::vector<rules::Event> events;
    battle.apply(decided, events);
    rules::roll_on(battle, dice, rolls, events);
    for (const auto& event : events) fuzz::promise(parse_json(event.data).has_value(), "every event is good JSON");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
    constexpr std::size_t header = 3;
    if (size < header) return 0;
    const auto choice = parse_flat_json(fuzz::text_of(data + header, size - header));
    if (!choice) return 0;
    const auto& start = starts()[data[0] % starts().size()];
    auto battle = start.ruleset->create(start.setup);
    fuzz::promise(battle.has_value(), "the battle to start from has a legal setup");

    SeededDice dice(data[2]);
    int rolls = 0;
    std::vector<rules::Event> events;
    (*battle)->begin(events);
    rules::roll_on(**battle, dice, rolls, events);
    for (int step = data[1] % 16; step > 0 && !rules::open_asks(**battle).empty(); --step) {
        (*battle)->apply(defaults(rules::open_asks(**battle)), events);
        rules::roll_on(**battle, dice, rolls, events);
    }
    if (!rules::open_asks(**battle).empty()) try_choice(**battle, dice, rolls, *choice);
    return 0;
}
