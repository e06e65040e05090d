// Battles over HTTP: new ones, the lobby and the archive, one battle's summary, its record.
#include "server/battle/summaries.hpp"
#include "server/http/api.hpp"
#include "server/http/queries.hpp"
#include "server/http/record_stream.hpp"

namespace muster::server {

namespace {

const Refusal too_many_searches{Code::server_busy, "too many searches at once; try again in a moment"};

}  // namespace

void HttpApi::answer_list(const Call& call, Done done) {
    const auto list = read_fields<protocol::List>(query_json(call.query, {"before", "limit"}, {"open", "present"}), Code::bad_message);
    if (!list) return done(problem(list.error()));
    if (const auto taken = call.request.caller->may_search(); !taken) return done(searches_too_fast(taken));
    const bool taken = services_.searches.post([&services = services_, list = *list, done] {
        const auto found = list_battles(services, list);
        done(found ? HttpResponse{200, "application/json", to_text(*found) + "\n"} : problem(found.error()));
    });
    if (!taken) done(problem(too_many_searches));
}

// Of a private battle whoever may read its events, with a token that holds a seat there or was offered for one, reads the summary too; no cache keeps it.
void HttpApi::answer_summary(const Call& call, Done done) {
    if (const auto taken = call.request.caller->may_search(); !taken) return done(searches_too_fast(taken));
    const bool taken = services_.searches.post([this, call, done] {
        const auto found = summary_of_battle(services_.store, call.id, !call.request.bearer.empty());
        if (!found) return done(problem(found.error()));
        HttpResponse out{200, "application/json", to_text(found->summary) + "\n"};
        if (!found->is_private) return done(with_tag(std::move(out), call.request));
        const auto battle = find(call, call.id);
        if (!battle) return done(problem(battle.error()));
        out.headers["Cache-Control"] = "private, no-store";
        (*battle)->read_events({.token = call.request.bearer, .limit = 1}, [out = std::move(out), done](const std::expected<std::string, Refusal>& events) {
            done(events ? out : problem(events.error()));
        });
    });
    if (!taken) done(problem(too_many_searches));
}

void HttpApi::answer_create(const Call& call, Done done) {
    auto json = parse_flat_json(call.request.body);
    if (!json) return done(problem(json.error()));
    const auto message = protocol::read_client_message("create", std::move(*json));
    if (!message) return done(problem(message.error().refusal));
    if (const auto taken = call.request.caller->may_create(); !taken)
        return done(too_fast(taken, "too many new battles from your address; wait a while and send it again"));
    lobby_->create(std::get<protocol::Create>(message->body), [done = std::move(done), id = message->id](std::expected<protocol::Created, Refusal> created) {
        if (!created) return done(problem(created.error()));
        HttpResponse out{201, "application/json", protocol::message_text(*created, id) + "\n"};
        out.headers["Location"] = "/api/v1/battles/" + created->battle;
        done(std::move(out));
    });
}

void HttpApi::answer_record(const Call& call, Done done) {
    const auto query = read_fields<RecordQuery>(query_json(call.query, {}), Code::bad_message);
    if (!query) return done(problem(query.error()));
    if (query->format == RecordFormat::text)
        if (const auto taken = call.request.caller->may_search(); !taken) return done(searches_too_fast(taken));
    const auto battle = find(call, call.id);
    if (!battle) return done(problem(battle.error()));
    auto answer = [this, battle = *battle, call, format = query->format, done = std::move(done)](std::expected<RecordSlice, Refusal> first) {
        if (!first) return done(problem(first.error()));
        if (format == RecordFormat::json) return tell_record(services_.searches, battle, call.request, format, std::move(*first), done);
        const bool taken = services_.searches.post([this, battle, call, format, first = std::move(*first), done]() mutable {
            tell_record(services_.searches, battle, call.request, format, std::move(first), done);
        });
        if (!taken) done(problem(too_many_searches));
    };
    (*battle)->read_record(call.request.bearer, {}, std::move(answer));
}

}  // namespace muster::server
