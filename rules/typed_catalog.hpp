// What a ruleset that Muster ships says of itself in words, and the catalog that shows it.
#pragma once
#include "rules/battle.hpp"
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

/// What only a catalog shows. The module for JavaScript shows none, and has another class in this one's place (clients/wasm/include/rules).
class TypedCatalog {
public:
    /// `lists`: "roster", "house_rules" and whatever else only this ruleset has.
    TypedCatalog(const Words& words, Json (*lists)(), Json setup_schema) : words_(words), lists_(lists), setup_schema_(std::move(setup_schema)) {}

    /// Ruleset::catalog() of the ruleset that this is of.
    Json of(const Ruleset& ruleset) const {
        Json out = lists_();
        out["title"] = words_.title;
        out["summary"] = words_.summary;
        if (words_.credits) out["credits"] = words_.credits;
        if (words_.licence) out["licence"] = words_.licence;
        out["seats"] = ruleset.seats();
        if (!ruleset.is_contest()) out["contest"] = false;
        out["setup_schema"] = setup_schema_;
        out["choice_schemas"] = choice_schemas(ruleset.decision_kinds());
        out["standing_orders"] = standing_orders_catalog(ruleset.decision_kinds());
        Json& presets = out["presets"] = Json::array();
        for (const auto& each : words_.presets)
            presets.push_back({{"preset", each.preset}, {"title", each.title}, {"summary", each.summary}, {"setup", parse_json(each.setup).value()}});
        out["example"] = presets.front().at("setup");
        return out;
    }

private:
    const Words& words_;
    Json (*lists_)();
    Json setup_schema_;
};

}  // namespace muster::rules
