#include "rules/odds/played_model.hpp"

#include "rules/drive.hpp"

namespace muster::rules {

namespace {

class SeededDice final : public Dice {
public:
    explicit SeededDice(Random& random) : random_(random) {}
    std::optional<std::vector<int>> roll(int /*number*/, int count) override {
        std::vector<int> out(static_cast<std::size_t>(count));
        for (auto& die : out) die = random_.die();
        return out;
    }

private:
    Random& random_;
};

class PlayedModel final : public OddsModel {
public:
    PlayedModel(std::unique_ptr<Battle> battle, std::vector<std::string> seats, Policy policy, bool certain)
        : battle_(std::move(battle)), seats_(std::move(seats)), policy_(policy), certain_(certain) {}

    std::unique_ptr<OddsModel> clone() const override { return std::make_unique<PlayedModel>(battle_->clone(), seats_, policy_, certain_); }

    Ending play(Random& random) override {
        const auto battle = battle_->clone();
        SeededDice dice(random);
        return play_out(*battle, policy_, dice, seats_);
    }

    bool exact() const override { return certain_; }
    std::string start() override { return {}; }
    void branches(std::string_view /*situation*/, Branches& out) override {
        Random never_asked(0);
        out.end(play(never_asked), 1);
    }

private:
    std::unique_ptr<Battle> battle_;
    std::vector<std::string> seats_;
    Policy policy_;
    bool certain_;
};

}  // namespace

Ending ending_of(const Outcome& outcome, const std::vector<std::string>& seats) {
    Ending out{outcome.winner.value_or(-1), outcome.reason, {}};
    for (std::size_t seat = 0; seat < seats.size(); ++seat) out.survivors[seat] = outcome.survivors.at(seats[seat]).get<int>();
    return out;
}

Ending play_out(Battle& battle, Policy policy, Dice& dice, const std::vector<std::string>& seats) {
    std::vector<Event> events;
    int rolls = 0;
    while (roll_on(battle, dice, rolls, events) && !outcome_of(battle)) {
        Decided decided;
        for (const auto& ask : open_asks(battle)) decided.choices.push_back(battle.choose(ask.seat, policy));
        battle.apply(decided, events);
        events.clear();
    }
    return ending_of(*outcome_of(battle), seats);
}

std::unique_ptr<OddsModel> played_model(std::unique_ptr<Battle> battle, std::vector<std::string> seats, Policy policy, bool certain) {
    return std::make_unique<PlayedModel>(std::move(battle), std::move(seats), policy, certain);
}

}  // namespace muster::rules
