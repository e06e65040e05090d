// Two dice, each rolled once again if its owner wants to.
#pragma once
#include <array>

#include "rules/high_die/decisions.hpp"
#include "rules/high_die/setup.hpp"
#include "rules/typed_battle.hpp"

namespace muster::rules::high_die {

/// `shown`: what a seat's die shows now.
struct Shown {
    std::string seat;
    int die = 0;
    static void fields(auto& visit, auto& self) { list_fields(visit, "seat", self.seat, "die", self.die); }
};

const std::vector<std::string>& seat_names();

class HighDieBattle final : public TypedBattle<HighDieBattle> {
public:
    explicit HighDieBattle(Setup setup) : setup_(setup) {}

    const std::vector<std::string>& seats() const override { return seat_names(); }
    std::unique_ptr<OddsModel> odds(Policy policy) const override;

private:
    friend TypedBattle;

    bool step(Events& events);
    void take_dice(Seat seat, const std::vector<int>& values, Events& events);

    std::variant<AgainDecision> decision(Seat seat) const { return AgainDecision{dice_[static_cast<std::size_t>(seat)], setup_.sides}; }
    void take(Seat seat, AgainChoice choice, Events& events);

    Json situation() const { return Json::object(); }
    Json situation_of(Seat seat) const { return {{"die", dice_[static_cast<std::size_t>(seat)]}}; }
    void count_left(Seat /*seat*/, std::map<std::string, int>& /*left*/) const {}
    int pieces(Seat /*seat*/) const { return 1; }

    Setup setup_;
    std::array<int, 2> dice_{};
    std::array<bool, 2> due_{true, true};  ///< is still to be rolled
    bool asked_ = false;
};

}  // namespace muster::rules::high_die
