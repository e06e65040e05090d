// Reads a battle, in parts of bounded size: a long battle costs a reader no more memory than a short one.
#pragma once
#include <expected>
#include <string>

#include "server/battle/glance.hpp"
#include "server/battle/history.hpp"
#include "server/battle/reading.hpp"
#include "server/battle/state.hpp"

namespace muster::server {

class BattleQueries {
public:
    BattleQueries(const BattleState& state, const History& history) : state_(state), history_(history) {}

    /// {"battle","head","events":[…],"requests":[…],"seat"?,"takes_keys"?,"next"?}: `next`, the number to go on from, only where there is more; the seat's open
    /// requests only where there is not. A token that is offered shows its seat, and what a spectator sees.
    std::expected<std::string, Refusal> events(const EventsQuestion& question) const;
    std::expected<RecordSlice, Refusal> record(const std::string& token, RecordCursor cursor) const;
    std::expected<Standing, Refusal> standing(const std::string& token, rules::Policy policy) const;
    std::expected<Past, Refusal> past(const std::string& token) const;
    std::expected<Glance, Refusal> glance() const;

private:
    RecordCursor record_from_the_beginning(const protocol::RecordHead& head) const;
    std::string record_piece(const RecordCursor& cursor, std::string_view opening) const;
    std::string requests(rules::Viewer viewer) const;
    std::string version(std::size_t events) const;

    const BattleState& state_;
    const History& history_;
};

}  // namespace muster::server
