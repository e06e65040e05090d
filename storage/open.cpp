#include "storage/open.hpp"

#include <filesystem>

#include "storage/copies.hpp"
#include "storage/memory_store.hpp"
#include "storage/postgres/database_reader.hpp"
#include "storage/postgres/postgres_store.hpp"
#include "storage/sqlite/backup.hpp"
#include "storage/sqlite/file_reader.hpp"
#include "storage/sqlite/restore.hpp"
#include "storage/sqlite/sqlite_store.hpp"

namespace muster::storage {

namespace {

std::unexpected<Failure> gone() { return std::unexpected(Failure{Failure::Kind::refused, std::string(gone_with_its_server)}); }

// A copy of a database that others use as well is the business of whoever runs it, with tools that know how to make it small, often and elsewhere.
std::unexpected<Failure> by_its_own_tools(const std::string& how) {
    return std::unexpected(Failure{Failure::Kind::refused, "a store in PostgreSQL is copied by PostgreSQL's own tools: " + how});
}

std::filesystem::path file_in(const Location& location) { return location.folder / "muster.db"; }

std::expected<void, Failure> make_folder(const Location& location) {
    std::error_code error;
    std::filesystem::create_directories(location.folder, error);
    if (error) return std::unexpected(Failure{Failure::Kind::refused, "the folder " + location.folder.string() + " cannot be made: " + error.message()});
    return {};
}

std::expected<std::unique_ptr<Store>, Failure> open(const Location& location, Neighbours* neighbours, bool alone) {
    if (!location.lasts) return std::make_unique<MemoryStore>();
    if (!location.folder.empty())
        if (const auto made = make_folder(location); !made) return std::unexpected(made.error());
    if (!location.address.empty())
        return PostgresStore::open(location.address, location.words, {.url = location.node_url, .neighbours = neighbours, .alone = alone});
    return SqliteStore::open(file_in(location));
}

}  // namespace

std::expected<std::unique_ptr<Store>, Failure> open_store(const Location& location, Neighbours* neighbours) { return open(location, neighbours, false); }

std::expected<std::unique_ptr<Store>, Failure> open_store_alone(const Location& location) { return open(location, nullptr, true); }

std::expected<std::unique_ptr<StoreReader>, Failure> open_reader(const Location& location) {
    if (!location.lasts) return gone();
    if (!location.address.empty()) return postgres::DatabaseReader::open(location.address, location.words);
    return sqlite::FileReader::open(file_in(location));
}

std::expected<std::uintmax_t, Failure> back_up(const Location& store, const std::filesystem::path& copy, const CopyProgress& progress) {
    if (!store.lasts) return gone();
    if (!store.address.empty()) return by_its_own_tools("pg_dump --format=custom --file=COPY '" + store.words + "', also while a server runs");
    return sqlite::back_up(file_in(store), copy, progress);
}

std::expected<std::string, Failure> restore(const std::filesystem::path& copy, const Location& store, bool replace) {
    if (!store.lasts) return gone();
    if (!store.address.empty())
        return by_its_own_tools("stop the server, then pg_restore --clean --if-exists --single-transaction --dbname='" + store.words +
                                "' COPY, then UPDATE meta SET generation = substr(md5(random()::text), 1, 16), which tells clients that it is another history");
    if (const auto made = make_folder(store); !made) return std::unexpected(made.error());
    const auto kept = sqlite::restore(copy, file_in(store), replace);
    if (!kept) return std::unexpected(kept.error());
    std::string names;
    for (const auto& each : *kept) names += (names.empty() ? " (what was there is kept as " : " and ") + each.filename().string();
    return file_in(store).string() + names + (names.empty() ? "" : ")");
}

}  // namespace muster::storage
