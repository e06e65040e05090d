// Reads battles over one connection, each call from one snapshot. Throws; reader_pool turns that into failures.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "storage/sqlite/connection.hpp"
#include "storage/store.hpp"

namespace muster::storage::sqlite {

class BattleReader {
public:
    BattleReader(const std::filesystem::path& file, std::chrono::milliseconds search_time_max);

    std::optional<StoredBattle> load(const std::string& id);
    std::optional<Summary> summary(const std::string& id);
    std::vector<Summary> list(const Query& query);

private:
    std::optional<StoredBattle> load_header(const std::string& id);
    void load_parts(StoredBattle& battle);
    std::vector<Seat> seats_of(std::int64_t number);

    SQLite::Database database_;
    const std::chrono::milliseconds search_time_max_;
    Prepared select_battle_;
    Prepared select_seats_;
    Prepared select_sealed_;
    Prepared select_steps_;
    Prepared select_summary_;
};

}  // namespace muster::storage::sqlite
