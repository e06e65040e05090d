// Whole copies of a store, as one file each: for the operator's commands. Blocking.
#pragma once
#include <cstdint>
#include <expected>
#include <filesystem>
#include <functional>

#include "storage/failure.hpp"
#include "storage/location.hpp"

namespace muster::storage {

/// Called now and then with how much is done of how much there is, in a unit of the engine's own.
using CopyProgress = std::function<void(std::int64_t done, std::int64_t all)>;

/// Copies the store into the new file `copy`, also while a server uses it and without holding it up; all of the copy is checked
/// before it gets its name. Never overwrites. The bytes of the copy, or why there is none.
std::expected<std::uintmax_t, Failure> back_up(const Location& store, const std::filesystem::path& copy, const CopyProgress& progress);

/// Puts a backup in the store's place. Refuses while a server runs, when the backup is damaged or of a newer server, and when a
/// store is there, unless `replace`: then that one is kept beside. The restored store is of a new generation. Whatever
/// interrupts it, the next to open the store finds the old one or the restored one, whole.
/// Where the restored store is, and as what the one before is kept, in words for the operator.
std::expected<std::string, Failure> restore(const std::filesystem::path& copy, const Location& store, bool replace);

}  // namespace muster::storage
