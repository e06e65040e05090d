// Any JSON as a choice, at any point of a battle of every ruleset: refused with illegal_choice, or legal and then the same
// when asked again, and the battle takes it.
//
// Input: a byte for the battle (0: one with aircraft, 1: a field without cells, 2: one with terrain; then the example of each ruleset, in the order
// of the table of rulesets), one for how many decisions the defaults make before, one for the dice; the rest is JSON.
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
  "defender": {"army": [{"unit": "cannons", "count": 4}, {"unit": "dragoons", "count": 9}], "aircraft": [{"unit": "monoplanes", "count": 3}]},
  "house_rules": {"withdraw": true, "air_loss": "per_unit"}})";

/// Free measure, with what only it has; bases that block lines, shots that are redirected, area fire, single shots and slow loading.
constexpr const char* without_cells = R"({
  "grid": "free", "width": 10, "height": 8, "polygons": [[[40,20],[60,20],[60,30],[50,30],[50,40],[40,40]]],
  "weapons": [{"weapon": "shell", "to_hit": [4,4,4,5], "to_damage": [3,3,4,4], "power": 2, "area": true, "reload": 1},
              {"weapon": "dart", "to_hit": [4,4,4,5], "to_damage": [3,3,4,4], "power": 1, "one_shot": true, "indirect": true}],
  "profiles": [{"profile": "mixed", "move_allowance": 4, "armour": 0, "damage_capacity": 3, "weapons": ["shell", "dart"], "points": 60}],
  "north": {"units": [{"id": "n1", "profile": "mixed", "at": [35,10]}, {"id": "n2", "profile": "mixed", "at": [20,10]}]},
  "south": {"units": [{"id": "s1", "profile": "mixed", "at": [35,30]}, {"id": "s2", "profile": "mixed", "at": [25,30]}]},
  "house_rules": {"redirect": true, "units_block_los": true, "sight": "edge"}})";

/// Terrain, specials that know it, burning, and shots that nobody measures first.
constexpr const char* with_terrain = R"({
  "grid": "square", "width": 7, "height": 5, "turn_limit": 6,
  "terrain": [{"terrain": "woods", "cost": 2, "to_hit": -1, "to_damage": -1, "blocks_sight": true, "cells": [[2,2],[3,2]]}],
  "weapons": [{"weapon": "shell", "to_hit": [4,4,4,5], "to_damage": [3,3,4,4], "power": 1, "area": true, "against": [{"terrain": "woods", "to_damage": 1}]}],
  "profiles": [{"profile": "mixed", "move_allowance": 3, "armour": 0, "damage_capacity": 3, "weapons": ["shell"], "points": 60}],
  "north": {"units": [{"id": "n1", "profile": "mixed", "at": [2,1]}, {"id": "n2", "profile": "mixed", "at": [3,1]}]},
  "south": {"units": [{"id": "s1", "profile": "mixed", "at": [2,3]}, {"id": "s2", "profile": "mixed", "at": [3,3]}]},
  "house_rules": {"premeasure": false, "burning": true}})";

const std::vector<Start>& starts() {
    static const auto all = [] {
        const auto& shipped = rules::shipped_rulesets();
        std::vector<Start> out{{shipped.find("advanced-combat"), parse_json(with_aircraft).value()},
                               {shipped.find("simple-combat"), parse_json(without_cells).value()},
                               {shipped.find("simple-combat"), parse_json(with_terrain).value()}};
        for (const auto* ruleset : shipped.all()) out.push_back({ruleset, ruleset->catalog().at("example")});
        return out;
    }();
    return all;
}

/// Where anybody may decide, the first does.
rules::Seat decider(const rules::Ask& ask) { return ask.seat == rules::anybody ? 0 : ask.seat; }

rules::Decided defaults(const std::vector<rules::Ask>& asks) {
    rules::Decided out{.by = 0};
    for (const auto& ask : asks) out.choices.push_back(ask.preset);
    return out;
}

void try_choice(rules::Battle& battle, rules::Dice& dice, int rolls, const FlatJson& choice) {
    const auto asks = rules::open_asks(battle);
    auto decided = defaults(asks);
    for (std::size_t i = 0; i < asks.size(); ++i) {
        const auto canonical = battle.check(decider(asks[i]), choice);
        const Json meaning = JsonView(choice).is_object() ? battle.meaning(decider(asks[i]), choice) : Json();
        fuzz::promise(meaning.is_null() || meaning.is_object(), "what a choice would come to is an object, if it can be told");
        if (!canonical) {
            const auto& refusal = canonical.error();
            fuzz::promise(refusal.code == Code::illegal_choice && !refusal.message.empty(), "an illegal choice is called so");
            fuzz::promise(refusal.path.empty() || refusal.path.front() == '/', "a path is a JSON pointer");
            continue;
        }
        const auto again = battle.check(decider(asks[i]), *canonical);
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
