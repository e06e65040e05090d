// Reads a battle's steps over one connection, from the store and, where it has gone there, from the archive. Throws.
#pragma once
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <vector>

#include "storage/sqlite/archive.hpp"
#include "storage/sqlite/connection.hpp"

namespace muster::storage::sqlite {

class StepReader {
public:
    /// The caller's transaction on `database` is the snapshot of each call.
    StepReader(SQLite::Database& database, const std::filesystem::path& file);

    /// Throws (refused) when nobody wants them any more.
    std::vector<Step> all(std::int64_t battle, const std::atomic<bool>* given_up);
    /// As Store::events_after().
    std::vector<Step> events_after(std::int64_t battle, std::int64_t seq, std::size_t bytes_max);

private:
    /// Takes the next step; false ends the reading.
    using Take = std::function<bool(Step)>;
    void read(std::int64_t battle, std::int64_t after_seq, const Take& take);
    bool is_archived(std::int64_t battle);

    const std::filesystem::path file_;
    std::optional<ArchiveReader> archive_{};  // once it is needed
    Prepared select_archived_;
    StepStatements statements_;
};

}  // namespace muster::storage::sqlite
