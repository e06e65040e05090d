// The battle as the rest of Muster sees it: a campaign with its decisions, dice and events.
#pragma once
#include "rules/theatre/campaign.hpp"
#include "rules/theatre/naming.hpp"
#include "rules/typed_battle.hpp"

namespace muster::rules::theatre {

class TheatreBattle final : public TypedBattle<TheatreBattle> {
public:
    explicit TheatreBattle(std::shared_ptr<const World> world) : campaign_(begin_campaign(std::move(world))) {}

    const std::vector<std::string>& seats() const override { return campaign_.world->seats; }
    std::unique_ptr<OddsModel> odds(Policy policy) const override;

private:
    friend TypedBattle;
    using Choice = theatre::Choice;

    bool step(Events& events);
    /// Makes the stage's questions, shows what is forced; those who have something to decide.
    std::vector<Ask> open_stage(Events& events);
    bool ask_for_dice();
    void take_dice(Seat seat, const std::vector<int>& values, Events& events);
    const Question& question_of(Seat seat) const;

    std::expected<Choice, Refusal> read(Seat seat, JsonView choice) const;
    auto write(Seat /*seat*/, const auto& choice) const { return Naming(*campaign_.world)(choice); }
    void take(Seat seat, auto choice, Events& /*events*/) { std::ranges::find(campaign_.group, seat, &Question::seat)->answer = std::move(choice); }
    Choice pick(Seat seat, Policy policy) const;
    Choice draw(Seat seat, Random& random) const;
    std::optional<Choice> prefer(Seat seat, const Preference& preference) const;

    Json situation() const;
    Json situation_of(Seat seat) const;
    std::optional<int> round() const { return std::max(1, campaign_.turn); }
    void count_left(Seat seat, std::map<std::string, int>& left) const;
    int pieces(Seat seat) const { return total(campaign_, seat).points(); }

    Campaign campaign_;
};

}  // namespace muster::rules::theatre
