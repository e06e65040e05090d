// Reads battles over one connection, which is made when it is first needed and again when it has gone. Each call sees one snapshot. Throws; reader_pool
// turns that into failures.
#pragma once
#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include "storage/postgres/connection.hpp"
#include "storage/store.hpp"
#include "storage/store_reader.hpp"

namespace muster::storage::postgres {

class BattleReader {
public:
    /// `silence_max` as in Connection::bound_silence.
    BattleReader(std::string address, std::chrono::milliseconds search_time_max, std::optional<std::chrono::milliseconds> silence_max)
        : address_(std::move(address)), search_time_max_(search_time_max), silence_max_(silence_max) {}

    std::optional<StoredBattle> load(const std::string& id, const std::atomic<bool>* given_up = nullptr);
    std::optional<StoredBattle> outline(const std::string& id);
    std::vector<Step> events_after(std::int64_t number, std::int64_t seq, std::size_t bytes_max);
    std::optional<Summary> summary(const std::string& id);
    std::vector<Summary> list(const storage::Query& query);
    Counts counts();
    /// `own`: the token of this server's writer.
    std::vector<Wake> wakes(std::size_t count, const Wake& after, std::int64_t own);
    std::vector<Wake> due_wakes(std::int64_t now_ms, std::size_t count);
    bool is_shared(std::int64_t own);
    std::vector<std::string> keys_of_unfinished();
    std::string recall(const std::string& key);
    std::vector<Uncounted> uncounted(std::int64_t after, int count);
    std::vector<DiceSum> dice(const std::string& from, const std::string& to);
    std::optional<Witnessed> witnessed(const std::string& start);

    std::vector<StoreReader::Entry> battles_after(std::int64_t number, int limit);
    Connection& connection();

private:
    /// All in one snapshot. What finds that the connection has gone asks once more over another.
    std::vector<Rows> ask_all(const std::vector<Statement>& queries, const Patience& patience = {});
    Rows ask(Statement query, const Patience& patience = {});

    const std::string address_;
    const std::chrono::milliseconds search_time_max_;
    const std::optional<std::chrono::milliseconds> silence_max_;
    std::optional<Connection> connection_{};
};

}  // namespace muster::storage::postgres
