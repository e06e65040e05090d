#include "rules/odds/played_model.hpp"

#include "rules/drive.hpp"

namespace muster::rules {

namespace {

class SeededDice final : public Dice {
public:
    explicit SeededDice(Random& random) : random_(random) {}
    std::optional<std::vector<int>> roll(int /*number*/, std::span<const int> sides) override {
        std::vector<int> out;
        for (const int each : sides) out.push_back(each == 6 ? random_.die() : 1 + static_cast<int>(random_.below(static_cast<std::uint64_t>(each))));
        return out;
    }

private:
    Random& random_;
};

class PlayedModel final : public OddsModel {
public:
    PlayedModel(std::unique_ptr<Battle> battle, Policy policy, bool certain) : battle_(std::move(battle)), policy_(policy), certain_(certain) {}

    std::unique_ptr<OddsModel> clone() const override { return std::make_unique<PlayedModel>(battle_->clone(), policy_, certain_); }

    std::optional<Ending> play(Random& random, Patience& patience) override {
        const auto battle = battle_->clone();
        SeededDice dice(random);
        return play_out(*battle, policy_, dice, patience);
    }

    bool exact() const override { return certain_; }
    std::string start() override { return {}; }
    bool branches(std::string_view /*situation*/, Branches& out, Patience& patience) override {
        Random never_asked(0);
        const auto ending = play(never_asked, patience);
        if (ending) out.end(*ending, 1);
        return ending.has_value();
    }

private:
    std::unique_ptr<Battle> battle_;
    Policy policy_;
    bool certain_;
};

}  // namespace

Ending ending_of(const Outcome& outcome, const std::vector<std::string>& seats) {
    Ending out{outcome.winner.value_or(-1), outcome.reason, {}};
    for (std::size_t seat = 0; seat < seats.size(); ++seat) out.survivors[seat] = outcome.survivors.at(seats[seat]).get<int>();
    return out;
}

std::optional<Ending> play_out(Battle& battle, Policy policy, Dice& dice, Patience& patience) {
    constexpr std::int64_t steps_of_an_input = 1000;  // it is written as events
    std::vector<Event> events;
    int rolls = 0;
    while (!outcome_of(battle)) {
        if (!patience.spend(steps_of_an_input)) return {};
        if (const auto* roll = std::get_if<Roll>(&battle.need())) {
            auto values = dice.roll(rolls, roll->sides()).value();
            battle.apply(Rolled{rolls++, std::move(values)}, events);
        } else {
            Decided decided;
            for (const auto& ask : open_asks(battle)) decided.choices.push_back(battle.choose(ask.seat, policy));
            battle.apply(decided, events);
        }
        events.clear();
    }
    return ending_of(*outcome_of(battle), battle.seats());
}

std::unique_ptr<OddsModel> played_model(std::unique_ptr<Battle> battle, Policy policy, bool certain) {
    return std::make_unique<PlayedModel>(std::move(battle), policy, certain);
}

}  // namespace muster::rules
