// The battle as the rest of Muster sees it: a state machine over the typed core.
#pragma once
#include "rules/phased_combat/choices.hpp"
#include "rules/phased_combat/phase.hpp"
#include "rules/typed_battle.hpp"

namespace muster::rules::phased_combat {

class PhasedBattle final : public TypedBattle<PhasedBattle> {
public:
    explicit PhasedBattle(std::shared_ptr<const Table> table);

    const std::vector<std::string>& seats() const override { return seat_names(); }
    std::unique_ptr<OddsModel> odds(Policy policy) const override;
    Json meaning(Seat seat, const FlatJson& choice) const override;

private:
    friend TypedBattle;
    using Choice = std::variant<UnitClass, Counts, RetreatChoice>;  // Counts: losses

    void open(Events& events);
    bool step(Events& events);
    bool roll(int seat);
    bool state_classes(Events& events);
    bool place_hits(Events& events);
    void take_all_losses(Events& events);
    void announce_round(Events& events) const;
    void announce_phase(Events& events) const;
    void take_dice(Seat seat, const std::vector<int>& values, Events& events);
    bool finish_with(std::optional<Seat> winner, std::string reason);

    /// Asks all of `seats` at once.
    bool ask_all(const std::vector<int>& seats, const char* kind);
    SharedJson options(int seat) const;

    std::expected<Choice, Refusal> read(Seat seat, JsonView choice) const;
    ClassChoice write(Seat /*seat*/, UnitClass hit_class) const { return {std::string(name_of(hit_class))}; }
    CasualtyChoice write(Seat seat, const Counts& losses) const { return casualty_choice(*table_, seat, losses); }
    RetreatChoice write(Seat /*seat*/, const RetreatChoice& choice) const { return choice; }
    void take(Seat seat, UnitClass hit_class, Events& /*events*/) { now_.stated_by(seat) = hit_class; }
    void take(Seat seat, const Counts& losses, Events& /*events*/) { now_.losses_of(seat) = losses; }
    void take(Seat seat, const RetreatChoice& choice, Events& events);
    Choice pick(Seat seat, Policy policy) const;
    Choice draw(Seat seat, Random& random) const;
    std::optional<Choice> prefer(Seat seat, const Preference& preference) const;
    std::optional<UnitClass> preferred_class(int seat, const Preference& preference) const;
    std::optional<Counts> preferred_losses(int seat, const Preference& preference) const;

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
