#include "rules/refusal.hpp"

#include <algorithm>
#include <vector>

namespace muster {

std::string_view name(Code code) {
    switch (code) {
        case Code::bad_json: return "bad_json";
        case Code::bad_message: return "bad_message";
        case Code::too_large: return "too_large";
        case Code::unknown_battle: return "unknown_battle";
        case Code::not_your_seat: return "not_your_seat";
        case Code::bad_token: return "bad_token";
        case Code::stale_decision: return "stale_decision";
        case Code::illegal_choice: return "illegal_choice";
        case Code::bad_setup: return "bad_setup";
        case Code::battle_over: return "battle_over";
        case Code::rate_limited: return "rate_limited";
        case Code::server_busy: return "server_busy";
        case Code::internal: return "internal";
    }
    return "internal";
}

int edit_distance(std::string_view a, std::string_view b, int limit) {
    constexpr std::size_t longest = 64;  // words of people; what is longer is no misspelling
    if (a.size() > longest || b.size() > longest) return limit;
    std::vector<int> row(b.size() + 1);
    for (std::size_t j = 0; j <= b.size(); ++j) row[j] = static_cast<int>(j);
    for (std::size_t i = 1; i <= a.size(); ++i) {
        int diagonal = row[0];
        row[0] = static_cast<int>(i);
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const int above = row[j];
            row[j] = std::min({above + 1, row[j - 1] + 1, diagonal + (a[i - 1] == b[j - 1] ? 0 : 1)});
            diagonal = above;
        }
    }
    return std::min(row[b.size()], limit);
}

}  // namespace muster
