#include "protocol/study/branch.hpp"

#include "protocol/battle_limits.hpp"
#include "rules/drive.hpp"

namespace muster::protocol::study {

namespace {

class BranchDice final : public rules::Dice {
public:
    BranchDice(const DiceSource& source, const std::vector<int>& fell) : source_(source), fell_(fell) {
        if (source.seed) random_.emplace(static_cast<std::uint64_t>(*source.seed));
    }

    std::optional<std::vector<int>> roll(int /*number*/, std::span<const int> sides) override {
        const auto before = *this;
        std::vector<int> out;
        out.reserve(sides.size());
        for (const int most : sides) {
            const auto value = next(most);
            if (!value || misfit_) {
                restore(before);
                return {};
            }
            out.push_back(*value);
        }
        rolled_ += out.size();
        return out;
    }

    std::size_t rolled() const { return rolled_; }
    /// The first by hand that shows more than its die has sides.
    const std::optional<std::size_t>& misfit() const { return misfit_; }

private:
    BranchDice(const BranchDice&) = default;

    std::optional<int> next(int most) {
        if (hand_ < source_.by_hand.size()) {
            const int value = source_.by_hand[hand_];
            if (value > most) misfit_ = hand_;
            ++hand_;
            return value;
        }
        while (source_.as_they_fell && next_fell_ < fell_.size())  // one that shows more than this die has sides fell for another kind
            if (const int value = fell_[next_fell_++]; value <= most) return value;
        if (!random_) return {};
        return most == 6 ? random_->die() : 1 + static_cast<int>(random_->below(static_cast<std::uint64_t>(most)));
    }

    /// A roll that does not come about takes no dice.
    void restore(const BranchDice& before) {
        hand_ = before.hand_;
        next_fell_ = before.next_fell_;
        random_ = before.random_;
    }

    const DiceSource& source_;
    const std::vector<int>& fell_;
    std::optional<rules::Random> random_{};
    std::size_t hand_ = 0;
    std::size_t next_fell_ = 0;
    std::size_t rolled_ = 0;
    std::optional<std::size_t> misfit_{};
};

std::optional<rules::Policy> policy_named(JsonView choice) {
    if (!choice.is_string()) return {};
    for (const auto& [policy, word] : names_of(rules::Policy{}))
        if (choice.text() == word) return policy;
    return {};
}

/// Plays one branch.
class Player {
public:
    Player(Moment from, const DiceSource& source, const std::vector<int>& fell) : out_{.at = std::move(from)}, dice_(source, fell) {}

    std::expected<Branch, Refusal> play(const std::vector<Move>& moves) {
        if (auto refusal = roll()) return std::unexpected(std::move(*refusal));
        for (std::size_t i = 0; i < moves.size(); ++i)
            if (auto refusal = make(moves[i], JsonPath("/moves") / i)) return std::unexpected(std::move(*refusal));
        out_.dice = dice_.rolled();
        if (const auto* outcome = rules::outcome_of(battle())) out_.at.outcome = *outcome;
        return std::move(out_);
    }

private:
    rules::Battle& battle() { return *out_.at.battle; }

    std::optional<Refusal> make(const Move& move, const JsonPath& path) {
        if (out_.at.outcome || rules::outcome_of(battle())) return Refusal{Code::battle_over, "this battle is over", path.text()};
        if (std::holds_alternative<rules::Roll>(battle().need())) return Refusal{Code::illegal_choice, "dice are to be rolled first", path.text()};
        const auto seat = rules::seat_named(battle().seats(), move.seat);
        const auto* ask = seat ? ask_of(battle(), *seat) : nullptr;
        if (!ask || collected_.has(*seat)) return Refusal{Code::not_your_seat, "this seat is not asked now", (path / "seat").text()};
        const auto policy = policy_named(move.choice);
        auto choice = policy ? std::expected<SharedJson, Refusal>(
                                   ask->seat == rules::anybody || *policy == rules::Policy::preset ? ask->preset : battle().choose(*seat, *policy))
                             : check(*seat, move.choice);
        if (!choice) return Refusal{choice.error().code, choice.error().message, (path / "choice").text() + choice.error().path};
        out_.choices.push_back(*choice);
        out_.answered.push_back(*seat);
        kinds_.push_back(ask->kind);
        const auto decided = collected_.take(rules::open_asks(battle()), *seat, std::move(*choice));
        return decided ? apply(*decided) : std::nullopt;
    }

    std::expected<SharedJson, Refusal> check(rules::Seat seat, const FlatJson& choice) {
        if (!JsonView(choice).is_object()) return refuse(Code::illegal_choice, "expected an object, or \"default\", \"best\" or \"listed\"");
        return battle().check(seat, choice);
    }

    std::optional<Refusal> apply(const rules::Decided& decided) {
        const auto first = out_.choices.size() - out_.answered.size();
        for (std::size_t i = 0; i < out_.answered.size(); ++i) {
            const JsonText choice(*out_.choices[first + i]);
            out_.events.push_back(rules::chosen_event(
                {.seat = battle().seats()[static_cast<std::size_t>(out_.answered[i])], .decision = ++decisions_, .kind = kinds_[i], .choice = choice}));
        }
        out_.answered.clear();
        kinds_.clear();
        battle().apply(decided, out_.events);
        return roll();
    }

    std::optional<Refusal> roll() {
        if (out_.at.outcome) return {};  // a battle that was given up may still owe dice
        const BattleLimits limits;
        std::vector<rules::Event> events;
        const auto bytes = rules::roll_within(limits.step_bytes, battle(), dice_, out_.at.rolls, events);
        for (auto& each : events) out_.events.push_back(std::move(each));
        bytes_ += bytes;
        if (dice_.misfit()) return Refusal{Code::bad_message, "this die has fewer sides", "/dice/by_hand/" + std::to_string(*dice_.misfit())};
        if (bytes > limits.step_bytes || bytes_ > limits.battle_bytes) return Refusal{Code::too_large, "this goes on for too long"};
        return {};
    }

    Branch out_;
    BranchDice dice_;
    Collected collected_{};
    std::vector<std::string> kinds_{};
    int decisions_ = 0;
    std::size_t bytes_ = 0;
};

}  // namespace

std::expected<Branch, Refusal> play_on(Moment from, const std::vector<Move>& moves, const DiceSource& source, const std::vector<int>& fell) {
    return Player(std::move(from), source, fell).play(moves);
}

}  // namespace muster::protocol::study
