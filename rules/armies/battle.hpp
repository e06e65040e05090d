// The battle as the rest of Muster sees it: the conflict in one area, with its decisions and events.
#pragma once
#include "rules/armies/conflict.hpp"
#include "rules/armies/decisions.hpp"
#include "rules/typed_battle.hpp"

namespace muster::rules::armies {

class ArmiesBattle final : public TypedBattle<ArmiesBattle> {
public:
    explicit ArmiesBattle(Conflict conflict) : conflict_(std::move(conflict)) {}

    const std::vector<std::string>& seats() const override {
        return std::visit([](const auto& fight) -> const auto& { return fight.seats(); }, conflict_);
    }
    std::unique_ptr<OddsModel> odds(Policy policy) const override;

private:
    friend TypedBattle;

    void open(Events& events);
    bool step(Events& events);
    /// Those who have a choice among their tokens for this removal. Who has none has its token taken.
    std::vector<Seat> asked_for(const Removal& removal, Events& events);

    std::variant<RemoveDecision> decision(Seat seat) const { return RemoveDecision{tokens(seat), removal().step}; }
    void take(Seat seat, Token token, Events& /*events*/) { given_[static_cast<std::size_t>(seat)] = token; }

    Json situation() const;
    Json situation_of(Seat seat) const;
    void count_left(Seat seat, std::map<std::string, int>& left) const;
    int pieces(Seat seat) const { return tokens(seat).total(); }
    const Tokens& tokens(int seat) const {
        return std::visit([&](const auto& fight) -> const auto& { return fight.tokens(seat); }, conflict_);
    }
    /// The one that is due. Precondition: the conflict goes on.
    const Removal& removal() const {
        return std::visit([](const auto& fight) -> const auto& { return *fight.next(); }, conflict_);
    }
    void tell(const std::vector<Happening>& happened, Events& events) const;

    Conflict conflict_;
    Given given_{};  ///< settled for the removal that is due
};

}  // namespace muster::rules::armies
