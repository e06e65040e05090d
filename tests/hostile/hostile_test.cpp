// A server whose operator plays on it, and tries every trick (tricks.hpp) with each kind of dice: what pays, what is useless, and what is found out. All
// chance in it is seeded. Some hundred battles of each in every test run; `make check-hostile` plays 10,000.
//   hostile_tests [--battles=N] [doctest's options]
#define DOCTEST_CONFIG_IMPLEMENT
#include <doctest/doctest.h>

#include <atomic>
#include <charconv>
#include <cmath>
#include <mutex>
#include <string_view>
#include <thread>

#include "tests/hostile/tricks.hpp"

using namespace muster;
using namespace muster::test;

namespace {

std::uint64_t battles = 100;  ///< of each trick

// Where it is only to be seen what is won, battles have one round, which a die decides, and are several times as many; to be found out takes longer ones.
struct Length {
    int rounds = 3;
    std::uint64_t battles = 0;
};
Length length_for(Fate fate) {
    return fate == Fate::named ? Length{3, battles} : Length{1, (fate == Fate::useless ? 3 : 6) * battles};  // what pays must be seen, too
}

// Standard deviations. The limit is 3 where somebody looks at the figures of many battles (SECURITY.md). Of forty such comparisons of what is all the same one
// in twenty runs of other dice would go beyond that by chance; beyond 4 one in a thousand. With few battles only large gains are seen.
constexpr double useless_below = 4;
constexpr double pays_above = 3;

struct Sum {
    std::uint64_t battles = 0;
    double score = 0;
    double squares = 0;
    double won = 0;  ///< those that were by the server's word, too
    int tries = 0;
    int cheated = 0;  ///< battles in which he went against the protocol
    int named = 0;
    int by_word = 0;
    int refused = 0;  ///< how often he was not let
    int unnoticed = 0;
    int blamed = 0;  ///< named without having cheated
    std::map<std::string, int> names{};

    double mean() const { return score / static_cast<double>(battles); }
    double variance() const { return squares / static_cast<double>(battles) - mean() * mean(); }
};

void add(Sum& out, const Result& result) {
    ++out.battles;
    out.score += result.score;
    out.squares += result.score * result.score;
    out.won += result.won;
    out.tries += result.tries + result.cheats + result.refused + result.by_word;
    out.cheated += result.cheats > 0;
    out.named += !result.named.empty();
    out.by_word += result.by_word;
    out.refused += result.refused;
    out.unnoticed += result.cheats > 0 && result.named.empty();
    out.blamed += result.cheats == 0 && !result.named.empty();
    if (!result.named.empty()) ++out.names[result.named];
}

/// Of battles that no others are like; each thread plays some of them, and it is the same whichever.
Sum sum_of(Dice dice, const Operator& player, const std::string& name, const Length& length) {
    std::uint64_t first = 0;
    for (const auto byte : protocol::bytes_of(protocol::sha256(name)).substr(0, 4)) first = first << 8 | static_cast<unsigned char>(byte);
    first <<= 20;

    Sum out;
    std::mutex mutex;
    std::atomic<std::uint64_t> next{0};
    std::string failed;
    const auto play_some = [&] {
        for (auto number = next++; number < length.battles; number = next++) {
            try {
                const auto result = played({dice, length.rounds, first + number}, player);
                const std::lock_guard lock(mutex);
                add(out, result);
            } catch (const std::exception& error) {
                const std::lock_guard lock(mutex);
                failed = "battle " + std::to_string(first + number) + ": " + error.what();
            }
        }
    };
    std::vector<std::jthread> threads;
    for (unsigned i = 1; i < std::thread::hardware_concurrency(); ++i) threads.emplace_back(play_some);
    play_some();
    threads.clear();
    REQUIRE_MESSAGE(failed.empty(), name << ", " << failed);
    return out;
}

/// How many standard deviations his score is above what he has honestly.
double above(const Sum& trick, const Sum& honest) {
    const auto spread = [](const Sum& sum) { return sum.variance() / static_cast<double>(sum.battles); };
    return (trick.mean() - honest.mean()) / std::sqrt(spread(trick) + spread(honest));
}

}  // namespace

TEST_CASE("by the tricks of an operator who plays no dice are won but those of his server alone") {
    for (const auto dice : all_dice) {
        std::map<int, Sum> honestly;
        for (const auto fate : {Fate::named, Fate::pays}) {
            const auto length = length_for(fate);
            const auto& sum = honestly[length.rounds] = sum_of(dice, Operator(), "honestly", length);
            CHECK(sum.named == 0);
            CHECK(sum.by_word == 0);
            MESSAGE(name_of(dice) << " dice, honestly: " << sum.mean() << " of a battle won, of " << sum.battles << " with rounds: " << length.rounds);
        }
        for (const auto& trick : tricks()) {
            if (!trick.fate(dice)) continue;
            CAPTURE(trick.name);
            CAPTURE(name_of(dice));
            auto length = length_for(*trick.fate(dice));
            if (trick.rounds > 0) length.rounds = trick.rounds;
            const Sum sum = sum_of(dice, *trick.player, trick.name, length);
            const double sigmas = above(sum, honestly.at(length.rounds));
            CHECK(sum.blamed == 0);
            switch (*trick.fate(dice)) {
                case Fate::pays:
                    CHECK(sigmas > pays_above);
                    CHECK(sum.named == 0);
                    break;
                case Fate::word:
                    CHECK(sum.won > 0.55 * static_cast<double>(sum.battles));
                    CHECK(sum.by_word > 0);
                    CHECK(sum.named == 0);
                    CHECK(sigmas < useless_below);
                    break;
                case Fate::useless:
                    CHECK(sum.tries > 0);
                    CHECK(sigmas < useless_below);
                    break;
                case Fate::named:
                    CHECK(sum.cheated > 0);
                    CHECK(sum.unnoticed == 0);
                    CHECK(sigmas < useless_below);
                    break;
            }
            std::string found;
            for (const auto& [name, times] : sum.names) found += "; " + name + " " + std::to_string(times);
            MESSAGE(trick.name << ": " << sum.mean() << " of " << sum.battles << " (" << sigmas << " sigma), cheated in " << sum.cheated << ", not let "
                               << sum.refused << " times, by the server's word " << sum.by_word << " (" << sum.won / static_cast<double>(sum.battles)
                               << " with these)" << ", named " << sum.named << found);
        }
    }
}

namespace {

/// Compares what he would have worked out with the dice that fall.
class Knows final : public Operator {
public:
    void knows(Table& table) const override {
        if (!table.is_alone || !table.game.fold->asks_shares()) return;
        ++dice;
        auto rolled = table.copy();
        rolled.give_shares();
        if (rolled.fold->asks_witness()) rolled.give_witness_share();
        right += table.foreseen_too_late() == Table::lead(rolled.fold->battle());
    }
    mutable int dice = 0;
    mutable int right = 0;
};

}  // namespace

TEST_CASE("with the opponent's share he would foresee every die: he lacks nothing else") {
    const Knows player;
    for (std::uint64_t number = 0; number < 20; ++number) played({.dice = Dice::shared, .number = number}, player);
    CHECK(player.dice > 40);
    CHECK(player.right == player.dice);
}

TEST_CASE("with a witness beside them he would foresee none, not even with the opponent's share") {
    const Knows player;
    for (std::uint64_t number = 0; number < 20; ++number) played({.dice = Dice::shared_and_witnessed, .number = number}, player);
    CHECK(player.dice > 40);
    CHECK(player.right > player.dice / 4);  // half of these calls are right by chance
    CHECK(player.right < player.dice * 3 / 4);
}

int main(int argc, char** argv) {
    for (int i = 1; i < argc; ++i) {
        const std::string_view argument = argv[i];
        constexpr std::string_view name = "--battles=";
        if (argument.starts_with(name)) std::from_chars(argument.data() + name.size(), argument.data() + argument.size(), battles);
    }
    doctest::Context context(argc, argv);
    return context.run();
}
