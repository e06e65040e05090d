// Yardstick: what the disk and SQLite give to whoever does nothing else. Commits the very rows that a server stored in a
// run before (`--like` its database) into a new file (`--file`) with the same table and index, write-ahead log and
// synchronous=FULL, `--group` rows a transaction, for `--seconds`.
#include <sqlite3.h>

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
    std::int64_t number(int column) { return sqlite3_column_int64(handle_, column); }
    std::string text(int column) {
        const auto* data = static_cast<const char*>(sqlite3_column_blob(handle_, column));
        return data ? std::string(data, std::size_t(sqlite3_column_bytes(handle_, column))) : std::string();
    }
    void bind(int place, std::int64_t number) { sqlite3_bind_int64(handle_, place, number); }
    void bind(int place, const std::string& text) { sqlite3_bind_text(handle_, place, text.data(), int(text.size()), SQLITE_STATIC); }

private:
    Database& database_;
    sqlite3_stmt* handle_ = nullptr;
};

struct Row {
    std::int64_t battle = 0, last_seq = 0;
    std::string events{}, inputs{}, answers{};
};

struct Model {
    std::string schema{};
    std::vector<Row> rows{};
    double bytes_per_row = 0;
};

Model read_model(const std::string& file) {
    constexpr int rows_max = 20'000;
    Database database(file);
    Model out;
    Statement schema(database, "SELECT sql FROM sqlite_master WHERE tbl_name = 'steps' AND sql IS NOT NULL ORDER BY type DESC");
    while (schema.step()) out.schema += schema.text(0) + ";";
    Statement rows(database, "SELECT battle, last_seq, events, inputs, answers FROM steps ORDER BY id DESC LIMIT " + std::to_string(rows_max));
    while (rows.step()) {
        out.rows.push_back({rows.number(0), rows.number(1), rows.text(2), rows.text(3), rows.text(4)});
        const auto& row = out.rows.back();
        out.bytes_per_row += double(row.events.size() + row.inputs.size() + row.answers.size());
    }
    if (out.rows.empty()) throw std::runtime_error(file + " holds no steps");
    out.bytes_per_row /= double(out.rows.size());
    std::ranges::reverse(out.rows);
    return out;
}

void measure(const Options& options) {
    const auto group = options.count("group", 1);
    const auto model = read_model(options.text("like"));
    Database database(options.text("file"));
    database.run("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;" + model.schema);
    Statement begin(database, "BEGIN IMMEDIATE"), commit(database, "COMMIT");
    Statement insert(database, "INSERT INTO steps (battle, last_seq, events, inputs, answers) VALUES (?, ?, ?, ?, ?)");
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
            insert.bind(1, row.battle);
            insert.bind(2, row.last_seq + (round << 32));
            insert.bind(3, row.events);
            insert.bind(4, row.inputs);
            insert.bind(5, row.answers);
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
