// The table as the rest of Muster sees it: whoever wants to throws, the others may be asked, the dice fall.
#pragma once
#include "rules/dice/decisions.hpp"
#include "rules/dice/setup.hpp"
#include "rules/typed_battle.hpp"

namespace muster::rules::dice {

class DiceBattle final : public TypedBattle<DiceBattle> {
public:
    explicit DiceBattle(Setup setup) : setup_(std::make_shared<const Setup>(std::move(setup))), made_(setup_->seats.size()) {}

    const std::vector<std::string>& seats() const override { return setup_->seats; }
    /// Null: nobody wins.
    std::unique_ptr<OddsModel> odds(Policy /*policy*/) const override { return nullptr; }

private:
    friend TypedBattle;
    enum class Stage : std::uint8_t { open, wanted, asking, rolling };

    bool step(Events& events);
    bool ask_others();
    void refuse_throw(Events& events);
    void take_dice(Seat seat, const std::vector<int>& values, Events& events);

    std::variant<ThrowDecision, AgreeDecision> decision(Seat seat) const;
    void take(Seat seat, Wanted wanted, Events& events);
    void take(Seat seat, AgreeChoice choice, Events& events);

    Json situation() const;
    Json situation_of(Seat seat) const;
    std::optional<int> round() const { return std::max(1, throws_); }
    void count_left(Seat /*seat*/, std::map<std::string, int>& /*left*/) const {}
    int pieces(Seat /*seat*/) const { return 0; }

    /// What a seat has thrown.
    struct Made {
        int throws = 0;
        int dice = 0;
    };

    std::shared_ptr<const Setup> setup_;
    Stage stage_ = Stage::open;
    Seat thrower_ = 0;
    Wanted wanted_{};
    std::vector<Seat> against_{};  ///< who said no
    int throws_ = 0;
    std::vector<Made> made_;
};

}  // namespace muster::rules::dice
