#include "rules/decision_kind.hpp"

namespace muster::rules {

Json choice_schemas(std::span<const DecisionKind> kinds) {
    Json out = Json::object();
    for (const auto& each : kinds) out[std::string(each.kind)] = each.schema();
    return out;
}

Json event_schemas(std::span<const EventKind> kinds) {
    Json out = Json::object();
    for (const auto& each : kinds) out[std::string(each.event)] = each.schema();
    return out;
}

}  // namespace muster::rules
