// The battle as the rest of Muster sees it: the fight for one area, with its decisions and events.
#pragma once
#include "rules/armies/fight.hpp"
#include "rules/battle.hpp"

namespace muster::rules::armies {

class ArmiesBattle final : public Battle {
public:
    explicit ArmiesBattle(const Area& area) : fight_(area) {}

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
    std::unique_ptr<Battle> clone() const override { return std::make_unique<ArmiesBattle>(*this); }

private:
    using Events = std::vector<Event>;
    void run(Events& events);
    bool ask(const Removal& removal, Events& events);
    void remove(Events& events);
    const Tokens& tokens(int seat) const { return of(fight_.forces(), seat); }

    Fight fight_;
    Fight::Given given_{};  ///< settled for the step that is asked for
    Need need_{};
};

}  // namespace muster::rules::armies
