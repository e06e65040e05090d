// What a seat wants done while it is away: orders for later decisions, the first that applies wins.
//
//   [{"for":"casualties","play":{"prefer":["pikemen","swordsmen"]}},
//    {"for":"retreat","if":{"mine":{"at_most":2}},"play":{"retreat":true,"region":"Gaul"}},
//    {"for":"*","play":"default"}]
//
// Pure: the same battle and the same orders always give the same choice, and it is a legal one. An order that cannot be
// carried out now (its condition does not hold, its choice is not legal, nothing it prefers is there) does not apply.
#pragma once
#include "rules/battle.hpp"

namespace muster::rules {

inline constexpr int standing_orders_max = 64;
inline constexpr int preferred_units_max = 64;

/// Bounds of a number; at least one of them is there.
struct Bounds {
    std::optional<int> at_least;
    std::optional<int> at_most;
    bool hold(int number) const { return (!at_least || number >= *at_least) && (!at_most || number <= *at_most); }
    static void fields(auto& visit, auto& self) {
        visit("at_least", self.at_least, Rule{.sparse = true, .min = 0, .max = 1'000'000});
        visit("at_most", self.at_most, Rule{.sparse = true, .min = 0, .max = 1'000'000});
    }
};

/// Bounds of how many pieces are left.
struct PieceBounds : Bounds {
    std::string unit;
    static void fields(auto& visit, auto& self) {
        visit("unit", self.unit, Rule{.sparse = true, .max = 60, .about = "pieces of this type; if left out, everything that counts as a survivor"});
        Bounds::fields(visit, self);
    }
};

/// All of its parts must hold.
struct Condition {
    std::optional<PieceBounds> mine;
    std::optional<PieceBounds> theirs;
    std::optional<Bounds> round;
    static void fields(auto& visit, auto& self) {
        visit("mine", self.mine, Rule{.sparse = true, .about = "what this seat has left"});
        visit("theirs", self.theirs, Rule{.sparse = true, .about = "what its enemies have left"});
        visit("round", self.round, Rule{.sparse = true, .about = "the battle's round, phase or turn, from 1"});
    }
};

struct StandingOrder {
    std::string kind;
    std::optional<Condition> condition;
    Json play;  ///< "default", {"prefer":[pieces]} or a choice
    static void fields(auto& visit, auto& self) {
        visit("for", self.kind, Rule{.min = 1, .max = 40, .about = "a kind of decision; *: every kind"});
        visit("if", self.condition, Rule{.sparse = true, .about = "if left out, always"});
        visit("play", self.play, Rule{.about = "\"default\", {\"prefer\":[pieces in order]}, or a choice as a client would make it"});
    }
};

using StandingOrders = std::vector<StandingOrder>;

/// Reads orders strictly for a battle: known kinds and pieces, choices of the right shape. The refusal is bad_message;
/// `path` is where `json` stands in the message ("/orders").
std::expected<StandingOrders, Refusal> read_standing_orders(const Json& json, const Ruleset& ruleset, const Battle& battle, const std::string& path);

/// What the orders make of a decision.
struct StandingChoice {
    std::size_t order = 0;  ///< index of the order that applies
    SharedJson choice;      ///< legal and canonical
};
/// Nothing if no order applies. Precondition: `ask` is open, and the orders were read for this battle.
std::optional<StandingChoice> standing_choice(const Battle& battle, const Ask& ask, const StandingOrders& orders);

/// For the catalog: {"kinds":[{"kind","pieces"?: own or enemy,"first"?: what the first preferred piece does}],"schema"}.
Json standing_orders_catalog(std::span<const DecisionKind> kinds);

}  // namespace muster::rules
