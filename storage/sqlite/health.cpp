#include "storage/sqlite/health.hpp"

#include <sqlite3.h>

#include <string>

#include "storage/sqlite/connection.hpp"
#include "storage/sqlite/errors.hpp"
#include "storage/sqlite/schema.hpp"

namespace muster::storage::sqlite {

namespace {

std::string damaged(const std::string& file, const std::string& what) {
    return file + " is damaged, restore a backup (musterd restore BACKUP --replace): " + what;
}

[[noreturn]] void refuse(const std::string& sentence) { throw StoreError(Failure::Kind::broken, sentence); }

void check_pages(SQLite::Database& database) {
    Prepared check(database, "PRAGMA quick_check(1)");
    check.rows([&](const Row& row) {
        if (row.text(0) != "ok") refuse(damaged(database.getFilename(), row.text(0)));
    });
}

}  // namespace

void check_owner(SQLite::Database& database) {
    const bool empty = database.execAndGet("SELECT count(*) FROM sqlite_schema").getInt64() == 0;
    if (!empty && database.execAndGet("PRAGMA application_id").getInt64() != application_id) refuse(database.getFilename() + " belongs to another program");
}

std::vector<std::string> integrity_problems(SQLite::Database& database) {
    std::vector<std::string> problems;
    Prepared check(database, "PRAGMA integrity_check");
    check.rows([&](const Row& row) {
        if (row.text(0) != "ok") problems.push_back(row.text(0));
    });
    return problems;
}

void expect_sound(SQLite::Database& database) {
    check_owner(database);
    if (const auto problems = integrity_problems(database); !problems.empty()) refuse(database.getFilename() + " is damaged: " + problems.front());
}

void check_health(SQLite::Database& database, std::uintmax_t quick_check_bytes_max) {
    check_owner(database);
    if (std::filesystem::file_size(database.getFilename()) <= quick_check_bytes_max) check_pages(database);
}

Failure opening_failure(const std::filesystem::path& file) {
    try {
        throw;
    } catch (const StoreError&) {
        return failure_of_current_exception();  // says it all itself
    } catch (const SQLite::Exception& error) {
        if (error.getErrorCode() == SQLITE_NOTADB) return {Failure::Kind::broken, file.string() + " is not a database"};
        if (error.getErrorCode() == SQLITE_CORRUPT) return {Failure::Kind::broken, damaged(file.string(), error.what())};
        return {failure_of_current_exception().kind, file.string() + " cannot be opened: " + error.what()};
    } catch (const std::exception& error) {
        return {failure_of_current_exception().kind, file.string() + " cannot be opened: " + error.what()};
    }
}

}  // namespace muster::storage::sqlite
