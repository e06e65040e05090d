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

private:
    friend TypedBattle;
    using Choice = std::variant<Move, Declaration>;

    bool step(Events& events);
    bool next_turn(Events& events);
    bool roll_initiative();
    bool move(Events& events);
    bool fire(Events& events);
    bool resolve(Events& events);
    bool suffer();
    void take_dice(Seat seat, const std::vector<int>& values, Events& events);
    bool finish_with(const Finish& finish);

    /// What the seat that acts decides: a unit's move, or its fire.
    struct Decision {
        const SimpleBattle& battle;
        std::string_view kind = battle.state_.stage == Stage::move ? "move" : "fire";

        SharedJson options() const { return battle.options(); }
        std::expected<Choice, Refusal> read(JsonView choice) const { return battle.read(choice); }
        MoveChoice write(const Move& move) const { return move_choice(*battle.table_, move.unit, move.path); }
        FireChoice write(const Declaration& fire) const { return fire_choice(*battle.table_, fire.unit, fire.shots); }
        Choice usual() const { return battle.usual(); }
        Choice pick(Policy /*policy*/) const { return battle.best(); }
        Choice draw(Random& random) const { return battle.draw(random); }
        std::optional<Choice> prefer(const Preference& preference) const { return battle.prefer(preference); }
        Json meaning(JsonView choice) const { return battle.meaning_of(choice); }
    };
    std::variant<Decision> decision(Seat /*seat*/) const { return Decision{*this}; }

    SharedJson options() const;
    std::expected<Choice, Refusal> read(JsonView choice) const;
    void take(Seat seat, const Choice& choice, Events& events) {
        std::visit([&](const auto& each) { take(seat, each, events); }, choice);
    }
    void take(Seat seat, const Move& move, Events& events);
    void take(Seat seat, const Declaration& fire, Events& events);
    Choice usual() const;
    Choice best() const;
    Declaration planned_fire() const;
    Choice draw(Random& random) const;
    std::optional<Choice> prefer(const Preference& preference) const;
    Json meaning_of(JsonView choice) const;

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
