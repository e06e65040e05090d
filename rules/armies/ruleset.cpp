#include "rules/armies/ruleset.hpp"

#include "rules/armies/battle.hpp"
#include "rules/armies/choices.hpp"
#include "rules/armies/setup.hpp"
#include "rules/schema.hpp"
#include "rules/standing_orders.hpp"

namespace muster::rules::armies {

namespace {

constexpr const char* example = R"({
  "attacker": {"population": 4, "armies": 3, "advances": ["metalworking", "military", "mathematics"]},
  "defender": {"population": 5, "armies": 1, "advances": ["metalworking"]},
  "population_limit": 2})";

constexpr const char* summary =
    "Two sides share an area that cannot feed them all. They give up tokens in turn until so few are left that all may "
    "stay, or one side is gone. Advances and army tokens give an advantage, which settles who loses the first tokens. "
    "A city is assaulted once its defenders are gone. No dice: the owners choose which of their tokens go.";

constexpr std::array kinds{decision_kind<RemoveChoice>("remove", Pieces::own, "goes first")};

class Armies final : public Ruleset {
public:
    const std::string& id() const override { return id_; }
    int version() const override { return 1; }
    const std::vector<std::string>& seats() const override { return seat_names(); }
    std::span<const DecisionKind> decision_kinds() const override { return kinds; }

    std::expected<std::unique_ptr<Battle>, Refusal> create(const Json& setup) const override {
        const auto area = read_setup(setup);
        if (!area) return std::unexpected(area.error());
        return std::make_unique<ArmiesBattle>(*area);
    }

    Json catalog() const override {
        return {{"title", "Armies"},
                {"summary", summary},
                {"credits",
                 "After \"Armies: Military unit rules for Advanced Civilization\", an optional rule published without its author's name; "
                 "told in our own words."},
                {"seats", seat_names()},
                {"roster", Json::array()},
                {"house_rules", Json::array()},
                {"setup_schema", schema_of<Setup>()},
                {"choice_schemas", choice_schemas(kinds)},
                {"standing_orders", standing_orders_catalog(kinds)},
                {"example", parse_json(example).value()}};
    }

private:
    const std::string id_ = "armies";
};

}  // namespace

const Ruleset& ruleset() {
    static const Armies instance;
    return instance;
}

}  // namespace muster::rules::armies
