#include "rules/high_die/battle.hpp"

#include "rules/odds/played_model.hpp"

namespace muster::rules::high_die {

const std::vector<std::string>& seat_names() {
    static const std::vector<std::string> names{"red", "blue"};
    return names;
}

bool HighDieBattle::step(Events& /*events*/) {
    for (const Seat seat : each_seat()) {
        if (!of(seat).due) continue;
        need_ = Roll{seat, "die", {{.label = "die", .dice = 1, .sides = setup_.sides}}};
        return true;
    }
    if (stage_ != Stage::swear) {
        stage_ = static_cast<Stage>(static_cast<int>(stage_) + 1);
        return ask(std::array<Seat, 2>{0, 1});
    }
    const int red = of(0).die + of(0).more;
    const int blue = of(1).die + of(1).more;
    if (red == blue && of(0).stake == of(1).stake) return end({{}, "equal"});
    if (red == blue) return end({of(0).stake > of(1).stake ? 0 : 1, "bolder"});
    return end({red > blue ? 0 : 1, "higher"});
}

void HighDieBattle::take_dice(Seat seat, const std::vector<int>& values, Events& events) {
    of(seat).die = values.front();
    of(seat).due = false;
    events.push_back(make_event("shown", DieShown{seat_id(seat), values.front()}));
}

std::variant<AgainDecision, CharmDecision, LayDecision, SwearDecision> HighDieBattle::decision(Seat seat) const {
    if (stage_ == Stage::again) return AgainDecision{of(seat).die, setup_.sides};
    if (stage_ == Stage::charm) return CharmDecision{of(seat).die};
    if (stage_ == Stage::lay) return LayDecision{};
    return SwearDecision{};
}

void HighDieBattle::take(Seat seat, const Laid& laid, Events& events) {
    of(seat).more += laid.worth;
    events.push_back(make_event("laid", PiecesLaid{seat_id(seat), laid.choice.units, of(seat).die + of(seat).more}));
}

void HighDieBattle::take(Seat seat, const SwearChoice& oath, Events& events) {
    of(seat).stake = oath.stake;
    events.push_back(make_event("sworn", OathSworn{seat_id(seat), oath.stake, oath.by}));
}

std::unique_ptr<OddsModel> HighDieBattle::odds(Policy policy) const { return played_model(clone(), policy, false); }

}  // namespace muster::rules::high_die
