#include "protocol/record.hpp"

#include "rules/long_json.hpp"

namespace muster::protocol {

namespace {

void append_items(std::string& out, const std::vector<std::string>& items) {
    bool first = true;
    for (const auto& item : items) {
        out += first ? "\n" : ",\n";
        first = false;
        out += item;
    }
}

/// Writes `,"key":value` for each field.
auto field_writer(std::string& out) {
    return [&out](std::string_view key, const auto& value, const Rule&) {
        fields_detail::append_key(out, key, true);
        write_text<FieldTextWriter>(out, value);
    };
}

}  // namespace

std::expected<Record, Refusal> read_record(std::string_view text, const GiveUp& give_up) {
    auto json = parse_long_json(text, give_up);
    if (!json) return std::unexpected(std::move(json.error()));
    if (!JsonView(*json).is_object()) return refuse(Code::bad_message, "a record is an object");
    auto record = read_fields<Record>(*json, Code::bad_message);
    if (record && record->format != record_format)
        return refuse(Code::bad_message, "unknown format \"" + record->format + "\"; expected " + std::string(record_format), "/format");
    return record;
}

std::string record_opening(const RecordHead& head) {
    std::string out = "{\"format\":\"" + std::string(record_format) + "\"";
    RecordHead::opening(field_writer(out), head);
    return out + ",\"inputs\":[";
}

std::string record_closing(const RecordHead& head) {
    std::string out = "]";
    RecordHead::closing(field_writer(out), head);
    return out + "}\n";
}

std::string record_text(const RecordHead& head, const std::vector<std::string>& inputs, const std::vector<std::string>& events) {
    std::string out = record_opening(head);
    append_items(out, inputs);
    out += record_between;
    append_items(out, events);
    return out + record_closing(head);
}

RecordHead record_head(const Fold& fold, const std::string& created_at, const std::string& finished_at) {
    const auto& origin = fold.origin();
    const bool over = fold.phase() == Fold::Phase::over;
    return {.battle = origin.battle,
            .ruleset = origin.ruleset->id(),
            .ruleset_version = origin.ruleset->version(),
            .title = origin.title,
            .setup = origin.setup,
            .options = origin.options,
            .seats = seat_infos(fold),
            .created_at = created_at,
            .finished_at = over ? std::optional(finished_at) : std::nullopt,
            .commitment = fold.commitment(),
            .server_seed = over ? std::optional(to_hex(origin.server_seed)) : std::nullopt,
            .outcome = fold.outcome() ? outcome_json(*fold.outcome(), fold.seats()) : Json(nullptr),
            .chain = to_hex(bytes_of(fold.chain()))};
}

std::string record_text(const RecordParts& parts) {
    return record_text(record_head(parts.fold, parts.created_at, parts.finished_at), parts.inputs, parts.events);
}

}  // namespace muster::protocol
