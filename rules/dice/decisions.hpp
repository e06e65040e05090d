// The kinds of decision, each in one place: what is offered, what is legal, what is usual, and what it would come to.
#pragma once
#include <expected>

#include "rules/battle.hpp"
#include "rules/dice/choices.hpp"
#include "rules/random.hpp"

namespace muster::rules::dice {

/// What somebody wants to throw.
struct Wanted {
    Throw thrown;
    std::string words;
};

struct ThrowDecision {
    static constexpr std::string_view kind = "throw";
    int left;  ///< throws

    SharedJson options() const { return shared_json(ThrowOptions{left}); }
    std::expected<Wanted, Refusal> read(JsonView choice) const;
    ThrowChoice write(const Wanted& wanted) const { return {text_of(wanted.thrown), wanted.words}; }
    Wanted usual() const { return {{Group{}}, {}}; }
    Wanted pick(Policy /*policy*/) const { return usual(); }
    Wanted draw(Random& random) const;
    Json meaning(JsonView choice) const;
};

/// Whether another seat may throw.
struct AgreeDecision {
    static constexpr std::string_view kind = "agree";
    const std::string& thrower;
    const Wanted& wanted;

    SharedJson options() const { return shared_json(AgreeOptions{thrower, text_of(wanted.thrown), wanted.words}); }
    std::expected<AgreeChoice, Refusal> read(JsonView choice) const { return read_fields<AgreeChoice>(choice, Code::illegal_choice); }
    AgreeChoice write(AgreeChoice choice) const { return choice; }
    AgreeChoice usual() const { return {}; }
    AgreeChoice pick(Policy /*policy*/) const { return {}; }
    AgreeChoice draw(Random& random) const { return {random.below(2) == 0}; }
};

}  // namespace muster::rules::dice
