// What every ruleset must keep, whatever its rules: played out on random setups, dice and choices.
#pragma once
#include <functional>

#include "rules/battle.hpp"
#include "tests/support/chance.hpp"

namespace muster::test {

/// One ruleset under test.
struct Subject {
    const rules::Ruleset* ruleset = nullptr;
    std::function<Json(Chance&)> setup;
    /// The same without house rules that came after `signature`, so that it can stay what it was; none: there are no such rules.
    std::function<Json(Chance&)> first_setup{};
    /// All legal choices in canonical form, worked out from kind and options alone; nothing if they are too many.
    std::function<std::optional<std::vector<Json>>(const rules::Ask&)> legal;
    /// The canonical forms that a choice may mean, worked out from the options alone: words and defaults filled in, in
    /// order. None if it is malformed; several where the options leave it to the rules. May hold illegal ones.
    std::function<std::vector<Json>(const rules::Ask&, const Json&)> readings;
    /// A legal choice, drawn from the options alone; not always in canonical form.
    std::function<Json(const rules::Ask&, Chance&)> draw{};
    /// The battle must end within so many inputs.
    int inputs_max = 100'000;
    /// Pieces may join a battle that goes on: a city becomes tokens.
    bool reinforced = false;
    /// Random battles that the contract is played over.
    std::uint64_t battles = 1000;
    /// One number for all that the ruleset does, and one for what its policies choose (signature.cpp).
    std::uint64_t signature = 0;
    std::uint64_t policy_signature = 0;
    /// Whose choices odds take for those of `best`; others than its own where looking ahead takes too long for millions of battles.
    rules::Policy odds_of_best = rules::Policy::best;
    /// As `signature`, with all house rules; 0: there are none that came later.
    std::uint64_t later_signature = 0;
};

/// Plays one random battle and returns the first broken promise, or an empty string. The promises:
/// - each default is legal and canonical, and what `best` chooses; what `listed` and chance choose is legal and canonical
///   too;
/// - exactly the choices that the options describe are accepted (`legal`), and the others refused as illegal_choice with
///   a path into the choice; nobody is asked when only one choice is legal;
/// - checking and choosing change nothing; a clone goes on like its original; the same inputs give the same events;
/// - what others see (events and views) does not depend on a choice that is still sealed;
/// - a seat sees what everybody sees or what is its own, and events are well-formed objects without floating point;
/// - survivors never grow, unless a ruleset says so; the battle ends, and its outcome has the survivors of the moment.
std::string broken_promise(const Subject& subject, Chance& chance);

}  // namespace muster::test
