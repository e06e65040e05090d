// The course of battles whose dice are shared: when shares may come and must, and what is sealed until then (protocol/README.md, "Shared dice").
// Whether a rung or what is opened fits is ladders.hpp's.
#pragma once
#include <expected>
#include <vector>

#include "protocol/proof/difference.hpp"

namespace muster::protocol::proof {

/// An event that must come next.
struct Due {
    std::string event;
    Json data;
    bool leads = false;                         ///< what the rules make of it follows
    int step = 0;                               ///< what the event may tell too: that these shares were due
    std::optional<Json> opened = std::nullopt;  ///< what a seal turned out to be: the choice that is shown for it is the rules' to say
};

/// Whether both seats add to the dice of a battle with these options.
bool shares_dice(const Json& options);

/// A hash that is no hash. `value`: null: missing.
std::optional<Problem> digest_problem(const Json* value, const std::string& path);

class SharedDice {
public:
    /// `seats`: two.
    explicit SharedDice(std::vector<std::string> seats) : seats_(std::move(seats)) {}

    /// All choices of several at once are in, or the first of the shares: nothing but shares comes now, or an end.
    bool awaits_shares() const { return awaits_shares_; }
    /// Of the choices or shares that enter together some are still to come.
    bool is_in_part() const { return shares_ > 0 || (is_sealing_ && !awaits_shares_); }
    /// Which shares may have been asked for now; 0: none.
    int asked_step() const { return is_given_ || !is_asked_ ? 0 : steps_ + 1; }
    /// Whether dice may be rolled.
    bool feeds_dice() const { return is_given_; }
    /// Something comes that never does between a choice and its shares; false: shares are awaited.
    bool passes();
    /// Something follows from what was decided, or is told after it.
    void follows() { is_late_ = false; }

    /// What must follow; empty: the decision may not be made now.
    using Decided = std::expected<std::vector<Due>, Problem>;
    /// What follows when the decision is made now, or what is wrong with it. `is_sealed`: it was told that the seat has sealed it. `path`: of `said`.
    Decided decides(const Json& said, bool is_sealed, const std::string& path);

private:
    struct Seal {
        Json chosen;  ///< seat, decision, kind
        Json opened = nullptr;
    };

    Decided seals(const Json& said, const std::string& path);
    Decided chooses(const Json& said);
    Decided gives(const Json& said, const std::string& path);
    void begins(bool is_sealing, bool awaits_shares);
    bool is_first(const Json& said) const { return said.at("seat") == seats_.front(); }

    std::vector<std::string> seats_;
    int steps_ = 0;            ///< so often all have given a share
    std::size_t shares_ = 0;   ///< of the step that is under way
    bool is_given_ = false;    ///< since the last decision
    bool is_asked_ = true;     ///< since then nothing came that may not come before its shares
    bool is_sealing_ = false;  ///< of the choices that are made now one is sealed
    bool is_late_ = false;     ///< the first seat's default was played, and nothing followed from it yet: it may be one of these
    bool awaits_shares_ = false;
    std::vector<Seal> seals_{};
};

/// The event's data as it must be, once the rules have said which choice it is: what cannot be chosen counts as the default and says so.
Json opened_data(const Due& due, const Json& recorded);

}  // namespace muster::protocol::proof
