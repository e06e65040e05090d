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

std::string record_text(const RecordHead& head, const std::vector<std::string>& inputs, const std::vector<std::string>& events) {
    std::string out = "{\"format\":\"" + std::string(record_format) + "\"";
    const auto field = [&](const char* key, const auto& value, const Rule&) {
        out += ",\"";
        out += key;
        out += "\":";
        write_text(out, value);
    };
    RecordHead::opening(field, head);
    append_list(out, "inputs", inputs);
    append_list(out, "events", events);
    RecordHead::closing(field, head);
    out += "}\n";
    return out;
}

std::string record_text(const RecordParts& parts) {
    const auto& fold = parts.fold;
    const auto& origin = fold.origin();
    const bool over = fold.phase() == Fold::Phase::over;
    const RecordHead head{.battle = origin.battle,
                          .ruleset = origin.ruleset->id(),
                          .ruleset_version = origin.ruleset->version(),
                          .title = origin.title,
                          .setup = origin.setup,
                          .options = origin.options,
                          .seats = seat_infos(fold),
                          .created_at = parts.created_at,
                          .finished_at = over ? std::optional(parts.finished_at) : std::nullopt,
                          .commitment = fold.commitment(),
                          .server_seed = over ? std::optional(to_hex(origin.server_seed)) : std::nullopt,
                          .outcome = fold.outcome() ? outcome_json(*fold.outcome(), fold.seats()) : Json(nullptr),
                          .chain = to_hex(bytes_of(fold.chain()))};
    return record_text(head, parts.inputs, parts.events);
}

}  // namespace muster::protocol
