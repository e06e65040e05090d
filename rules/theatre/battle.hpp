// The battle as the rest of Muster sees it: a campaign with its decisions, dice and events.
#pragma once
#include "rules/theatre/decision.hpp"
#include "rules/typed_battle.hpp"

namespace muster::rules::theatre {

class TheatreBattle final : public TypedBattle<TheatreBattle> {
public:
    explicit TheatreBattle(std::shared_ptr<const World> world) : campaign_(begin_campaign(std::move(world))) {}

    const std::vector<std::string>& seats() const override { return campaign_.world->seats; }
    std::unique_ptr<OddsModel> odds(Policy policy) const override;

private:
    friend TypedBattle;

    bool step(Events& events);
    /// Makes the stage's questions, shows what is forced; those who have something to decide.
    std::vector<Seat> open_stage(Events& events);
    bool ask_for_dice();
    void take_dice(Seat seat, const std::vector<int>& values, Events& events);
    const Question& question_of(Seat seat) const;

    std::variant<Decision> decision(Seat seat) const { return Decision{campaign_, question_of(seat)}; }
    void take(Seat seat, auto choice, Events& /*events*/) { std::ranges::find(campaign_.group, seat, &Question::seat)->answer = std::move(choice); }

    Json situation() const;
    Json situation_of(Seat seat) const;
    std::optional<int> round() const { return std::max(1, campaign_.turn); }
    void count_left(Seat seat, std::map<std::string, int>& left) const;
    int pieces(Seat seat) const { return total(campaign_, seat).points(); }

    Campaign campaign_;
};

}  // namespace muster::rules::theatre
