// The battle as the rest of Muster sees it: the fight for one area, with its decisions and events.
#pragma once
#include "rules/armies/fight.hpp"
#include "rules/typed_battle.hpp"

namespace muster::rules::armies {

class ArmiesBattle final : public TypedBattle<ArmiesBattle, civilization::seat_name> {
public:
    explicit ArmiesBattle(const Area& area) : fight_(area) {}

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
    void take_dice(const Rolled& /*rolled*/, Events& /*events*/) {}  // there are none
    void take_choices(const Decided& decided, Events& events);
    bool ask(const Removal& removal, Events& events);
    void remove(Events& events);
    int pieces(Seat seat) const { return tokens(seat).total(); }
    const Tokens& tokens(int seat) const { return of(fight_.forces(), seat); }

    Fight fight_;
    Fight::Given given_{};  ///< settled for the step that is asked for
};

}  // namespace muster::rules::armies
