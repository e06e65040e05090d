// What can be read of a battle, and what readers are given: in parts of bounded size.
#pragma once
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "protocol/record.hpp"
#include "server/battle/odds_subject.hpp"

namespace muster::server {

struct EventsQuestion {
    std::string token{};  ///< empty: a spectator
    std::int64_t since = 0;
    std::int64_t limit = 0;    ///< events at most; 0: as many as fit limits::events_page_bytes
    std::string generation{};  ///< the store's, for the answer
    bool unspoiled = false;    ///< the answer tells nothing of what comes later
};

/// Where a reader of a record is. As made: at the beginning. What it reads is the record as it was then, also while the battle goes on.
struct RecordCursor {
    std::size_t at = 0;                  ///< the next piece: the opening, each input, what stands between, each event, the closing
    std::size_t inputs = 0, events = 0;  ///< so many belong to this record
    std::size_t bytes = 0;               ///< of the whole record
    std::string closing{};

    bool before_event() const { return at > inputs + 1 && at < inputs + 2 + events; }
};

struct RecordSlice {
    std::string text;
    std::size_t events_at = 0, events_size = 0;          ///< the part of it that is whole events, each on a line, with commas between
    std::shared_ptr<const protocol::RecordHead> head{};  ///< with the first slice
    RecordCursor next{};
    bool last = false;
    std::string version{};     ///< of the whole record; changes with every input and event
    bool over = false;         ///< it will not change any more
    bool open_to_all = false;  ///< no seat's token is needed to read it

    std::string_view event_lines() const { return std::string_view(text).substr(events_at, events_size); }
};

/// Somebody who looks at a battle now.
struct Onlooker {
    std::string seat{};     ///< empty: a spectator
    std::string name{};     ///< what it calls itself, or what such are called
    std::string address{};  ///< empty: from nowhere outside
    static void fields(auto& visit, auto& self) {
        visit("seat", self.seat, Rule{.sparse = true});
        visit("name", self.name, Rule{.sparse = true});
        visit("address", self.address, Rule{.sparse = true});
    }
};

/// For odds.
struct Standing {
    std::int64_t head = 0;
    std::vector<std::string> seats;
    OddsSubject subject;
};
struct Past {
    std::int64_t head = 0;
    std::vector<std::string> seats;
    protocol::Origin origin;
    std::vector<std::string> inputs;
};

/// What the events call answers; `events` and `requests` are texts joined by commas.
/// @param seat that the token opens; empty: none, or it is told by `following`.
/// @param takes_keys whoever sits down may bring a key to sign with.
std::string events_answer(std::string_view battle, std::string_view generation, std::int64_t head, std::string_view events, std::string_view requests,
                          std::optional<std::int64_t> next = {}, std::string_view seat = {}, bool takes_keys = false);

/// `since` lies beyond the head of a battle.
Refusal beyond_head(std::int64_t head);
/// The same for whoever does not want to know where it lies.
Refusal beyond_unspoiled_head(std::int64_t since);

}  // namespace muster::server
