#include "protocol/record.hpp"

#include <algorithm>

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

/// Writes `,"key":value` for each field, as FieldTextWriter does.
auto field_writer(std::string& out) {
    return [&out](std::string_view key, const auto& value, const Rule& rule) {
        if (rule.sparse && fields_detail::is_default(value)) return;
        fields_detail::append_key(out, key, true);
        write_text<FieldTextWriter>(out, value);
    };
}

// More than these is not the same number for everyone who reads JSON (RFC 7493, 2.2).
constexpr std::int64_t integer_max = (std::int64_t{1} << 53) - 1;

bool is_exact(JsonView json) {
    switch (json.kind()) {
        case JsonView::Kind::fraction: return false;
        case JsonView::Kind::integer: return json.integer() >= -integer_max && json.integer() <= integer_max;
        case JsonView::Kind::natural: return json.natural() <= static_cast<std::uint64_t>(integer_max);
        case JsonView::Kind::array:
        case JsonView::Kind::object: return std::ranges::all_of(json, is_exact);
        default: return true;
    }
}

/// Where the first number is that is not exact. Precondition: there is one.
std::string inexact_place(JsonView json, const JsonPath& path) {
    if (json.is_object()) {
        for (const auto entry : json.sorted())
            if (!is_exact(entry)) return inexact_place(entry, path / entry.key());
    } else if (json.is_array()) {
        std::size_t index = 0;
        for (const auto item : json) {
            if (!is_exact(item)) return inexact_place(item, path / index);
            ++index;
        }
    }
    return path.text();
}

}  // namespace

std::string_view record_format(Proof proof) { return proof == Proof::first ? "muster.record/1" : "muster.record/2"; }

std::expected<Record, Refusal> read_record(std::string_view text, const GiveUp& give_up) {
    auto json = parse_long_json(text, give_up);
    if (!json) return std::unexpected(std::move(json.error()));
    if (!JsonView(*json).is_object()) return refuse(Code::bad_message, "a record is an object");
    if (!is_exact(*json)) return refuse(Code::bad_message, "expected an integer from -9007199254740991 to 9007199254740991", inexact_place(*json, ""));
    auto record = read_fields<Record>(*json, Code::bad_message);
    if (!record) return record;
    if (record->format != record_format(Proof::first) && record->format != record_format(Proof::second))
        return refuse(Code::bad_message, "unknown format \"" + record->format + "\"; expected " + std::string(record_format(Proof::second)), "/format");
    if (record->format != record_format(record->proof()))
        return refuse(Code::bad_message, record->proof() == Proof::first ? "\"server_key\" is missing" : "a record of this format has no server_key",
                      "/server_key");
    if (record->proof() == Proof::first && !record->shown.empty()) return refuse(Code::bad_message, "unknown field \"shown\"", "/shown");
    if (record->proof() == Proof::first && !record->signature.empty()) return refuse(Code::bad_message, "unknown field \"signature\"", "/signature");
    record->inputs.reserve(record->kept.size());
    for (const auto& each : record->kept) {
        auto input = read_input(each, record->proof(), JsonPath("/inputs") / record->inputs.size());
        if (!input) return std::unexpected(std::move(input.error()));
        record->inputs.push_back(std::move(*input));
    }
    return record;
}

std::string record_opening(const RecordHead& head) {
    std::string out = "{\"format\":\"" + std::string(record_format(head.proof())) + "\"";
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

RecordHead record_head(const Fold& fold, const std::optional<SignedHead>& signed_head, const std::string& created_at, const std::string& finished_at) {
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
            .server_key = to_hex(origin.server_key),
            .server_seed = over ? std::optional(to_hex(origin.server_seed)) : std::nullopt,
            .outcome = fold.outcome() ? outcome_json(*fold.outcome(), fold.seats()) : Json(nullptr),
            .chain = to_hex(bytes_of(fold.chain().head())),
            .shown = signed_head ? signed_head->shown : "",
            .signature = over && signed_head ? signed_head->signature : ""};
}

std::string record_text(const RecordParts& parts) {
    return record_text(record_head(parts.fold, parts.signed_head, parts.created_at, parts.finished_at), parts.inputs, parts.events);
}

}  // namespace muster::protocol
