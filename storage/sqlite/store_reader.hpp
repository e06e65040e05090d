// Reads a whole store, battle by battle, beside a running server or without one. For the operator's commands; one thread
// at a time. It changes nothing.
#pragma once
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "storage/sqlite/battle_reader.hpp"
#include "storage/store.hpp"

namespace muster::storage {

class StoreReader {
public:
    /// Refuses another program's file, and one of another schema version: an older file is brought up to date by a server.
    static std::expected<std::unique_ptr<StoreReader>, Failure> open(const std::filesystem::path& file);

    struct Entry {
        std::int64_t number = 0;
        std::string id;
        Status status = Status::waiting;
    };
    /// The next battles in the order of their making; none: that was all.
    std::expected<std::vector<Entry>, Failure> battles_after(std::int64_t number, int limit);
    std::expected<std::optional<StoredBattle>, Failure> load(const std::string& id);
    /// What is wrong with the file, every page looked at; empty if nothing is.
    std::expected<std::vector<std::string>, Failure> damage();

private:
    explicit StoreReader(const std::filesystem::path& file);

    SQLite::Database database_;
    sqlite::BattleReader reader_;
    sqlite::Prepared select_entries_;
};

}  // namespace muster::storage
