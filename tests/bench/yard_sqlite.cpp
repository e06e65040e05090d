// Yardstick: what the disk and SQLite give to whoever does nothing else. Commits the very rows that a server stored in a
// run before (`--like` its database) into a new file (`--file`) with the same table and index, write-ahead log and
// synchronous=FULL, `--group` rows a transaction, for `--seconds`.
#include <sqlite3.h>

#include <memory>

#include "tests/bench/measure.hpp"

namespace {

using namespace muster::bench;

class Database {
public:
    explicit Database(const std::string& file) {
        if (sqlite3_open(file.c_str(), &handle_) != SQLITE_OK) fail();
    }
    ~Database() { sqlite3_close(handle_); }
    Database(const Database&) = delete;
    Database& operator=(const Database&) = delete;

    void run(const std::string& sql) {
        if (sqlite3_exec(handle_, sql.c_str(), nullptr, nullptr, nullptr) != SQLITE_OK) fail();
    }
    [[noreturn]] void fail() const { throw std::runtime_error(sqlite3_errmsg(handle_)); }
    sqlite3* handle() const { return handle_; }

private:
    sqlite3* handle_ = nullptr;
};

struct Free {
    void operator()(sqlite3_value* value) const { sqlite3_value_free(value); }
};
using Value = std::unique_ptr<sqlite3_value, Free>;

class Statement {
public:
    Statement(Database& database, const std::string& sql) : database_(database) {
        if (sqlite3_prepare_v2(database.handle(), sql.c_str(), -1, &handle_, nullptr) != SQLITE_OK) database.fail();
    }
    ~Statement() { sqlite3_finalize(handle_); }
    Statement(const Statement&) = delete;
    Statement& operator=(const Statement&) = delete;

    bool step() {
        const int code = sqlite3_step(handle_);
        if (code != SQLITE_ROW && code != SQLITE_DONE) database_.fail();
        return code == SQLITE_ROW;
    }
    void run() {
        step();
        sqlite3_reset(handle_);
    }
    int columns() const { return sqlite3_column_count(handle_); }
    std::string name(int column) const { return sqlite3_column_name(handle_, column); }
    std::string text(int column) const { return reinterpret_cast<const char*>(sqlite3_column_text(handle_, column)); }
    Value value(int column) const { return Value(sqlite3_value_dup(sqlite3_column_value(handle_, column))); }
    void bind(int place, std::int64_t number) { sqlite3_bind_int64(handle_, place, number); }
    void bind(int place, const Value& value) { sqlite3_bind_value(handle_, place, value.get()); }

private:
    Database& database_;
    sqlite3_stmt* handle_ = nullptr;
};

struct Model {
    std::string schema{};
    std::vector<std::string> columns{};  ///< `battle` first; without the key `id`, which each row gets anew
    std::vector<std::vector<Value>> rows{};
    double bytes_per_row = 0;
};

Model read_model(const std::string& file) {
    constexpr int rows_max = 20'000;
    Database database(file);
    Model out;
    Statement schema(database, "SELECT sql FROM sqlite_master WHERE tbl_name = 'steps' AND sql IS NOT NULL ORDER BY type DESC");
    while (schema.step()) out.schema += schema.text(0) + ";";
    Statement rows(database, "SELECT battle, * FROM steps LIMIT " + std::to_string(rows_max));
    std::vector<int> places;
    for (int i = 0; i < rows.columns(); ++i) {
        const auto name = rows.name(i);
        if (name == "id" || (i > 0 && name == "battle")) continue;
        places.push_back(i);
        out.columns.push_back(name);
    }
    while (rows.step()) {
        auto& row = out.rows.emplace_back();
        for (const int place : places) {
            row.push_back(rows.value(place));
            const bool number = sqlite3_value_type(row.back().get()) == SQLITE_INTEGER;
            out.bytes_per_row += number ? 0 : double(sqlite3_value_bytes(row.back().get()));
        }
    }
    if (out.rows.empty()) throw std::runtime_error(file + " holds no steps");
    out.bytes_per_row /= double(out.rows.size());
    return out;
}

std::string insert_into(const std::vector<std::string>& columns) {
    std::string names, marks;
    for (const auto& column : columns) {
        names += (names.empty() ? "" : ", ") + column;
        marks += marks.empty() ? "?" : ", ?";
    }
    return "INSERT INTO steps (" + names + ") VALUES (" + marks + ")";
}

void measure(const Options& options) {
    const auto group = options.count("group", 1);
    const auto model = read_model(options.text("like"));
    Database database(options.text("file"));
    database.run("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;" + model.schema);
    Statement begin(database, "BEGIN IMMEDIATE"), commit(database, "COMMIT");
    Statement insert(database, insert_into(model.columns));
    Histogram latency;
    std::size_t stored = 0;
    Spent spent(0);
    spent.start();
    for (const auto end = now_ns() + to_ns(options.number("seconds", 2)); now_ns() < end;) {
        const auto from = now_ns();
        begin.run();
        for (std::size_t i = 0; i < group; ++i, ++stored) {
            const auto round = std::int64_t(stored / model.rows.size());
            const auto& row = model.rows[stored % model.rows.size()];
            insert.bind(1, sqlite3_value_int64(row[0].get()) + (round << 32));  // the same rows again are other battles'
            for (std::size_t column = 1; column < row.size(); ++column) insert.bind(int(column) + 1, row[column]);
            insert.run();
        }
        commit.run();
        latency.add(now_ns() - from);
    }
    spent.stop();
    Report line;
    line.add("group", double(group));
    line.add("rows_per_s", double(stored) / spent.seconds());
    line.add("commits_per_s", double(latency.count()) / spent.seconds());
    line.add_latency(latency);
    line.add("bytes_per_row", model.bytes_per_row);
    line.add("cpu_us_per_row", spent.generator_share() * spent.seconds() * 1e6 / double(stored), 1);
    line.add("others", spent.others(), 2);
    line.print();
}

}  // namespace

int main(int argc, char** argv) { return run_bench(argc, argv, measure); }
