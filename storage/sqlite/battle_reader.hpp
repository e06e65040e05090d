// Reads battles over one connection, each call from one snapshot. Throws; reader_pool turns that into failures.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "storage/sqlite/connection.hpp"
#include "storage/sqlite/dice_table.hpp"
#include "storage/sqlite/list_sql.hpp"
#include "storage/sqlite/step_reader.hpp"
#include "storage/sqlite/witnessed_table.hpp"
#include "storage/store.hpp"

namespace muster::storage::sqlite {

class BattleReader {
public:
    BattleReader(const std::filesystem::path& file, std::chrono::milliseconds search_time_max);

    std::optional<StoredBattle> load(const std::string& id, const std::atomic<bool>* given_up = nullptr);
    std::optional<StoredBattle> outline(const std::string& id);
    std::vector<Step> events_after(std::int64_t number, std::int64_t seq, std::size_t bytes_max);
    std::optional<Summary> summary(const std::string& id);
    std::vector<Summary> list(const Query& query);
    Counts counts();
    std::vector<Wake> wakes(std::size_t count, const Wake& after);
    std::vector<std::string> keys_of_unfinished();
    std::string recall(const std::string& key);
    std::vector<Uncounted> uncounted(std::int64_t after, int count);
    std::vector<DiceSum> dice(const std::string& from, const std::string& to);
    std::optional<Witnessed> witnessed(const std::string& start);

private:
    /// A search sees one snapshot, and is refused when it takes too long.
    template <typename Search>
    auto in_time(const std::atomic<bool>* given_up, const Search& search);
    std::vector<Summary> page(const Query& query, Among among, const std::string& words);
    /// Whether it asks for battles that are not over, and is best answered by looking at all of these.
    bool among_unfinished(const Query& query);
    std::optional<StoredBattle> outline_now(const std::string& id);
    std::optional<StoredBattle> load_header(const std::string& id);
    std::vector<Seat> seats_of(std::int64_t number);

    SQLite::Database database_;
    StepReader steps_;
    DiceReader dice_;
    WitnessedReader witnessed_;
    const std::chrono::milliseconds search_time_max_;
    Prepared select_battle_;
    Prepared select_seats_;
    Prepared select_sealed_;
    Prepared select_kept_;
    Prepared select_summary_;
    Prepared select_wakes_;
    Prepared select_tally_;
    Prepared select_remembered_;
    Prepared select_keys_;
};

}  // namespace muster::storage::sqlite
