// Records that somebody posts to have them checked.
#include "server/http/api.hpp"

namespace muster::server {

void HttpApi::answer_verify(const Call& call, Done done) {
    verify_.verify(call.request.body, [done = std::move(done)](std::expected<protocol::Verdict, Refusal> verdict) {
        done(verdict ? HttpResponse{200, "application/json", to_text(*verdict) + "\n"} : problem(verdict.error()));
    });
}

}  // namespace muster::server
