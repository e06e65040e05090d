#include "server/http/api_schemas.hpp"

#include <set>

#include "protocol/battle_schemas.hpp"
#include "protocol/ledger/ledger_json.hpp"
#include "protocol/message_schemas.hpp"
#include "rules/schema.hpp"
#include "server/battle/seat_messages.hpp"
#include "server/http/answers.hpp"
#include "server/http/message.hpp"
#include "server/study/notes.hpp"

namespace muster::server {

namespace {

const Json text{{"type", "string"}};
const Json integer{{"type", "integer"}};
const Json number{{"type", "number"}};

Json list_of(const Json& items) { return {{"type", "array"}, {"items", items}}; }
Json map_of(const Json& values) { return {{"type", "object"}, {"additionalProperties", values}}; }
Json or_null(const Json& schema) { return {{"anyOf", {schema, {{"type", "null"}}}}}; }
Json object_of(const Json& properties, const std::vector<std::string>& required) {
    return {{"type", "object"}, {"properties", properties}, {"required", required}, {"additionalProperties", false}};
}
/// Of which no more is said here.
Json open_object(const char* about) { return {{"type", "object"}, {"additionalProperties", true}, {"description", about}}; }
const Json any_choice{{"anyOf", {{{"const", "default"}}, open_object("as RULESET.KIND.choice has it")}}};

/// What a name settles: an object with this word under `key`, and the other members as here.
Json settled(const std::string& key, const std::string& word, Json others) {
    std::vector<std::string> required{key};
    for (const auto& [name, schema] : others.items()) required.push_back(name);
    others[key] = Json{{"const", word}};
    return {{"type", "object"}, {"title", word}, {"properties", std::move(others)}, {"required", required}};
}

class Schemas {
public:
    explicit Schemas(const rules::Rulesets& rulesets) {
        const Json all = protocol::battle_schemas(rulesets);
        for (const auto& [id, each] : all.at("rulesets").items()) {
            setups_.push_back(settled("ruleset", id, {{"setup", put(id + ".setup", each.at("setup"))}}));
            any_setup_.push_back(setups_.back()["properties"]["setup"]);
            put_decisions(id + '.', each.at("decisions"));
            put_events(id + ".event.", each.at("events"));
        }
        put_decisions("", all.at("decisions"));
        put_events("event.", all.at("events"));
    }

    Json finish() {
        Json messages = protocol::server_message_schemas();
        messages.update(protocol::document_schemas());
        for (auto& [name, schema] : messages.items()) put(name, std::move(schema));
        put("outcome", object_of({{"winner", or_null(text)}, {"reason", text}, {"survivors", map_of(integer)}}, {"winner", "reason", "survivors"}));
        put("setup", {{"anyOf", any_setup_}});
        put("problem", protocol::without_dialect(problem_schema()));
        put("events", events());
        put("create", protocol::posted_message_schema("create"));
        put("choose", choose());
        put("message", messages_of_seats());
        put("nudges", protocol::without_dialect(schema_of<NudgesOffer>()));
        put("origin", protocol::without_dialect(schema_of<OriginAnswer>()));
        put("witness", protocol::without_dialect(schema_of<WitnessOffer>()));
        put("odds", odds());
        put("ledger", protocol::without_dialect(schema_of<ledger::LedgerAnswer>()));
        put("notes", protocol::without_dialect(schema_of<Notes>()));
        put("note_written", protocol::without_dialect(schema_of<NoteWritten>()));
        put("ruleset", ruleset());
        put("rulesets", object_of({{"rulesets", list_of(schema_reference("ruleset"))}}, {"rulesets"}));
        for (auto& schema : out_) fill(schema, "");
        narrow("request", decisions_);
        narrow("event", events_);
        narrow("create", setups_);
        return std::move(out_);
    }

private:
    Json put(const std::string& name, Json schema) {
        out_[name] = protocol::without_dialect(std::move(schema));
        return schema_reference(name);
    }

    void put_decisions(const std::string& before, const Json& decisions) {
        for (const auto& [kind, each] : decisions.items()) {
            const auto choice = put(before + kind + ".choice", each.at("choice"));
            choices_.push_back(choice);
            decisions_.push_back(settled("kind", kind, {{"options", put(before + kind + ".options", each.at("options"))}, {"default", choice}}));
        }
    }

    void put_events(const std::string& before, const Json& events) {
        for (const auto& [event, schema] : events.items()) events_.push_back(settled("event", event, {{"data", put(before + event, schema)}}));
    }

    /// What the message itself leaves open is one of these.
    void narrow(const std::string& name, const Json& variants) { out_[name] = Json{{"allOf", {std::move(out_[name]), {{"anyOf", variants}}}}}; }

    // Schemas of values that may be any JSON are empty: here something is known of all of them, by their name.
    void fill(Json& schema, const std::string& key) {
        if (schema.is_array())
            for (auto& each : schema) fill(each, key);
        if (!schema.is_object()) return;
        if (schema.empty() && key != "properties") schema = known(key);
        else
            for (auto& [name, each] : schema.items()) fill(each, name == "anyOf" || name == "items" ? key : name);
    }

    static Json known(const std::string& key) {
        if (key == "setup") return schema_reference("setup");
        if (key == "outcome") return or_null(schema_reference("outcome"));
        if (key == "choice") return any_choice;
        if (key == "options") return open_object("of a request by its `kind`: RULESET.KIND.options; of a battle: as it was created");
        if (key == "state") return open_object("how the battle stands, as its ruleset shows it");
        return open_object("by the name beside it, and the ruleset");
    }

    Json choose() const {
        Json schema = protocol::posted_message_schema("choose");
        Json& choice = schema["properties"]["choice"] = Json{{"anyOf", choices_}, {"description", "as the request's kind has it, or \"default\""}};
        choice["anyOf"].insert(choice["anyOf"].begin(), Json{{"const", "default"}});
        return schema;
    }

    /// What a seat says to its battle, one schema for each type.
    static Json messages_of_seats() {
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

    static Json events() {
        return object_of(
            {{"battle", text},
             {"generation", text},
             {"head", {{"type", "integer"}, {"description", "the battle's last event; with `unspoiled` the last of these"}}},
             {"events", list_of(schema_reference("event"))},
             {"requests", list_of(schema_reference("request"))},
             {"seat", {{"type", "string"}, {"description", "just looking: that the token opens"}}},
             {"takes_keys", {{"type", "boolean"}, {"description", "just looking, while somebody may sit down: whoever does may bring a `key` to sign with"}}},
             {"next", {{"type", "integer"}, {"description", "present if there are more events; pass it as `since` to get them"}}}},
            {"battle", "generation", "head", "events", "requests"});
    }

    static Json odds() {
        Json out = object_of({{"nobody", number},
                              {"reasons", map_of(number)},
                              {"expected_survivors", map_of(number)},
                              {"survivors", list_of(map_of(number))},
                              {"method", {{"enum", {"exact", "simulated"}}}},
                              {"runs", integer},
                              {"standard_error", number},
                              {"policy", {{"enum", {"best", "listed", "default"}}}},
                              {"states", integer},
                              {"milliseconds", number}},
                             {"nobody", "reasons", "expected_survivors", "survivors", "method", "runs", "standard_error", "policy", "states", "milliseconds"});
        out["additionalProperties"] = Json{{"type", "number"}, {"description", "of each seat, under its name: its chance to win"}};
        return out;
    }

    static Json ruleset() {
        const Json schemas = map_of(open_object("a JSON Schema, draft 7"));
        const Json rows = list_of(open_object("a row; which columns, the ruleset's description says"));
        const Json preset =
            object_of({{"preset", text}, {"title", text}, {"summary", text}, {"setup", schema_reference("setup")}}, {"preset", "title", "summary", "setup"});
        const Json rule = object_of({{"id", text}, {"question", text}, {"default", {{"type", {"boolean", "integer", "string"}}}}, {"values", map_of(text)}},
                                    {"id", "question", "default", "values"});
        Json out = object_of({{"id", text},
                              {"version", integer},
                              {"title", text},
                              {"summary", text},
                              {"credits", text},
                              {"licence", text},
                              {"seats", {{"type", "array"}, {"items", text}, {"description", "of a setup that names none; none: every setup does"}}},
                              {"contest", {{"const", false}, {"description", "there where nobody wins"}}},
                              {"house_rules", list_of(rule)},
                              {"standing_orders", open_object("by kind of decision: what orders may say")},
                              {"setup_schema", open_object("a JSON Schema, draft 7")},
                              {"choice_schemas", schemas},
                              {"option_schemas", schemas},
                              {"event_schemas", schemas},
                              {"presets", list_of(preset)},
                              {"example", schema_reference("setup")}},
                             {"id", "version", "title", "summary", "seats", "setup_schema", "choice_schemas", "presets", "example"});
        out["additionalProperties"] = rows;
        out["description"] = "`option_schemas` and `event_schemas` are there where one ruleset is asked for";
        return out;
    }

    Json out_ = Json::object();
    Json setups_ = Json::array();
    Json any_setup_ = Json::array();
    Json decisions_ = Json::array();
    Json choices_ = Json::array();
    Json events_ = Json::array();
};

constexpr std::string_view references_begin = "#/components/schemas/";

void find_references(const Json& part, const Json& schemas, std::set<std::string>& found) {
    if (part.is_object() && part.contains("$ref")) {
        const auto name = part.at("$ref").get<std::string>().substr(references_begin.size());
        if (found.insert(name).second) find_references(schemas.at(name), schemas, found);
    } else if (part.is_structured()) {
        for (const auto& each : part) find_references(each, schemas, found);
    }
}

}  // namespace

Json schema_reference(const std::string& name) { return {{"$ref", std::string(references_begin) + name}}; }

Json api_schemas(const rules::Rulesets& rulesets) { return Schemas(rulesets).finish(); }

Json referred_to(const Json& document, const Json& schemas) {
    std::set<std::string> found;
    find_references(document, schemas, found);
    Json out = Json::object();
    for (const auto& name : found) out[name] = schemas.at(name);
    return out;
}

}  // namespace muster::server
