#include "server/http_api.hpp"

#include <charconv>

#include "protocol/ids.hpp"
#include "server/odds_questions.hpp"
#include "server/web_client.hpp"

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
        visit("title", self.title, Rule{});
        visit("status", self.status, Rule{});
        visit("detail", self.detail, Rule{});
        visit("code", self.code, Rule{});
        visit("path", self.path, Rule{.sparse = true});
    }
};

// Percent-decoding; nothing for a broken escape.
std::optional<std::string> decode(std::string_view text, bool plus_is_space) {
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
    return out;
}

std::expected<std::map<std::string, std::string>, Refusal> read_query(std::string_view text) {
    std::map<std::string, std::string> out;
    while (!text.empty()) {
        const auto part = text.substr(0, text.find('&'));
        text.remove_prefix(std::min(text.size(), part.size() + 1));
        if (part.empty()) continue;
        const auto equals = part.find('=');
        const auto key = decode(part.substr(0, equals), true);
        const auto value = decode(equals == std::string_view::npos ? "" : part.substr(equals + 1), true);
        if (!key || !value || !is_utf8(*key) || !is_utf8(*value)) return refuse(Code::bad_message, "the query is not well-formed");
        if (!out.emplace(*key, *value).second) return refuse(Code::bad_message, "\"" + *key + "\" is there twice", "/" + *key);
    }
    return out;
}

// A query becomes the same JSON as the message, so that both are read by one definition.
Json as_json(const std::map<std::string, std::string>& query, const std::vector<std::string_view>& numbers) {
    Json out = Json::object();
    for (const auto& [key, value] : query) {
        std::int64_t number = 0;
        const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), number);
        const bool is_number = std::ranges::find(numbers, key) != numbers.end() && error == std::errc() && end == value.data() + value.size();
        if (is_number) out[key] = number;
        else if (!value.empty()) out[key] = value;
    }
    return out;
}

struct EventsQuery {
    std::int64_t since = 0;
    static void fields(auto& visit, auto& self) { visit("since", self.since, Rule{.optional = true, .min = 0}); }
};

}  // namespace

HttpResponse problem(int status, const Refusal& refusal) {
    std::string title(name(refusal.code));
    std::ranges::replace(title, '_', ' ');
    HttpResponse out{status, "application/problem+json",
                     to_text(Problem{title, status, refusal.message, std::string(name(refusal.code)), refusal.path}) + "\n"};
    if (status == 503 || status == 429) out.headers["Retry-After"] = "1";
    return out;
}

HttpResponse problem(const Refusal& refusal) { return problem(status_of(refusal.code), refusal); }

HttpApi::HttpApi(Services& services, std::shared_ptr<Lobby> lobby, OddsService& odds) : services_(services), lobby_(std::move(lobby)), odds_(odds) {
    Json all = Json::array();
    for (const auto* ruleset : services_.rulesets.all()) {
        Json entry = ruleset->catalog();
        entry["id"] = ruleset->id();
        entry["version"] = ruleset->version();
        if (services_.rulesets.find(ruleset->id()) == ruleset) single_[ruleset->id()] = entry.dump() + "\n";
        all.push_back(std::move(entry));
    }
    catalog_ = Json{{"rulesets", std::move(all)}}.dump() + "\n";
}

void HttpApi::answer(HttpRequest request, Done done) {
    const std::string_view target = request.target;
    const auto mark = target.find('?');
    const auto path = decode(target.substr(0, mark), false);
    const auto query = read_query(mark == std::string_view::npos ? "" : target.substr(mark + 1));
    if (!path || !query) return done(problem(query ? Refusal{Code::bad_message, "the address is not well-formed"} : query.error()));
    const std::string_view allowed = *path == "/api/v1/odds" ? "POST" : "GET";
    if (request.method != allowed) {
        auto refused = problem(405, {Code::bad_message, "only " + std::string(allowed) + " is served here"});
        refused.headers["Allow"] = allowed == "GET" ? "GET, HEAD" : allowed;
        return done(std::move(refused));
    }
    if (allowed == "POST") return answer_odds(request, std::move(done));
    answer_get(*path, request, *query, std::move(done));
}

void HttpApi::answer_get(const std::string& path, const HttpRequest& request, const std::map<std::string, std::string>& query, Done done) {
    if (path == "/healthz") return done({200, "text/plain", "ok\n"});
    if (path == "/api/v1/rulesets") return done({200, "application/json", catalog_});
    if (path.starts_with("/api/v1/rulesets/")) return done(rulesets(path.substr(17)));
    if (path == "/api/v1/battles") return answer_list(query, std::move(done));
    if (path.starts_with("/api/v1/battles/")) {
        const auto rest = path.substr(16);
        const auto slash = rest.find('/');
        const auto battle = rest.substr(0, slash);
        if (slash == std::string::npos) return answer_summary(battle, std::move(done));
        if (rest.substr(slash) == "/events") return answer_events(battle, request, query, std::move(done));
        if (rest.substr(slash) == "/record") return answer_record(battle, request, std::move(done));
    }
    if (auto found = web_answer(path, request)) return done(std::move(*found));
    done(problem(404, {Code::bad_message, "there is nothing at this address"}));
}

HttpResponse HttpApi::rulesets(const std::string& id) const {
    const auto found = single_.find(id);
    if (found == single_.end()) return problem(404, {Code::bad_message, "there is no ruleset \"" + id + "\""});
    return {200, "application/json", found->second};
}

void HttpApi::answer_odds(const HttpRequest& request, Done done) {
    const auto json = parse_json(request.body);
    if (!json) return done(problem(json.error()));
    const auto question = read_fields<protocol::OddsQuestion>(*json, Code::bad_message);
    if (!question) return done(problem(question.error()));
    auto tell = [done](const std::expected<std::string, Refusal>& text) {
        done(text ? HttpResponse{200, "application/json", *text + "\n"} : problem(text.error()));
    };
    if (!question->battle.empty()) {
        if (question->setup || !question->ruleset.empty())
            return done(problem({Code::bad_message, "ask about a battle or about a setup, not both", "/battle"}));
        const auto session = lobby_->find(question->battle);
        if (!session) return done(problem(session.error()));
        return ask_odds_of_battle(odds_, **session, *question, request.bearer, std::move(tell));
    }
    if (question->seq) return done(problem({Code::bad_message, "only a battle has moments: name a \"battle\"", "/seq"}));
    if (!question->setup) return done(problem({Code::bad_message, "name a \"battle\", or a \"ruleset\" and a \"setup\"", "/setup"}));
    const auto* ruleset = services_.rulesets.find(question->ruleset);
    if (!ruleset) return done(problem(unknown_ruleset(services_.rulesets, question->ruleset)));
    ask_odds_of_setup(odds_, *ruleset, *question, std::move(tell));
}

void HttpApi::answer_list(const std::map<std::string, std::string>& query, Done done) {
    const auto list = read_fields<protocol::List>(as_json(query, {"before", "limit"}), Code::bad_message);
    if (!list) return done(problem(list.error()));
    asio::post(services_.readers, [lobby = lobby_, list = *list, done = std::move(done)] {
        const auto found = lobby->list(list);
        done(found ? HttpResponse{200, "application/json", to_text(*found) + "\n"} : problem(found.error()));
    });
}

void HttpApi::answer_summary(const std::string& battle, Done done) {
    asio::post(services_.readers, [lobby = lobby_, battle, done = std::move(done)] {
        const auto found = lobby->summary(battle);
        done(found ? HttpResponse{200, "application/json", to_text(*found) + "\n"} : problem(found.error()));
    });
}

void HttpApi::answer_events(const std::string& battle, const HttpRequest& request, const std::map<std::string, std::string>& query, Done done) {
    const auto wanted = read_fields<EventsQuery>(as_json(query, {"since"}), Code::bad_message);
    if (!wanted) return done(problem(wanted.error()));
    const auto session = lobby_->find(battle);
    if (!session) return done(problem(session.error()));
    (*session)->read_events(request.bearer, wanted->since, [done = std::move(done)](std::expected<std::string, Refusal> text) {
        done(text ? HttpResponse{200, "application/json", std::move(*text)} : problem(text.error()));
    });
}

void HttpApi::answer_record(const std::string& battle, const HttpRequest& request, Done done) {
    const auto session = lobby_->find(battle);
    if (!session) return done(problem(session.error()));
    (*session)->read_record(request.bearer, [done = std::move(done), known = request.if_none_match](std::expected<Session::RecordAnswer, Refusal> record) {
        if (!record) return done(problem(record.error()));
        HttpResponse out{200, "application/json", std::move(record->text)};
        out.headers["ETag"] = "\"" + record->version + "\"";
        out.headers["Cache-Control"] = record->over ? "public, max-age=31536000, immutable" : "no-cache";
        if (known == out.headers["ETag"]) {
            out.status = 304;
            out.body.clear();
        }
        done(std::move(out));
    });
}

}  // namespace muster::server
