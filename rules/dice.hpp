// Dice come in through this interface; rules/ has no source of chance of its own.
#pragma once
#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace muster::rules {

class Dice {
public:
    virtual ~Dice() = default;
    /// For roll number `number` of the battle a value from 1 to its number of sides for each die, or nothing if this source has run out
    /// (then it has consumed nothing).
    virtual std::optional<std::vector<int>> roll(int number, std::span<const int> sides) = 0;
};

/// A fixed list, consumed in order: scenarios and tests.
class ScriptedDice : public Dice {
public:
    explicit ScriptedDice(std::vector<int> values) : values_(std::move(values)) {}
    std::optional<std::vector<int>> roll(int number, std::span<const int> sides) override;
    std::size_t left() const { return values_.size() - next_; }
    /// The first that shows more than its die has sides, which was asked for and not rolled.
    std::optional<std::size_t> misfit() const { return misfit_; }

private:
    std::vector<int> values_;
    std::size_t next_ = 0;
    std::optional<std::size_t> misfit_{};
};

}  // namespace muster::rules
