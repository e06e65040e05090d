#include "server/http/api_document.hpp"

#include "protocol/audit.hpp"
#include "protocol/message_schemas.hpp"
#include "protocol/ruleset_description.hpp"
#include "rules/schema.hpp"
#include "server/http/answers.hpp"
#include "server/http/api_schemas.hpp"
#include "server/http/queries.hpp"
#include "server/study/notes.hpp"

namespace muster::server {

namespace {

constexpr const char* version = "1";

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

/// Whether a call shows a seat's token.
enum class Token { none, may, must };

/// What stands in the document about one call.
struct Described {
    std::string_view method;
    std::string_view path;
    const char* id;
    const char* summary;
    Json ok{};                   ///< content of the good answer
    std::vector<int> refused{};  ///< with these too, beside what any call may be refused with
    Token token = Token::none;
    Json parameters = Json::array();
    Json body{};  ///< schema; null: none
    int status = 200;
};

Json events_content() {
    Json out = json_content(schema_reference("events"));
    out["text/event-stream"] = {{"schema",
                                 {{"type", "string"},
                                  {"description",
                                   "`event:` is the message's type, `data:` the message as the WebSocket sends it, "
                                   "`id:` the event's number, to be sent back as Last-Event-ID; see /api/v1/asyncapi.json"}}}};
    return out;
}

Json record_content() {
    Json out = json_content(schema_reference("record"));
    out["text/plain"] = {{"schema", {{"type", "string"}, {"description", "with `format=text`: what happened, line by line"}}}};
    return out;
}

Json text_content() { return {{"text/plain", {{"schema", {{"type", "string"}}}}}}; }

Json picture_content(const char* type) { return {{type, {{"schema", {{"type", "string"}, {"contentMediaType", type}}}}}}; }

Json document_content(const std::string& kind) {
    const Json text{{"type", "string"}};
    return json_content({{"type", "object"}, {"properties", {{kind, text}}}, {"required", {kind}}, {"additionalProperties", true}});
}

std::vector<Described> described() {
    return {
        {"GET", "/healthz", "getHealth", "Check that the server is up", text_content()},
        {"GET", "/readyz", "getReadiness",
         "Check that the server is ready: the store accepts writes, and the server isn't shutting down. 503 says what is wrong", text_content()},
        {"GET",
         "/metrics",
         "getMetrics",
         "The server's metrics in Prometheus text format; by default only for requests from the same machine",
         text_content(),
         {403, 404}},
        {"GET",
         "/api/v1/nudges",
         "getNudgesOffer",
         "The nudges on offer: the key for Web Push, and where webhooks may go",
         json_content(schema_reference("nudges")),
         {404}},
        {"GET", "/api/v1/origin", "getOrigin", "Where battles are played: of a relay, which only shows them, the server that it passes on",
         json_content(schema_reference("origin"))},
        {"GET", "/api/v1/openapi.json", "getOpenApi", "This document", document_content("openapi")},
        {"GET", "/api/v1/asyncapi.json", "getAsyncApi", "The messages of the WebSocket and the event stream", document_content("asyncapi")},
        {"GET", "/b/{id}/card.png", "getCard",
         "The battle as a picture, for whoever shows its link; of a battle that isn't for everybody, or isn't there, one that tells nothing",
         picture_content("image/png")},
        {"GET",
         "/b/{id}/battle.gif",
         "getFilm",
         "The battle up to now as a film, a GIF of at most 100 pictures and 400 KB, for whoever shows its link; of a battle that isn't for everybody, or isn't "
         "there, one "
         "that tells nothing",
         picture_content("image/gif"),
         {413}},
        {"GET",
         "/oembed",
         "getOembed",
         "A battle's page as oEmbed has it (https://oembed.com)",
         json_content(protocol::without_dialect(schema_of<OembedAnswer>())),
         {400, 404},
         Token::none,
         query_parameters<OembedQuery>()},
        {"GET", "/api/v1/rulesets", "listRulesets", "All rulesets, each with its roster, house rules, an example, and JSON Schemas for setups and choices",
         json_content(schema_reference("rulesets"))},
        {"GET",
         "/api/v1/rulesets/{id}",
         "getRuleset",
         "One ruleset, with JSON Schemas for its options and events too",
         json_content(schema_reference("ruleset")),
         {404}},
        {"GET",
         "/api/v1/rulesets/{id}/description",
         "getDescription",
         "How battles of a ruleset are told and shown, with its texts, for whoever doesn't know it",
         json_content(protocol::without_dialect(schema_of<protocol::RulesetDescription>())),
         {400, 404},
         Token::none,
         query_parameters<protocol::DescriptionQuestion>()},
        {"GET",
         "/api/v1/battles",
         "listBattles",
         "The lobby and the archive: public battles, newest first",
         json_content(schema_reference("battles")),
         {400},
         Token::none,
         query_parameters<protocol::List>()},
        {"GET",
         "/api/v1/battles/{id}",
         "getBattle",
         "A battle's summary; of a private one, for those who send a token of it",
         json_content(schema_reference("summary")),
         {401, 404},
         Token::may},
        {"GET",
         "/api/v1/battles/{id}/events",
         "getEvents",
         "The events after a given one: a list; with `wait`, a long poll; with `Accept: text/event-stream`, a stream. A seat's token adds its open requests",
         events_content(),
         {400, 401, 403, 404, 409},
         Token::may,
         query_parameters<EventsQuery>()},
        {"GET",
         "/api/v1/battles/{id}/record",
         "getRecord",
         "The record, to keep and verify, or a transcript of it; final once the battle is over",
         record_content(),
         {400, 401, 404},
         Token::may,
         query_parameters<RecordQuery>()},
        {"GET",
         "/api/v1/battles/{id}/ledger",
         "getLedger",
         "Luck told from decisions, of a battle that is over: what each roll and each decision changed in the chances to win, and the sums for each seat",
         json_content(schema_reference("ledger")),
         {401, 404, 413, 422},
         Token::may},
        {"GET",
         "/api/v1/battles/{id}/notes",
         "getNotes",
         "What those who hold its seats have noted at moments of a battle that is over; no part of its record",
         json_content(schema_reference("notes")),
         {400, 401, 404, 422},
         Token::may,
         query_parameters<NotesQuery>()},
        {"GET",
         "/api/v1/audit",
         "getAudit",
         "All dice of this server's finished battles: how often each face fell, by ruleset, seat and player, beside what fair dice do",
         json_content(schema_reference("audit")),
         {400},
         Token::none,
         query_parameters<protocol::AuditQuestion>()},
        {"POST",
         "/api/v1/battles",
         "createBattle",
         "Create a battle. Its seats' tokens are shown only here",
         json_content(schema_reference("created")),
         {400, 413},
         Token::none,
         Json::array(),
         schema_reference("create"),
         201},
        {"POST",
         "/api/v1/battles/{id}/choices",
         "choose",
         "A seat's choice for an open decision; with an `id`, it is safe to send again",
         json_content(schema_reference("accepted")),
         {400, 401, 403, 404, 409, 413, 422},
         Token::must,
         Json::array(),
         schema_reference("choose")},
        {"POST",
         "/api/v1/battles/{id}/messages",
         "say",
         "Any other message a seat may send, as over the WebSocket; to `take` a seat that is open to anyone needs no token",
         json_content({{"anyOf", {schema_reference("accepted"), schema_reference("orders"), schema_reference("previewed"), schema_reference("invitation")}}}),
         {400, 401, 403, 404, 409, 413, 422},
         Token::may,
         Json::array(),
         schema_reference("message")},
        {"POST",
         "/api/v1/battles/{id}/notes",
         "writeNote",
         "Notes something at a moment of a battle that is over, in the place of what the seat noted there; answers all that this seat has noted",
         json_content(schema_reference("notes")),
         {400, 401, 404, 413, 422},
         Token::must,
         Json::array(),
         schema_reference("note_written")},
        {"POST",
         "/api/v1/odds",
         "askOdds",
         "How often each side wins, from a setup or from a battle's current state",
         json_content(schema_reference("odds")),
         {400, 401, 404, 413, 422},
         Token::may,
         Json::array(),
         schema_reference("odds_question")},
        {"GET", "/api/v1/witness", "getWitnessKey",
         "By which key this server signs as the witness of battles elsewhere, and which witnesses battles here can have",
         json_content(schema_reference("witness"))},
        {"GET", "/api/v1/witnesses", "listWitnesses", "Which witnesses battles here can have now, each as `options.witness` takes it",
         json_content(schema_reference("witnesses"))},
        {"POST",
         "/api/v1/witness",
         "askWitness",
         "Asks this server to be the witness of a battle's dice: for a ladder, or for a share",
         json_content(schema_reference("witness_answer")),
         {400, 413},
         Token::none,
         Json::array(),
         schema_reference("witness_question")},
        {"POST",
         "/api/v1/verify",
         "verify",
         "Verify a record",
         json_content(schema_reference("verdict")),
         {400, 413},
         Token::none,
         Json::array(),
         schema_reference("record")},
    };
}

const char* meaning_of(int status) {
    switch (status) {
        case 400: return "it is not well-formed: bad_json, bad_message, bad_setup; `path` says where";
        case 401: return "the token is not one of this battle: bad_token";
        case 403: return "this is not yours: not_your_seat; also of a seat that you have not taken";
        case 404: return "there is no such thing";
        case 409: return "too late: stale_decision, battle_over";
        case 413: return "it is too large: too_large";
        case 422: return "the rules say no: illegal_choice";
        default: return "too much from your address: rate_limited; wait as Retry-After says and send it again";
    }
}

Json refusal(const char* about) { return answer_of(about, {{"application/problem+json", {{"schema", schema_reference("problem")}}}}); }

Json operation(const HttpApi::Route& route, const Described& about) {
    Json out{{"operationId", about.id}, {"summary", about.summary}};
    Json parameters = about.parameters;
    if (route.path.contains("{id}")) parameters.push_back({{"name", "id"}, {"in", "path"}, {"required", true}, {"schema", {{"type", "string"}}}});
    if (!parameters.empty()) out["parameters"] = std::move(parameters);
    Json& responses = out["responses"] = Json{{std::to_string(about.status), answer_of("done", about.ok)}, {"default", refusal("refused for another reason")}};
    for (const int status : about.refused) responses[std::to_string(status)] = refusal(meaning_of(status));
    responses["429"] = refusal(meaning_of(429));
    out["security"] = Json::array();
    if (about.token == Token::may) out["security"].push_back(Json::object());
    if (about.token != Token::none) out["security"].push_back({{"seat", Json::array()}});
    if (!about.body.is_null()) out["requestBody"] = {{"required", true}, {"content", json_content(about.body)}};
    return out;
}

}  // namespace

std::string openapi_text(std::span<const HttpApi::Route> routes, const rules::Rulesets& rulesets) {
    const auto all = described();
    Json paths = Json::object();
    for (const auto& route : routes) {
        const auto found = std::ranges::find_if(all, [&](const Described& each) { return each.method == route.method && each.path == route.path; });
        std::string method = route.method == "GET" ? "get" : "post";
        paths[std::string(route.path)][method] = found == all.end() ? Json::object() : operation(route, *found);
    }
    const Json schemas = referred_to(paths, api_schemas(rulesets));
    const Json document{
        {"openapi", "3.1.0"},
        {"info",
         {{"title", "Muster"},
          {"version", version},
          {"description", "A battle server for board games. Every path with GET supports HEAD too."},
          {"license", {{"name", "MIT"}, {"identifier", "MIT"}}}}},
        {"servers", {{{"url", "/"}, {"description", "the server that this document comes from"}}}},
        {"paths", paths},
        {"components", {{"schemas", schemas}, {"securitySchemes", {{"seat", {{"type", "http"}, {"scheme", "bearer"}, {"description", "a seat's token"}}}}}}}};
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
