// How a ruleset is played from a terminal whose decisions are lists of orders to what stands on a map (the form `orders` of its description): what is
// offered as rows, typed lines as choices, how it stands as a table. Pure, and in English as all that a terminal says.
#pragma once
#include <expected>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "rules/json.hpp"

namespace muster::rules {

/// A decision that is open, on a map.
struct AskedOrders {
    std::string kind;
    const Json& options;
    const Json& preset;                                   ///< the default
    std::span<const std::string> areas;                   ///< all words of the map
    std::function<std::string(const std::string&)> name;  ///< what an area is called
};

class TypedOrders {
public:
    virtual ~TypedOrders() = default;
    using Row = std::vector<std::string>;

    /// Whether options and default are what such a decision has: what a server sends may be anything. All that follows takes only what fits.
    virtual bool fits(std::string_view kind, const Json& options, const Json& preset) const = 0;
    /// What is offered.
    virtual std::vector<Row> rows(const AskedOrders& asked) const = 0;
    /// What a choice of this decision comes to, in few words; nothing: the description says it.
    virtual std::string said(std::string_view kind, const Json& choice, const std::function<std::string(const std::string&)>& name) const = 0;
    /// How to answer: a line each.
    virtual std::vector<std::string> help(std::string_view kind) const = 0;
    /// A choice, from what was typed: orders, with semicolons between them. The error is a sentence. Whether it is legal, Battle::check() says.
    virtual std::expected<Json, std::string> read(const AskedOrders& asked, std::string_view text) const = 0;
    /// How it stands: a table, its head first, and another one behind an empty row. `setup` and `view` as the battle has them.
    virtual std::vector<Row> map(const Json& setup, const Json& view, const std::function<std::string(const std::string&)>& name) const = 0;
};

/// By what an area is called for short: its first letters, as few as no other area's word begins with, two at least.
std::string short_code(const std::string& area, std::span<const std::string> areas);
/// The area that is meant by its word or by letters that only it begins with. The error is a sentence.
std::expected<std::string, std::string> area_meant(std::string_view typed, std::span<const std::string> areas);

}  // namespace muster::rules
