// Dice come in through this interface; rules/ has no source of chance of its own.
#pragma once
#include <cstddef>
#include <optional>
#include <vector>

namespace muster::rules {

class Dice {
public:
    virtual ~Dice() = default;
    /// `count` values 1..6 for roll number `number` of the battle, or nothing if this source has run out
    /// (then it has consumed nothing).
    virtual std::optional<std::vector<int>> roll(int number, int count) = 0;
};

/// A fixed list, consumed in order: scenarios and tests.
class ScriptedDice : public Dice {
public:
    explicit ScriptedDice(std::vector<int> values) : values_(std::move(values)) {}
    std::optional<std::vector<int>> roll(int number, int count) override;
    std::size_t left() const { return values_.size() - next_; }

private:
    std::vector<int> values_;
    std::size_t next_ = 0;
};

}  // namespace muster::rules
