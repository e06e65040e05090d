// Why a store could not do something, told apart by what its caller may conclude from it.
#pragma once
#include <cstdint>
#include <expected>
#include <string>

namespace muster::storage {

struct Failure {
    enum class Kind {
        refused,    ///< nothing was written, and the same may be tried again: no room on the disk, locked, queue full, closed
        unknown,    ///< the commit's outcome is not known: read the battle's head again before saying anything about it
        elsewhere,  ///< nothing was written: the battle is another server's now, or nobody's (Store::claim)
        broken,     ///< nothing was written, and trying again does not help: a corrupt file, a step that does not follow the head
    };
    Kind kind = Kind::refused;
    std::string message{};  ///< a sentence for the operator
};

/// Of what is read for somebody who does not want it any more.
inline Failure nobody_waits() { return {Failure::Kind::refused, "nobody is waiting for this any more"}; }

/// What became of an operation: the battle's number (0 for what is no battle's), or why it was not stored.
using Result = std::expected<std::int64_t, Failure>;

}  // namespace muster::storage
