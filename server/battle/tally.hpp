// How often strangers did in a battle what they could do again and again, counted from what is stored, so that each has an end.
#pragma once
#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include "protocol/event_parts.hpp"
#include "protocol/fold.hpp"

namespace muster::server {

class Tally {
public:
    /// Counts an event that became part of the battle, which has these seats.
    void count(const protocol::EventParts& event, std::span<const std::string> seats);

    // Each says why it cannot be done once more, if so.
    /// `seat`: whose talk it is; nothing: a spectator's.
    std::optional<Refusal> refuse_talk(std::optional<rules::Seat> seat) const;
    std::optional<Refusal> refuse_retract(rules::Seat seat, std::int64_t decision) const;
    std::optional<Refusal> refuse_draw_offer(rules::Seat seat) const;
    std::optional<Refusal> refuse_hand_over(rules::Seat seat) const;
    std::optional<Refusal> refuse_new_ladder(rules::Seat seat) const;
    std::optional<Refusal> refuse_rematch(rules::Seat seat) const;

private:
    static std::size_t counted(const std::map<rules::Seat, std::size_t>& counts, rules::Seat seat);

    std::map<rules::Seat, std::size_t> said_{}, said_after_end_{};
    std::size_t said_by_spectators_ = 0;
    bool ended_ = false;
    std::map<std::int64_t, std::size_t> retracted_{};  ///< by decision, of the decisions since the last that was chosen
    std::map<rules::Seat, std::size_t> retracts_{};
    std::map<rules::Seat, std::size_t> draw_offers_{};
    std::map<rules::Seat, std::size_t> hand_overs_{};
    std::map<rules::Seat, std::size_t> new_ladders_{};
    std::map<rules::Seat, std::size_t> rematches_wanted_{};
};

}  // namespace muster::server
