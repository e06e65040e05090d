// A battle that goes on otherwise than it did: from a moment, with other choices and other dice. It is a pure function of what is asked: the same moves and
// dice lead to the same place.
#pragma once
#include <expected>
#include <optional>
#include <string>
#include <vector>

#include "protocol/study/rerun.hpp"

namespace muster::protocol::study {

/// One seat's choice.
struct Move {
    std::string seat;
    FlatJson choice{};  ///< an object, or "default", "best" or "listed": what that policy chooses
    static void fields(auto& visit, auto& self) {
        visit("seat", self.seat, Rule{.min = 1, .max = 40});
        list_fields(visit, "choice", self.choice);
    }
};

/// Where dice come from, in this order; after that there are none, and the branch waits for some.
struct DiceSource {
    std::vector<int> by_hand{};
    bool as_they_fell = false;           ///< those of the battle that was, from the moment on, one after the other
    std::optional<std::int64_t> seed{};  ///< then as many as it takes
    static void fields(auto& visit, auto& self) {
        visit("by_hand", self.by_hand, Rule{.sparse = true, .max = 100'000, .each_min = 1, .each_max = rules::sides_max});
        visit("as_they_fell", self.as_they_fell, Rule{.sparse = true});
        visit("seed", self.seed, Rule{.sparse = true, .min = 0});
    }
};

/// Where it leads.
struct Branch {
    Moment at;
    std::vector<rules::Event> events{};   ///< that happened since the moment it left: the choices too, as the fold tells them
    std::vector<SharedJson> choices{};    ///< one for each move, canonical
    std::vector<rules::Seat> answered{};  ///< who has chosen, of those that are asked together
    std::size_t dice = 0;                 ///< that were rolled
};

/// Refuses (with a path from the question's root) a move of who is not asked, a choice that is not legal, dice by hand that do not fit, and what
/// goes on for too long.
std::expected<Branch, Refusal> play_on(Moment from, const std::vector<Move>& moves, const DiceSource& source, const std::vector<int>& fell);

}  // namespace muster::protocol::study
