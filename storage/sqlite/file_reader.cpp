#include "storage/sqlite/file_reader.hpp"

#include "storage/sqlite/errors.hpp"
#include "storage/sqlite/health.hpp"
#include "storage/sqlite/migrations.hpp"
#include "storage/sqlite/schema.hpp"
#include "storage/status_names.hpp"

namespace muster::storage::sqlite {

namespace {

/// No search is ever cut short here: it is the operator who waits.
constexpr std::chrono::milliseconds search_time_max{3'600'000};

SQLite::Database open_for_reading(const std::filesystem::path& file) {
    if (!std::filesystem::is_regular_file(file)) throw StoreError(Failure::Kind::refused, "there is no store " + file.string());
    SQLite::Database database = connect(file, Access::read);
    check_owner(database);
    expect_known_version(database, schema_scripts());
    if (schema_version(database) < static_cast<std::int64_t>(schema_scripts().size()))
        throw StoreError(Failure::Kind::refused, file.string() + " was written by an older server; start this server on it once to upgrade it");
    return database;
}

template <typename Read>
auto reading(const Read& read) -> std::expected<decltype(read()), Failure> {
    try {
        return read();
    } catch (const std::exception&) {
        return std::unexpected(failure_of_current_exception());
    }
}

}  // namespace

std::expected<std::unique_ptr<StoreReader>, Failure> FileReader::open(const std::filesystem::path& file) {
    try {
        return std::unique_ptr<StoreReader>(new FileReader(file));
    } catch (const std::exception&) {
        return std::unexpected(opening_failure(file));
    }
}

FileReader::FileReader(const std::filesystem::path& file)
    : database_(open_for_reading(file)),
      reader_(file, search_time_max),
      select_entries_(database_, "SELECT number, id, status FROM battles WHERE number > ? ORDER BY number LIMIT ?") {}

std::expected<std::vector<StoreReader::Entry>, Failure> FileReader::battles_after(std::int64_t number, int limit) {
    return reading([&] {
        std::vector<Entry> entries;
        select_entries_.rows([&](const Row& row) { entries.push_back({row.number(0), row.text(1), status_named(row.text(2))}); }, number, limit);
        return entries;
    });
}

std::expected<std::optional<StoredBattle>, Failure> FileReader::load(const std::string& id) {
    return reading([&] { return reader_.load(id); });
}

std::expected<std::vector<StoreReader::Memo>, Failure> FileReader::memos() {
    return reading([&] {
        std::vector<Memo> found;
        Prepared(database_, "SELECT key, value FROM remembered ORDER BY key").rows([&](const Row& row) { found.push_back({row.text(0), row.text(1)}); });
        return found;
    });
}

std::expected<std::vector<Witnessed>, Failure> FileReader::all_witnessed() {
    return reading([&] {
        std::vector<Witnessed> found;
        const auto read = [&](const Row& row) {
            found.push_back({.start = std::string(row.bytes(0)),
                             .server_key = std::string(row.bytes(1)),
                             .secret = std::string(row.bytes(2)),
                             .after = row.number(3),
                             .step = row.number(4),
                             .head = std::string(row.bytes(5)),
                             .at_ms = row.number(6)});
        };
        Prepared(database_, "SELECT start, server_key, secret, after, step, head, at FROM witnessed ORDER BY start").rows(read);
        return found;
    });
}

std::expected<std::vector<std::string>, Failure> FileReader::damage() {
    return reading([&] {
        auto problems = integrity_problems(database_);
        for (std::string& each : problems) each.insert(0, database_.getFilename() + ": ");
        return problems;
    });
}

}  // namespace muster::storage::sqlite
