#include "rules/battle.hpp"

#include <algorithm>
#include <array>
#include <numeric>

namespace muster::rules {

const std::string& Event::data_for(Viewer viewer) const {
    if (viewer.seat)
        for (const auto& [seat, text] : instead)
            if (seat == *viewer.seat) return text;
    return data;
}

int Roll::dice() const {
    return std::accumulate(groups.begin(), groups.end(), 0, [](int sum, const RollGroup& group) { return sum + group.dice; });
}

std::vector<int> Roll::sides() const {
    std::vector<int> out;
    for (const auto& group : groups) out.insert(out.end(), static_cast<std::size_t>(group.dice), group.sides);
    return out;
}

Rulesets::Rulesets(std::vector<const Ruleset*> all) : all_(std::move(all)) {
    for (const auto* ruleset : all_) {
        const auto known = std::ranges::find(newest_, ruleset->id(), &Ruleset::id);
        if (known == newest_.end()) newest_.push_back(ruleset);
        else if ((*known)->version() < ruleset->version()) *known = ruleset;
    }
}

const Ruleset* Rulesets::find(std::string_view id) const {
    for (const auto* ruleset : newest_)
        if (ruleset->id() == id) return ruleset;
    return nullptr;
}

const Ruleset* Rulesets::find(std::string_view id, int version) const {
    for (const auto* ruleset : all_)
        if (ruleset->id() == id && ruleset->version() == version) return ruleset;
    return nullptr;
}

std::expected<std::vector<std::string>, Refusal> seats_of(const Ruleset& ruleset, const Json& setup) {
    if (ruleset.has_fixed_seats()) return ruleset.seats();
    const auto battle = ruleset.create(setup);
    if (!battle) return std::unexpected(battle.error());
    return (*battle)->seats();
}

bool is_reserved_seat_name(std::string_view name) {
    constexpr std::array<std::string_view, 6> reserved{"anybody", "nobody", "spectator", "witness", "constructor", "__proto__"};
    return std::ranges::find(reserved, name) != reserved.end();
}

std::optional<Seat> seat_named(std::span<const std::string> seats, std::string_view name) {
    for (std::size_t i = 0; i < seats.size(); ++i)
        if (seats[i] == name) return static_cast<Seat>(i);
    return {};
}

std::optional<SeatNameFault> fault_of_seat_names(std::span<const std::string> names, std::span<const std::string_view> taken) {
    const auto is_letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_'; };
    for (std::size_t i = 0; i < names.size(); ++i) {
        const auto& name = names[i];
        if (!std::ranges::all_of(name, is_letter)) return SeatNameFault{i, "a seat's name is made of small letters, digits and _"};
        if (is_reserved_seat_name(name) || std::ranges::find(taken, name) != taken.end()) return SeatNameFault{i, '"' + name + "\" is not a seat's name"};
        if (seat_named(names.first(i), name)) return SeatNameFault{i, "there is a seat \"" + name + "\" already"};
    }
    return {};
}

}  // namespace muster::rules
