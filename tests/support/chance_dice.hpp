// Dice that follow from a test's chance.
#pragma once
#include "rules/dice.hpp"
#include "tests/support/chance.hpp"

namespace muster::test {

class ChanceDice final : public rules::Dice {
public:
    /// `chance` must outlive this.
    explicit ChanceDice(Chance& chance) : chance_(chance) {}
    std::optional<std::vector<int>> roll(int /*number*/, std::span<const int> sides) override {
        std::vector<int> out;
        for (const int each : sides) out.push_back(chance_.between(1, each));
        return out;
    }

private:
    Chance& chance_;
};

}  // namespace muster::test
