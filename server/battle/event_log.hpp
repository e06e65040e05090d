// A battle's events as they are kept in memory and in the store, and the frames made of them.
#pragma once
#include <string>
#include <vector>

#include "protocol/fold.hpp"
#include "server/net/frame.hpp"

namespace muster::server {

class SessionLog {
public:
    explicit SessionLog(std::string battle) : battle_(std::move(battle)) {}

    void append(std::vector<protocol::LoggedEvent> events);
    std::int64_t head() const { return static_cast<std::int64_t>(events_.size()); }

    /// Frames of the events after `since` as this viewer sees them, until `bytes_max` is passed; `since` moves on to the
    /// last one in it. Null when there is none.
    Frame frames(rules::Viewer viewer, std::int64_t& since, std::size_t bytes_max) const;
    /// About how many bytes of frames the events after `since` make.
    std::size_t bytes_after(std::int64_t since) const;
    /// The same events as JSON texts, joined by commas.
    std::string texts(rules::Viewer viewer, std::int64_t since) const;
    /// Bodies as a spectator sees them, for the record.
    std::vector<std::string> bodies() const;
    /// Whether `seat` sees anything in the events after `since` that spectators do not.
    bool differs_for(rules::Seat seat, std::int64_t since) const;

private:
    std::string battle_;
    std::vector<protocol::LoggedEvent> events_{};
    std::vector<std::size_t> ends_{};  ///< bytes up to and with each event
};

/// What the events call answers: {"battle","head","events":[…],"requests":[…]}; the two lists are texts joined by commas.
std::string events_answer(std::string_view battle, std::int64_t head, std::string_view events, std::string_view requests);

/// Events as lines for the store: a body a line; a line "@0 …" holds what seat 0 gets in place of the body before it.
std::string encode_events(const std::vector<protocol::LoggedEvent>& events);
std::vector<protocol::LoggedEvent> decode_events(std::string_view lines, std::int64_t first_seq);
std::string join_lines(const std::vector<std::string>& lines);
std::vector<std::string> split_lines(std::string_view text);

}  // namespace muster::server
