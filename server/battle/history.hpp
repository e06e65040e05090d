// What has happened in a battle and is durable: its events, with what each audience sees of them, and its inputs. Kept in memory
// while the battle is; given out in slices, so that a long battle costs a reader no more than a short one.
#pragma once
#include <string>
#include <vector>

#include "protocol/fold.hpp"
#include "server/base/volume.hpp"
#include "server/battle/messages.hpp"

namespace muster::server {

class History {
public:
    explicit History(std::string battle) : battle_(std::move(battle)) {}

    void append(std::vector<protocol::LoggedEvent> events, std::vector<std::string> inputs);
    std::int64_t head() const { return static_cast<std::int64_t>(events_.size()); }
    const std::vector<std::string>& inputs() const { return inputs_; }
    /// The event as `viewer` sees it: {"seq","at","event","data"}. `seq` from 1 to head().
    const std::string& body(std::int64_t seq, rules::Viewer viewer) const { return events_[static_cast<std::size_t>(seq - 1)].body_for(viewer); }

    /// The events after `since` as this viewer is told them, until `bytes_max` is passed; `since` moves on to the last of them. Null when
    /// there is none.
    Bundle slice(rules::Viewer viewer, std::int64_t& since, std::size_t bytes_max) const;
    /// About how many bytes of messages the events after `since` make.
    std::size_t bytes_after(std::int64_t since) const;
    /// From now on what it takes in memory, about, is part of `volume`.
    void count_in(Volume& volume) { counted_ = Volume::Held(volume, bytes_); }
    std::size_t bytes() const { return bytes_; }
    /// Whether `seat` sees anything in the events after `since` that spectators do not.
    bool differs_for(rules::Seat seat, std::int64_t since) const;

private:
    std::string battle_;
    std::vector<protocol::LoggedEvent> events_{};
    std::vector<std::size_t> ends_{};  ///< bytes up to and with each event
    std::vector<std::string> inputs_{};
    std::size_t bytes_ = 0;
    Volume::Held counted_{};
};

/// Events as lines for the store: a body a line; a line "@0 …" holds what seat 0 gets in place of the body before it.
std::string encode_events(const std::vector<protocol::LoggedEvent>& events);
std::vector<protocol::LoggedEvent> decode_events(std::string_view lines, std::int64_t first_seq);

}  // namespace muster::server
