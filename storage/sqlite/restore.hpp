// Puts a backup in the store's place, so that whatever interrupts it, the store is the old one or the restored one.
//
// The copy is made and checked under the name `FILE.part` and then renamed to `FILE.restored`: from that moment on the restore
// counts. What remains is to move the old store and its archive out of the way and to give the copy its name; whoever next
// opens the store does that first, when nobody has come to it.
#pragma once
#include <expected>
#include <filesystem>
#include <vector>

#include "storage/failure.hpp"

namespace muster::storage::sqlite {

/// Refuses while a server runs, when the backup is damaged or of a newer server, and when a store is there, unless `replace`:
/// then that one and its archive are kept under the names `….replaced`, which are returned. The restored store is of a new generation.
std::expected<std::vector<std::filesystem::path>, Failure> restore(const std::filesystem::path& copy, const std::filesystem::path& store, bool replace);

/// Ends a restore that was interrupted, if there is one. The caller holds the store's lock. Throws.
void finish_restore(const std::filesystem::path& store);

}  // namespace muster::storage::sqlite
