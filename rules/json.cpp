#include "rules/long_json.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <optional>
#include <string>
#include <utility>

namespace muster {

namespace {

using flat_json::Kind;

/// Whether two of an object's entries have the same key; its name.
std::optional<std::string_view> twin(JsonView object) {
    constexpr std::size_t few = 8;
    if (object.size() <= few) {
        for (auto one = object.begin(); one != object.end(); ++one)
            for (auto other = object.begin(); other != one; ++other)
                if (one->key() == other->key()) return one->key();
        return {};
    }
    const auto entries = object.sorted();
    const auto found = std::ranges::adjacent_find(entries, {}, &JsonView::key);
    return found == entries.end() ? std::nullopt : std::optional(found->key());
}

}  // namespace

// Takes down what the parser reports, since nlohmann's own builder makes a tree, has no depth limit and silently keeps the last of two
// equal keys.
class FlatJsonBuilder {
public:
    FlatJsonBuilder(std::size_t text_size, const GiveUp& give_up) : give_up_(give_up) {
        constexpr std::size_t nodes_at_first = 32;  // enough for most messages
        root.nodes_.reserve(std::min(text_size / 4 + 1, nodes_at_first));
        root.strings_.reserve(text_size);
    }

    bool null() { return add(Kind::null, 0); }
    bool boolean(bool value) { return add(Kind::boolean, value ? 1 : 0); }
    bool number_integer(std::int64_t value) { return add(Kind::integer, static_cast<std::uint64_t>(value)); }
    bool number_unsigned(std::uint64_t value) { return add(Kind::natural, value); }
    bool number_float(double value, const std::string&) { return add(Kind::fraction, std::bit_cast<std::uint64_t>(value)); }
    bool string(const std::string& value) { return add(Kind::string, std::bit_cast<std::uint64_t>(root.keep(value))); }
    bool binary(const Json::binary_t&) { return false; }
    bool start_object(std::size_t) { return open(Kind::object); }
    bool start_array(std::size_t) { return open(Kind::array); }
    bool end_object() {
        const auto object = root.view(close());
        const auto key = twin(object);
        return !key || fail("the key \"" + std::string(*key) + "\" is there twice");
    }
    bool end_array() {
        close();
        return true;
    }
    bool key(const std::string& value) {
        key_ = root.keep(value);
        return true;
    }
    bool parse_error(std::size_t position, const std::string&, const nlohmann::detail::exception&) {
        return fail("not valid JSON near byte " + std::to_string(position));
    }

    FlatJson root{};
    std::string error{};
    bool given_up = false;

private:
    bool add(Kind kind, std::uint64_t bits) {
        if (depth_ > 0) ++root.nodes_[open_[depth_ - 1]].bits;
        root.nodes_.push_back({.bits = bits, .key = std::exchange(key_, {}), .kind = kind});
        constexpr int asked_every = 1'000;
        if (++unasked_ % asked_every == 0) given_up = is_given_up(give_up_);
        return !given_up;
    }
    bool open(Kind kind) {
        if (depth_ == open_.size()) return fail("nested deeper than " + std::to_string(json_depth_max) + " levels");
        const auto index = static_cast<std::uint32_t>(root.nodes_.size());
        const bool wanted = add(kind, 0);
        open_[depth_++] = index;
        return wanted;
    }
    std::uint32_t close() {
        const auto index = open_[--depth_];
        root.nodes_[index].span = static_cast<std::uint32_t>(root.nodes_.size() - index);
        return index;
    }
    bool fail(std::string why) {
        error = std::move(why);
        return false;
    }

    const GiveUp& give_up_;
    unsigned unasked_ = 0;
    std::array<std::uint32_t, json_depth_max> open_{};  ///< arrays and objects that are not closed, from the outermost
    std::size_t depth_ = 0;
    flat_json::Range key_{};
};

std::expected<FlatJson, Refusal> parse_long_json(std::string_view text, const GiveUp& give_up) {
    if (text.contains('\0')) return refuse(Code::bad_json, "JSON cannot contain a zero byte");  // nlohmann would take it for the end
    if (!is_utf8(text)) return refuse(Code::bad_json, "not valid UTF-8");
    FlatJsonBuilder builder(text.size(), give_up);
    const bool parsed = Json::sax_parse(text.begin(), text.end(), &builder);
    if (builder.given_up) return refuse(Code::server_busy, "nobody is waiting for this any more");
    if (!parsed) return refuse(Code::bad_json, builder.error.empty() ? "not valid JSON" : builder.error);
    return std::move(builder.root);
}

std::expected<FlatJson, Refusal> parse_flat_json(std::string_view text) { return parse_long_json(text, {}); }

std::expected<Json, Refusal> parse_json(std::string_view text) {
    const auto read = parse_flat_json(text);
    if (!read) return std::unexpected(read.error());
    return JsonView(*read).json();
}

bool is_utf8(std::string_view text) {
    const auto* at = reinterpret_cast<const unsigned char*>(text.data());
    const auto* end = at + text.size();
    while (at < end) {
        if (*at < 0x80) {
            ++at;
            continue;
        }
        const int more = *at >= 0xf0 ? 3 : *at >= 0xe0 ? 2 : 1;
        if (*at < 0xc2 || *at > 0xf4 || end - at <= more) return false;
        std::uint32_t point = *at & (0x3fU >> more);
        for (int i = 1; i <= more; ++i) {
            if ((at[i] & 0xc0) != 0x80) return false;
            point = point << 6 | (at[i] & 0x3fU);
        }
        constexpr std::uint32_t smallest[] = {0, 0x80, 0x800, 0x10000};
        if (point < smallest[more] || point > 0x10ffff || (point >= 0xd800 && point <= 0xdfff)) return false;
        at += more + 1;
    }
    return true;
}

}  // namespace muster
