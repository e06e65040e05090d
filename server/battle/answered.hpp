// Which messages of each seat were answered, so that a message that is sent again gets the same answer. Keys are remembered by their
// hash, and only the last of each seat.
#pragma once
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "rules/battle.hpp"

namespace muster::server {

class Answered {
public:
    /// What a message is remembered by; empty: it is not. `id` is the client's own for its message, `what` the kind of message and its
    /// subject: another message with the same id is another message.
    static std::string key_of(rules::Seat seat, std::string_view id, std::string_view what);
    /// The event that the answer to this message named.
    std::optional<std::int64_t> find(rules::Seat seat, std::string_view key) const;
    /// Remembers one, and gives the line that the store keeps of it.
    std::string remember(rules::Seat seat, std::string key, std::int64_t seq);
    /// Takes up lines of the store, the older ones first, also those of earlier versions, which held the whole key.
    void restore(std::string_view lines);

private:
    struct Entry {
        std::string key;
        std::int64_t seq = 0;
    };
    void keep(rules::Seat seat, std::string key, std::int64_t seq);

    std::map<rules::Seat, std::deque<Entry>> seats_{};  ///< the latest last
};

}  // namespace muster::server
