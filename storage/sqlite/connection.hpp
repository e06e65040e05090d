// One connection to the file, for one thread at a time, and the statements prepared on it.
#pragma once
#include <SQLiteCpp/Database.h>
#include <SQLiteCpp/Statement.h>

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

namespace muster::storage::sqlite {

enum class Access { read, write };

/// Opens it as the store wants it: errors told apart, bounded waiting for locks, every commit synced, no checkpoints by
/// itself. The file must be there.
SQLite::Database connect(const std::filesystem::path& file, Access access);

/// How long a connection waits for another one's lock. Only tools beside the server ever hold one that long.
constexpr std::chrono::milliseconds lock_patience{2'000};

struct Blob {
    const std::string& bytes;
};

/// A row while it is read.
class Row {
public:
    explicit Row(const SQLite::Statement& statement) : statement_(statement) {}
    std::string text(int column) const { return statement_.getColumn(column).getString(); }
    /// As long as the row is; NULL is empty.
    std::string_view bytes(int column) const {
        const auto value = statement_.getColumn(column);
        const auto* bytes = static_cast<const char*>(value.getBlob());
        return {bytes, static_cast<std::size_t>(value.getBytes())};
    }
    std::int64_t number(int column) const { return statement_.getColumn(column).getInt64(); }

private:
    const SQLite::Statement& statement_;
};

/// A prepared statement that is kept. It is reset after each use whatever happens: one left open would keep its
/// transaction open, and one reset late would throw the error of its last use again.
class Prepared {
public:
    Prepared(SQLite::Database& database, const std::string& sql) : statement_(database, sql) {}

    /// Runs it and returns the number of rows changed. Values are bound without copying.
    template <typename... Values>
    int run(const Values&... values) {
        const Use use{statement_};
        bind_all(values...);
        return statement_.exec();
    }

    /// Calls `each(Row)` for every row.
    template <typename Each, typename... Values>
    void rows(const Each& each, const Values&... values) {
        rows_while([&](const Row& row) { return each(row), true; }, values...);
    }

    /// Likewise, until it returns false.
    template <typename Each, typename... Values>
    void rows_while(const Each& each, const Values&... values) {
        const Use use{statement_};
        bind_all(values...);
        while (statement_.executeStep())
            if (!each(Row(statement_))) return;
    }

private:
    struct Use {
        SQLite::Statement& statement;
        ~Use() { statement.tryReset(); }
    };

    template <typename... Values>
    void bind_all(const Values&... values) {
        int index = 0;
        (bind(++index, values), ...);
    }
    void bind(int index, const std::string& text) { statement_.bindNoCopy(index, text); }
    void bind(int index, std::int64_t number) { statement_.bind(index, number); }
    void bind(int index, int number) { statement_.bind(index, number); }
    void bind(int index, const Blob& blob) { statement_.bindNoCopy(index, blob.bytes.data(), static_cast<int>(blob.bytes.size())); }

    SQLite::Statement statement_;
};

}  // namespace muster::storage::sqlite
