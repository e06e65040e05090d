// What the store's tests share: a folder of their own, sample battles, and waiting for `done`.
#pragma once
#include <cstdint>
#include <filesystem>
#include <future>
#include <latch>
#include <memory>
#include <string>

#include "storage/memory_store.hpp"
#include "storage/sqlite/sqlite_store.hpp"

namespace muster::storage::tests {

using Result = std::expected<std::int64_t, Failure>;

class TempFolder {
public:
    TempFolder();
    ~TempFolder();
    TempFolder(const TempFolder&) = delete;
    TempFolder& operator=(const TempFolder&) = delete;
    std::filesystem::path operator/(const std::string& name) const { return path_ / name; }

private:
    std::filesystem::path path_;
};

/// Opens it or fails the test with the store's own sentence.
std::unique_ptr<SqliteStore> open_store(const std::filesystem::path& file, const SqliteLimits& limits = {});
/// Opens it, expects a refusal and returns it.
Failure refusal_of(const std::filesystem::path& file, const SqliteLimits& limits = {});

/// The two stores, for tests that hold for both.
struct OnDisk {
    TempFolder folder;
    std::unique_ptr<SqliteStore> opened = open_store(folder / "store.db");
    Store& store = *opened;
};

struct InMemory {
    MemoryStore kept;
    Store& store = kept;
};

Header header(const std::string& id);
std::vector<Seat> two_seats();
/// A step with one event.
Step step(std::int64_t seq, const std::string& events = "{}\n");

Result create(Store& store, const std::string& id);
Result create(Store& store, Header header, std::vector<Seat> seats, Step first);
Result append(Store& store, std::int64_t number, Step step);
/// Queues it; the result comes later.
std::future<Result> append_later(Store& store, std::int64_t number, Step step);

StoredBattle load(Store& store, const std::string& id);

/// Keeps the store's writing thread inside a `done` until let go, so that what is submitted meanwhile waits.
class BusyWriter {
public:
    /// Creates a battle with this id for it.
    BusyWriter(Store& store, const std::string& id);
    ~BusyWriter() { let_go(); }
    BusyWriter(const BusyWriter&) = delete;
    BusyWriter& operator=(const BusyWriter&) = delete;
    void let_go();

private:
    std::latch entered_{1};
    std::latch released_{1};
    std::latch left_{1};
    bool held_ = true;
};

std::string bytes_of(const std::filesystem::path& file);
bool contains(const std::string& text, const std::string& part);

}  // namespace muster::storage::tests
