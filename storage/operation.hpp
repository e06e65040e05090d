// What waits in a store's queue: a new battle, a step of one that is there, something of the server's own,
// or steps that have moved into the archive.
#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "storage/store.hpp"

namespace muster::storage {

struct Creation {
    Header header;
    std::vector<Seat> seats;
    std::vector<Step> steps;  ///< one for a battle that begins here, all of one that was played elsewhere
};

struct Append {
    std::int64_t number = 0;
    Step step;
};

struct Memo {
    std::string key;
    std::string value;
};

/// A battle whose steps are in the archive up to and with the one of this id.
struct Archived {
    std::int64_t number = 0;
    std::int64_t last_step = 0;
};

/// The store may let go of what is archived.
struct Removal {
    std::vector<Archived> archived;
};

struct Operation {
    std::variant<Creation, Append, Memo, Removal> what;
    Store::Done done;
    bool orphaned = false;  ///< an earlier step of the same battle failed, so this one must not be stored

    /// The battle it appends to; nothing for anything else.
    std::optional<std::int64_t> battle() const {
        const auto* append = std::get_if<Append>(&what);
        return append ? std::optional(append->number) : std::nullopt;
    }
};

using Result = std::expected<std::int64_t, Failure>;

/// Roughly what it holds in memory; the queue's bound counts it.
std::size_t bytes_of(const Operation& operation);

/// Why `step` cannot come after `head`, if it cannot.
std::optional<std::string> why_out_of_order(const Step& step, std::int64_t head);

}  // namespace muster::storage
