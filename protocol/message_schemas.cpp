#include "protocol/message_schemas.hpp"

#include "protocol/audit.hpp"
#include "protocol/mine.hpp"
#include "protocol/odds.hpp"
#include "protocol/record.hpp"
#include "protocol/server_messages.hpp"
#include "protocol/verify.hpp"
#include "rules/schema.hpp"

namespace muster {

/// What a decision offers: any JSON, whether it is shared or not.
template <>
Json value_schema<SharedJson>(const Rule& rule) {
    return value_schema<Json>(rule);
}

}  // namespace muster

namespace muster::protocol {

namespace {

/// An event as event_text() writes it, which joins texts that are there already.
struct EventMessage {
    static constexpr std::string_view type = "event";
    std::string battle;
    std::int64_t seq = 0;
    std::string at;
    std::string event;
    Json data;
    static void fields(auto& visit, auto& self) {
        list_fields(visit, "battle", self.battle);
        visit("seq", self.seq, Rule{.min = 1, .about = "numbered from 1, without gaps for any viewer"});
        visit("at", self.at, Rule{.about = "RFC 3339 UTC with milliseconds"});
        visit("event", self.event, Rule{.about = "what happened"});
        list_fields(visit, "data", self.data);
    }
};

template <typename T>
void put_message(Json& out) {
    Json schema = without_dialect(schema_of<T>());
    schema["properties"]["type"] = Json{{"const", T::type}};
    schema["properties"]["id"] = Json{{"type", "string"}, {"description", "the id that the client gave the message this answers"}};
    schema["required"].push_back("type");
    out[std::string(T::type)] = std::move(schema);
}

template <typename... Ts>
Json messages() {
    Json out = Json::object();
    (put_message<Ts>(out), ...);
    return out;
}

}  // namespace

Json without_dialect(Json schema) {
    schema.erase("$schema");
    return schema;
}

Json server_message_schemas() {
    return messages<Created, Following, Snapshot, EventMessage, Request, Previewed, RequestClosed, Orders, Accepted, Rejected, ErrorMessage, Invitation,
                    Unfollowed, Battles, Presence, ClockState, Reminder, Notice, LastHead, Meeting, Led, Pointed, Remarked, Company, Parted, Pong>();
}

Json posted_message_schema(const std::string& type) {
    Json schema = without_dialect(client_message_schemas().at(type));
    for (const auto* known : {"type", "battle"}) {
        schema["properties"].erase(known);
        std::erase(schema["required"].get_ref<Json::array_t&>(), Json(known));
    }
    return schema;
}

Json record_schema() {
    Json schema = without_dialect(schema_of<Record>());
    Json& inputs = schema["properties"]["inputs"]["items"] = input_schema();
    for (auto& each : inputs["anyOf"]) each = without_dialect(std::move(each));
    return schema;
}

Json document_schemas() {
    return {{"summary", without_dialect(schema_of<BattleSummary>())},
            {"battles", without_dialect(schema_of<Battles>())},
            {"record", record_schema()},
            {"mine", without_dialect(mine_schema())},
            {"verdict", without_dialect(schema_of<Verdict>())},
            {"audit", without_dialect(schema_of<Audit>())},
            {"witness_answer", without_dialect(schema_of<WitnessAnswer>())},
            {"witness_question", without_dialect(schema_of<WitnessQuestion>())},
            {"witnesses", without_dialect(schema_of<WitnessesOnOffer>())},
            {"odds_question", without_dialect(schema_of<OddsQuestion>())}};
}

}  // namespace muster::protocol
