#include "rules/drive.hpp"

#include <algorithm>

#include "rules/later_fields.hpp"
#include "rules/schema.hpp"

namespace muster::rules {

namespace {

struct DiceGroup {
    std::string label;
    std::vector<int> dice;
    int combat_value = 0;
    std::optional<int> hits{};
    int sides = 0;
    static void fields(auto& visit, auto& self) {
        list_fields(visit, "label", self.label, "dice", self.dice);
        visit("combat_value", self.combat_value, Rule{.sparse = true});
        visit("hits", self.hits, Rule{.sparse = true});
        visit("sides", self.sides, Rule{.sparse = true});
    }
};

struct RolledData {
    std::string seat;
    int roll = 0;
    std::string purpose;
    std::vector<DiceGroup> groups;
    static void fields(auto& visit, auto& self) { list_fields(visit, "seat", self.seat, "roll", self.roll, "purpose", self.purpose, "groups", self.groups); }
};

struct EndedData {
    std::optional<std::string> winner;
    std::string reason;
    Json survivors;
    std::string server_seed;
    static void fields(auto& visit, auto& self) {
        list_fields(visit, "winner", self.winner, "reason", self.reason, "survivors", self.survivors);
        visit("server_seed", self.server_seed, Rule{.sparse = true});
    }
};

// False: no dice are needed, or there are none left.
bool roll_once(Battle& battle, Dice& dice, int& rolls, std::vector<Event>& events) {
    const auto* roll = std::get_if<Roll>(&battle.need());
    auto values = roll ? dice.roll(rolls, roll->sides()) : std::nullopt;
    if (!values) return false;
    battle.apply(Rolled{rolls++, std::move(*values)}, events);
    return true;
}

}  // namespace

bool roll_on(Battle& battle, Dice& dice, int& rolls, std::vector<Event>& events) {
    while (roll_once(battle, dice, rolls, events)) {}
    return !std::holds_alternative<Roll>(battle.need());
}

std::size_t data_bytes(const Event& event) {
    std::size_t bytes = event.data.size();
    for (const auto& [seat, data] : event.instead) bytes += data.size();
    return bytes;
}

std::size_t roll_within(std::size_t bytes_max, Battle& battle, Dice& dice, int& rolls, std::vector<Event>& events) {
    std::size_t bytes = 0;
    std::size_t counted = 0;
    do
        for (; counted < events.size(); ++counted) bytes += data_bytes(events[counted]);
    while (bytes <= bytes_max && roll_once(battle, dice, rolls, events));
    return bytes;
}

const std::vector<Ask>& open_asks(const Battle& battle) {
    static const std::vector<Ask> none;
    const auto* asks = std::get_if<std::vector<Ask>>(&battle.need());
    return asks ? *asks : none;
}

const Outcome* outcome_of(const Battle& battle) {
    const auto* over = std::get_if<Over>(&battle.need());
    return over ? &over->outcome : nullptr;
}

Json common_event_schemas() {
    FieldSchema chosen;
    const JsonText open;
    const Chosen shape{.choice = open};
    Chosen::fields(chosen, shape);
    return {{"chosen", chosen.finish()}, {"rolled", schema_of<RolledData>()}, {"battle_ended", schema_of<EndedData>()}};
}

std::vector<std::string> later_fields_of(const Ruleset& ruleset, std::string_view event) {
    if (event == "rolled") return later_fields<RolledData>();
    if (event == "battle_ended") return later_fields<EndedData>();
    for (const auto& each : ruleset.event_kinds())
        if (each.event == event) return each.later();
    return {};
}

Event chosen_event(const Chosen& chosen) { return make_event("chosen", chosen); }

Event rolled_event(const std::string& seat_name, const Roll& roll, const Rolled& rolled) {
    RolledData data{seat_name, rolled.number, roll.purpose, {}};
    auto next = rolled.values.begin();
    for (const auto& group : roll.groups) {
        auto& dice = data.groups.emplace_back(
            DiceGroup{group.label, std::vector<int>(next, next + group.dice), group.combat_value, {}, group.sides == 6 ? 0 : group.sides});
        if (group.combat_value > 0) dice.hits = static_cast<int>(std::ranges::count_if(dice.dice, [&](int die) { return group.hit(die); }));
        next += group.dice;
    }
    return make_event("rolled", data);
}

Event ended_event(const Outcome& outcome, const std::vector<std::string>& seats, const std::string& server_seed) {
    std::optional<std::string> winner;
    if (outcome.winner) winner = seats[static_cast<std::size_t>(*outcome.winner)];
    return make_event("battle_ended", EndedData{winner, outcome.reason, outcome.survivors, server_seed});
}

}  // namespace muster::rules
