// Choices of units, read a second time for the contract: what {"units":[{"unit","enhanced","count"}…]} means.
#pragma once
#include <set>
#include <string>
#include <vector>

#include "rules/json.hpp"
#include "tests/support/chance.hpp"

namespace muster::test {

bool is_count(const Json& json, std::int64_t least);
bool only_keys(const Json& object, const std::set<std::string>& known);
/// Whether two entries name the same unit, plain or enhanced.
bool same_type(const Json& a, const Json& b);

/// Fills in one entry that names a unit of `known`; nothing if it is malformed.
std::optional<Json> read_entry(Json entry, const Json& known);

/// The entries of such a choice in the order of `known`, filled in; nothing if it is malformed. Entries may have `keys`
/// beside unit, enhanced and count.
std::optional<std::vector<Json>> read_units(const Json& choice, const Json& known, std::set<std::string> keys = {});

/// So many of these units, drawn piece by piece, as a choice names them.
std::vector<Json> drawn_units(const std::vector<Json>& known, int count, Chance& chance);

}  // namespace muster::test
