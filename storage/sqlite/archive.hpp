// The second file, `archive.db` beside the store: the steps of battles that ended long ago. What lists show of a battle stays
// in the store, with its last step, so that lists, searches and numbers know nothing of the archive; who loads the battle
// gets its steps from both.
//
// A battle is copied and committed here first, and only then its steps leave the store. A crash in between leaves them in
// both, which reads the same, and the next move does it again. The archive is written by the server that holds the
// store's lock, or by a command that does.
#pragma once
#include <atomic>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "storage/sqlite/connection.hpp"
#include "storage/sqlite/step_table.hpp"
#include "storage/store.hpp"

namespace muster::storage::sqlite {

std::filesystem::path archive_of(const std::filesystem::path& store);

/// A battle whose steps are in the archive up to and with the one of this id.
struct Archived {
    std::int64_t number = 0;
    std::int64_t last_step = 0;
};

class ArchiveReader {
public:
    /// Throws StoreError when the archive is not there.
    explicit ArchiveReader(const std::filesystem::path& store);

    StepStatements& steps() { return steps_; }

private:
    SQLite::Database database_;
    StepStatements steps_;
};

/// Copies finished battles into the archive, which it makes if there is none. Everything throws.
class ArchiveWriter {
public:
    explicit ArchiveWriter(const std::filesystem::path& store);

    /// The next battles that ended before this time, now durable in the archive; what the store may let go of. None: that was all. Throws
    /// and has copied nothing when nobody wants it any more.
    std::vector<Archived> copy(const std::string& finished_before, const std::atomic<bool>* given_up);

private:
    std::int64_t pages();

    SQLite::Database database_;
    Prepared select_battles_;
    Prepared delete_steps_;
    Prepared copy_steps_;
    Prepared copy_dictionaries_;
    Prepared select_last_;
    Prepared select_pages_;
};

/// If there is an archive, undoes what a crash has left half done in it; its readers cannot. Before anybody reads it.
void settle_archive(const std::filesystem::path& store);

/// Puts the archive's steps into `copy`, the copy of a store, so that it holds everything.
void take_in_archive(SQLite::Database& copy, const std::filesystem::path& archive);

}  // namespace muster::storage::sqlite
