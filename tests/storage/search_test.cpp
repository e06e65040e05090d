// Whatever is searched, and whether the index has taken it up or not: the store that has an index finds what the one that looks at every
// battle finds.
#include <SQLiteCpp/Transaction.h>
#include <doctest/doctest.h>

#include <random>

#include "storage/memory_store.hpp"
#include "storage/sqlite/battle_writer.hpp"
#include "storage/sqlite/file_lock.hpp"
#include "storage/sqlite/migrations.hpp"
#include "storage/sqlite/schema.hpp"
#include "storage/sqlite/step_table.hpp"
#include "tests/storage/support.hpp"

namespace muster::storage::tests {

namespace {

using Words = std::vector<std::string>;

// What a query language might take for its own, what is longer than a letter, what is a part of another.
const Words texts{"The ford at dawn",
                  "the FORD",
                  "",
                  "a",
                  "AND",
                  "x NOT y",
                  "\"quoted\" * star",
                  "100% war_game",
                  "it's (a) title: -1",
                  "Müller gegen Ñandú",
                  "日本の戦い",
                  "naïve",
                  "e\xcc\x81",
                  "aaaa",
                  "aaaaa",
                  "bab",
                  "abab",
                  "Straße",
                  "NEAR(a b)",
                  "rowid",
                  "\\back\\slash",
                  "x",
                  "74657374"};
const Words rulesets{"armies", "simple-combat", "x", "AND \"", ""};
const Words visibilities{"public", "public", "public", "public", "unlisted", "private"};
const Words times{"2025-12-31T23:59:59.999Z", "2026-01-01T00:00:00.000Z", "2026-02-28T12:00:00.000Z", "2026-11-21T10:00:00.000Z", "2026-11-01T00:00:00.000Z",
                  "2026-11-09T10:00:00.000Z", "2026-11-10T10:00:00.000Z", "2026-11-30T10:00:00.000Z", "2026-12-31T10:00:00.000Z", "1999-12-31T10:00:00.000Z",
                  "2100-01-01T10:00:00.000Z", "2031-05-05T05:05:05.555Z", "0999-01-01T00:00:00.000Z", "9999-12-31T23:59:59.999Z", "yesterday",
                  "2026-13-41T00:00:00.000Z"};

class Random {
public:
    explicit Random(unsigned seed) : random_(seed) {}
    std::size_t below(std::size_t count) { return random_() % count; }
    bool one_in(std::size_t count) { return below(count) == 0; }
    const std::string& of(const Words& words) { return words[below(words.size())]; }
    /// Some characters of it, with some letters in the other case.
    std::string part_of(const std::string& text) {
        if (text.empty()) return text;
        const auto character = [&](std::size_t at) {  // where the one begins that has this byte
            while (at < text.size() && (static_cast<unsigned char>(text[at]) & 0xc0) == 0x80) --at;
            return at;
        };
        const auto begin = character(below(text.size()));
        auto part = text.substr(begin, character(std::min(text.size(), begin + 1 + below(one_in(3) ? 40 : 5))) - begin);
        for (char& each : part)
            if (one_in(3))
                each = static_cast<char>(one_in(2) ? std::toupper(static_cast<unsigned char>(each)) : std::tolower(static_cast<unsigned char>(each)));
        return part;
    }

private:
    std::mt19937 random_;
};

/// The same battles in a store with an index and in one without.
class Twins {
public:
    explicit Twins(unsigned seed) : random_(seed) {}

    /// So many battles, and what happens in some of them and in earlier ones.
    void play(int battles) {
        for (int i = 0; i < battles; ++i) {
            create();
            while (random_.one_in(2)) change(1 + static_cast<std::int64_t>(random_.below(heads_.size())));
        }
    }
    void open(std::unique_ptr<Store> store) { store_ = std::move(store); }
    void close() { store_.reset(); }

    /// The battles so far, as an engine without an index has them.
    MemoryStore& all() { return memory_; }
    const std::vector<std::pair<Beginning, std::vector<Step>>>& history() const { return history_; }

    Query some_query() {
        Query query;
        if (random_.one_in(2)) query.text = random_.part_of(random_.of(texts));
        if (random_.one_in(3)) query.player = random_.part_of(random_.of(texts));
        if (random_.one_in(4)) query.ruleset = random_.of(rulesets);
        if (random_.one_in(4)) query.status = static_cast<Status>(random_.below(3));
        if (random_.one_in(6)) query.won = random_.one_in(3) ? WonBy{} : WonBy{static_cast<int>(random_.below(8))};
        if (random_.one_in(6)) query.open = true;
        if (random_.one_in(4)) query.from = random_.of(times);
        if (random_.one_in(4)) query.to = random_.of(times);
        query.limit = 1 + static_cast<int>(random_.below(30));
        return query;
    }

    /// All pages of it are the same.
    void check(Query query) {
        CAPTURE(query.text);
        CAPTURE(query.player);
        CAPTURE(query.ruleset);
        CAPTURE(query.from);
        CAPTURE(query.to);
        CAPTURE(query.open);
        CAPTURE(query.status.has_value());
        query.limit = std::max(query.limit, 8);
        while (true) {
            const auto found = numbers(*store_, query), expected = numbers(memory_, query);
            REQUIRE(found == expected);
            if (found.empty()) return;
            query.before = found.back();
        }
    }
    void check_many() {
        for (int i = 0; i < 200; ++i) check(some_query());
        for (const auto& each : texts) {
            check({.text = each});
            check({.player = each});
        }
        for (const auto& from : times)
            for (const auto& to : times) check({.from = from, .to = to});
        CHECK(*store_->counts() == *memory_.counts());
    }

private:
    static std::vector<std::int64_t> numbers(Store& store, const Query& query) {
        const auto found = store.list(query);
        REQUIRE_MESSAGE(found, found.error().message);
        std::vector<std::int64_t> out;
        for (const auto& each : *found) out.push_back(each.number);
        return out;
    }

    void create() {
        Beginning made{.header = header("b" + std::to_string(heads_.size())), .seats = two_seats(), .first = step(1)};
        made.header.title = random_.of(texts);
        made.header.ruleset = random_.of(rulesets);
        made.header.visibility = random_.of(visibilities);
        made.header.created_at = random_.of(times);
        if (random_.one_in(4)) made.seats[0].name = random_.of(texts);
        made.first.open = random_.one_in(3);
        REQUIRE(tests::create(memory_, made.header, made.seats, made.first));
        if (store_) REQUIRE(tests::create(*store_, made.header, made.seats, made.first));
        history_.emplace_back(made, std::vector<Step>{});
        heads_.push_back(1);
    }

    void change(std::int64_t number) {
        auto& head = heads_[static_cast<std::size_t>(number - 1)];
        if (head < 0) return;  // over
        Step next = step(++head);
        if (random_.one_in(2)) next.taken.push_back({random_.one_in(2) ? "attacker" : "defender", random_.of(texts)});
        if (random_.one_in(6)) next.visibility = random_.of(visibilities);
        if (random_.one_in(4)) next.open = random_.one_in(2);
        if (random_.one_in(3)) next.status = Status::running;
        if (random_.one_in(5)) {
            next.status = Status::over;
            next.outcome = "{}";
            next.finished_at = random_.of(times);
            if (!random_.one_in(3)) next.winner = static_cast<int>(random_.below(8));
            head = -1;
        }
        REQUIRE(append(memory_, number, next));
        if (store_) REQUIRE(append(*store_, number, next));
        history_[static_cast<std::size_t>(number - 1)].second.push_back(std::move(next));
    }

    Random random_;
    MemoryStore memory_{{}};
    std::unique_ptr<Store> store_{};
    std::vector<std::int64_t> heads_{};
    std::vector<std::pair<Beginning, std::vector<Step>>> history_{};
};

/// Writes a store as a server with schema version 5 did, but for the texts of its steps, which nobody reads here.
void write_version_5(const std::filesystem::path& file, const Twins& twins) {
    sqlite::create_if_missing(file);
    SQLite::Database database(file.string(), SQLite::OPEN_READWRITE);
    sqlite::migrate(database, sqlite::schema_scripts().first(5));
    database.exec(sqlite::step_table_2);  // as the writer of today wants it
    database.exec("CREATE TABLE tally (status TEXT PRIMARY KEY, battles INTEGER NOT NULL) STRICT, WITHOUT ROWID");
    for (const std::size_t later : {8UL, 9UL, 11UL}) database.exec(sqlite::schema_scripts()[later]);
    sqlite::BattleWriter writer(database);
    SQLite::Transaction transaction(database);
    std::int64_t number = 0;
    const auto write = [&](auto what) { writer.write({.what = std::move(what), .done = {}}); };
    for (const auto& [begun, steps] : twins.history()) {
        write(Creation{begun.header, begun.seats, {begun.first}});
        ++number;
        for (const Step& each : steps) write(Append{number, each});
    }
    database.exec(
        "ALTER TABLE steps DROP COLUMN packed; DROP TABLE dictionaries; DROP TABLE dice; DROP TABLE not_counted; DROP TABLE witnessed; DROP TABLE tally; "
        "ALTER TABLE battles DROP COLUMN server_key");
    transaction.commit();
}

}  // namespace

TEST_CASE("battles are found the same whether the index has them or lacks them, and after their names, ends and visibility have changed") {
    const TempFolder folder;
    Twins twins(1);
    twins.open(open_store(folder / "store.db"));
    for (int i = 0; i < 3; ++i) {
        twins.play(250);
        twins.check_many();
    }
    twins.close();
    CHECK(number_in(folder / "store.db", "SELECT count(*) FROM not_indexed") < 256);
    CHECK(number_in(folder / "store.db", "SELECT count(*) FROM search WHERE search MATCH 'x'") > 30);
    twins.open(open_store(folder / "store.db"));
    twins.check_many();
}

TEST_CASE("in a store of schema version 5 battles are found as in any once it has been opened, and its battles are counted") {
    const TempFolder folder;
    Twins twins(2);
    twins.play(700);
    write_version_5(folder / "store.db", twins);
    twins.open(open_store(folder / "store.db"));
    twins.check_many();
    twins.play(100);
    twins.check_many();
    twins.close();
    CHECK(number_in(folder / "store.db", "SELECT count(*) FROM not_indexed") < 256);
    CHECK(number_in(folder / "store.db", "PRAGMA user_version") == static_cast<std::int64_t>(sqlite::schema_scripts().size()));
    CHECK(SQLite::Database((folder / "store.db").string()).execAndGet("PRAGMA integrity_check").getString() == "ok");
}

TEST_CASE("in a store of schema version 7, whose index has the oldest battles first, battles are found as in any once it has been opened") {
    const TempFolder folder;
    Twins twins(3);
    twins.open(open_store(folder / "store.db"));
    twins.play(600);
    twins.close();
    SQLite::Database((folder / "store.db").string(), SQLite::OPEN_READWRITE)
        .exec(
            "INSERT INTO search (search) VALUES ('delete-all'); INSERT INTO search (rowid, words) SELECT number, 'x' FROM battles; "
            "DELETE FROM not_indexed WHERE battle < 500; DROP TABLE witnessed; DROP TABLE dice; DROP TABLE not_counted; DELETE FROM tally WHERE status IN "
            "('uncounted', 'witnessed'); "
            "ALTER TABLE battles DROP COLUMN server_key; PRAGMA user_version = 7");
    twins.open(open_store(folder / "store.db"));
    twins.check_many();
    CHECK(number_in(folder / "store.db", "SELECT count(*) FROM search WHERE search MATCH 'x' AND rowid < 0") > 30);
    CHECK(number_in(folder / "store.db", "SELECT count(*) FROM search WHERE search MATCH 'x' AND rowid > 0") == 0);
    CHECK(number_in(folder / "store.db", "SELECT count(*) FROM not_indexed") == 0);
}

TEST_CASE("battles that the index cannot take up are found all the same, the failures are counted, and it is tried again once for every 256 more") {
    const TempFolder folder;
    const auto file = folder / "store.db";
    const auto change = [&](const char* sql) { SQLite::Database(file.string(), SQLite::OPEN_READWRITE).exec(sql); };
    const auto failures = [](const Store& store) { return figure(store, "index_failures_total"); };
    open_store(file).reset();
    change("CREATE TRIGGER nothing_taken_up BEFORE DELETE ON not_indexed BEGIN SELECT RAISE(ABORT, 'no'); END");
    {
        const auto store = open_store(file);
        auto create_up_to = [&, made = 0](int count) mutable {
            for (; made < count; ++made) REQUIRE(create(*store, "b" + std::to_string(made)));  // each in a group of its own
        };
        create_up_to(256);
        CHECK(failures(*store) == 0);
        create_up_to(512);
        CHECK(failures(*store) == 1);
        create_up_to(700);
        CHECK(failures(*store) == 2);
        CHECK(store->list({.text = "the ford", .limit = 100})->size() == 100);
    }
    {
        const auto store = open_store(file);  // that it cannot be done does not keep it shut
        REQUIRE(create(*store, "another"));
        CHECK(failures(*store) == 1);
        CHECK(store->list({.text = "the ford", .limit = 100})->size() == 100);
    }
    change("DROP TRIGGER nothing_taken_up");
    const auto store = open_store(file);
    CHECK(number_in(file, "SELECT count(*) FROM not_indexed") == 0);
    CHECK(failures(*store) == 0);
    CHECK(store->list({.text = "the ford", .limit = 100})->size() == 100);
}

TEST_CASE("what was never public is not in the index, and what is hidden is not found") {
    const TempFolder folder;
    const auto store = open_store(folder / "store.db");
    for (int i = 0; i < 600; ++i) {
        Header described = header("b" + std::to_string(i));
        described.visibility = i % 2 == 0 ? "public" : i % 4 == 1 ? "unlisted" : "private";
        described.title = i % 2 == 0 ? "seen" : "hidden";
        REQUIRE(create(*store, described, two_seats(), step(1)));
    }
    REQUIRE(store->list({.text = "seen"})->size() == 20);
    CHECK(store->list({.text = "hidden"})->empty());
    Step hiding = step(2);
    hiding.visibility = "private";
    REQUIRE(append(*store, 599, hiding));
    REQUIRE(append(*store, 1, hiding));
    CHECK(store->list({.text = "seen"})->front().number == 597);
    CHECK(store->list({.text = "seen", .before = 3})->empty());
    CHECK(number_in(folder / "store.db", "SELECT count(*) FROM search WHERE search MATCH 't' || lower(hex('seen'))") > 200);
    CHECK(number_in(folder / "store.db", "SELECT count(*) FROM search WHERE search MATCH 't' || lower(hex('hidd'))") == 0);
}

}  // namespace muster::storage::tests
