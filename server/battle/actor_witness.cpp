// The witness of a battle is asked for its share, again and again if need be: the battle waits for it, and everybody there is told why.
#include "server/base/log.hpp"
#include "server/battle/actor.hpp"

namespace muster::server {

void BattleActor::ask_witness() {
    if (state_->over()) await_witness_no_longer();
    if (asking_witness_ || !services_.witnesses) return;
    const auto question = state_->witness_question();
    if (!question) return;
    const auto& options = state_->fold().origin().options;
    asking_witness_ = true;
    services_.witnesses->ask(options.at("witness").at("address").get<std::string>(), *question,
                             [self = shared_from_this()](std::expected<protocol::WitnessAnswer, Refusal> answer) {
                                 self->enter_guarded([answer = std::move(answer)](BattleActor& actor) mutable { actor.witness_answered(std::move(answer)); });
                             });
}

// Who has left memory has a successor that asks itself.
void BattleActor::witness_answered(std::expected<protocol::WitnessAnswer, Refusal> answer) {
    if (retired_) return;
    if (!answer) return pause_witness(answer.error());
    auto heard = [weak = weak_from_this()](const std::expected<void, Refusal>& result) {
        if (const auto self = weak.lock()) self->witness_heard(result);
    };
    enter(CommandPost{.command = HearWitness{std::move(*answer)}, .answer = std::move(heard)});
}

// Called on the strand, in the midst of this battle's turn.
void BattleActor::witness_heard(const std::expected<void, Refusal>& result) {
    const bool is_over = state_ && state_->over();
    if (!result && !is_over) return pause_witness(result.error());
    asking_witness_ = false;
    await_witness_no_longer();
}

void BattleActor::pause_witness(const Refusal& why) {
    if (stopped_) return;  // a server that goes down waits for no pause to end
    const auto before = witness_patience_.awaited();
    witness_timer_.expires_after(witness_patience_.failed(why));
    if (witness_patience_.awaited() != before) {
        log::warn("a battle waits for its witness", {{"battle", battle_}, {"reason", why.message}});
        audience_.schedule_presence(services_.time.now());
    }
    if (memory_ == Memory::present && !storing_) set_wake();
    witness_timer_.async_wait([weak = weak_from_this()](ErrorCode error) {
        const auto self = error ? nullptr : weak.lock();
        if (!self) return;
        self->enter_guarded([](BattleActor& actor) {
            actor.asking_witness_ = false;
            if (actor.memory_ == Memory::absent && !actor.audience_.empty()) return actor.enter(WakePost{});  // a step was not stored: it is read anew
            actor.pump();
        });
    });
}

// It has answered, or the battle has ended without it.
void BattleActor::await_witness_no_longer() {
    if (!witness_patience_.awaited()) return;
    witness_patience_ = {};
    if (memory_ == Memory::present && !storing_) set_wake();
    log::info("a battle waits for its witness no longer", {{"battle", battle_}});
    audience_.schedule_presence(services_.time.now());
}

}  // namespace muster::server
