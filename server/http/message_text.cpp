#include "server/http/message_text.hpp"

#include <charconv>

#include "protocol/server_messages.hpp"

namespace muster::server {

std::vector<std::string_view> texts_in(std::string_view frames) {
    std::vector<std::string_view> out;
    const auto byte = [&](std::size_t at) { return static_cast<std::size_t>(static_cast<unsigned char>(frames[at])); };
    for (std::size_t at = 0; at < frames.size();) {
        std::size_t size = byte(at + 1);
        const std::size_t extra = size == 126 ? 2 : size == 127 ? 8 : 0;
        at += 2;
        if (extra > 0) size = 0;
        for (std::size_t i = 0; i < extra; ++i) size = size << 8 | byte(at + i);
        at += extra;
        out.push_back(frames.substr(at, size));
        at += size;
    }
    return out;
}

std::string_view type_of(std::string_view text) {
    constexpr std::string_view begin = R"({"type":")";  // message_text() and event_text() write it first
    text.remove_prefix(begin.size());
    return text.substr(0, text.find('"'));
}

std::int64_t number_in(std::string_view text, std::string_view field) {
    const auto name = ",\"" + std::string(field) + "\":";
    const auto at = text.find(name);
    std::int64_t out = 0;
    if (at != std::string_view::npos) std::from_chars(text.data() + at + name.size(), text.data() + text.size(), out);
    return out;
}

Refusal refusal_in(std::string_view rejected) {
    const auto json = parse_json(rejected);
    Refusal out;
    if (!json) return out;
    out.message = json->value("message", "");
    out.path = json->value("path", "");
    const auto word = json->value("code", "");
    for (int code = 0; code <= static_cast<int>(Code::internal); ++code)
        if (name(static_cast<Code>(code)) == word) out.code = static_cast<Code>(code);
    return out;
}

}  // namespace muster::server
