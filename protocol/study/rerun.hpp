// A battle that was, played again by the rules from what its events tell. The battle's secret is not asked for: dice are those of its `rolled` events, so
// that a battle that is still going on can be looked at like one that is over.
#pragma once
#include <cstdint>
#include <expected>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "rules/battle.hpp"

namespace muster::protocol::study {

/// Where a battle stood when all had happened that followed from its inputs so far, and what it waited for.
struct Moment {
    std::int64_t seq = 0;  ///< of the last event that had happened
    std::unique_ptr<rules::Battle> battle;
    int rolls = 0;                            ///< that had been rolled
    std::optional<rules::Outcome> outcome{};  ///< how it ended, by the rules or otherwise (a concession, a draw, …)
};

class Rerun {
public:
    /// `text`: a record, or {"events":[…]} with the events of a battle as a server tells them, from the first. Refuses what is neither (bad_json,
    /// bad_message), a ruleset or version that `rulesets` lacks, and a setup that it refuses. What comes after an event that the rules do not expect is left
    /// out: trouble() says so.
    static std::expected<Rerun, Refusal> open(std::string_view text, const rules::Rulesets& rulesets);

    const rules::Ruleset& ruleset() const { return *ruleset_; }
    const std::vector<std::string>& seats() const { return start_->seats(); }
    /// Number of the last event.
    std::int64_t head() const { return head_; }
    /// Numbers of the events after which it waited for something, or was over: ascending. Empty: it has not begun.
    std::vector<std::int64_t> moments() const;
    /// Where the events stop to follow by the rules, with the path of that event ("/events/12").
    const std::optional<Refusal>& trouble() const { return trouble_; }

    /// The last moment up to event `seq`; nothing: it had not begun.
    std::optional<Moment> at(std::int64_t seq) const;
    /// The dice that fell after event `seq`, in their order.
    std::vector<int> dice_after(std::int64_t seq) const;

private:
    struct Stand {
        std::int64_t seq = 0;
        std::size_t inputs = 0;  ///< that led to it
        int rolls = 0;
    };
    struct Kept {
        std::size_t inputs = 0;
        std::unique_ptr<rules::Battle> battle;
    };
    class Reader;
    Rerun() = default;

    const rules::Ruleset* ruleset_ = nullptr;
    std::unique_ptr<rules::Battle> start_{};  ///< not begun
    std::int64_t head_ = 0;
    std::vector<rules::Input> inputs_{};
    std::vector<std::int64_t> seqs_{};  ///< of the events that tell the inputs
    std::vector<Stand> stands_{};
    std::vector<Kept> kept_{};  ///< so that a moment is no long way off
    std::optional<rules::Outcome> outcome_{};
    std::int64_t ended_ = 0;
    std::optional<Refusal> trouble_{};
};

/// Of several decisions that are asked at once, the choices so far; they are applied together.
class Collected {
public:
    /// Takes a canonical choice of a seat that is asked. Nothing: others are still to choose.
    std::optional<rules::Decided> take(const std::vector<rules::Ask>& asks, rules::Seat seat, SharedJson choice);
    bool has(rules::Seat seat) const { return choices_.contains(seat); }
    bool empty() const { return choices_.empty(); }

private:
    std::map<rules::Seat, SharedJson> choices_{};
};

/// Which of those that are asked now the seat may answer, or null.
const rules::Ask* ask_of(const rules::Battle& battle, rules::Seat seat);

}  // namespace muster::protocol::study
