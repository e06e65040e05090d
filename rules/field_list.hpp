// How a struct lists its fields, once: rules/fields.hpp reads and writes them, rules/schema.hpp describes them.
//
//   struct ArmyEntry {
//       std::string unit;
//       bool enhanced = false;
//       int hits = 0;
//       Cia cia = Cia::none;
//       static void fields(auto& visit, auto& self) {
//           visit("unit", self.unit, Rule{.min = 1, .max = 40, .about = "as in the ruleset's table"});
//           visit("enhanced", self.enhanced, Rule{.optional = true});
//           list_fields(visit, "hits", self.hits, "cia", self.cia);
//       }
//   };
//
// Fields may be bool, int, int64_t, std::string, an enum with `names_of(Enum)`, Json or FlatJson (anything), std::array<int, N>
// (only pairs are read), a struct with fields(), and std::vector, std::map<std::string, T> or std::optional of these. And double,
// which is only ever told, as a Json: nothing that is decided or proved may hang on it.
#pragma once
#include <array>
#include <cstdint>
#include <limits>
#include <string_view>
#include <utility>

namespace muster {

/// What holds for a field beyond its type.
struct Rule {
    bool optional = false;  ///< may be left out, then keeps the struct's default
    bool sparse = false;    ///< optional, and left out when written with its default value
    /// Numbers: smallest and largest value. Strings: characters. Arrays and maps: entries.
    std::int64_t min = std::numeric_limits<std::int64_t>::min();
    std::int64_t max = std::numeric_limits<std::int64_t>::max();
    std::int64_t each_min = std::numeric_limits<std::int64_t>::min();  ///< the same for an array's elements
    std::int64_t each_max = std::numeric_limits<std::int64_t>::max();
    std::string_view about{};  ///< a sentence for the schema
    bool later = false;        ///< of an event's data: records of an earlier time do not have it (rules/later_fields.hpp)

    Rule each() const { return Rule{.min = each_min, .max = each_max}; }
};

/// Fields without a rule, in the order in which they are written: a name, then its field, and so on. Inlined: the code is
/// that of as many visits.
template <typename Field, typename... Rest>
[[gnu::always_inline]] inline void list_fields(auto& visit, std::string_view name, Field& field, Rest&... rest) {
    static_assert(sizeof...(rest) % 2 == 0, "a name and its field, in turn");
    visit(name, field, Rule{});
    if constexpr (sizeof...(rest) > 0) list_fields(visit, rest...);
}

template <typename T>
concept HasFields = requires(int& visit, T& self) { T::fields(visit, self); };

/// An enum's spellings: `constexpr EnumNames<Cia, 3> names_of(Cia) { return {{{Cia::best, "best"}, …}}; }`, found by ADL.
template <typename E, std::size_t N>
using EnumNames = std::array<std::pair<E, std::string_view>, N>;

template <typename E>
std::string_view name_of(E value) {
    for (const auto& [each, text] : names_of(value))
        if (each == value) return text;
    return {};
}

}  // namespace muster
