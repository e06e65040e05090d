// Random numbers for tests: one interface, so that the same generators serve rapidcheck (which can shrink what it
// found) and seeded runs that must stay the same for ever.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

namespace muster::test {

class Chance {
public:
    virtual ~Chance() = default;
    /// 0 to n - 1.
    virtual int below(int n) = 0;

    int between(int low, int high) { return low + below(high - low + 1); }
    /// True once in n times.
    bool one_in(int n) { return below(n) == n - 1; }
    template <typename T>
    const T& pick(const std::vector<T>& items) {
        return items[static_cast<std::size_t>(below(static_cast<int>(items.size())))];
    }
};

/// SplitMix64: small, and ours, so that no library's update changes what a seed stands for.
class SeededChance final : public Chance {
public:
    explicit SeededChance(std::uint64_t seed) : state_(seed) {}

    std::uint64_t next() {
        std::uint64_t z = (state_ += 0x9e3779b97f4a7c15U);
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9U;
        z = (z ^ (z >> 27)) * 0x94d049bb133111ebU;
        return z ^ (z >> 31);
    }
    int below(int n) override { return static_cast<int>(next() % static_cast<std::uint64_t>(n)); }

private:
    std::uint64_t state_;
};

}  // namespace muster::test
