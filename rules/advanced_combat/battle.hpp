// The battle as the rest of Muster sees it: a state machine over the typed core.
#pragma once
#include "rules/advanced_combat/choices.hpp"
#include "rules/advanced_combat/phase.hpp"
#include "rules/typed_battle.hpp"

namespace muster::rules::advanced_combat {

class AdvancedBattle final : public TypedBattle<AdvancedBattle, seat_name> {
public:
    explicit AdvancedBattle(std::shared_ptr<const Table> table);

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

    bool ask_withdrawal();
    bool start_phase(Events& events);
    bool form_waves(Events& events);
    bool support(int seat, Events& events);
    bool roll(int seat);
    bool lose(int seat, Events& events);
    bool finish_phase();

    void take_dice(const Rolled& rolled, Events& events);
    void take_choices(const Decided& decided, Events& events);
    void take_support(int seat, Support support, Events& events);
    void take_losses(int seat, const Losses& losses, Events& events);
    void announce_waves(Events& events);

    bool ask(int seat, std::string kind, Json options);
    bool finish_with(const Finish& finish);
    Json wave_choice(Policy policy) const;
    /// The place of each type in the order, and whether one of which `present` has some is named.
    std::optional<Counts> ranks(int seat, const Counts& present, const Preference& preference) const;

    const Game& game() const { return table_->game; }
    Wave& wave(int seat) { return now_.wave(seat); }
    const Wave& wave(int seat) const { return now_.wave(seat); }
    const Counts& enemy_wave(int seat) const { return wave(other(seat)).units; }
    int pieces(Seat seat) const { return units(seat); }
    int units(int seat) const { return ground_units(game(), now_.position, seat); }
    int larger() const { return larger_side(game(), now_.position); }

    std::shared_ptr<const Table> table_;
    Progress now_;
    std::array<Toll, 2> tolls_{};
    WaveFinder finder_{};
    int phase_ = 0;
    int wave_size_ = 0;
};

}  // namespace muster::rules::advanced_combat
