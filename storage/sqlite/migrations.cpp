#include "storage/sqlite/migrations.hpp"

#include <SQLiteCpp/Transaction.h>

#include <string>

#include "storage/sqlite/errors.hpp"

namespace muster::storage::sqlite {

std::int64_t schema_version(SQLite::Database& database) { return database.execAndGet("PRAGMA user_version").getInt64(); }

void expect_known_version(SQLite::Database& database, std::span<const std::string> scripts) {
    const auto newest = static_cast<std::int64_t>(scripts.size());
    const std::int64_t present = schema_version(database);
    if (present > newest)
        throw StoreError(Failure::Kind::broken, database.getFilename() + " was written by a newer server: it has schema version " + std::to_string(present) +
                                                    ", this server knows versions up to " + std::to_string(newest));
}

void migrate(SQLite::Database& database, std::span<const std::string> scripts) {
    expect_known_version(database, scripts);
    const auto newest = static_cast<std::int64_t>(scripts.size());
    const std::int64_t present = schema_version(database);
    for (std::int64_t version = present; version < newest; ++version) {
        try {
            SQLite::Transaction transaction(database, SQLite::TransactionBehavior::IMMEDIATE);
            database.exec(scripts[static_cast<std::size_t>(version)]);
            database.exec("PRAGMA user_version = " + std::to_string(version + 1));
            transaction.commit();
        } catch (const std::exception&) {
            const Failure failure = failure_of_current_exception();
            throw StoreError(failure.kind,
                             database.getFilename() + " could not be brought to schema version " + std::to_string(version + 1) + ": " + failure.message);
        }
    }
}

}  // namespace muster::storage::sqlite
