// A battle that never ends of itself: whoever works out its odds ends when he is told to.
#pragma once
#include <atomic>
#include <functional>
#include <memory>

#include "rules/odds/model.hpp"

namespace muster::test {

class EndlessModel final : public rules::OddsModel {
public:
    /// What the model and its clones have done, for the test to see. `at_step` is called before every step with its number.
    struct Seen {
        std::atomic<std::int64_t> steps = 0;
        std::function<void(std::int64_t)> at_step = [](std::int64_t) {};
    };
    EndlessModel(std::shared_ptr<Seen> seen, bool exact) : seen_(std::move(seen)), exact_(exact) {}

    std::unique_ptr<rules::OddsModel> clone() const override { return std::make_unique<EndlessModel>(seen_, exact_); }
    std::optional<rules::Ending> play(rules::Random& /*random*/, rules::Patience& patience) override {
        run(patience);
        return {};
    }
    bool exact() const override { return exact_; }
    std::string start() override { return {}; }
    bool branches(std::string_view /*situation*/, rules::Branches& /*out*/, rules::Patience& patience) override {
        run(patience);
        return false;
    }

private:
    void run(rules::Patience& patience) {
        while (patience.spend(1)) seen_->at_step(++seen_->steps);
    }

    std::shared_ptr<Seen> seen_;
    bool exact_;
};

}  // namespace muster::test
