#include "server/http/event_calls.hpp"

#include <charconv>

#include "server/http/event_stream.hpp"
#include "server/http/queries.hpp"

namespace muster::server {

namespace {

// What a browser's EventSource sends when it comes back stands above the address that it was given at first.
std::optional<Refusal> put_last_event_id(const std::string& last, std::int64_t& since) {
    if (last.empty()) return {};
    const auto [end, error] = std::from_chars(last.data(), last.data() + last.size(), since);
    if (error == std::errc() && end == last.data() + last.size() && since >= 0) return {};
    return Refusal{Code::bad_message, "Last-Event-ID is not the number of an event"};
}

/// The path of the first of these that says something.
const char* name_of_first(std::initializer_list<std::pair<const char*, std::string_view>> fields) {
    for (const auto& [path, text] : fields)
        if (!text.empty()) return path;
    return "";
}

std::expected<protocol::Follow, Refusal> follow_of(const std::string& battle, const std::string& token, const EventsQuery& query, bool streams) {
    Json json{{"battle", battle}, {"since", query.since}};
    if (!token.empty()) json["token"] = token;
    if (!query.name.empty()) json["name"] = query.name;
    if (!query.nonce.empty()) json["nonce"] = query.nonce;
    if (!query.ladder.empty()) json["ladder"] = query.ladder;
    if (!query.start.empty()) json["start"] = query.start;
    if (!query.key.empty()) json["key"] = query.key;
    if (streams && !query.generation.empty()) json["generation"] = query.generation;  // compared when it begins
    auto message = protocol::read_client_message("follow", std::move(json));
    if (!message) return std::unexpected(message.error().refusal);
    return std::get<protocol::Follow>(std::move(message->body));
}

}  // namespace

void EventCalls::answer(const HttpRequest& request, const std::string& id, const HttpQuery& asked, const std::string& generation, HttpCalls::Done done) {
    auto query = read_fields<EventsQuery>(query_json(asked, {"since", "limit", "wait"}, {"unspoiled"}), Code::bad_message);
    if (!query) return done(problem(query.error()));
    const bool streams = EventCalls::streams(request);
    const bool follows = streams || (query->wait && !request.head);
    const auto of_follower =
        follows ? ""
                : name_of_first({{"/name", query->name}, {"/nonce", query->nonce}, {"/ladder", query->ladder}, {"/start", query->start}, {"/key", query->key}});
    if (!std::string_view(of_follower).empty())
        return done(problem({Code::bad_message, "only following takes a seat: add \"wait\", or ask for text/event-stream", of_follower}));
    if (follows && query->unspoiled) return done(problem({Code::bad_message, "who follows a battle is told everything: leave out \"wait\"", "/unspoiled"}));
    if (const auto refusal = streams ? put_last_event_id(request.last_event_id, query->since) : std::nullopt) return done(problem(*refusal));
    if (!streams && !query->generation.empty() && query->generation != generation) query->since = 0;
    const auto battle = battles_->find(id);
    if (!battle) return done(problem(battle.error()));
    if (!follows) return list(**battle, {request.bearer, query->since, query->limit, generation, query->unspoiled}, std::move(done));
    auto message = follow_of(id, request.bearer, *query, streams);
    if (!message) return done(problem(message.error()));
    if (!streams)
        return polls_.start(**battle, std::move(*message), {poll_held(*query->wait), query->limit, generation, request.caller}, *request.end, std::move(done));
    const auto stream = std::make_shared<EventStream>(battles_, notice_, request.caller, std::move(done));
    request.end->when([stream](RequestEnd::Reason reason) { stream->end(reason); });
    stream->start(**battle, std::move(*message));
}

void EventCalls::list(BattlePort& battle, EventsQuestion question, HttpCalls::Done done) {
    battle.read_events(std::move(question), [done = std::move(done)](std::expected<std::string, Refusal> text) {
        if (!text) return done(problem(text.error()));
        HttpResponse out{200, "application/json", std::move(*text)};
        out.headers["Vary"] = "Authorization";  // a seat gets its requests too, and its own room's talk
        done(std::move(out));
    });
}

}  // namespace muster::server
