// Battles over HTTP: new ones, the lobby and the archive, one battle's summary, its record.
#include "server/http/api.hpp"
#include "server/http/queries.hpp"
#include "server/study/transcript.hpp"

namespace muster::server {

namespace {

// What needs a token is kept by no cache, and by no browser either: whoever sits down there next is somebody else.
HttpResponse tagged(HttpResponse response, const HttpRequest& request, const std::string& version, const Session::RecordAnswer& record) {
    response.headers["Cache-Control"] = !record.open_to_all ? "private, no-store" : record.over ? "public, max-age=31536000, immutable" : "no-cache";
    response.headers["Vary"] = "Authorization";
    return with_tag(std::move(response), request, version);
}

HttpResponse record_response(const HttpRequest& request, const Session::RecordAnswer& record) {
    return tagged({200, "application/json", record.text}, request, record.version, record);
}

HttpResponse transcript_response(const HttpRequest& request, const Session::RecordAnswer& record) {
    auto text = transcript_of(record.text);
    if (!text) return problem(text.error());
    return tagged({200, "text/plain; charset=utf-8", std::move(*text)}, request, record.version + "-text", record);
}

HttpResponse searches_too_fast() { return problem({Code::rate_limited, "too many searches from your address; wait a moment and send it again"}); }

}  // namespace

void HttpApi::answer_list(const Call& call, Done done) {
    const auto list = read_fields<protocol::List>(query_json(call.query, {"before", "limit"}), Code::bad_message);
    if (!list) return done(problem(list.error()));
    if (!call.request.client->may_search()) return done(searches_too_fast());
    asio::post(services_.readers, [lobby = lobby_, list = *list, done = std::move(done)] {
        const auto found = lobby->list(list);
        done(found ? HttpResponse{200, "application/json", to_text(*found) + "\n"} : problem(found.error()));
    });
}

void HttpApi::answer_summary(const Call& call, Done done) {
    if (!call.request.client->may_search()) return done(searches_too_fast());
    asio::post(services_.readers, [lobby = lobby_, call, done = std::move(done)] {
        const auto found = lobby->summary(call.id);
        done(found ? with_tag({200, "application/json", to_text(*found) + "\n"}, call.request) : problem(found.error()));
    });
}

void HttpApi::answer_create(const Call& call, Done done) {
    auto json = parse_json(call.request.body);
    if (!json) return done(problem(json.error()));
    const auto message = protocol::read_client_message("create", std::move(*json));
    if (!message) return done(problem(message.error().refusal));
    if (!call.request.client->may_create())
        return done(problem({Code::rate_limited, "too many new battles from your address; wait a while and send it again"}));
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
    const auto session = lobby_->find(call.id);
    if (!session) return done(problem(session.error()));
    const bool as_text = query->format == RecordFormat::text;
    (*session)->read_record(call.request.bearer,
                            [done = std::move(done), call, as_text, &readers = services_.readers](std::expected<Session::RecordAnswer, Refusal> record) {
                                if (!record) return done(problem(record.error()));
                                if (!as_text) return done(record_response(call.request, *record));
                                asio::post(readers, [done, call, record = std::move(*record)] { done(transcript_response(call.request, record)); });
                            });
}

}  // namespace muster::server
