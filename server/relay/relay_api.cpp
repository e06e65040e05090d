#include "server/relay/relay_api.hpp"

#include <charconv>

#include "server/base/limits.hpp"
#include "server/base/log.hpp"
#include "server/base/refusals.hpp"
#include "server/http/answers.hpp"
#include "server/http/metrics_page.hpp"
#include "server/http/web_client.hpp"

namespace muster::server {

namespace {

constexpr int loop_detected = 508;

/// What stands between "/api/v1/battles/" and the next "/", and what comes after it.
std::pair<std::string, std::string> battle_in(const std::string& path) {
    constexpr std::string_view begin = "/api/v1/battles/";
    if (!path.starts_with(begin)) return {};
    const auto end = std::min(path.find('/', begin.size()), path.size());
    return {path.substr(begin.size(), end - begin.size()), path.substr(end)};
}

/// Upstream gave it a tag: who has it already is told so.
HttpResponse for_asker(const HttpResponse& response, const HttpRequest& request) {
    if (response.stream) return response;
    const auto tag = response.headers.find("ETag");
    if (tag == response.headers.end() || tag->second.size() < 3 || !tag->second.starts_with('"')) return response;
    return with_tag(response, request, tag->second.substr(1, tag->second.size() - 2));
}

/// The same target, but it waits no longer than a second. A wait that is no number stays as it is: upstream refuses it.
std::string with_short_wait(const std::string& target, const HttpQuery& query) {
    std::string out = target.substr(0, target.find('?'));
    char before = '?';
    for (const auto& [key, value] : query) {
        int wait = 0;
        const auto* const end = value.data() + value.size();
        const auto read = std::from_chars(value.data(), end, wait);
        const bool longer = key == "wait" && read.ptr == end && (wait > 1 || read.ec == std::errc::result_out_of_range);
        out += std::exchange(before, '&') + encode_url(key) + '=' + (longer ? "1" : encode_url(value));
    }
    return out;
}

HttpResponse refused(const Refusal& refusal) { return problem(refusal); }

}  // namespace

RelayApi::RelayApi(RelayGround& all, Origin& origin, std::shared_ptr<Relays> relays, UpstreamHttp& upstream, Bundle notice)
    : all_(all), origin_(origin), relays_(relays), upstream_(upstream), events_(all.ground, relays, std::move(notice)) {}

void RelayApi::stop() {
    events_.stop();
    upstream_.stop();
}

std::size_t RelayApi::body_max(std::string_view, std::string_view) const { return limits::message_bytes_max; }

void RelayApi::answer(HttpRequest request, Done done) {
    if (!request.caller->may_send()) return done(problem({Code::rate_limited, "too many requests from your address; wait a moment and send it again"}));
    const std::string_view target = request.target;
    const auto path = decode_url(target.substr(0, target.find('?')), false);
    if (!path) return done(problem({Code::bad_message, "the address is not well-formed"}));
    if (const auto circle = origin_.refuse_way(request.relays)) return done(problem(loop_detected, *circle));
    const bool reads = request.method == "GET";
    log::debug("request", {{"method", request.method}, {"path", *path}});
    if (path->starts_with("/api/")) {
        if (!reads || !request.bearer.empty()) return done(refused(origin_.only_watches(battle_in(*path).first)));
        return answer_get(*path, std::move(request), std::move(done));
    }
    if (!reads) {
        auto wrong = problem(405, {Code::bad_message, "only GET is served here"});
        wrong.headers["Allow"] = "GET, HEAD";
        return done(std::move(wrong));
    }
    if (path->starts_with("/b/") && (path->ends_with("/card.png") || path->ends_with("/battle.gif")))  // what has no body is nobody else's answer
        return request.head ? pass_on(std::move(request), std::move(done)) : share(std::move(request), std::move(done));
    if (*path == "/healthz") return done({200, "text/plain", "ok\n"});
    if (*path == "/readyz") return answer_ready(done);
    if (*path == "/metrics") return answer_metrics(request, done);
    if (auto found = web_answer(*path, request)) return done(std::move(*found));
    done(problem(404, {Code::bad_message, "there is nothing at this address"}));
}

void RelayApi::answer_ready(const Done& done) const {
    if (all_.ground.stopping) return done(problem(going_down()));
    const auto trouble = origin_.trouble();
    done(trouble.empty() ? HttpResponse{200, "text/plain", "ready\n"} : problem({Code::server_busy, trouble}));
}

void RelayApi::answer_metrics(const HttpRequest& request, const Done& done) const {
    if (auto no = refuse_metrics(*all_.ground.settings, request)) return done(std::move(*no));
    const auto figures = relays_->figures();
    done({200, "text/plain; version=0.0.4; charset=utf-8",
          relay_metrics_page({all_.ground.metrics, figures.battles, figures.paused, figures.lag_ms, all_.bytes.bytes(), all_.lines.value(),
                              upstream_.under_way(), all_.lost.value(), all_.events.value()})});
}

// Whoever asks here is a relay too, mostly: whether its spectator is let in is for the server at the end of the way to say.
void RelayApi::answer_origin(const HttpRequest& request, Done done) {
    origin_.admit(request.caller->address().to_string(), request.relays,
                  [self = shared_from_this(), done = std::move(done)](const std::optional<Refusal>& refusal) {
                      if (refusal) return done(problem(refusal->code == Code::not_your_seat ? 403 : loop_detected, *refusal));
                      const auto& origin = self->origin_;
                      done({200, "application/json", to_text(OriginAnswer{origin.url(), origin.relays() + 1}) + "\n"});
                  });
}

void RelayApi::answer_get(const std::string& path, HttpRequest request, Done done) {
    if (path == "/api/v1/origin") return answer_origin(request, std::move(done));
    const auto [battle, call] = battle_in(path);
    const auto mark = request.target.find('?');
    const auto query = read_query(mark == std::string::npos ? std::string_view() : std::string_view(request.target).substr(mark + 1));
    if (!query) return done(problem(query.error()));
    if (request.head || call == "/record") return pass_on(std::move(request), std::move(done));
    if (call == "/events") return answer_events(battle, *query, std::move(request), std::move(done));
    share(std::move(request), std::move(done));
}

// A long poll of a battle that is not here is passed on once, for a second at most, since it holds one of few places; the next one finds it.
void RelayApi::answer_events(const std::string& battle, const HttpQuery& query, HttpRequest request, Done done) {
    if (EventCalls::streams(request)) return events_.answer(request, battle, query, {}, std::move(done));
    if (!query.contains("wait")) return share(std::move(request), std::move(done));
    if (const auto generation = relays_->generation(battle)) return events_.answer(request, battle, query, *generation, std::move(done));
    relays_->prepare(battle, request.caller);
    request.target = with_short_wait(request.target, query);
    pass_on(std::move(request), std::move(done));
}

// What upstream says is for this asker alone, and whoever is gone needs no answer.
void RelayApi::pass_on(HttpRequest request, Done done) {
    struct Asking {
        std::mutex mutex{};
        UpstreamHttp::Cut cut{};
        bool gone = false;
    };
    const auto asking = std::make_shared<Asking>();
    if (request.end)
        request.end->when([asking](RequestEnd::Reason) {
            const std::lock_guard lock(asking->mutex);
            asking->gone = true;
            if (asking->cut) asking->cut();
        });
    admit(std::move(request), std::move(done), [self = shared_from_this(), asking](const HttpRequest& asked, Done admitted) {
        auto cut = self->ask(
            asked, [asked, done = std::move(admitted)](const Answer& answer) { done(answer ? for_asker(*answer, asked) : refused(answer.error().refusal)); });
        const std::lock_guard lock(asking->mutex);
        asking->cut = std::move(cut);
        if (asking->gone) asking->cut();
    });
}

void RelayApi::admit(HttpRequest request, Done done, std::function<void(const HttpRequest&, Done)> then) {
    const std::string address = request.caller->address().to_string(), relays = request.relays;
    origin_.admit(address, relays,
                  [request = std::move(request), done = std::move(done), then = std::move(then)](const std::optional<Refusal>& refusal) mutable {
                      if (refusal) done(refused(*refusal));
                      else then(request, std::move(done));
                  });
}

// Each asker is let in by himself before he waits with others.
void RelayApi::share(HttpRequest request, Done done) {
    admit(std::move(request), std::move(done),
          [self = shared_from_this()](const HttpRequest& asked, Done admitted) { self->share_admitted(asked, std::move(admitted)); });
}

void RelayApi::share_admitted(const HttpRequest& request, Done done) {
    const std::string key = request.target + '\n' + request.accept_language;
    std::shared_ptr<const HttpResponse> known;
    {
        const std::lock_guard lock(mutex_);
        if (kept_bytes_ > limits::relay_kept_bytes_max) {
            std::erase_if(kept_, [](const auto& each) { return each.second.response != nullptr; });
            kept_bytes_ = 0;
        }
        auto& kept = kept_[key];
        const bool fresh = kept.response && all_.clock.steady_ms() - kept.at_ms < std::chrono::milliseconds(limits::relay_fresh).count();
        if (fresh) {
            known = kept.response;
        } else {
            const bool asks = kept.waiting.empty();
            kept.response.reset();
            kept.waiting.push_back({request, std::move(done)});
            if (!asks) return;
        }
    }
    if (known) return done(for_asker(*known, request));
    ask(request, [self = shared_from_this(), key](const Answer& answer) { self->shared(key, answer); });
}

// What upstream says to one address, it says to that one: the others ask for themselves. A stream has one reader; all that is known to be long is passed on
// to each, so what is that unexpectedly is refused to the others.
void RelayApi::shared(const std::string& key, const Answer& answer) {
    const bool of_one = answer && (answer->status == 403 || answer->status == 429);
    const bool serves_others = answer && (answer->status == 200 || answer->status == 404) && !answer->stream;
    const auto response = std::make_shared<const HttpResponse>(answer ? *answer : refused(answer.error().refusal));
    std::vector<Asker> waiting;
    {
        const std::lock_guard lock(mutex_);
        auto& kept = kept_[key];
        waiting.swap(kept.waiting);
        if (serves_others) {
            kept.response = response;
            kept.at_ms = all_.clock.steady_ms();
            kept_bytes_ += response->body.size() + key.size();
        } else {
            kept_.erase(key);
        }
    }
    for (std::size_t i = 0; i < waiting.size(); ++i) {
        const auto& asker = waiting[i];
        if (i > 0 && of_one)
            ask(asker.request, [asker](const Answer& its) { asker.done(its ? for_asker(*its, asker.request) : refused(its.error().refusal)); });
        else if (i > 0 && response->stream) asker.done(refused({Code::server_busy, "too many ask for this at once, and it is long; try again in a moment"}));
        else asker.done(for_asker(*response, asker.request));
    }
}

UpstreamHttp::Cut RelayApi::ask(const HttpRequest& request, UpstreamHttp::Done done) {
    return upstream_.get({.target = request.target,
                          .head = request.head,
                          .for_address = request.caller->address().to_string(),
                          .relays = origin_.way_from(request.relays),
                          .accept = request.accept,
                          .accept_language = request.accept_language},
                         std::move(done));
}

}  // namespace muster::server
