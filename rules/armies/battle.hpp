// The battle as the rest of Muster sees it: the conflict in one area, with its decisions and events.
#pragma once
#include "rules/armies/choices.hpp"
#include "rules/armies/conflict.hpp"
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
    using Choice = std::variant<Token>;

    void open(Events& events);
    bool step(Events& events);
    /// Those who are asked for their tokens of this removal.
    std::vector<Ask> asks_for(const Removal& removal, Events& events);

    std::expected<Choice, Refusal> read(Seat seat, JsonView choice) const;
    RemoveChoice write(Seat /*seat*/, Token token) const { return {token}; }
    void take(Seat seat, Token token, Events& /*events*/) { given_[static_cast<std::size_t>(seat)] = token; }
    Choice pick(Seat seat, Policy policy) const;
    Choice draw(Seat seat, Random& random) const;
    std::optional<Choice> prefer(Seat seat, const Preference& preference) const;

    Json situation() const;
    Json situation_of(Seat seat) const;
    void count_left(Seat seat, std::map<std::string, int>& left) const;
    int pieces(Seat seat) const { return tokens(seat).total(); }
    const Tokens& tokens(int seat) const {
        return std::visit([&](const auto& fight) -> const auto& { return fight.tokens(seat); }, conflict_);
    }
    void tell(const std::vector<Happening>& happened, Events& events) const;

    Conflict conflict_;
    Given given_{};  ///< settled for the removal that is due
};

}  // namespace muster::rules::armies
