#include "server/http/message.hpp"

#include <charconv>

#include "protocol/ids.hpp"
#include "rules/schema.hpp"
#include "server/base/refusals.hpp"

namespace muster::server {

namespace {

int status_of(Code code) {
    switch (code) {
        case Code::bad_json:
        case Code::bad_message:
        case Code::bad_setup: return 400;
        case Code::bad_token: return 401;
        case Code::not_your_seat: return 403;
        case Code::unknown_battle: return 404;
        case Code::stale_decision:
        case Code::battle_over: return 409;
        case Code::too_large: return 413;
        case Code::illegal_choice: return 422;
        case Code::rate_limited: return 429;
        case Code::server_busy: return 503;
        case Code::internal: return 500;
    }
    return 500;
}

struct Problem {
    std::string title;
    int status = 0;
    std::string detail;
    std::string code;
    std::string path;
    static void fields(auto& visit, auto& self) {
        list_fields(visit, "title", self.title, "status", self.status, "detail", self.detail, "code", self.code);
        visit("path", self.path, Rule{.sparse = true});
    }
};

/// Whether `wanted`, a list of tags or "*", names this one. Weak comparison, as RFC 9110 says for If-None-Match.
bool names_tag(std::string_view wanted, std::string_view tag) {
    while (!wanted.empty()) {
        auto each = wanted.substr(0, wanted.find(','));
        wanted.remove_prefix(std::min(wanted.size(), each.size() + 1));
        while (each.starts_with(' ')) each.remove_prefix(1);
        while (each.ends_with(' ')) each.remove_suffix(1);
        if (each.starts_with("W/")) each.remove_prefix(2);
        if (each == tag || each == "*") return true;
    }
    return false;
}

}  // namespace

Json problem_schema() { return schema_of<Problem>(); }

HttpResponse with_tag(HttpResponse response, const HttpRequest& request, std::string version) {
    if (response.status != 200) return response;
    if (version.empty()) version = protocol::to_hex(protocol::bytes_of(protocol::sha256(response.body))).substr(0, 32);
    const auto tag = '"' + version + '"';
    response.headers["ETag"] = tag;
    response.headers.try_emplace("Cache-Control", "no-cache");
    if (names_tag(request.if_none_match, tag)) {
        response.status = 304;
        response.body.clear();
    }
    return response;
}

HttpResponse problem(int status, const Refusal& refusal) {
    std::string title(name(refusal.code));
    std::ranges::replace(title, '_', ' ');
    HttpResponse out{status, "application/problem+json",
                     to_text(Problem{title, status, refusal.message, std::string(name(refusal.code)), refusal.path}) + "\n"};
    if (status == 503 || status == 429) out.headers["Retry-After"] = "1";
    if (status == 401) out.headers["WWW-Authenticate"] = "Bearer";
    return out;
}

HttpResponse problem(const Refusal& refusal) {
    auto out = problem(status_of(refusal.code), refusal);
    out.elsewhere = is_another_servers(refusal);
    return out;
}

HttpResponse too_fast(const Pace::Taken& none, std::string sentence) {
    auto out = problem({Code::rate_limited, std::move(sentence)});
    out.headers["Retry-After"] = std::to_string(std::chrono::ceil<std::chrono::seconds>(none.wait).count());
    return out;
}

HttpResponse searches_too_fast(const Pace::Taken& none) { return too_fast(none, "too many searches from your address; wait a moment and send it again"); }

std::optional<std::string> decode_url(std::string_view text, bool plus_is_space) {
    std::string out;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '%') {
            const auto byte = i + 2 < text.size() ? protocol::from_hex(text.substr(i + 1, 2)) : std::nullopt;
            if (!byte) return {};
            out += *byte;
            i += 2;
        } else {
            out += plus_is_space && text[i] == '+' ? ' ' : text[i];
        }
    }
    if (!is_utf8(out)) return {};
    return out;
}

std::string encode_url(std::string_view text) {
    constexpr std::string_view digits = "0123456789ABCDEF";
    std::string out;
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '_' || c == '.') out += c;
        else out.append({'%', digits[byte >> 4], digits[byte & 15]});
    }
    return out;
}

std::expected<HttpQuery, Refusal> read_query(std::string_view text) {
    HttpQuery out;
    while (!text.empty()) {
        const auto part = text.substr(0, text.find('&'));
        text.remove_prefix(std::min(text.size(), part.size() + 1));
        if (part.empty()) continue;
        const auto equals = part.find('=');
        const auto key = decode_url(part.substr(0, equals), true);
        const auto value = decode_url(equals == std::string_view::npos ? "" : part.substr(equals + 1), true);
        if (!key || !value) return refuse(Code::bad_message, "the query is not well-formed");
        if (!out.emplace(*key, *value).second) return refuse(Code::bad_message, "\"" + *key + "\" is there twice", "/" + *key);
    }
    return out;
}

Json query_json(const HttpQuery& query, const std::vector<std::string_view>& numbers, const std::vector<std::string_view>& flags) {
    Json out = Json::object();
    for (const auto& [key, value] : query) {
        std::int64_t number = 0;
        const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), number);
        const bool is_number = std::ranges::find(numbers, key) != numbers.end() && error == std::errc() && end == value.data() + value.size();
        const bool is_flag = std::ranges::find(flags, key) != flags.end() && (value == "true" || value == "false");
        if (is_number) out[key] = number;
        else if (is_flag) out[key] = value == "true";
        else if (!value.empty()) out[key] = value;
    }
    return out;
}

}  // namespace muster::server
