// A disk that remembers, and one that fails: a layer under SQLite (a VFS around the system's own) for tests.
//
// While it lives it is SQLite's default. It writes down every write, truncation, sync and removal in order, so that a test
// can make the folder again as it was at any byte of any write: after a crash of the process (everything before that byte
// is there), or after a power cut (of what was not synced, any part may be missing). And it fails calls on demand.
#pragma once
#include <sqlite3.h>

#include <cstdint>
#include <filesystem>
#include <map>
#include <mutex>
#include <random>
#include <string>
#include <vector>

namespace muster::storage::tests {

class FaultDisk {
public:
    FaultDisk();
    ~FaultDisk();
    FaultDisk(const FaultDisk&) = delete;
    FaultDisk& operator=(const FaultDisk&) = delete;

    enum class Call { read, write, sync, truncate };

    /// Of the calls of this kind that come from now on, number `from` (1: the next) and the `count - 1` after it fail with
    /// `code`, a SQLite result code.
    void fail(Call call, int from, int count, int code);
    void heal();
    /// How many calls of this kind there were since fail(); none was failed if this is below `from`.
    int calls(Call call) const;

    // What was written down.

    struct Change {
        enum class Kind { write, truncate, sync, remove, mark };
        Kind kind{};
        std::string file{};       ///< its name within the folder
        std::int64_t offset = 0;  ///< of a write; the new size of a truncation; the number of a mark; of a removal 1 if its folder was synced
        std::string bytes{};
    };
    /// Puts a mark between the changes, such as: this was reported stored.
    void mark(std::int64_t number);
    std::vector<Change> changes() const;

    // For the VFS itself.
    sqlite3_vfs* system() const { return system_; }
    int enter(Call call);
    void note(Change change);

private:
    struct Plan {
        int from = 0;
        int count = 0;
        int code = 0;
        int calls = 0;
    };
    sqlite3_vfs* system_;
    sqlite3_vfs vfs_;
    mutable std::mutex mutex_{};
    std::map<Call, Plan> plans_{};
    std::vector<Change> changes_{};
};

/// Where a crash happens: within change number `change`, after `bytes` of its bytes.
struct Crash {
    std::size_t change = 0;
    std::size_t bytes = 0;
};

/// The folder as a crash of the process leaves it.
void replay_crash(const std::vector<FaultDisk::Change>& changes, Crash crash, const std::filesystem::path& folder);
/// The folder as a power cut leaves it: of each file, what was written since its last sync is there in parts only, and
/// a removal that was not synced may not have happened.
void replay_power_cut(const std::vector<FaultDisk::Change>& changes, Crash crash, const std::filesystem::path& folder, std::mt19937& random);

// For tests that go through many crashes of one run.
/// The first change that is a mark; there is one.
std::size_t first_mark(const std::vector<FaultDisk::Change>& changes);
/// A crash in the middle of change number `change`: of the process, or, where that number is odd, a power cut.
void replay_either(const std::vector<FaultDisk::Change>& changes, std::size_t change, const std::filesystem::path& folder, std::mt19937& random);

}  // namespace muster::storage::tests
