#include "rules/civilization/selection.hpp"

#include <algorithm>

namespace muster::rules::civilization {

std::vector<UnitCount> named(const std::vector<Troop>& troops, std::span<const int> counts) {
    std::vector<UnitCount> out;
    out.reserve(troops.size());
    for (std::size_t i = 0; i < troops.size(); ++i)
        if (counts[i] > 0) out.push_back({troops[i].unit.id, troops[i].enhanced, counts[i]});
    return out;
}

std::string label(const Troop& troop) { return (troop.enhanced ? "enhanced " : "") + troop.unit.id; }

int rank(const Preference& preference, const Troop& troop) { return preference.rank(label(troop), troop.unit.id); }

void count_left(const std::vector<Troop>& troops, std::span<const int> counts, std::map<std::string, int>& left) {
    for (std::size_t i = 0; i < troops.size(); ++i) {
        left[troops[i].unit.id] += counts[i];
        if (troops[i].enhanced) left[label(troops[i])] += counts[i];
    }
}

std::string dice_label(const UnitCount& units) { return units.unit + (units.enhanced ? " (enhanced)" : ""); }

std::expected<int, Refusal> find_type(const std::vector<Troop>& troops, std::span<const int> present, const std::string& unit, bool enhanced,
                                      const std::string& path) {
    std::vector<std::string_view> ids;
    for (std::size_t i = 0; i < troops.size(); ++i)
        if (present[i] > 0) ids.push_back(troops[i].unit.id);
    const std::string_view id = std::ranges::count(ids, unit) > 0 ? std::string_view(unit) : resolved(unit);
    if (std::ranges::count(ids, id) == 0)
        return refuse(Code::illegal_choice, "there is no \"" + unit + "\" to choose" + did_you_mean(unit, ids), path + "/unit");
    for (std::size_t i = 0; i < troops.size(); ++i)
        if (present[i] > 0 && troops[i].unit.id == id && troops[i].enhanced == enhanced) return static_cast<int>(i);
    return refuse(Code::illegal_choice, std::string(id) + (enhanced ? " are here only as plain units" : " are here only as enhanced units (\"enhanced\":true)"),
                  path + "/enhanced");
}

}  // namespace muster::rules::civilization
