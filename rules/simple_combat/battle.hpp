// The battle as the rest of Muster sees it: a state machine over the typed core.
#pragma once
#include "rules/simple_combat/choices.hpp"
#include "rules/simple_combat/turn.hpp"
#include "rules/typed_battle.hpp"

namespace muster::rules::simple_combat {

class SimpleBattle final : public TypedBattle<SimpleBattle, seat_name> {
public:
    explicit SimpleBattle(std::shared_ptr<const Table> table);

    std::expected<Json, Refusal> check(Seat seat, const Json& choice) const override;
    Json choose(Seat seat, Policy policy) const override;
    Json random_choice(Seat seat, Random& random) const override;
    std::unique_ptr<OddsModel> odds(Policy policy) const override;
    Json view(Viewer viewer) const override;
    Facts facts() const override;
    std::optional<Json> preferred(Seat seat, const Preference& preference) const override;

private:
    friend TypedBattle;
    void open(Events& /*events*/) {}
    bool step(Events& events);

    bool next_turn(Events& events);
    bool roll_initiative();
    bool move(Events& events);
    bool fire(Events& events);
    bool resolve(Events& events);

    void take_dice(const Rolled& rolled, Events& events);
    void take_choices(const Decided& decided, Events& events);
    void take_move(const Move& move, Events& events);

    bool ask(const char* kind, Json options);
    bool finish_with(const Finish& finish);
    Json preset() const;

    const Game& game() const { return table_->game; }
    int pieces(Seat seat) const { return living(seat); }
    int living(int seat) const { return state_.living[static_cast<std::size_t>(seat)]; }
    /// Of the seat that acts, the first unit that has yet to act, and whether it is the only one.
    int first_waiting() const;
    bool one_waits() const { return state_.waiting[static_cast<std::size_t>(state_.seat)] == 1; }

    std::shared_ptr<const Table> table_;
    State state_;
    Sights sights_{};  ///< good in the fire stage
};

}  // namespace muster::rules::simple_combat
