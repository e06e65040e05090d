// Which call answers at which address.
#include "server/base/log.hpp"
#include "server/http/api.hpp"
#include "server/http/web_client.hpp"

namespace muster::server {

namespace {

/// What stands for {id} in the route's path, if the address has this form.
std::optional<std::string> match(std::string_view pattern, std::string_view path) {
    const auto mark = pattern.find("{id}");
    if (mark == std::string_view::npos) return pattern == path ? std::optional<std::string>("") : std::nullopt;
    const auto before = pattern.substr(0, mark);
    const auto after = pattern.substr(mark + 4);
    if (path.size() <= before.size() + after.size() || !path.starts_with(before) || !path.ends_with(after)) return {};
    const auto id = path.substr(mark, path.size() - before.size() - after.size());
    return id.contains('/') ? std::nullopt : std::optional(std::string(id));
}

std::string_view id_field(const HttpApi::Route& route) { return route.path.starts_with("/api/v1/battles/") ? "battle" : "id"; }

HttpResponse wrong_method(const std::vector<std::string_view>& allowed) {
    std::string methods;
    std::string allow;
    for (const auto method : allowed) {
        methods += (methods.empty() ? "" : " and ") + std::string(method);
        allow += (allow.empty() ? "" : ", ") + std::string(method == "GET" ? "GET, HEAD" : method);
    }
    auto refused = problem(405, {Code::bad_message, "only " + methods + " is served here"});
    refused.headers["Allow"] = allow;
    return refused;
}

}  // namespace

std::span<const HttpApi::Route> HttpApi::routes() {
    static constexpr Route all[] = {
        {"GET", "/healthz", &HttpApi::answer_health},
        {"GET", "/readyz", &HttpApi::answer_ready},
        {"GET", "/metrics", &HttpApi::answer_metrics},
        {"GET", "/b/{id}/card.png", &HttpApi::answer_card},
        {"GET", "/b/{id}/battle.gif", &HttpApi::answer_film},
        {"GET", "/oembed", &HttpApi::answer_oembed},
        {"GET", "/api/v1/openapi.json", &HttpApi::answer_openapi},
        {"GET", "/api/v1/asyncapi.json", &HttpApi::answer_asyncapi},
        {"GET", "/api/v1/rulesets", &HttpApi::answer_catalog},
        {"GET", "/api/v1/rulesets/{id}", &HttpApi::answer_ruleset},
        {"GET", "/api/v1/rulesets/{id}/description", &HttpApi::answer_description},
        {"GET", "/api/v1/battles", &HttpApi::answer_list},
        {"GET", "/api/v1/battles/{id}", &HttpApi::answer_summary},
        {"GET", "/api/v1/battles/{id}/events", &HttpApi::answer_events},
        {"GET", "/api/v1/battles/{id}/record", &HttpApi::answer_record},
        {"GET", "/api/v1/battles/{id}/ledger", &HttpApi::answer_ledger},
        {"GET", "/api/v1/battles/{id}/notes", &HttpApi::answer_notes},
        {"GET", "/api/v1/audit", &HttpApi::answer_audit},
        {"GET", "/api/v1/witness", &HttpApi::answer_witness_key},
        {"GET", "/api/v1/witnesses", &HttpApi::answer_witnesses},
        {"GET", "/api/v1/nudges", &HttpApi::answer_nudges},
        {"GET", "/api/v1/origin", &HttpApi::answer_origin},
        {"POST", "/api/v1/battles", &HttpApi::answer_create},
        {"POST", "/api/v1/battles/{id}/choices", &HttpApi::answer_choice},
        {"POST", "/api/v1/battles/{id}/messages", &HttpApi::answer_message},
        {"POST", "/api/v1/battles/{id}/notes", &HttpApi::answer_write_note},
        {"POST", "/api/v1/odds", &HttpApi::answer_odds},
        {"POST", "/api/v1/witness", &HttpApi::answer_witness},
        {"POST", "/api/v1/verify", &HttpApi::answer_verify, limits::record_bytes_max},
    };
    return all;
}

std::size_t HttpApi::body_max(std::string_view method, std::string_view target) const {
    const auto path = target.substr(0, target.find('?'));
    for (const auto& route : routes())
        if (route.method == method && match(route.path, path)) return route.body_max;
    return limits::message_bytes_max;
}

std::shared_ptr<void> HttpApi::take_large_body() {
    if (large_bodies_.fetch_add(1) < limits::large_bodies_max) return {this, [self = shared_from_this()](void*) { --self->large_bodies_; }};
    --large_bodies_;
    return nullptr;
}

void HttpApi::answer(HttpRequest request, Done done) {
    if (const auto taken = request.caller->may_send(); !taken)
        return done(too_fast(taken, "too many requests from your address; wait a moment and send it again"));
    const std::string_view target = request.target;
    const auto mark = target.find('?');
    const auto path = decode_url(target.substr(0, mark), false);
    const auto query = read_query(mark == std::string_view::npos ? "" : target.substr(mark + 1));
    if (!path || !query) return done(problem(query ? Refusal{Code::bad_message, "the address is not well-formed"} : query.error()));
    if (forwarder_ && request.passed_on() && request.method == "POST" && *path == Forwarder::orders_path)
        return forwarder_->take_order(request.body, std::move(done));
    std::vector<std::string_view> allowed;
    for (const auto& route : routes()) {
        auto id = match(route.path, *path);
        if (!id) continue;
        if (route.method == request.method) {
            log::debug("request", {{"method", route.method}, {"route", route.path}, {id_field(route), *id}});
            return answer_here_or_there(route, std::make_shared<const Call>(std::move(request), std::move(*id), *query), std::move(done));
        }
        allowed.push_back(route.method);
    }
    if (!allowed.empty()) return done(wrong_method(allowed));
    if (request.method != "GET") return done(wrong_method({"GET"}));
    if (const auto battle = match("/b/{id}", *path); battle && !is_for_a_person(request)) return answer_battle_page(*battle, request, std::move(done));
    if (auto found = web_answer(*path, request)) return done(std::move(*found));
    done(problem(404, {Code::bad_message, "there is nothing at this address"}));
}

}  // namespace muster::server
