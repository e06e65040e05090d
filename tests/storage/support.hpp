// What the store's tests share: a folder of their own, sample battles, and waiting for `done`.
#pragma once
#include <cstdint>
#include <filesystem>
#include <future>
#include <latch>
#include <memory>
#include <string>

#include "storage/sqlite/sqlite_store.hpp"

namespace muster::storage::tests {

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

Header header(const std::string& id);
std::vector<Seat> two_seats();
/// Bytes that a store cannot make smaller, always the same.
std::string noise(std::size_t bytes);
/// A step with one event.
Step step(std::int64_t seq, const std::string& events = "{}\n");

/// A `done` that keeps the promise.
Store::Done fulfil(const std::shared_ptr<std::promise<Result>>& promise);

Result create(Store& store, const std::string& id);
Result create(Store& store, Header header, std::vector<Seat> seats, Step first);
Result append(Store& store, std::int64_t number, Step step);
Result remember(Store& store, const std::string& key, const std::string& value);
/// What was counted of it: the first seat rolled these dice, and the second, the server's own, none.
CountedBattle counted(const Uncounted& battle, const Faces& faces);
Result count(Store& store, std::vector<CountedBattle> battles);
/// A last step with this `finished_at`.
Step last_step(std::int64_t seq, const std::string& finished_at);
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
/// What a query of a store's file gives: the first column of the first row.
std::int64_t number_in(const std::filesystem::path& file, const std::string& sql);
/// One of the engine's own figures.
std::int64_t figure(const Store& store, const std::string& name);
bool contains(const std::string& text, const std::string& part);

}  // namespace muster::storage::tests
