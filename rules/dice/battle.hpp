// The table as the rest of Muster sees it: whoever wants to throws, the others may be asked, the dice fall.
#pragma once
#include "rules/dice/choices.hpp"
#include "rules/dice/setup.hpp"
#include "rules/typed_battle.hpp"

namespace muster::rules::dice {

class DiceBattle final : public TypedBattle<DiceBattle> {
public:
    explicit DiceBattle(Setup setup) : setup_(std::make_shared<const Setup>(std::move(setup))), made_(setup_->seats.size()) {}

    const std::vector<std::string>& seats() const override { return setup_->seats; }
    Json meaning(Seat seat, const FlatJson& choice) const override;
    /// Null: nobody wins.
    std::unique_ptr<OddsModel> odds(Policy /*policy*/) const override { return nullptr; }

private:
    friend TypedBattle;
    /// What somebody wants to throw.
    struct Wanted {
        Throw thrown;
        std::string words;
    };
    using Choice = std::variant<Wanted, AgreeChoice>;
    enum class Stage : std::uint8_t { open, wanted, asking, rolling };

    bool step(Events& events);
    bool ask_others();
    void refuse_throw(Events& events);
    void take_dice(Seat seat, const std::vector<int>& values, Events& events);

    std::expected<Choice, Refusal> read(Seat seat, JsonView choice) const;
    ThrowChoice write(Seat /*seat*/, const Wanted& wanted) const { return {text_of(wanted.thrown), wanted.words}; }
    AgreeChoice write(Seat /*seat*/, AgreeChoice choice) const { return choice; }
    void take(Seat seat, Wanted wanted, Events& events);
    void take(Seat seat, AgreeChoice choice, Events& events);
    Choice pick(Seat seat, Policy policy) const;
    Choice draw(Seat seat, Random& random) const;
    std::optional<Choice> prefer(Seat /*seat*/, const Preference& /*preference*/) const { return {}; }

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
