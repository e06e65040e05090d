// The tables, as a list of scripts: script n brings the database from version n to n + 1. A script that was ever released is never changed; a change
// is a new script at the end. Servers of two versions may run at once: so a script only adds, and what it replaces goes a release later.
//
// `heads` is apart from `battles` because every step rewrites its row, which is narrow here. Its columns fence: `owner` is the writer that alone may
// append, a number that each connection of a writer draws for itself and none has twice; `step` counts a battle's steps, also those that left
// `head` as it was; `writer` says whose the last one was, for who does not know whether it was stored (writer_session.hpp).
#pragma once
#include <cstdint>
#include <span>
#include <string>

namespace muster::storage::postgres {

std::span<const std::string> schema_scripts();

/// The oldest version of the scripts whose servers can use what all of them have made.
constexpr std::int64_t readable_from = 2;

}  // namespace muster::storage::postgres
