#include "rules/phased_combat/odds_model.hpp"

namespace muster::rules::phased_combat {

void PhasedModel::roll(int seat, Random& random) {
    const Counts pieces = firing(game(), now_, seat);
    dice_.resize(static_cast<std::size_t>(capacity(game().side(seat), pieces)));
    for (auto& die : dice_) die = random.die();
    now_.hits_by(seat) = hits_of(game().side(seat), pieces, dice_);
}

Counts PhasedModel::losses_of(int seat) {
    const int enemy = other(seat);
    if (!now_.stated_by(enemy) && states_class(game(), now_, enemy)) now_.stated_by(enemy) = choose_class(policy_, game(), now_, enemy);
    if (const auto& settled = now_.losses_of(seat)) return *settled;
    return choose_losses(policy_, game(), seat, now_.position.of(seat), now_.phase, toll(game(), now_, seat));
}

std::optional<Finish> PhasedModel::settle() {
    const std::array losses{losses_of(attacker), losses_of(defender)};
    for (const int seat : {attacker, defender}) take_losses(game(), now_, seat, losses[static_cast<std::size_t>(seat)]);
    return finish_after_phase(strength_now(attacker), strength_now(defender));
}

std::optional<Ending> PhasedModel::play(Random& random, Patience& patience) {
    now_ = start_;
    for (;;) {
        const bool fire = now_.step != Step::retreat;  // which comes behind the last phase
        const auto dice = [&](int seat) { return fire ? capacity(game().side(seat), firing(game(), now_, seat)) : 0; };
        if (!patience.spend(dice(attacker) + dice(defender) + types())) return {};
        if (now_.step <= Step::roll_attacker) roll(attacker, random);
        if (now_.step <= Step::roll_defender) roll(defender, random);
        if (now_.step <= Step::casualties)
            if (const auto finish = settle()) return ending(*finish, strength_now(attacker), strength_now(defender));
        if (now_.step == Step::retreat || !next_phase(game(), now_)) start_round(game(), now_);
    }
}

Ending PhasedModel::ending(const Finish& finish, const Strength& attackers, const Strength& defenders) {
    return {finish.winner.value_or(-1), finish.reason, {attackers.all(), defenders.all()}};
}

std::unique_ptr<OddsModel> odds_model(std::shared_ptr<const Table> table, const Progress& now, Policy policy) {
    return std::make_unique<PhasedModel>(std::move(table), now, policy);
}

}  // namespace muster::rules::phased_combat
