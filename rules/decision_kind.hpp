// What a ruleset says of each kind of decision, once: the shape of its options and choices, of what a choice is
// said to come to, and what an order of pieces means for it. And of each kind of event: the shape of its data.
#pragma once
#include <span>
#include <string>
#include <vector>

#include "rules/later_fields.hpp"
#include "rules/schema.hpp"

namespace muster::rules {

/// Whose pieces a decision is about, if they can be put in an order.
enum class Pieces { none, own, enemy };
constexpr EnumNames<Pieces, 3> names_of(Pieces) { return {{{Pieces::none, "none"}, {Pieces::own, "own"}, {Pieces::enemy, "enemy"}}}; }

struct DecisionKind {
    std::string_view kind;
    Json (*schema)();          ///< of a choice
    Json (*options_schema)();  ///< of what is offered
    Json (*meaning_schema)();  ///< of what Battle::meaning() tells of a choice; null: nothing
    /// Why this cannot be a choice of the kind, whatever is asked; nothing if it may be one.
    std::optional<Refusal> (*misshapen)(JsonView choice, const std::string& path);
    Pieces pieces = Pieces::none;
    std::string_view preference{};  ///< what the first of them in a standing order's `prefer` does ("steps forward first")
};

template <typename Choice>
std::optional<Refusal> misshapen(JsonView choice, const std::string& path) {
    Choice ignored{};
    return read_value(choice, Rule{}, Code::bad_message, path, ignored);
}

/// Of decisions whose options say all that there is to know of each choice.
struct NoMeaning {};

template <typename Choice, typename Options, typename Meaning = NoMeaning>
constexpr DecisionKind decision_kind(std::string_view kind, Pieces pieces = Pieces::none, std::string_view preference = {}) {
    Json (*meaning)() = nullptr;
    if constexpr (!std::is_same_v<Meaning, NoMeaning>) meaning = &schema_of<Meaning>;
    return {kind, &schema_of<Choice>, &schema_of<Options>, meaning, &misshapen<Choice>, pieces, preference};
}

/// Of decisions that offer nothing to choose among but yes and no.
struct NoOptions {
    static void fields(auto&, auto&) {}
};

struct EventKind {
    std::string_view event;
    Json (*schema)();                     ///< of its data
    std::vector<std::string> (*later)();  ///< fields of it that records of an earlier time do not have
};

template <typename Data>
constexpr EventKind event_kind(std::string_view event) {
    return {event, &schema_of<Data>, &later_fields<Data>};
}

/// As the catalog shows them: {"wave": schema, …}.
Json choice_schemas(std::span<const DecisionKind> kinds);

/// {"moved": schema, …}.
Json event_schemas(std::span<const EventKind> kinds);

}  // namespace muster::rules
