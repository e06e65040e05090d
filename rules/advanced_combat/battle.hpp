// The battle as the rest of Muster sees it: a state machine over the typed core.
#pragma once
#include "rules/advanced_combat/decisions.hpp"
#include "rules/typed_battle.hpp"

namespace muster::rules::advanced_combat {

class AdvancedBattle final : public TypedBattle<AdvancedBattle> {
public:
    explicit AdvancedBattle(std::shared_ptr<const Table> table);

    const std::vector<std::string>& seats() const override { return seat_names(); }
    std::unique_ptr<OddsModel> odds(Policy policy) const override;

private:
    friend TypedBattle;

    bool step(Events& events);
    bool start_phase(Events& events);
    bool support_before_wave(Events& events);
    bool form_waves(Events& events);
    bool support(int seat, Events& events);
    bool roll(int seat);
    bool lose(int seat, Events& events);
    bool finish_phase();
    bool finish_with(const Finish& finish);
    void announce_wave(int seat, Events& events);
    void announce_waves(Events& events);
    void take_dice(Seat seat, const std::vector<int>& values, Events& events);

    std::variant<WithdrawDecision, WaveDecision, SupportDecision, CasualtyDecision> decision(Seat seat) const;
    Moment moment(int seat) const { return {*table_, now_, seat}; }
    void take(Seat seat, const WithdrawChoice& choice, Events& events);
    void take(Seat seat, const Counts& units, Events& events);
    void take(Seat seat, Support support, Events& events);
    void take(Seat seat, const Losses& losses, Events& events);

    Json situation() const;
    Json situation_of(Seat seat) const;
    void count_left(Seat seat, std::map<std::string, int>& left) const;
    std::optional<int> round() const { return phase_; }
    int pieces(Seat seat) const { return units(seat); }

    const Game& game() const { return table_->game; }
    Wave& wave(int seat) { return now_.wave(seat); }
    const Wave& wave(int seat) const { return now_.wave(seat); }
    const Counts& enemy_wave(int seat) const { return wave(other(seat)).units; }
    Toll& due(int seat) { return tolls_[static_cast<std::size_t>(seat)]; }
    const Toll& due(int seat) const { return tolls_[static_cast<std::size_t>(seat)]; }
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
