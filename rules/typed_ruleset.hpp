// What all rulesets that Muster ships have in common: a table of what each says of itself.
#pragma once
#include "rules/schema.hpp"
#include "rules/typed_catalog.hpp"

namespace muster::rules {

/// A ruleset by its parts.
struct RulesetParts {
    const char* id;
    TypedCatalog catalog;
    int version = 1;
    const std::vector<std::string>& seats;  ///< of a setup that names none; none: every setup does
    std::span<const DecisionKind> kinds;
    std::span<const EventKind> events;
    std::expected<std::unique_ptr<Battle>, Refusal> (*create)(const Json& setup);
    std::expected<Json, Refusal> (*resolve)(const Json& setup);
    bool is_contest = true;
    const TypedOrders* typed = nullptr;
    bool fixed_seats = true;  ///< where there are `seats`: no setup may name others

    /// The same ruleset, whose setups may name other seats.
    RulesetParts with_named_seats() && {
        fixed_seats = false;
        return std::move(*this);
    }

    /// The same, played from a terminal in this way.
    RulesetParts with_typed_orders(const TypedOrders& orders) && {
        typed = &orders;
        return std::move(*this);
    }

    /// The same of battles that nobody wins.
    RulesetParts without_winner() && {
        is_contest = false;
        return std::move(*this);
    }
};

class TypedRuleset final : public Ruleset {
public:
    explicit TypedRuleset(RulesetParts parts) : id_(parts.id), parts_(std::move(parts)) {}

    const std::string& id() const override { return id_; }
    int version() const override { return parts_.version; }
    const std::vector<std::string>& seats() const override { return parts_.seats; }
    bool has_fixed_seats() const override { return parts_.fixed_seats && !parts_.seats.empty(); }
    std::span<const DecisionKind> decision_kinds() const override { return parts_.kinds; }
    std::span<const EventKind> event_kinds() const override { return parts_.events; }
    bool is_contest() const override { return parts_.is_contest; }
    const TypedOrders* typed() const override { return parts_.typed; }
    std::expected<std::unique_ptr<Battle>, Refusal> create(const Json& setup) const override { return parts_.create(setup); }
    std::expected<Json, Refusal> resolve(const Json& setup) const override { return parts_.resolve(setup); }

    Json catalog() const override { return parts_.catalog.of(*this); }

private:
    std::string id_;
    RulesetParts parts_;
};

/// The ruleset whose battles are made of what `read_setup` makes of a setup, which `resolve_setup` gives in full: a struct with fields().
template <typename BattleType, auto read_setup, auto resolve_setup>
RulesetParts parts_of(const Words& words, const std::vector<std::string>& seats, std::span<const DecisionKind> kinds, std::span<const EventKind> events,
                      Json (*lists)()) {
    const auto create = [](const Json& setup) -> std::expected<std::unique_ptr<Battle>, Refusal> {
        auto read = read_setup(setup);
        if (!read) return std::unexpected(read.error());
        return std::make_unique<BattleType>(std::move(*read));
    };
    const auto resolve = [](const Json& setup) -> std::expected<Json, Refusal> {
        const auto resolved = resolve_setup(setup);
        if (!resolved) return std::unexpected(resolved.error());
        return to_json_value(*resolved);
    };
    using Setup = typename decltype(resolve_setup(Json()))::value_type;
    return {.id = words.id,
            .catalog = TypedCatalog(words, lists, schema_of<Setup>()),
            .seats = seats,
            .kinds = kinds,
            .events = events,
            .create = create,
            .resolve = resolve};
}

}  // namespace muster::rules
