// The kind of decision: what is offered, what is legal, and what is usual.
#pragma once
#include <expected>

#include "rules/armies/choices.hpp"
#include "rules/battle.hpp"
#include "rules/random.hpp"

namespace muster::rules::armies {

/// Which of its tokens a seat gives up. Who is asked has both sorts, so every token that can be read is legal.
struct RemoveDecision {
    static constexpr std::string_view kind = "remove";
    const Tokens& own;
    Step step;

    SharedJson options() const { return shared_json(RemoveOptions{{Token::population, Token::army}, own.population, own.armies, step}); }
    std::expected<Token, Refusal> read(JsonView choice) const {
        const auto read = read_fields<RemoveChoice>(choice, Code::illegal_choice);
        if (!read) return std::unexpected(read.error());
        return read->token;
    }
    RemoveChoice write(Token token) const { return {token}; }
    Token usual() const { return cheapest(own); }                  // D7
    Token pick(Policy /*policy*/) const { return cheapest(own); }  // nothing is better
    Token draw(Random& random) const { return random.below(2) == 0 ? Token::population : Token::army; }
    /// The first that is named goes.
    std::optional<Token> prefer(const Preference& preference) const {
        const int population = preference.rank(name_of(Token::population));
        const int army = preference.rank(name_of(Token::army));
        if (population == army) return {};  // neither is named
        return population < army ? Token::population : Token::army;
    }
};

}  // namespace muster::rules::armies
