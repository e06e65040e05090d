#include "storage/sqlite/battle_reader.hpp"

#include <SQLiteCpp/Transaction.h>

#include <algorithm>
#include <functional>
#include <iterator>
#include <limits>
#include <nlohmann/json.hpp>

#include "storage/sqlite/errors.hpp"
#include "storage/sqlite/search_words.hpp"
#include "storage/sqlite/time_limit.hpp"
#include "storage/status_names.hpp"
#include "storage/winner.hpp"

namespace muster::storage::sqlite {

namespace {

Summary summary_from(const Row& row) {
    return {.number = row.number(0),
            .id = row.text(1),
            .ruleset = row.text(2),
            .ruleset_version = static_cast<int>(row.number(3)),
            .title = row.text(4),
            .visibility = row.text(5),
            .status = status_named(row.text(6)),
            .options = row.text(7),
            .created_at = row.text(8),
            .finished_at = row.text(9),
            .outcome = row.text(10),
            .head = row.number(11),
            .seats = {},
            .open = row.number(12) != 0};
}

int page_size(const Query& query) { return std::clamp(query.limit, 1, list_limit_max); }

/// Of two pages, of which both may have the same battle, the first `size`.
std::vector<Summary> newest_of(std::vector<Summary> one, std::vector<Summary> other, int size) {
    one.insert(one.end(), std::make_move_iterator(other.begin()), std::make_move_iterator(other.end()));
    std::ranges::sort(one, std::greater(), &Summary::number);
    const auto twice = std::ranges::unique(one, {}, &Summary::number);
    one.erase(twice.begin(), twice.end());
    if (one.size() > static_cast<std::size_t>(size)) one.resize(static_cast<std::size_t>(size));
    return one;
}

}  // namespace

BattleReader::BattleReader(const std::filesystem::path& file, std::chrono::milliseconds search_time_max)
    : database_(connect(file, Access::read)),
      steps_(database_, file),
      dice_(database_),
      witnessed_(database_),
      search_time_max_(search_time_max),
      select_battle_(database_,
                     "SELECT number, id, ruleset, ruleset_version, title, visibility, setup, options, created_at, "
                     "commitment, server_seed, status, outcome, finished_at, wake_at, open, winner, server_key FROM battles WHERE id = ?"),
      select_seats_(database_, "SELECT seat, token_hash, name, taken FROM seats WHERE battle = ? ORDER BY position"),
      select_sealed_(database_, "SELECT seat, decision, choice, how FROM sealed WHERE battle = ? ORDER BY seat, decision"),
      select_kept_(database_, "SELECT seat, name, value FROM kept WHERE battle = ? ORDER BY seat, name"),
      select_summary_(database_, summary_sql()),
      select_wakes_(database_, wakes_sql()),
      select_tally_(database_, "SELECT status, battles FROM tally WHERE status IN ('waiting', 'running', 'over')"),
      select_remembered_(database_, "SELECT value FROM remembered WHERE key = ?"),
      select_keys_(database_, "SELECT DISTINCT server_key FROM battles WHERE status <> 'over' AND server_key <> x'' ORDER BY server_key") {}

std::optional<StoredBattle> BattleReader::load(const std::string& id, const std::atomic<bool>* given_up) {
    const SQLite::Transaction snapshot(database_);
    auto battle = outline_now(id);
    if (battle) battle->steps = steps_.all(battle->number, given_up);
    return battle;
}

std::optional<StoredBattle> BattleReader::outline(const std::string& id) {
    const SQLite::Transaction snapshot(database_);
    return outline_now(id);
}

std::vector<Step> BattleReader::events_after(std::int64_t number, std::int64_t seq, std::size_t bytes_max) {
    const SQLite::Transaction snapshot(database_);
    return steps_.events_after(number, seq, bytes_max);
}

std::optional<StoredBattle> BattleReader::outline_now(const std::string& id) {
    auto battle = load_header(id);
    if (!battle) return {};
    battle->seats = seats_of(battle->number);
    const auto read_sealed = [&](const Row& row) { battle->sealed.push_back({row.text(0), row.number(1), row.text(2), row.text(3)}); };
    select_sealed_.rows(read_sealed, battle->number);
    const auto read_kept = [&](const Row& row) { battle->kept.push_back({row.text(0), row.text(1), row.text(2)}); };
    select_kept_.rows(read_kept, battle->number);
    return battle;
}

std::optional<StoredBattle> BattleReader::load_header(const std::string& id) {
    std::optional<StoredBattle> battle;
    const auto read = [&](const Row& row) {
        battle.emplace();
        battle->number = row.number(0);
        battle->header = {.id = row.text(1),
                          .ruleset = row.text(2),
                          .ruleset_version = static_cast<int>(row.number(3)),
                          .title = row.text(4),
                          .visibility = row.text(5),
                          .setup = row.text(6),
                          .options = row.text(7),
                          .created_at = row.text(8),
                          .commitment = row.text(9),
                          .server_seed = row.text(10),
                          .server_key = row.text(17)};
        battle->status = status_named(row.text(11));
        battle->outcome = row.text(12);
        battle->finished_at = row.text(13);
        battle->wake_at = row.number(14);
        battle->open = row.number(15) != 0;
        if (battle->status == Status::over && row.number(16) != nobody) battle->winner = static_cast<int>(row.number(16));
    };
    select_battle_.rows(read, id);
    return battle;
}

std::vector<Seat> BattleReader::seats_of(std::int64_t number) {
    std::vector<Seat> seats;
    const auto read = [&](const Row& row) {
        seats.push_back({.seat = row.text(0), .token_hash = row.text(1), .name = row.text(2), .taken = row.number(3) != 0});
    };
    select_seats_.rows(read, number);
    return seats;
}

std::optional<Summary> BattleReader::summary(const std::string& id) {
    const SQLite::Transaction snapshot(database_);
    std::optional<Summary> found;
    select_summary_.rows([&](const Row& row) { found = summary_from(row); }, id);
    if (!found) return {};
    found->seats = seats_of(found->number);
    for (Seat& each : found->seats) each.token_hash.clear();
    return found;
}

template <typename Search>
auto BattleReader::in_time(const std::atomic<bool>* given_up, const Search& search) {
    const TimeLimit limit(database_, search_time_max_, given_up);
    try {
        const SQLite::Transaction snapshot(database_);
        return search();
    } catch (const SQLite::Exception& error) {
        if (error.getErrorCode() != SQLITE_INTERRUPT) throw;
        throw StoreError(Failure::Kind::refused, "the search took too long; ask for less");
    }
}

std::vector<Summary> BattleReader::list(const Query& query) {
    return in_time(query.given_up, [&] {
        std::vector<Summary> found;
        const auto words = query.ids ? std::string() : words_wanted(query);
        if (query.ids) found = page(query, Among::named, {});
        else if (words.empty() || among_unfinished(query)) found = page(query, Among::all, {});
        else found = newest_of(page(query, Among::words, words), page(query, Among::not_indexed, {}), page_size(query));
        for (Summary& each : found) {
            each.seats = seats_of(each.number);
            for (Seat& seat : each.seats) seat.token_hash.clear();
        }
        return found;
    });
}

std::vector<Summary> BattleReader::page(const Query& query, Among among, const std::string& words) {
    std::vector<Summary> found;
    Prepared select(database_, list_sql(query, among));
    const auto before = query.before.value_or(std::numeric_limits<std::int64_t>::max());
    select.rows([&](const Row& row) { found.push_back(summary_from(row)); }, before, query.status ? name_of(*query.status) : std::string(), query.ruleset,
                query.text, query.player, query.won ? query.won->seat.value_or(nobody) : nobody, query.from, query.to,
                nlohmann::json(query.ids.value_or(std::vector<std::string>())).dump(), words, page_size(query));
    return found;
}

// All that can be asked of these but what people wrote stands in their indexes, and that is soon read where they are few.
bool BattleReader::among_unfinished(const Query& query) {
    constexpr int few = 2'000;
    if (!query.open && (!query.status || query.status == Status::over)) return false;
    if (query.text.empty() && query.player.empty()) return true;
    int count = 0;
    Prepared select(database_, unfinished_sql(query));
    select.rows([&](const Row& row) { count = static_cast<int>(row.number(0)); }, query.status ? name_of(*query.status) : std::string(), few);
    return count < few;
}

Counts BattleReader::counts() {
    const SQLite::Transaction snapshot(database_);
    Counts out{.uncounted = dice_.uncounted()};
    select_tally_.rows([&](const Row& row) { counter_of(out, status_named(row.text(0))) = row.number(1); });
    return out;
}

std::vector<Wake> BattleReader::wakes(std::size_t count, const Wake& after) {
    std::vector<Wake> found;
    select_wakes_.rows([&](const Row& row) { found.push_back({row.text(0), row.number(1)}); }, after.at, after.battle, static_cast<std::int64_t>(count));
    return found;
}

std::vector<std::string> BattleReader::keys_of_unfinished() {
    std::vector<std::string> found;
    select_keys_.rows([&](const Row& row) { found.push_back(row.text(0)); });
    return found;
}

std::string BattleReader::recall(const std::string& key) {
    std::string value;
    select_remembered_.rows([&](const Row& row) { value = row.text(0); }, key);
    return value;
}

std::vector<Uncounted> BattleReader::uncounted(std::int64_t after, int count) {
    const SQLite::Transaction snapshot(database_);
    return dice_.uncounted(after, count);
}

std::optional<Witnessed> BattleReader::witnessed(const std::string& start) { return witnessed_.find(start); }

std::vector<DiceSum> BattleReader::dice(const std::string& from, const std::string& to) { return dice_.sums(from, to); }

}  // namespace muster::storage::sqlite
