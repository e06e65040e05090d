// What is wrong with a record, and the first place where two JSON values differ.
#pragma once
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "rules/json.hpp"

namespace muster::protocol::proof {

struct Problem {
    std::string path;     ///< where in the record ("/events/12/data/groups/0/dice/3")
    std::string message;  ///< as clients/js/src/problem.ts has it
};

/// Where, and what stands there (as text, cut short; "nothing": the field is missing).
struct Difference {
    std::string path;
    std::string recorded;
    std::string due;
};

/// A value as it stands in a sentence: in canonical form, of a long one the beginning; "nothing" if there is none.
std::string shortened(const Json* value);

/// Nothing: they are the same. Fields are looked at in the order of RFC 8785. `path` is where they stand; null: missing there.
std::optional<Difference> first_difference(const Json* recorded, const Json* due, const std::string& path);

/// The same, as a sentence.
std::optional<Problem> difference_problem(const Json* recorded, const Json* due, const std::string& path);
inline std::optional<Problem> difference_problem(const Json& recorded, const Json& due, const std::string& path) {
    return difference_problem(&recorded, &due, path);
}

/// The first field that is not among these; those with a question mark may be missing.
std::optional<Problem> unknown_field(const Json& said, std::span<const std::string_view> fields, const std::string& path);

/// The path of a field.
std::string below(const std::string& path, std::string_view key);

/// Of an object.
const Json* find_field(const Json& object, std::string_view key);

}  // namespace muster::protocol::proof
