// What all rulesets that Muster ships have in common: a table of what each says of itself.
#pragma once
#include "rules/schema.hpp"
#include "rules/standing_orders.hpp"

namespace muster::rules {

/// A balanced battle with a name.
struct Preset {
    const char* preset;  ///< unique in its ruleset
    const char* title;
    const char* summary;
    const char* setup;  ///< as JSON
};

/// What a ruleset says of itself in words.
struct Words {
    const char* id;
    const char* title;
    const char* summary;
    std::span<const Preset> presets;  ///< the first is the example
    const char* credits = nullptr;
    const char* licence = nullptr;  ///< where it can be read
};

/// A ruleset by its parts.
struct RulesetParts {
    const Words& words;
    int version = 1;
    const std::vector<std::string>& seats;  ///< of a setup that names none; none: every setup does
    std::span<const DecisionKind> kinds;
    std::span<const EventKind> events;
    /// The catalog's lists: "roster", "house_rules" and whatever else only this ruleset has.
    Json (*lists)();
    std::expected<std::unique_ptr<Battle>, Refusal> (*create)(const Json& setup);
    std::expected<Json, Refusal> (*resolve)(const Json& setup);
    Json setup_schema;
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
    explicit TypedRuleset(RulesetParts parts) : id_(parts.words.id), parts_(std::move(parts)) {}

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

    Json catalog() const override {
        const Words& words = parts_.words;
        Json out = parts_.lists();
        out["title"] = words.title;
        out["summary"] = words.summary;
        if (words.credits) out["credits"] = words.credits;
        if (words.licence) out["licence"] = words.licence;
        out["seats"] = parts_.seats;
        if (!parts_.is_contest) out["contest"] = false;
        out["setup_schema"] = parts_.setup_schema;
        out["choice_schemas"] = choice_schemas(parts_.kinds);
        out["standing_orders"] = standing_orders_catalog(parts_.kinds);
        Json& presets = out["presets"] = Json::array();
        for (const auto& each : words.presets)
            presets.push_back({{"preset", each.preset}, {"title", each.title}, {"summary", each.summary}, {"setup", parse_json(each.setup).value()}});
        out["example"] = presets.front().at("setup");
        return out;
    }

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
    return {.words = words,
            .seats = seats,
            .kinds = kinds,
            .events = events,
            .lists = lists,
            .create = create,
            .resolve = resolve,
            .setup_schema = schema_of<Setup>()};
}

}  // namespace muster::rules
