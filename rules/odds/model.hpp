// A battle as odds see it: from where it stands to its end, all decisions made by a policy.
//
// A ruleset's model calls the same functions of its typed core as its Battle does; what it leaves out is JSON and events.
// Two promises bind it to the Battle (tests/rules/odds_contract.*): play() with a seed ends as the Battle does whose dice
// are drawn one by one from the same seed; and what branches() spreads is what play() samples.
#pragma once
#include <array>
#include <compare>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "rules/odds/patience.hpp"
#include "rules/random.hpp"
#include "rules/seat.hpp"

namespace muster::rules {

/// How a battle ended: an Outcome in small.
struct Ending {
    int winner = -1;  ///< a seat; -1: nobody
    std::string reason{};
    std::array<int, seats_max> survivors{};  ///< by seat
    auto operator<=>(const Ending&) const = default;
};

/// What may follow a situation. A situation is its ruleset's bytes, equal exactly if the situations are.
class Branches {
public:
    struct Next {
        std::string situation;
        std::int64_t rank = 0;
        double chance = 0;
    };
    struct Last {
        Ending ending;
        double chance = 0;
    };

    /// It may go on as `situation`. The same may be said several times. Situations are solved from the highest rank
    /// down: a branch leads to a lower rank, or back to the situation itself (an idle phase).
    void go(std::string situation, std::int64_t rank, double chance) { next_.push_back({std::move(situation), rank, chance}); }
    /// It may end.
    void end(const Ending& ending, double chance) { last_.push_back({ending, chance}); }
    /// After coming back to itself `times` in a row, counted from now, it ends so. Without this, it comes back for ever.
    void end_if_idle(int times, const Ending& ending) {
        idle_times_ = times;
        idle_ending_ = ending;
    }

    void clear() {
        next_.clear();
        last_.clear();
        idle_times_ = 0;
    }
    const std::vector<Next>& next() const { return next_; }
    const std::vector<Last>& last() const { return last_; }
    int idle_times() const { return idle_times_; }
    const Ending& idle_ending() const { return idle_ending_; }

private:
    std::vector<Next> next_{};
    std::vector<Last> last_{};
    int idle_times_ = 0;
    Ending idle_ending_{};
};

/// One thread uses a model at a time; it may keep buffers between calls. However large the battle is, it asks `patience` again
/// after some milliseconds of work at most.
class OddsModel {
public:
    virtual ~OddsModel() = default;
    virtual std::unique_ptr<OddsModel> clone() const = 0;

    /// Plays to the end, each die drawn with random.die() in the order in which the rules roll them. Nothing: patience ran out.
    virtual std::optional<Ending> play(Random& random, Patience& patience) = 0;

    /// Whether branches() can be asked.
    virtual bool exact() const = 0;
    /// Where it stands, for branches().
    virtual std::string start() = 0;
    /// Appends all that may follow `situation`, which came from start() or branches(). The chances add up to 1. False: patience
    /// ran out, and what was appended is not all.
    virtual bool branches(std::string_view situation, Branches& out, Patience& patience) = 0;
};

}  // namespace muster::rules
