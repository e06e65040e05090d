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

}  // namespace muster::test
