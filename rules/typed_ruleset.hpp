// What all rulesets that Muster ships have in common: a table of what each says of itself.
#pragma once
#include "rules/schema.hpp"
#include "rules/standing_orders.hpp"

namespace muster::rules {

/// A ruleset by its parts.
struct RulesetParts {
    std::string id;
    int version = 1;
    const std::vector<std::string>& seats;
    std::span<const DecisionKind> kinds;
    std::expected<std::unique_ptr<Battle>, Refusal> (*create)(const Json& setup);
    /// What only this ruleset can say: title, summary, credits, roster, house_rules and whatever else it has.
    Json (*about)();
    Json setup_schema;
    const char* example;  ///< a setup, as JSON
};

class TypedRuleset final : public Ruleset {
public:
    explicit TypedRuleset(RulesetParts parts) : parts_(std::move(parts)) {}

    const std::string& id() const override { return parts_.id; }
    int version() const override { return parts_.version; }
    const std::vector<std::string>& seats() const override { return parts_.seats; }
    std::span<const DecisionKind> decision_kinds() const override { return parts_.kinds; }
    std::expected<std::unique_ptr<Battle>, Refusal> create(const Json& setup) const override { return parts_.create(setup); }

    Json catalog() const override {
        Json out = parts_.about();
        out["seats"] = parts_.seats;
        out["setup_schema"] = parts_.setup_schema;
        out["choice_schemas"] = choice_schemas(parts_.kinds);
        out["standing_orders"] = standing_orders_catalog(parts_.kinds);
        out["example"] = parse_json(parts_.example).value();
        return out;
    }

private:
    RulesetParts parts_;
};

/// The battle of a setup that `read` could read.
template <typename BattleType>
std::expected<std::unique_ptr<Battle>, Refusal> battle_of(auto&& read) {
    if (!read) return std::unexpected(read.error());
    return std::make_unique<BattleType>(std::move(*read));
}

}  // namespace muster::rules
