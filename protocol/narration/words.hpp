// Data in words: units, seats, totals, whole events that nobody here knows. Text that others wrote comes out plain().
#pragma once
#include <string>
#include <string_view>

#include "rules/json.hpp"

namespace muster::narration {

/// "must_lose" as "must lose"; "Must lose" with `capital`.
std::string worded(std::string_view id);
std::string capitalised(std::string_view text);

/// One of what `id` names in the plural: "swordsmen" is a "swordsman".
std::string singular(std::string_view id);

/// {"unit":"swordsmen","enhanced":true} as "enhanced swordsmen", in the singular when `count` is 1.
std::string unit_name(const Json& entry, long long count);

/// [{"unit":…,"enhanced":…,"count":…},…] as "3 enhanced swordsmen and 1 catapult"; "nothing" when empty.
std::string unit_list(const Json& entries);

/// {"groups":[{"label","dice":[…]},…]} as "catapults 2 5 · chariots 1"; what else a group says follows in brackets.
std::string dice_text(const Json& rolled);

/// Any value in words, as short as can be: "size 6, available 3 swordsmen and 1 catapult".
std::string data_text(const Json& value);

/// A length of time as messages have it, "P1DT12H", as "1 day 12 hours".
std::string duration_text(std::string_view iso);

/// A battle's options as "10 minutes each, plus 15 seconds per decision; if time runs out, the default is played"; empty: no clock.
std::string clock_text(const Json& options);

/// Whose dice a battle with these options has: "the server's", "the server's and both players'".
std::string whose_dice(const Json& options);

/// Why a battle ended that had so many seats: "the enemy is wiped out"; empty if nothing is said.
std::string reason_text(const std::string& reason, std::size_t seats);
/// The line that says how a battle ended, from the data of `battle_ended` or an outcome.
std::string outcome_text(const Json& outcome);
/// The same of a table that nobody wins. `shared`: two add to its dice, so that it ends with whoever leaves first.
std::string closing_text(const Json& outcome, bool shared = false);

/// "attacker 2, defender none"; empty when nothing is told.
std::string survivors_text(const Json& survivors);

}  // namespace muster::narration
