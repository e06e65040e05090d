// The battle as the rest of Muster sees it: a state machine over the typed core.
#pragma once
#include "rules/phased_combat/decisions.hpp"
#include "rules/typed_battle.hpp"

namespace muster::rules::phased_combat {

class PhasedBattle final : public TypedBattle<PhasedBattle> {
public:
    explicit PhasedBattle(std::shared_ptr<const Table> table);

    const std::vector<std::string>& seats() const override { return seat_names(); }
    std::unique_ptr<OddsModel> odds(Policy policy) const override;

private:
    friend TypedBattle;

    void open(Events& events);
    bool step(Events& events);
    bool roll(int seat);
    bool state_classes(Events& events);
    bool place_hits(Events& events);
    void take_all_losses(Events& events);
    void announce_round(Events& events) const;
    void announce_phase(Events& events) const;
    void take_dice(Seat seat, const std::vector<int>& values, Events& events);
    bool finish_with(const Finish& finish);

    std::variant<ClassDecision, CasualtyDecision, RetreatDecision> decision(Seat seat) const;
    Moment moment(int seat) const { return {*table_, now_, seat}; }
    void take(Seat seat, UnitClass hit_class, Events& /*events*/) { now_.stated_by(seat) = hit_class; }
    void take(Seat seat, const Counts& losses, Events& /*events*/) { now_.losses_of(seat) = losses; }
    void take(Seat seat, const RetreatChoice& choice, Events& events);

    Json situation() const;
    Json situation_of(Seat seat) const;
    void count_left(Seat seat, std::map<std::string, int>& left) const;
    std::optional<int> round() const { return now_.round; }
    int pieces(Seat seat) const { return strength_of(seat).all(); }

    const Game& game() const { return table_->game; }
    const Counts& living(int seat) const { return now_.position.of(seat); }
    Strength strength_of(int seat) const { return strength(game().side(seat), living(seat)); }
    Toll due(int seat) const { return toll(game(), now_, seat); }

    std::shared_ptr<const Table> table_;
    Progress now_;
};

}  // namespace muster::rules::phased_combat
