// Who of one battle is told that a seat must decide, and what was told already. No timers and no network in here: the battle says who is
// asked and who is here, and asks when somebody should be told. Lives on the battle's strand.
#pragma once
#include <cstdint>
#include <expected>
#include <string>
#include <vector>

#include "server/battle/nudges.hpp"
#include "storage/store.hpp"

namespace muster::server {

inline constexpr std::size_t nudge_id_bytes = 9;

class BattleNudges {
public:
    /// Takes up what changes() gave, and its `shift_ms` (older stores have none: it stays as it is). False: it cannot be read.
    bool restore(const std::vector<storage::Kept>& kept, std::int64_t& shift_ms);

    /// Adds a target for a seat (empty: for the whole battle), or replaces the one with the same address. Refuses server_busy when there
    /// are enough. `id`: nudge_id_bytes that nobody guesses, for a new one.
    std::expected<NudgeSubscription, Refusal> subscribe(const std::string& seat, protocol::NudgeTarget target, std::string_view id);
    /// All that waits has waited so much shorter: the server was away, or its clock was set.
    void credit(std::int64_t ms);
    /// False: the seat has no such subscription.
    bool unsubscribe(const std::string& seat, const std::string& id);
    /// All of a seat: somebody else sits there now. Gives their ids.
    std::vector<std::string> unsubscribe_all(const std::string& seat);
    /// Of whatever seat: its place is gone.
    bool drop(const std::string& id);

    /// The seat's own; of the empty seat: the whole battle's.
    std::vector<NudgeSubscription> of_seat(const std::string& seat) const;
    bool empty() const { return subscriptions_.empty(); }
    /// About what they take in memory.
    std::size_t weight() const;

    /// A decision that waits for a person.
    struct Asked {
        std::int64_t decision = 0;
        std::string seat;
        bool here = false;  ///< the seat has a connection
    };
    /// Who is asked from `now_ms` on; what is not named any more is decided.
    void update(const std::vector<Asked>& asked, std::int64_t now_ms);
    /// The decisions that should be told now.
    std::vector<std::int64_t> due(std::int64_t now_ms) const;
    /// They were told.
    void told(const std::vector<std::int64_t>& decisions);
    /// When due() will have something next; 0: never.
    std::int64_t next() const;

    /// What the store must keep that it does not have yet. `shift_ms` is the server's own: how far all deadlines had moved when these moments
    /// were told, or credited last.
    std::vector<storage::Kept> changes(std::int64_t shift_ms);

private:
    struct Waiting {
        std::int64_t decision = 0;
        std::int64_t since = 0;
        bool told = false;
        std::string seat{};
        bool here = false;  // of this moment, never stored
        static void fields(auto& visit, auto& self) {
            list_fields(visit, "decision", self.decision, "since", self.since, "told", self.told, "seat", self.seat);
        }
    };
    struct Kept;

    std::int64_t due_at(const Waiting& waiting) const;
    std::string waiting_text(std::int64_t shift_ms) const;
    void forget(const NudgeSubscription& subscription);

    std::vector<NudgeSubscription> subscriptions_{};
    std::vector<Waiting> waiting_{};
    std::vector<storage::Kept> changes_{};
    std::string kept_waiting_{};
};

}  // namespace muster::server
