// The battle as the rest of Muster sees it: a state machine over the typed core.
#pragma once
#include "rules/advanced_combat/choices.hpp"
#include "rules/advanced_combat/standoff.hpp"

namespace muster::rules::advanced_combat {

/// After so many phases in a row in which nobody lost anything, it is a stand-off (A12).
inline constexpr int idle_phases_max = 100;

class AdvancedBattle final : public Battle {
public:
    explicit AdvancedBattle(std::shared_ptr<const Table> table);

    const Need& need() const override { return need_; }
    std::expected<Json, Refusal> check(Seat seat, const Json& choice) const override;
    Json choose(Seat seat, Policy policy) const override;
    Json random_choice(Seat seat, Random& random) const override;
    std::unique_ptr<OddsModel> odds(Policy policy) const override;
    void begin(std::vector<Event>& events) override;
    void apply(const Input& input, std::vector<Event>& events) override;
    Json view(Viewer viewer) const override;
    Json survivors() const override;
    std::unique_ptr<Battle> clone() const override { return std::make_unique<AdvancedBattle>(*this); }

private:
    /// What comes next; each step either settles need_ or leads to another.
    enum class Step { leave, start, wave, air_attacker, air_defender, roll_attacker, roll_defender, loss_attacker, loss_defender, finish, over };

    using Events = std::vector<Event>;
    void run(Events& events);
    bool step(Events& events);  ///< true: need_ is settled

    bool ask_withdrawal();
    bool start_phase(Events& events);
    bool form_waves(Events& events);
    bool support(int seat, Events& events);
    bool roll(int seat);
    bool lose(int seat, Events& events);
    bool finish_phase();

    void take_dice(const Rolled& rolled, Events& events);
    void take_choice(const Json& choice, Events& events);
    void take_support(int seat, Support support, Events& events);
    void take_losses(int seat, const Losses& losses, Events& events);
    void announce_waves(Events& events);

    bool ask(int seat, std::string kind, Json options);
    bool end(std::optional<Seat> winner, std::string reason);
    bool end_in_standoff();
    void forced_choice(int seat, const char* kind, const Json& choice, Events& events) const;
    Json wave_choice(Policy policy) const;

    const Game& game() const { return table_->game; }
    Wave& wave(int seat) { return waves_[static_cast<std::size_t>(seat)]; }
    const Wave& wave(int seat) const { return waves_[static_cast<std::size_t>(seat)]; }
    const Counts& enemy_wave(int seat) const { return wave(other(seat)).units; }
    int units(int seat) const { return ground_units(game(), position_, seat); }
    int larger_side() const { return units(attacker) > units(defender) ? attacker : defender; }

    std::shared_ptr<const Table> table_;
    Position position_;
    std::array<Wave, 2> waves_{};
    std::array<Toll, 2> tolls_{};
    WaveFinder finder_{};
    Step step_ = Step::start;
    int phase_ = 0;
    int wave_size_ = 0;
    int idle_phases_ = 0;
    bool changed_ = true;  ///< somebody died since the last look for a stand-off
    Need need_{};
};

}  // namespace muster::rules::advanced_combat
