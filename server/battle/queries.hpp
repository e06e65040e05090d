// What can be read of a battle, in parts of bounded size: a long battle costs a reader no more memory than a short one.
#pragma once
#include <cstdint>
#include <expected>
#include <string>
#include <vector>

#include "protocol/record.hpp"
#include "server/battle/history.hpp"
#include "server/battle/odds_subject.hpp"
#include "server/battle/state.hpp"

namespace muster::server {

struct EventsQuestion {
    std::string token{};  ///< empty: a spectator
    std::int64_t since = 0;
    std::int64_t limit = 0;  ///< events at most; 0: as many as fit limits::events_page_bytes
};

/// Where a reader of a record is. As made: at the beginning. What it reads is the record as it was then, also while the battle goes on.
struct RecordCursor {
    std::size_t at = 0;                  ///< the next piece: the opening, each input, what stands between, each event, the closing
    std::size_t inputs = 0, events = 0;  ///< so many belong to this record
    std::size_t bytes = 0;               ///< of the whole record
    std::string closing{};

    /// Where the events begin; from there on each piece is a line.
    std::size_t first_event() const { return inputs + 2; }
};

struct RecordSlice {
    std::string text;
    std::shared_ptr<const protocol::RecordHead> head{};  ///< with the first slice
    RecordCursor next{};
    bool last = false;
    std::string version{};     ///< of the whole record; changes with every input and event
    bool over = false;         ///< it will not change any more
    bool open_to_all = false;  ///< no seat's token is needed to read it
};

/// For odds.
struct Standing {
    std::int64_t head = 0;
    std::vector<std::string> seats;
    OddsSubject subject;
};
struct Past {
    std::int64_t head = 0;
    protocol::Origin origin;
    std::vector<std::string> inputs;
};

class BattleQueries {
public:
    BattleQueries(const BattleState& state, const History& history) : state_(state), history_(history) {}

    /// {"battle","head","events":[…],"requests":[…],"next"?}: `next`, the number to go on from, only where there is more; the seat's open
    /// requests only where there is not.
    std::expected<std::string, Refusal> events(const EventsQuestion& question) const;
    std::expected<RecordSlice, Refusal> record(const std::string& token, RecordCursor cursor) const;
    std::expected<Standing, Refusal> standing(const std::string& token, rules::Policy policy) const;
    std::expected<Past, Refusal> past(const std::string& token) const;

private:
    RecordCursor record_from_the_beginning(const protocol::RecordHead& head) const;
    std::string record_piece(const RecordCursor& cursor, std::string_view opening) const;
    std::string requests(rules::Viewer viewer) const;

    const BattleState& state_;
    const History& history_;
};

/// What the events call answers; `events` and `requests` are texts joined by commas.
std::string events_answer(std::string_view battle, std::int64_t head, std::string_view events, std::string_view requests,
                          std::optional<std::int64_t> next = {});

/// `since` lies beyond the head of a battle.
Refusal beyond_head(std::int64_t head);

}  // namespace muster::server
