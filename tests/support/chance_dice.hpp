// Dice that follow from a test's chance.
#pragma once
#include "rules/dice.hpp"
#include "tests/support/chance.hpp"

namespace muster::test {

class ChanceDice final : public rules::Dice {
public:
    /// `chance` must outlive this.
    explicit ChanceDice(Chance& chance) : chance_(chance) {}
    std::optional<std::vector<int>> roll(int /*number*/, int count) override {
        std::vector<int> out(static_cast<std::size_t>(count));
        for (auto& die : out) die = chance_.between(1, 6);
        return out;
    }

private:
    Chance& chance_;
};

}  // namespace muster::test
