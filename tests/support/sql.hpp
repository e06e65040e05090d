// SQL on a store's file, as somebody with the file in his hands would do it.
#pragma once
#include <doctest/doctest.h>
#include <sqlite3.h>

#include <filesystem>
#include <string>

namespace muster::test {

inline void run_sql(const std::filesystem::path& file, const std::string& sql) {
    sqlite3* database = nullptr;
    REQUIRE(sqlite3_open(file.c_str(), &database) == SQLITE_OK);
    const int code = sqlite3_exec(database, sql.c_str(), nullptr, nullptr, nullptr);
    CHECK_MESSAGE(code == SQLITE_OK, sqlite3_errmsg(database));
    sqlite3_close(database);
}

/// The first column of the query's first row; reads only, so also beside a server that runs.
inline std::string sql_text(const std::filesystem::path& file, const std::string& query) {
    sqlite3* database = nullptr;
    REQUIRE(sqlite3_open_v2(file.c_str(), &database, SQLITE_OPEN_READONLY, nullptr) == SQLITE_OK);
    std::string text;
    const auto keep_first = [](void* out, int, char** columns, char**) {
        *static_cast<std::string*>(out) = columns[0];
        return 0;
    };
    CHECK_MESSAGE(sqlite3_exec(database, query.c_str(), keep_first, &text, nullptr) == SQLITE_OK, sqlite3_errmsg(database));
    sqlite3_close(database);
    return text;
}

}  // namespace muster::test
