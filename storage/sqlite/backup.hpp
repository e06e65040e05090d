// Whole copies of a store, for the operator's commands. Blocking; no server is needed, and none is disturbed: a copy is
// read from one snapshot, as any reader beside the server would, so commits go on. Meanwhile the write-ahead log cannot
// start over, so that it grows by what is written until the copy is done.
#pragma once
#include <cstdint>
#include <filesystem>
#include <functional>

#include "storage/store.hpp"

namespace muster::storage {

/// Called now and then with how much is done.
using CopyProgress = std::function<void(std::int64_t done_pages, std::int64_t all_pages)>;

/// Copies `store`, with what is in its archive, into the new file `copy`, checks every page of it, and only then gives it its name. Never overwrites.
/// The bytes of the copy, or why there is none.
std::expected<std::uintmax_t, Failure> back_up(const std::filesystem::path& store, const std::filesystem::path& copy, const CopyProgress& progress);

/// Puts a backup in the store's place. Refuses while a server runs, when the backup is damaged or of a newer server, and
/// when a store is there, unless `replace`: then that one and its archive are kept under the name `….replaced`.
std::expected<void, Failure> restore(const std::filesystem::path& copy, const std::filesystem::path& store, bool replace);

}  // namespace muster::storage
