// Calls about battles that another server of the store has: they are passed on to it whole. When it goes meanwhile they wait until the battle is somewhere
// again.
#include "server/base/refusals.hpp"
#include "server/http/api.hpp"

namespace muster::server {

struct HttpApi::Attempt {
    const Route& route;
    std::shared_ptr<const Call> call;
    Done done;
    std::chrono::steady_clock::time_point until = std::chrono::steady_clock::now() + limits::node_wait_max;
    bool may_wait = true;  ///< it may be begun anew: what is told of its end is told once only
    std::chrono::milliseconds pause = limits::node_first_pause;
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

}  // namespace

std::expected<std::shared_ptr<BattlePort>, Refusal> HttpApi::find(const Call& call, const std::string& battle) {
    if (call.request.passed_on()) return lobby_->find(battle);
    return battles_->find(battle);
}

// A stream is passed on as a follower (battles_), and stays when the battle goes on elsewhere.
void HttpApi::answer_here_or_there(const Route& route, std::shared_ptr<const Call> call, Done done) {
    const bool streams = route.answer == &HttpApi::answer_events && EventCalls::streams(call->request);
    const bool waits = route.answer == &HttpApi::answer_events && call->query.contains("wait");
    if (call->request.passed_on()) {
        auto tell = [done = std::move(done)](HttpResponse out) {
            if (out.elsewhere) out.headers[elsewhere_header] = "1";
            done(std::move(out));
        };
        return (this->*route.answer)(*call, std::move(tell));
    }
    if (!forwarder_ || streams) return (this->*route.answer)(*call, std::move(done));
    const auto made = std::make_shared<Attempt>(route, std::move(call), std::move(done));
    made->may_wait = !waits;
    attempt(made);
}

void HttpApi::attempt(std::shared_ptr<Attempt> attempt) {
    const auto& call = *attempt->call;
    (this->*attempt->route.answer)(call, [self = shared_from_this(), attempt](HttpResponse out) {
        if (!out.elsewhere) return attempt->done(std::move(out));
        self->forwarder_->forward(attempt->call->request, battle_of(*attempt->call), [self, attempt](std::optional<HttpResponse> answer) {
            if (answer) return attempt->done(std::move(*answer));
            if (!attempt->may_wait || self->services_.stopping || std::chrono::steady_clock::now() + attempt->pause > attempt->until)
                return attempt->done(problem(another_servers()));
            self->forwarder_->after(std::exchange(attempt->pause, attempt->pause * 2), [self, attempt] { self->attempt(attempt); });
        });
    });
}

}  // namespace muster::server
