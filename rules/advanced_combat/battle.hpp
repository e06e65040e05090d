// The battle as the rest of Muster sees it: a state machine over the typed core.
#pragma once
#include "rules/advanced_combat/choices.hpp"
#include "rules/advanced_combat/phase.hpp"

namespace muster::rules::advanced_combat {

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
    Facts facts() const override;
    std::optional<Json> preferred(Seat seat, const Preference& preference) const override;
    std::unique_ptr<Battle> clone() const override { return std::make_unique<AdvancedBattle>(*this); }

private:
    using Events = std::vector<Event>;
    void run(Events& events);
    bool step(Events& events);  ///< true: need_ is settled; false: go on

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
    bool end(const Finish& finish);
    void forced_choice(int seat, const char* kind, const Json& choice, Events& events) const;
    Json wave_choice(Policy policy) const;
    /// The place of each type in the order, and whether one of which `present` has some is named.
    std::optional<Counts> ranks(int seat, const Counts& present, const Preference& preference) const;

    const Game& game() const { return table_->game; }
    Wave& wave(int seat) { return now_.wave(seat); }
    const Wave& wave(int seat) const { return now_.wave(seat); }
    const Counts& enemy_wave(int seat) const { return wave(other(seat)).units; }
    int units(int seat) const { return ground_units(game(), now_.position, seat); }
    int larger() const { return larger_side(game(), now_.position); }

    std::shared_ptr<const Table> table_;
    Progress now_;
    std::array<Toll, 2> tolls_{};
    WaveFinder finder_{};
    int phase_ = 0;
    int wave_size_ = 0;
    Need need_{};
};

}  // namespace muster::rules::advanced_combat
