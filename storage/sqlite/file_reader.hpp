// The operator's way to read a store's file, beside a running server or without one.
#pragma once
#include <filesystem>
#include <memory>

#include "storage/sqlite/battle_reader.hpp"
#include "storage/store_reader.hpp"

namespace muster::storage::sqlite {

class FileReader final : public StoreReader {
public:
    /// Refuses another program's file, and one of another schema version: an older file is brought up to date by a server.
    static std::expected<std::unique_ptr<StoreReader>, Failure> open(const std::filesystem::path& file);

    std::expected<std::vector<Entry>, Failure> battles_after(std::int64_t number, int limit) override;
    std::expected<std::optional<StoredBattle>, Failure> load(const std::string& id) override;
    std::expected<std::vector<Memo>, Failure> memos() override;
    std::expected<std::vector<Witnessed>, Failure> all_witnessed() override;
    std::expected<std::vector<std::string>, Failure> damage() override;

private:
    explicit FileReader(const std::filesystem::path& file);

    SQLite::Database database_;
    BattleReader reader_;
    Prepared select_entries_;
};

}  // namespace muster::storage::sqlite
