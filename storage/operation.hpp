// What waits in a store's queue: a new battle, a step of one that is there, something of the server's or the engine's own.
#pragma once
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "storage/store.hpp"

namespace muster::storage {

struct Memo {
    std::string key{};
    std::string value{};
    std::optional<std::string> instead_of{};  ///< the only value that it takes the place of; empty: of nothing
};

/// Dice that go into their days' sums.
struct DiceCount {
    std::vector<CountedBattle> battles;
};

/// What a witness keeps.
struct Witnessing {
    Witnessed battle;
    WitnessedLimits limits;
};

/// The store is of another generation from now on.
struct Renewal {
    std::string generation;
};

/// What an engine writes for itself, in order with all else and within a transaction. It may be called again, when that
/// transaction was rolled back.
struct EngineTask {
    std::function<void()> write;
};

struct Operation {
    std::variant<Creation, Append, Memo, DiceCount, Witnessing, Renewal, EngineTask> what;
    Store::Done done;
    bool orphaned = false;  ///< an earlier step of the same battle failed, so this one must not be stored

    /// The battle it appends to; nothing for anything else.
    std::optional<std::int64_t> battle() const {
        const auto* append = std::get_if<Append>(&what);
        return append ? std::optional(append->number) : std::nullopt;
    }
};

/// For std::visit: one lambda for each kind of operation.
template <typename... Cases>
struct ForEachKind : Cases... {
    using Cases::operator()...;
};

/// Roughly what it holds in memory; the queue's bound counts it.
std::size_t bytes_of(const Operation& operation);

}  // namespace muster::storage
