// Being the witness of battles elsewhere.
#include "server/battle/witnesses.hpp"
#include "server/http/api.hpp"

namespace muster::server {

void HttpApi::answer_witness_key(const Call& call, Done done) {
    const Json takes = services_.witnesses ? Json(services_.witnesses->addresses()) : Json::array();
    done(with_tag({200, "application/json", Json{{"key", witness_->key()}, {"takes", takes}}.dump() + "\n"}, call.request));
}

void HttpApi::answer_witness(const Call& call, Done done) {
    const auto json = parse_json(call.request.body);
    if (!json) return done(problem(json.error()));
    auto question = read_fields<protocol::WitnessQuestion>(*json, Code::bad_message);
    if (!question) return done(problem(question.error()));
    if (question->after && !call.request.caller->may_create())
        return done(problem({Code::rate_limited, "too many battles from your address; wait a while and send it again"}));
    if (!call.request.caller->may_search()) return done(problem({Code::rate_limited, "too many questions from your address; wait a moment and send it again"}));
    witness_->answer(std::move(*question), [done = std::move(done)](std::expected<protocol::WitnessAnswer, Refusal> answer) {
        done(answer ? HttpResponse{200, "application/json", to_text(*answer) + "\n"} : problem(answer.error()));
    });
}

}  // namespace muster::server
