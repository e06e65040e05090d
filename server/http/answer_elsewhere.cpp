// Calls about battles that another server of the store has: they are passed on to it whole. When it goes meanwhile they wait until the battle is somewhere
// again.
#include <mutex>

#include "server/base/refusals.hpp"
#include "server/http/api.hpp"

namespace muster::server {

namespace {

/// Whoever waits for an answer, and may be gone before there is one.
class Asker {
public:
    void goes() {
        const std::lock_guard lock(mutex_);
        gone_ = true;
        if (cut_) cut_();
    }
    /// What is called when he is gone, or at once if he is.
    void waits_for(Forwarder::Cut cut) {
        const std::lock_guard lock(mutex_);
        cut_ = std::move(cut);
        if (gone_) cut_();
    }

private:
    std::mutex mutex_{};  // guards what follows
    Forwarder::Cut cut_{};
    bool gone_ = false;
};

}  // namespace

struct HttpApi::Attempt {
    const Route& route;
    std::shared_ptr<const Call> call;
    Done done;
    std::chrono::steady_clock::time_point until = std::chrono::steady_clock::now() + limits::node_wait_max;
    bool waits = false;  ///< a long poll, which is passed on once: what is told of its end is told once only
    std::chrono::milliseconds pause = limits::node_first_pause;
    Asker asker{};
};

namespace {

/// The address says which battle it is about, or the question.
std::string battle_of(const HttpApi::Call& call) {
    if (!call.id.empty()) return call.id;
    const auto json = parse_flat_json(call.request.body);
    if (!json || !JsonView(*json).is_object()) return {};
    const auto battle = JsonView(*json).find("battle");
    return battle && battle->is_string() ? std::string(battle->text()) : std::string();
}

/// The same for one whose limits have been looked after: that it is asked again is this server's doing.
std::shared_ptr<const HttpApi::Call> free_of_limits(const HttpApi::Call& call) {
    auto again = std::make_shared<HttpApi::Call>(call);
    again->request.caller = std::make_shared<Caller>(call.request.caller->address(), nullptr);
    return again;
}

}  // namespace

std::expected<std::shared_ptr<BattlePort>, Refusal> HttpApi::find(const Call& call, const std::string& battle) {
    if (call.request.passed_on()) return lobby_->find(battle);
    return battles_->find(battle);
}

// A stream is passed on as a follower (battles_), and stays when the battle goes on elsewhere.
void HttpApi::answer_here_or_there(const Route& route, std::shared_ptr<const Call> call, Done done) {
    const bool streams = route.answer == &HttpApi::answer_events && EventCalls::streams(call->request);
    // A ledger takes as long as it takes: whoever makes it has a bound, and is not to be thought gone meanwhile.
    const bool waits = (route.answer == &HttpApi::answer_events && call->query.contains("wait")) || route.answer == &HttpApi::answer_ledger;
    if (call->request.passed_on()) {
        auto tell = [done = std::move(done)](HttpResponse out) {
            if (out.elsewhere) out.headers[elsewhere_header] = "1";
            done(std::move(out));
        };
        return (this->*route.answer)(*call, std::move(tell));
    }
    if (!forwarder_ || streams) return (this->*route.answer)(*call, std::move(done));
    const auto end = call->request.end;
    if (waits && end) {  // the battle's own answer, if it is here, hears of it too
        auto here = std::make_shared<Call>(*call);
        here->request.end = std::make_shared<RequestEnd>();
        call = std::move(here);
    }
    const auto made = std::make_shared<Attempt>(route, std::move(call), std::move(done));
    made->waits = waits;
    if (waits && end)
        end->when([made](RequestEnd::Reason reason) {
            made->call->request.end->tell(reason);
            made->asker.goes();
        });
    attempt(made);
}

void HttpApi::attempt(std::shared_ptr<Attempt> attempt) {
    const auto& call = *attempt->call;
    (this->*attempt->route.answer)(call, [self = shared_from_this(), attempt](HttpResponse out) {
        if (!out.elsewhere) return attempt->done(std::move(out));
        auto cut =
            self->forwarder_->forward(attempt->call->request, battle_of(*attempt->call), attempt->waits, [self, attempt](std::optional<HttpResponse> answer) {
                if (answer) return attempt->done(std::move(*answer));
                if (attempt->waits || self->services_.stopping || std::chrono::steady_clock::now() + attempt->pause > attempt->until)
                    return attempt->done(problem(another_servers()));
                attempt->call = free_of_limits(*attempt->call);
                self->forwarder_->after(std::exchange(attempt->pause, attempt->pause * 2), [self, attempt] { self->attempt(attempt); });
            });
        if (attempt->waits) attempt->asker.waits_for(std::move(cut));
    });
}

}  // namespace muster::server
