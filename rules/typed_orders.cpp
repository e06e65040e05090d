#include "rules/typed_orders.hpp"

#include <algorithm>

#include "rules/refusal.hpp"

namespace muster::rules {

std::string short_code(const std::string& area, std::span<const std::string> areas) {
    constexpr std::size_t letters_min = 2;
    for (std::size_t letters = letters_min; letters < area.size(); ++letters) {
        const auto code = area.substr(0, letters);
        // A whole word is always meant itself, so no other one's letters may be it.
        if (std::ranges::none_of(areas, [&](const std::string& other) { return other != area && other.starts_with(code); })) return code;
    }
    return area;
}

std::expected<std::string, std::string> area_meant(std::string_view typed, std::span<const std::string> areas) {
    const std::string word(typed);
    if (std::ranges::find(areas, word) != areas.end()) return word;
    std::vector<std::string> begins;
    for (const auto& each : areas)
        if (each.starts_with(word)) begins.push_back(each);
    if (begins.size() == 1) return begins.front();
    if (begins.size() > 1) return std::unexpected("\"" + word + "\" may be " + begins[0] + " or " + begins[1]);
    return std::unexpected("there is no area \"" + word + "\"" + did_you_mean(word, areas));
}

}  // namespace muster::rules
