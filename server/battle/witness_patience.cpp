#include "server/battle/witness_patience.hpp"

#include <algorithm>

namespace muster::server {

using protocol::WitnessState;

namespace {

/// Whether the same question may be answered in a moment.
bool is_for_now(Code code) { return code == Code::server_busy || code == Code::rate_limited || code == Code::internal; }

}  // namespace

std::chrono::seconds WitnessPatience::failed(const Refusal& why) {
    const auto state = is_for_now(why.code) ? WitnessState::silent : WitnessState::refuses;
    if (awaited_ && awaited_->state != state) next_ = limits::witness_first_pause;
    awaited_ = protocol::AwaitedWitness{state, why.message};
    if (state == WitnessState::refuses) return limits::witness_refused_pause;
    return std::exchange(next_, std::min(2 * next_, std::chrono::seconds(limits::witness_pause_max)));
}

std::chrono::seconds WitnessPatience::rest() const {
    if (!awaited_) return {};
    return awaited_->state == WitnessState::refuses ? std::chrono::seconds(limits::witness_refused_pause) : witness_silent_rest;
}

}  // namespace muster::server
