// One battle's clock: how much time each seat has left, and until when. Time runs only while the seat's own decision is open
// and it has not answered. No timers in here: the battle asks it when something happens, and when the waker calls.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "protocol/clock_options.hpp"
#include "rules/battle.hpp"

namespace muster::server {

class BattleClock {
public:
    /// Without rules there is no clock: nothing ever runs or ends.
    BattleClock() = default;
    BattleClock(const protocol::ClockRules& rules, std::size_t seats);

    const std::optional<protocol::ClockRules>& rules() const { return rules_; }

    struct Asked {
        rules::Seat seat = 0;
        std::int64_t decision = 0;
        bool made = false;   ///< its choice lies sealed: its time stands still, but may go on if it takes it back
        bool share = false;  ///< of the dice, which nobody ponders: giving it earns no time
    };
    /// Who is asked what from `now_ms` on; of the others' decisions the time is over and counted.
    void update(const std::vector<Asked>& asked, std::int64_t now_ms);

    /// Whose time is up, the first to run out first.
    std::vector<rules::Seat> overdue(std::int64_t now_ms) const;
    /// Which seats should be reminded now (correspondence, at 80 %, once for each decision).
    std::vector<rules::Seat> to_remind(std::int64_t now_ms) const;
    /// They are reminded of what they are asked now.
    void reminded(const std::vector<rules::Seat>& seats);
    /// When there is something to do next; 0: never.
    std::int64_t next() const;

    /// Until when the seat's open decision may wait; 0: for ever, or nothing is asked.
    std::int64_t deadline(rules::Seat seat) const;
    /// What is left for the whole battle (live), as of the last update.
    std::int64_t bank_ms(rules::Seat seat) const { return seats_[static_cast<std::size_t>(seat)].bank_ms; }

    bool running() const;
    /// Gives everybody who is asked this much more (or less: the time of day was set back).
    void credit(std::int64_t ms);

    /// What the store keeps of it. `shift_ms` is the server's own: how far its absences had moved all deadlines then.
    std::string text(std::int64_t shift_ms) const;
    /// Takes up what text() wrote; gives its `shift_ms`, or nothing if it cannot be read.
    std::optional<std::int64_t> restore(const std::string& text);

private:
    struct SeatClock {
        std::int64_t bank_ms = 0;
        std::int64_t decision = 0;  ///< 0: nothing is asked
        std::int64_t used_ms = 0;   ///< of this decision, before `since`
        std::int64_t since = 0;     ///< its time runs from here; 0: it stands still
        std::int64_t deadline = 0;
        bool reminded = false;
        bool share = false;
        static void fields(auto& visit, auto& self) {
            list_fields(visit, "bank_ms", self.bank_ms, "decision", self.decision, "used_ms", self.used_ms, "since", self.since, "deadline", self.deadline,
                        "reminded", self.reminded);
            visit("share", self.share, Rule{.sparse = true});
        }
    };
    struct Kept;

    void stop(SeatClock& seat, std::int64_t now_ms) const;
    void start(SeatClock& seat, std::int64_t now_ms) const;
    std::int64_t reminder_at(const SeatClock& seat) const;

    std::optional<protocol::ClockRules> rules_{};
    std::vector<SeatClock> seats_{};
};

}  // namespace muster::server
