// Being the witness of battles elsewhere.
#include "protocol/awaited_witness.hpp"
#include "protocol/mine.hpp"
#include "server/battle/witnesses.hpp"
#include "server/http/answers.hpp"
#include "server/http/api.hpp"

namespace muster::server {

void HttpApi::answer_witness_key(const Call& call, Done done) {
    const auto takes = services_.witnesses ? services_.witnesses->addresses() : std::vector<std::string>();
    const auto key = witness_->key();
    done(with_tag({200, "application/json", to_text(WitnessOffer{protocol::fingerprint(key), key, takes}) + "\n"}, call.request));
}

// A server that is named as its own witness is none.
void HttpApi::answer_witnesses(const Call& call, Done done) {
    if (const auto taken = call.request.caller->may_search(); !taken)
        return done(too_fast(taken, "too many questions from your address; wait a moment and send it again"));
    auto tell = [own = witness_->key(), done = std::move(done)](const std::vector<protocol::WitnessOption>& found) {
        protocol::WitnessesOnOffer out;
        for (const auto& each : found)
            if (each.key != own) out.witnesses.push_back(each);
        done({200, "application/json", to_text(out) + "\n"});
    };
    if (services_.witnesses) services_.witnesses->keys(std::move(tell));
    else tell({});
}

void HttpApi::answer_witness(const Call& call, Done done) {
    const auto json = parse_json(call.request.body);
    if (!json) return done(problem(json.error()));
    auto question = read_fields<protocol::WitnessQuestion>(*json, Code::bad_message);
    if (!question) return done(problem(question.error()));
    if (question->after)
        if (const auto taken = call.request.caller->may_create(); !taken)
            return done(too_fast(taken, "too many battles from your address; wait a while and send it again"));
    if (const auto taken = call.request.caller->may_search(); !taken)
        return done(too_fast(taken, "too many questions from your address; wait a moment and send it again"));
    witness_->answer(std::move(*question), [done = std::move(done)](std::expected<protocol::WitnessAnswer, Refusal> answer) {
        done(answer ? HttpResponse{200, "application/json", to_text(*answer) + "\n"} : problem(answer.error()));
    });
}

}  // namespace muster::server
