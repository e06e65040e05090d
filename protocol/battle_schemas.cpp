#include "protocol/battle_schemas.hpp"

#include "protocol/fold_events.hpp"
#include "protocol/message_schemas.hpp"
#include "protocol/ready.hpp"
#include "protocol/ruleset_description.hpp"
#include "protocol/shares.hpp"
#include "rules/describe/library.hpp"
#include "rules/drive.hpp"
#include "rules/schema.hpp"

namespace muster::protocol {

namespace {

/// What a seat did, by the fields that each of these events has: those that are always there, and those that may be.
struct SeatEvent {
    const char* event;
    std::vector<std::string> always{};
    std::vector<std::string> perhaps{};
};

const std::vector<SeatEvent>& seat_events() {
    static const std::vector<SeatEvent> all{{"seat_taken", {"seat", "name"}, {"nonce", "ladder", "key"}},
                                            {"ladder_renewed", {"seat", "ladder"}, {"key"}},
                                            {"conceded", {"seat"}, {"step"}},
                                            {"draw_offered", {"seat"}},
                                            {"draw_answered", {"seat", "accept"}},
                                            {"forfeited", {"seat"}, {"step"}},
                                            {"claimed", {"seat"}},
                                            {"seat_handed_over", {"seat"}, {"name"}},
                                            {"closed", {}, {"step"}}};
    return all;
}

Json seat_schema(const SeatEvent& each) {
    const Json whole = schema_of<SeatData>();
    Json out = whole;
    out["properties"] = Json::object();
    for (const auto& key : each.always) out["properties"][key] = whole["properties"][key];
    for (const auto& key : each.perhaps) out["properties"][key] = whole["properties"][key];
    out["required"] = each.always;
    // There always, so never null.
    if (out["properties"].contains("accept")) out["properties"]["accept"] = Json{{"type", "boolean"}};
    return out;
}

Json common_events() {
    Json out = rules::common_event_schemas();
    out["battle_ended"]["properties"]["survivors"] = Json{{"type", "object"}, {"additionalProperties", {{"type", "integer"}}}};
    out["battle_created"] = schema_of<CreatedData>();
    out["battle_started"] = schema_of<StartedData>();
    for (const auto& each : seat_events()) out[each.event] = seat_schema(each);
    out["said"] = schema_of<SaidData>();
    out["decision_sealed"] = schema_of<SealData>();
    out["decision_unsealed"] = schema_of<SealData>();
    out["choice_sealed"] = schema_of<ChoiceSealedData>();
    out["share_given"] = schema_of<ShareGivenData>();
    out["witness_joined"] = schema_of<WitnessJoinedData>();
    out["witness_share_given"] = schema_of<WitnessShareData>();
    out["clock_credited"] = schema_of<CreditData>();
    out["rematch_wanted"] = schema_of<RematchWantedData>();
    out["rematch_withdrawn"] = schema_of<RematchWithdrawnData>();
    out["rematch_made"] = schema_of<RematchMadeData>();
    return out;
}

/// All of them stand in one document.
Json without_dialects(Json schemas) {
    for (auto& each : schemas) each = without_dialect(std::move(each));
    return schemas;
}

Json decision_schemas(const rules::Ruleset& ruleset) {
    Json out = Json::object();
    for (const auto& each : ruleset.decision_kinds()) {
        Json& kind = out[std::string(each.kind)];
        kind = {{"options", without_dialect(each.options_schema())}, {"choice", without_dialect(each.schema())}};
        if (each.meaning_schema) kind["meaning"] = without_dialect(each.meaning_schema());
    }
    return out;
}

}  // namespace

Json battle_schemas(const rules::Rulesets& rulesets) {
    Json by_ruleset = Json::object();
    for (const auto* each : rulesets.newest())
        by_ruleset[each->id()] = {{"setup", without_dialect(each->catalog().at("setup_schema"))},
                                  {"events", without_dialects(rules::event_schemas(each->event_kinds()))},
                                  {"decisions", decision_schemas(*each)}};
    for (auto& [id, each] : by_ruleset.items())
        if (const auto* description = rules::describe::description_of(id)) each["describe"] = to_json_value(*description);
    const Json ready{{"options", without_dialect(schema_of<ReadyOptions>())}, {"choice", without_dialect(schema_of<ReadyChoice>())}};
    const Json share{{"options", without_dialect(schema_of<ShareOptions>())}, {"choice", without_dialect(schema_of<ShareChoice>())}};
    return {{"events", without_dialects(common_events())},
            {"decisions", {{"ready", ready}, {"share", share}}},
            {"rulesets", std::move(by_ruleset)},
            {"description", without_dialect(schema_of<RulesetDescription>())}};
}

Json catalog_of(const rules::Ruleset& ruleset) {
    Json out = ruleset.catalog();
    out["id"] = ruleset.id();
    out["version"] = ruleset.version();
    return out;
}

Json whole_catalog_of(const rules::Ruleset& ruleset) {
    Json out = catalog_of(ruleset);
    out["option_schemas"] = Json::object();
    for (const auto& each : ruleset.decision_kinds()) out["option_schemas"][std::string(each.kind)] = each.options_schema();
    out["event_schemas"] = rules::event_schemas(ruleset.event_kinds());
    return out;
}

}  // namespace muster::protocol
