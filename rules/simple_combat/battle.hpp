// The battle as the rest of Muster sees it: a state machine over the typed core.
#pragma once
#include "rules/battle.hpp"
#include "rules/simple_combat/choices.hpp"
#include "rules/simple_combat/turn.hpp"

namespace muster::rules::simple_combat {

class SimpleBattle final : public Battle {
public:
    explicit SimpleBattle(std::shared_ptr<const Table> table);

    const Need& need() const override { return need_; }
    std::expected<Json, Refusal> check(Seat seat, const Json& choice) const override;
    Json choose(Seat seat, Policy policy) const override;
    Json random_choice(Seat seat, Random& random) const override;
    std::unique_ptr<OddsModel> odds(Policy policy) const override;
    void begin(std::vector<Event>& events) override;
    void apply(const Input& input, std::vector<Event>& events) override;
    Json view(Viewer viewer) const override;
    Json survivors() const override;
    Facts facts() const override;
    std::optional<Json> preferred(Seat seat, const Preference& preference) const override;
    std::unique_ptr<Battle> clone() const override { return std::make_unique<SimpleBattle>(*this); }

private:
    using Events = std::vector<Event>;
    void run(Events& events);
    bool step(Events& events);  ///< true: need_ is settled; false: go on

    bool next_turn(Events& events);
    bool roll_initiative();
    bool move(Events& events);
    bool fire(Events& events);
    bool resolve(Events& events);

    void take_dice(const Rolled& rolled, Events& events);
    void take_choice(const Json& choice, Events& events);
    void take_move(const Move& move, Events& events);

    bool ask(const char* kind, Json options);
    bool end(const Finish& finish);
    void forced_choice(const char* kind, const Json& choice, Events& events) const;
    Json preset() const;

    const Game& game() const { return table_->game; }
    int living(int seat) const { return state_.living[static_cast<std::size_t>(seat)]; }
    /// Of the seat that acts, the first unit that has yet to act, and whether it is the only one.
    int first_waiting() const;
    bool one_waits() const { return state_.waiting[static_cast<std::size_t>(state_.seat)] == 1; }

    std::shared_ptr<const Table> table_;
    State state_;
    Sights sights_{};  ///< good in the fire stage
    Need need_{};
};

}  // namespace muster::rules::simple_combat
