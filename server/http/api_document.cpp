#include "server/http/api_document.hpp"

#include "protocol/audit.hpp"
#include "protocol/message_schemas.hpp"
#include "protocol/ruleset_description.hpp"
#include "rules/schema.hpp"
#include "server/battle/seat_messages.hpp"
#include "server/http/queries.hpp"

namespace muster::server {

namespace {

constexpr const char* version = "1";

Json component(const std::string& name) { return {{"$ref", "#/components/schemas/" + name}}; }

Json json_content(const Json& schema) { return {{"application/json", {{"schema", schema}}}}; }

Json answer_of(const std::string& about, const Json& content = {}) {
    Json out{{"description", about}};
    if (!content.is_null()) out["content"] = content;
    return out;
}

// A query is read by the definition of a struct; so each of its fields is a parameter.
template <typename T>
Json query_parameters() {
    Json out = Json::array();
    const Json schema = schema_of<T>();
    for (const auto& [name, field] : schema.at("properties").items()) {
        Json parameter{{"name", name}, {"in", "query"}, {"required", false}, {"schema", field}};
        if (field.contains("description")) parameter["description"] = field["description"];
        out.push_back(std::move(parameter));
    }
    return out;
}

/// What stands in the document about one call.
struct Described {
    std::string_view method;
    std::string_view path;
    const char* summary;
    bool bearer = false;  ///< a seat's token may be shown
    Json ok{};            ///< content of the good answer
    Json parameters = Json::array();
    Json body{};  ///< schema; null: none
    int status = 200;
};

/// What a seat says to its battle over HTTP, one schema for each type.
Json posted_messages() {
    Json out = Json::array();
    for (const auto& type : seat_message_types()) {
        Json schema = protocol::posted_message_schema(type);
        schema["properties"]["type"] = Json{{"const", type}};
        schema["required"].push_back("type");
        schema["title"] = type;
        out.push_back(std::move(schema));
    }
    return {{"oneOf", out}};
}

Json events_content() {
    Json out = json_content(component("events"));
    out["text/event-stream"] = {{"schema",
                                 {{"type", "string"},
                                  {"description",
                                   "`event:` is the message's type, `data:` the message as the WebSocket sends it, "
                                   "`id:` the event's number, to be sent back as Last-Event-ID; see /api/v1/asyncapi.json"}}}};
    return out;
}

Json record_content() {
    Json out = json_content(component("record"));
    out["text/plain"] = {{"schema", {{"type", "string"}, {"description", "with `format=text`: what happened, line by line"}}}};
    return out;
}

std::vector<Described> described() {
    const Json any = json_content({{"type", "object"}});
    return {
        {"GET", "/healthz", "Check that the server is up", false, {{"text/plain", {{"schema", {{"type", "string"}}}}}}},
        {"GET",
         "/readyz",
         "Check that the server is ready: the store accepts writes, and the server isn't shutting down. 503 says what is wrong",
         false,
         {{"text/plain", {{"schema", {{"type", "string"}}}}}}},
        {"GET",
         "/metrics",
         "The server's metrics in Prometheus text format; by default only for requests from the same machine",
         false,
         {{"text/plain", {{"schema", {{"type", "string"}}}}}}},
        {"GET", "/api/v1/nudges", "The nudges on offer: the key for Web Push, and where webhooks may go", false, any},
        {"GET", "/api/v1/openapi.json", "This document", false, any},
        {"GET", "/api/v1/asyncapi.json", "The messages of the WebSocket and the event stream", false, any},
        {"GET", "/api/v1/rulesets", "All rulesets, each with its roster, house rules, an example, and JSON Schemas for setups and choices", false, any},
        {"GET", "/api/v1/rulesets/{id}", "One ruleset", false, any},
        {"GET", "/api/v1/rulesets/{id}/description", "How battles of a ruleset are told and shown, with its texts, for whoever doesn't know it", false,
         json_content(protocol::without_dialect(schema_of<protocol::RulesetDescription>())), query_parameters<protocol::DescriptionQuestion>()},
        {"GET", "/api/v1/battles", "The lobby and the archive: public battles, newest first", false, json_content(component("battles")),
         query_parameters<protocol::List>()},
        {"GET", "/api/v1/battles/{id}", "A battle's summary; of a private one, for those who send a token of it", true, json_content(component("summary"))},
        {"GET", "/api/v1/battles/{id}/events",
         "The events after a given one: a list; with `wait`, a long poll; with `Accept: text/event-stream`, a stream. A seat's token adds its open requests",
         true, events_content(), query_parameters<EventsQuery>()},
        {"GET", "/api/v1/battles/{id}/record", "The record, to keep and verify, or a transcript of it; final once the battle is over", true, record_content(),
         query_parameters<RecordQuery>()},
        {"GET", "/api/v1/audit", "All dice of this server's finished battles: how often each face fell, by ruleset, seat and player, beside what fair dice do",
         false, json_content(component("audit")), query_parameters<protocol::AuditQuestion>()},
        {"POST", "/api/v1/battles", "Create a battle. Its seats' tokens are shown only here", false, json_content(component("created")), Json::array(),
         protocol::posted_message_schema("create"), 201},
        {"POST", "/api/v1/battles/{id}/choices", "A seat's choice for an open decision; with an `id`, it is safe to send again", true,
         json_content(component("accepted")), Json::array(), protocol::posted_message_schema("choose")},
        {"POST", "/api/v1/battles/{id}/messages", "Any other message a seat may send, as over the WebSocket", true,
         json_content({{"anyOf", {component("accepted"), component("orders"), component("previewed"), component("invitation")}}}), Json::array(),
         posted_messages()},
        {"POST", "/api/v1/odds", "How often each side wins, from a setup or from a battle's current state", true, any, Json::array(),
         component("odds_question")},
        {"GET", "/api/v1/witness", "By which key this server signs as the witness of battles elsewhere, and which witnesses battles here can have", false, any},
        {"GET", "/api/v1/witnesses", "Which witnesses battles here can have now, each as `options.witness` takes it", false,
         json_content(component("witnesses"))},
        {"POST", "/api/v1/witness", "Asks this server to be the witness of a battle's dice: for a ladder, or for a share", false,
         json_content(component("witness_answer")), Json::array(), component("witness_question")},
        {"POST", "/api/v1/verify", "Verify a record", false, json_content(component("verdict")), Json::array(), component("record")},
    };
}

Json operation(const HttpApi::Route& route, const Described& about) {
    Json parameters = about.parameters;
    if (route.path.contains("{id}")) parameters.push_back({{"name", "id"}, {"in", "path"}, {"required", true}, {"schema", {{"type", "string"}}}});
    Json out{{"summary", about.summary}, {"parameters", parameters}};
    out["responses"] = {{std::to_string(about.status), answer_of("done", about.ok)},
                        {"default", answer_of("refused", {{"application/problem+json", {{"schema", component("problem")}}}})}};
    if (about.bearer) out["security"] = {Json::object(), {{"seat", Json::array()}}};
    if (!about.body.is_null()) out["requestBody"] = {{"required", true}, {"content", json_content(about.body)}};
    return out;
}

Json events_schema() {
    const Json list{{"type", "array"}, {"items", component("event")}};
    const Json next{{"type", "integer"}, {"description", "present if there are more events; pass it as `since` to get them"}};
    const Json requests{{"type", "array"}, {"items", component("request")}};
    const Json seat{{"type", "string"}, {"description", "just looking: that the token opens"}};
    const Json takes_keys{{"type", "boolean"}, {"description", "just looking, while somebody may sit down: whoever does may bring a `key` to sign with"}};
    return {{"type", "object"},
            {"properties",
             {{"battle", {{"type", "string"}}},
              {"generation", {{"type", "string"}}},
              {"head", {{"type", "integer"}}},
              {"events", list},
              {"requests", requests},
              {"seat", seat},
              {"takes_keys", takes_keys},
              {"next", next}}},
            {"required", {"battle", "generation", "head", "events", "requests"}},
            {"additionalProperties", false}};
}

}  // namespace

std::string openapi_text(std::span<const HttpApi::Route> routes) {
    Json schemas = protocol::server_message_schemas();
    for (auto& [name, schema] : protocol::document_schemas().items()) schemas[name] = schema;
    schemas["problem"] = protocol::without_dialect(problem_schema());
    schemas["events"] = events_schema();
    const auto all = described();
    Json paths = Json::object();
    for (const auto& route : routes) {
        const auto found = std::ranges::find_if(all, [&](const Described& each) { return each.method == route.method && each.path == route.path; });
        std::string method = route.method == "GET" ? "get" : "post";
        paths[std::string(route.path)][method] = found == all.end() ? Json::object() : operation(route, *found);
    }
    const Json document{
        {"openapi", "3.1.0"},
        {"info", {{"title", "Muster"}, {"version", version}, {"description", "A battle server for board games. Every path with GET supports HEAD too."}}},
        {"paths", paths},
        {"components", {{"schemas", schemas}, {"securitySchemes", {{"seat", {{"type", "http"}, {"scheme", "bearer"}}}}}}}};
    return document.dump() + "\n";
}

std::string asyncapi_text() {
    const Json from_clients = protocol::client_message_schemas();
    const Json from_server = protocol::server_message_schemas();
    Json messages = Json::object();
    Json websocket = Json::object();
    Json stream = Json::object();
    Json said = Json::array();
    Json heard = Json::array();
    Json streamed = Json::array();
    const auto put = [&](const std::string& type, const Json& schema) {
        messages[type] = {{"name", type}, {"payload", protocol::without_dialect(schema)}};
        websocket[type] = {{"$ref", "#/components/messages/" + type}};
    };
    for (const auto& [type, schema] : from_clients.items()) {
        put(type, schema);
        said.push_back({{"$ref", "#/channels/websocket/messages/" + type}});
    }
    for (const auto& [type, schema] : from_server.items()) {
        put(type, schema);
        heard.push_back({{"$ref", "#/channels/websocket/messages/" + type}});
        const bool answers = type == "created" || type == "accepted" || type == "previewed" || type == "rejected" || type == "error" || type == "unfollowed" ||
                             type == "battles" || type == "pong" || type == "snapshot";
        if (answers) continue;
        stream[type] = websocket[type];
        streamed.push_back({{"$ref", "#/channels/stream/messages/" + type}});
    }
    const Json document{
        {"asyncapi", "3.0.0"},
        {"info", {{"title", "Muster"}, {"version", version}, {"description", "Messages of the WebSocket (subprotocol muster.v1) and the event stream."}}},
        {"defaultContentType", "application/json"},
        {"channels",
         {{"websocket", {{"address", "/ws"}, {"messages", websocket}}},
          {"stream", {{"address", "/api/v1/battles/{id}/events"}, {"parameters", {{"id", {{"description", "the battle's id"}}}}}, {"messages", stream}}}}},
        {"operations",
         {{"hear_clients", {{"action", "receive"}, {"channel", {{"$ref", "#/channels/websocket"}}}, {"messages", said}}},
          {"tell_clients", {{"action", "send"}, {"channel", {{"$ref", "#/channels/websocket"}}}, {"messages", heard}}},
          {"stream_events", {{"action", "send"}, {"channel", {{"$ref", "#/channels/stream"}}}, {"messages", streamed}}}}},
        {"components", {{"messages", messages}}}};
    return document.dump() + "\n";
}

}  // namespace muster::server
