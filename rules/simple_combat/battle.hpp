// The battle as the rest of Muster sees it: a state machine over the typed core.
#pragma once
#include "rules/simple_combat/choices.hpp"
#include "rules/simple_combat/turn.hpp"
#include "rules/typed_battle.hpp"

namespace muster::rules::simple_combat {

class SimpleBattle final : public TypedBattle<SimpleBattle> {
public:
    explicit SimpleBattle(std::shared_ptr<const Table> table);

    const std::vector<std::string>& seats() const override { return seat_names(); }
    std::unique_ptr<OddsModel> odds(Policy policy) const override;
    Json meaning(Seat seat, const FlatJson& choice) const override;

private:
    friend TypedBattle;
    using Choice = std::variant<Move, Declaration>;

    bool step(Events& events);
    bool next_turn(Events& events);
    bool roll_initiative();
    bool move(Events& events);
    bool fire(Events& events);
    bool resolve(Events& events);
    void take_dice(Seat seat, const std::vector<int>& values, Events& events);
    bool finish_with(const Finish& finish);

    std::expected<Choice, Refusal> read(Seat seat, JsonView choice) const;
    MoveChoice write(Seat /*seat*/, const Move& move) const { return move_choice(*table_, move.unit, move.path); }
    FireChoice write(Seat /*seat*/, const Declaration& fire) const { return fire_choice(*table_, fire.unit, fire.shots); }
    void take(Seat seat, const Move& move, Events& events);
    void take(Seat seat, const Declaration& fire, Events& events);
    Choice pick(Seat seat, Policy policy) const;
    Choice draw(Seat seat, Random& random) const;
    std::optional<Choice> prefer(Seat seat, const Preference& preference) const;

    Json situation() const;
    Json situation_of(Seat seat) const;
    void count_left(Seat seat, std::map<std::string, int>& left) const;
    std::optional<int> round() const { return state_.turn; }
    int pieces(Seat seat) const { return living(seat); }

    const Game& game() const { return table_->game; }
    int living(int seat) const { return state_.living[static_cast<std::size_t>(seat)]; }
    /// Of the seat that acts, the first unit that has yet to act, and whether it is the only one.
    int first_waiting() const;
    bool one_waits() const { return state_.waiting[static_cast<std::size_t>(state_.seat)] == 1; }

    std::shared_ptr<const Table> table_;
    State state_;
    Sights sights_{};  ///< good in the fire stage
};

}  // namespace muster::rules::simple_combat
