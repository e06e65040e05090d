// What is said to somebody whose message cannot be accepted. A value, never an exception.
#pragma once
#include <expected>
#include <string>
#include <string_view>
#include <utility>

namespace muster {

/// The one list of codes of the protocol (section 3).
enum class Code {
    bad_json,
    bad_message,
    too_large,
    unknown_battle,
    not_your_seat,
    bad_token,
    stale_decision,
    illegal_choice,
    bad_setup,
    battle_over,
    rate_limited,
    server_busy,
    internal,
};

std::string_view name(Code code);

/// Why something was refused: the code for programs, a sentence for people, and the JSON pointer of the field at fault
/// (empty when no single field is).
struct Refusal {
    Code code = Code::internal;
    std::string message;
    std::string path{};
};

inline std::unexpected<Refusal> refuse(Code code, std::string message, std::string path = {}) {
    return std::unexpected(Refusal{code, std::move(message), std::move(path)});
}

/// `; did you mean "swordsmen"?` when one of `known` is a likely misspelling of `word`, else an empty string.
template <typename Range>
std::string did_you_mean(std::string_view word, const Range& known);

/// Number of single-letter edits between two words, capped at `limit`.
int edit_distance(std::string_view a, std::string_view b, int limit);

template <typename Range>
std::string did_you_mean(std::string_view word, const Range& known) {
    constexpr int farthest = 3;  // "swordmen", "dragons" and "catapult" are caught, another word is not
    int best = farthest;
    std::string found;
    for (const auto& candidate : known) {
        const int distance = edit_distance(word, candidate, farthest);
        if (distance < best && distance < static_cast<int>(word.size())) {
            best = distance;
            found = candidate;
        }
    }
    return found.empty() ? std::string() : "; did you mean \"" + found + "\"?";
}

}  // namespace muster
