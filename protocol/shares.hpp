// What a seat says in a battle whose dice are shared: the seal of a choice that nobody is to read yet, and its share of the dice, which is
// a decision of its own, the same under all rules (protocol/README.md, "Shared dice").
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "rules/fields.hpp"

namespace muster::protocol {

/// Whose the dice are: what they follow from besides all that was decided.
enum class DiceOf { server, shared, witnessed };
constexpr EnumNames<DiceOf, 3> names_of(DiceOf) { return {{{DiceOf::server, "server"}, {DiceOf::shared, "shared"}, {DiceOf::witnessed, "witnessed"}}}; }

inline constexpr std::string_view share_kind = "share";

/// In place of a choice that is asked of several seats at once.
struct SealChoice {
    std::string seal;
    static void fields(auto& visit, auto& self) {
        visit("seal", self.seal, Rule{.min = 64, .max = 64, .about = "HMAC of the choice by the next rung of your ladder; the choice goes with your share"});
    }
};

/// A share is asked with this.
struct ShareOptions {
    std::int64_t opens = 0;          ///< the decision whose seal it opens; 0: none
    int step = 0;                    ///< how many times all seats have given one, this included
    std::vector<FlatJson> inputs{};  ///< as records have them, since those of the step before; that step's shares are the first of them
    static void fields(auto& visit, auto& self) {
        visit("inputs", self.inputs, Rule{.about = "all that entered the chain since the step before, its shares first, as records have it"});
        visit("opens", self.opens, Rule{.sparse = true, .about = "your sealed decision, whose choice goes with the share"});
        visit("step", self.step, Rule{.min = 1, .about = "counts the shares of each seat"});
    }
};

struct ShareChoice {
    FlatJson opens{};
    std::string share;
    static void fields(auto& visit, auto& self) {
        visit("opens", self.opens, Rule{.sparse = true, .about = "the choice that you sealed, exactly as you sealed it"});
        visit("share", self.share, Rule{.min = 64, .max = 64, .about = "the next rung of your ladder"});
    }
};

}  // namespace muster::protocol
