#include "protocol/record.hpp"

namespace muster::protocol {

namespace {

void append_list(std::string& out, const char* key, const std::vector<std::string>& items) {
    out += ",\"";
    out += key;
    out += "\":[";
    bool first = true;
    for (const auto& item : items) {
        out += first ? "\n" : ",\n";
        first = false;
        out += item;
    }
    out += "]";
}

}  // namespace

std::expected<Record, Refusal> read_record(std::string_view text) {
    auto json = parse_json(text);
    if (!json) return std::unexpected(std::move(json.error()));
    if (!json->is_object()) return refuse(Code::bad_message, "a record is an object");
    auto record = read_fields<Record>(*json, Code::bad_message);
    if (record && record->format != record_format)
        return refuse(Code::bad_message, "unknown format \"" + record->format + "\"; expected " + std::string(record_format), "/format");
    return record;
}

std::string record_text(const RecordParts& parts) {
    const auto& fold = parts.fold;
    const auto& origin = fold.origin();
    const bool over = fold.phase() == Fold::Phase::over;
    std::string out = "{\"format\":\"" + std::string(record_format) + "\"";
    const auto field = [&](const char* key, const auto& value) {
        out += ",\"";
        out += key;
        out += "\":";
        write_text(out, value);
    };
    field("battle", origin.battle);
    field("ruleset", origin.ruleset->id());
    field("ruleset_version", origin.ruleset->version());
    field("title", origin.title);
    field("setup", origin.setup);
    field("options", origin.options);
    field("seats", seat_infos(fold));
    field("created_at", parts.created_at);
    field("finished_at", over ? std::optional(parts.finished_at) : std::nullopt);
    field("commitment", fold.commitment());
    field("server_seed", over ? std::optional(to_hex(origin.server_seed)) : std::nullopt);
    append_list(out, "inputs", parts.inputs);
    append_list(out, "events", parts.events);
    field("outcome", fold.outcome() ? outcome_json(*fold.outcome(), fold.seats()) : Json(nullptr));
    field("chain", to_hex(bytes_of(fold.chain())));
    out += "}\n";
    return out;
}

}  // namespace muster::protocol
