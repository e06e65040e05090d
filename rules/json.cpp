#include "rules/long_json.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace muster {

namespace {

// Builds the document while the parser reports it, since nlohmann's own builder has no depth limit and silently keeps
// the last of two equal keys.
class Builder : public nlohmann::json_sax<Json> {
public:
    explicit Builder(const GiveUp& give_up) : give_up_(give_up) {}

    bool null() override { return add(nullptr); }
    bool boolean(bool value) override { return add(value); }
    bool number_integer(number_integer_t value) override { return add(value); }
    bool number_unsigned(number_unsigned_t value) override { return add(value); }
    bool number_float(number_float_t value, const string_t&) override { return add(value); }
    bool string(string_t& value) override { return add(std::move(value)); }
    bool binary(binary_t&) override { return false; }
    bool start_object(std::size_t) override { return open(Json::object()); }
    bool start_array(std::size_t) override { return open(Json::array()); }
    bool end_object() override { return close(); }
    bool end_array() override { return close(); }
    bool key(string_t& value) override {
        if (stack_.back()->contains(value)) return fail("the key \"" + value + "\" is there twice");
        key_ = std::move(value);
        return true;
    }
    bool parse_error(std::size_t position, const std::string&, const nlohmann::detail::exception&) override {
        return fail("not valid JSON near byte " + std::to_string(position));
    }

    Json root{};
    std::string error{};
    bool given_up = false;

private:
    template <typename Value>
    Json* place(Value&& value) {
        if (stack_.empty()) {
            root = std::forward<Value>(value);
            return &root;
        }
        Json& parent = *stack_.back();
        if (parent.is_array()) {
            parent.push_back(std::forward<Value>(value));
            return &parent.back();
        }
        return &(parent[key_] = std::forward<Value>(value));
    }
    template <typename Value>
    bool add(Value&& value) {
        place(std::forward<Value>(value));
        return is_wanted();
    }
    bool is_wanted() {
        constexpr int asked_every = 1'000;
        if (++unasked_ % asked_every == 0) given_up = is_given_up(give_up_);
        return !given_up;
    }
    bool open(Json container) {
        if (stack_.size() >= static_cast<std::size_t>(json_depth_max)) return fail("nested deeper than " + std::to_string(json_depth_max) + " levels");
        stack_.push_back(place(std::move(container)));
        return is_wanted();
    }
    bool close() {
        stack_.pop_back();
        return true;
    }
    bool fail(std::string why) {
        if (error.empty()) error = std::move(why);
        return false;
    }

    const GiveUp& give_up_;
    unsigned unasked_ = 0;
    std::vector<Json*> stack_{};
    std::string key_{};
};

}  // namespace

std::expected<Json, Refusal> parse_json(std::string_view text) { return parse_long_json(text, {}); }

std::expected<Json, Refusal> parse_long_json(std::string_view text, const GiveUp& give_up) {
    if (text.contains('\0')) return refuse(Code::bad_json, "JSON cannot contain a zero byte");  // nlohmann would take it for the end
    if (!is_utf8(text)) return refuse(Code::bad_json, "not valid UTF-8");
    Builder builder(give_up);
    const bool parsed = Json::sax_parse(text.begin(), text.end(), &builder);
    if (builder.given_up) return refuse(Code::server_busy, "nobody is waiting for this any more");
    if (!parsed) return refuse(Code::bad_json, builder.error.empty() ? "not valid JSON" : builder.error);
    return std::move(builder.root);
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
