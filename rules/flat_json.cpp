#include "rules/flat_json.hpp"

#include <algorithm>

namespace muster {

using flat_json::Kind;
using flat_json::Node;

namespace {

constexpr Node null{};

std::uint64_t bits_of(flat_json::Range text) { return std::bit_cast<std::uint64_t>(text); }

}  // namespace

JsonView::JsonView(const FlatJson& whole) : node_(whole.nodes_.empty() ? &null : whole.nodes_.data()), strings_(whole.strings_.data()) {}

std::optional<JsonView> JsonView::find(std::string_view key) const {
    for (const auto entry : *this)
        if (entry.key() == key) return entry;
    return {};
}

std::vector<JsonView> JsonView::sorted() const {
    std::vector<JsonView> out;
    out.reserve(size());
    for (const auto entry : *this) out.push_back(entry);
    std::ranges::sort(out, is_before_in_jcs, &JsonView::key);
    return out;
}

Json JsonView::json() const {
    switch (kind()) {
        case Kind::null: return nullptr;
        case Kind::boolean: return boolean();
        case Kind::integer: return integer();
        case Kind::natural: return natural();
        case Kind::fraction: return std::bit_cast<double>(node_->bits);
        case Kind::string: return text();
        case Kind::array: break;
        case Kind::object: {
            Json out = Json::object();
            for (const auto entry : *this) out.emplace(entry.key(), entry.json());
            return out;
        }
    }
    Json out = Json::array();
    out.get_ref<Json::array_t&>().reserve(size());
    for (const auto item : *this) out.push_back(item.json());
    return out;
}

namespace {

void append_entries(std::string& out, const auto& entries) {
    out += '{';
    bool first = true;
    for (const auto entry : entries) {
        if (!first) out += ',';
        first = false;
        append_json_string(out, entry.key());
        out += ':';
        append_canonical(out, entry);
    }
    out += '}';
}

bool is_sorted(JsonView object) {
    std::string_view before;
    for (const auto entry : object) {
        if (is_before_in_jcs(entry.key(), before)) return false;
        before = entry.key();
    }
    return true;
}

}  // namespace

void append_canonical(std::string& out, JsonView value) {
    switch (value.kind()) {
        case Kind::null: out += "null"; return;
        case Kind::boolean: out += value.boolean() ? "true" : "false"; return;
        case Kind::integer: return append_integer(out, value.integer());
        case Kind::natural: return append_integer(out, value.natural());
        case Kind::fraction: return append_json(out, value.json());
        case Kind::string: return append_json_string(out, value.text());
        case Kind::object: return is_sorted(value) ? append_entries(out, value) : append_entries(out, value.sorted());
        case Kind::array: break;
    }
    out += '[';
    bool first = true;
    for (const auto item : value) {
        if (!first) out += ',';
        first = false;
        append_canonical(out, item);
    }
    out += ']';
}

FlatJson::FlatJson(const JsonText& text) {
    if (!text.text().empty()) *this = parse_flat_json(text.text()).value();
}

FlatJson::FlatJson(const SharedJson& value) : FlatJson(JsonText(value.dump())) {}

FlatJson::FlatJson(JsonView part) : nodes_(part.node_, part.node_ + part.node_->span) {
    nodes_.front().key = {};
    std::size_t size = 0;
    for (const auto& node : nodes_) size += node.key.size + (node.kind == Kind::string ? std::bit_cast<flat_json::Range>(node.bits).size : 0);
    strings_.reserve(size);
    for (auto& node : nodes_) {
        const JsonView old(&node, part.strings_);
        node.key = keep(old.key());
        if (node.kind == Kind::string) node.bits = bits_of(keep(old.text()));
    }
}

// What fits no Range is far beyond all that is read anywhere.
flat_json::Range FlatJson::keep(std::string_view string) {
    const auto begin = strings_.size();
    strings_ += string;
    return {static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(string.size())};
}

void FlatJson::put(const Json& value, std::string_view key) {
    const auto index = nodes_.size();
    nodes_.push_back({.key = keep(key)});
    const auto is = [&](Kind kind, std::uint64_t bits) {
        nodes_[index].kind = kind;
        nodes_[index].bits = bits;
    };
    switch (value.type()) {
        case Json::value_t::boolean: is(Kind::boolean, value.get<bool>() ? 1 : 0); break;
        case Json::value_t::number_integer: is(Kind::integer, static_cast<std::uint64_t>(value.get<std::int64_t>())); break;
        case Json::value_t::number_unsigned: is(Kind::natural, value.get<std::uint64_t>()); break;
        case Json::value_t::number_float: is(Kind::fraction, std::bit_cast<std::uint64_t>(value.get<double>())); break;
        case Json::value_t::string: is(Kind::string, bits_of(keep(value.get_ref<const std::string&>()))); break;
        case Json::value_t::array:
            is(Kind::array, value.size());
            for (const auto& item : value) put(item, {});
            break;
        case Json::value_t::object:
            is(Kind::object, value.size());
            for (const auto& [name, entry] : value.get_ref<const Json::object_t&>()) put(entry, name);
            break;
        default: break;  // null
    }
    nodes_[index].span = static_cast<std::uint32_t>(nodes_.size() - index);
}

void FlatJson::erase(JsonView entry) {
    const auto at = nodes_.begin() + (entry.node_ - nodes_.data());
    const auto span = at->span;
    nodes_.front().span -= span;
    --nodes_.front().bits;
    nodes_.erase(at, at + span);
}

void FlatJson::add(std::string_view key, std::string_view text) {
    nodes_.push_back({.bits = bits_of(keep(text)), .key = keep(key), .kind = Kind::string});
    ++nodes_.front().span;
    ++nodes_.front().bits;
}

}  // namespace muster
