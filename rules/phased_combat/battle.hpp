// The battle as the rest of Muster sees it: a state machine over the typed core.
#pragma once
#include "rules/phased_combat/choices.hpp"
#include "rules/phased_combat/phase.hpp"
#include "rules/typed_battle.hpp"

namespace muster::rules::phased_combat {

class PhasedBattle final : public TypedBattle<PhasedBattle, seat_name> {
public:
    explicit PhasedBattle(std::shared_ptr<const Table> table);

    std::expected<Json, Refusal> check(Seat seat, const Json& choice) const override;
    Json choose(Seat seat, Policy policy) const override;
    Json random_choice(Seat seat, Random& random) const override;
    std::unique_ptr<OddsModel> odds(Policy policy) const override;
    Json view(Viewer viewer) const override;
    Facts facts() const override;
    std::optional<Json> preferred(Seat seat, const Preference& preference) const override;

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

    void take_dice(const Rolled& rolled, Events& events);
    void take_choices(const Decided& decided, Events& events);
    void take_retreat(const RetreatChoice& choice, Events& events);

    /// Asks all of `seats` at once.
    bool ask(const std::vector<int>& seats, const char* kind);
    Json options(int seat) const;
    std::optional<Json> preferred_class(int seat, const Preference& preference) const;
    std::optional<Json> preferred_losses(int seat, const Preference& preference) const;
    bool finish_with(std::optional<Seat> winner, std::string reason);

    const Game& game() const { return table_->game; }
    const Counts& living(int seat) const { return now_.position.of(seat); }
    int pieces(Seat seat) const { return strength_of(seat).all(); }
    Strength strength_of(int seat) const { return strength(game().side(seat), living(seat)); }
    Toll due(int seat) const { return toll(game(), now_, seat); }

    std::shared_ptr<const Table> table_;
    Progress now_;
};

}  // namespace muster::rules::phased_combat
