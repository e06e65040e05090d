// Chance for what no proof is asked of: automatic players and simulated battles. A battle's own dice come from
// rules/dice.hpp. Seeded by the caller: the same seed gives the same numbers on every machine.
#pragma once
#include <array>
#include <bit>
#include <cstdint>

namespace muster::rules {

/// xoshiro256++ by Blackman and Vigna, seeded by SplitMix64. Not for secrets.
class Random {
public:
    explicit Random(std::uint64_t seed) {
        for (auto& word : state_) {
            std::uint64_t z = (seed += 0x9e3779b97f4a7c15U);
            z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9U;
            z = (z ^ (z >> 27)) * 0x94d049bb133111ebU;
            word = z ^ (z >> 31);
        }
    }

    std::uint64_t bits() {
        const std::uint64_t out = std::rotl(state_[0] + state_[3], 23) + state_[0];
        const std::uint64_t t = state_[1] << 17;
        state_[2] ^= state_[0];
        state_[3] ^= state_[1];
        state_[1] ^= state_[2];
        state_[0] ^= state_[3];
        state_[2] ^= t;
        state_[3] = std::rotl(state_[3], 45);
        return out;
    }

    /// 1 to 6. Twelve dice are drawn from 64 bits; none is likelier than another by more than 6^12 / 2^64 = 1.2e-10.
    int die() {
        if (dice_left_ == 0) {
            pool_ = bits();
            dice_left_ = 12;
        }
        --dice_left_;
        const auto product = static_cast<unsigned __int128>(pool_) * 6;
        pool_ = static_cast<std::uint64_t>(product);
        return static_cast<int>(product >> 64) + 1;
    }

    /// 0 to n - 1, n > 0, without bias.
    std::uint64_t below(std::uint64_t n) {
        const std::uint64_t unfair = (0 - n) % n;  // so many of the 2^64 values would favour the small ones
        for (;;) {
            const auto product = static_cast<unsigned __int128>(bits()) * n;
            if (static_cast<std::uint64_t>(product) >= unfair) return static_cast<std::uint64_t>(product >> 64);
        }
    }

    /// 0 to 1, below 1: for choices that are weighted.
    double fraction() { return static_cast<double>(bits() >> 11) * 0x1.0p-53; }

private:
    std::array<std::uint64_t, 4> state_{};
    std::uint64_t pool_ = 0;
    int dice_left_ = 0;
};

}  // namespace muster::rules
