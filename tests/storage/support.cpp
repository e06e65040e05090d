#include "tests/storage/support.hpp"

#include <SQLiteCpp/Database.h>
#include <doctest/doctest.h>
#include <stdlib.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <random>

namespace muster::storage::tests {

TempFolder::TempFolder() {
    std::string pattern = (std::filesystem::temp_directory_path() / "muster-storage-XXXXXX").string();
    REQUIRE(::mkdtemp(pattern.data()) != nullptr);
    path_ = pattern;
}

TempFolder::~TempFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
}

std::unique_ptr<SqliteStore> open_store(const std::filesystem::path& file, const SqliteLimits& limits) {
    auto opened = SqliteStore::open(file, limits);
    REQUIRE_MESSAGE(opened, opened.error().message);
    return std::move(*opened);
}

Failure refusal_of(const std::filesystem::path& file, const SqliteLimits& limits) {
    auto opened = SqliteStore::open(file, limits);
    REQUIRE(!opened);
    return opened.error();
}

Header header(const std::string& id) {
    return {.id = id,
            .ruleset = "phased-combat",
            .ruleset_version = 1,
            .title = "The ford at dawn",
            .visibility = "public",
            .setup = R"({"units":[]})",
            .options = R"({"clock":null})",
            .created_at = "2026-11-21T20:49:00.123Z",
            .commitment = std::string(64, 'c'),
            .server_seed = std::string("\0seed", 5) + std::string(27, '\xff')};
}

std::vector<Seat> two_seats() {
    return {{.seat = "attacker", .token_hash = std::string(31, 'a') + '\0'}, {.seat = "defender", .token_hash = std::string(32, 'd')}};
}

std::string noise(std::size_t bytes) {
    std::mt19937 random(1'909);
    std::string text(bytes, '\0');
    for (char& each : text) each = static_cast<char>(random());
    return text;
}

Step step(std::int64_t seq, const std::string& events) { return {.first_seq = seq, .last_seq = seq, .events = events}; }

Step last_step(std::int64_t seq, const std::string& finished_at) {
    Step last = step(seq);
    last.status = Status::over;
    last.outcome = R"({"winner":"attacker"})";
    last.winner = 0;
    last.finished_at = finished_at;
    return last;
}

Store::Done fulfil(const std::shared_ptr<std::promise<Result>>& promise) {
    return [promise](Result result) { promise->set_value(std::move(result)); };
}

Result create(Store& store, const std::string& id) { return create(store, header(id), two_seats(), step(1)); }

Result create(Store& store, Header header, std::vector<Seat> seats, Step first) {
    const auto promise = std::make_shared<std::promise<Result>>();
    store.write_one(Creation{std::move(header), std::move(seats), {std::move(first)}}, fulfil(promise));
    return promise->get_future().get();
}

Result append(Store& store, std::int64_t number, Step step) { return append_later(store, number, std::move(step)).get(); }

Result remember(Store& store, const std::string& key, const std::string& value) {
    const auto promise = std::make_shared<std::promise<Result>>();
    store.remember(key, value, fulfil(promise));
    return promise->get_future().get();
}

CountedBattle counted(const Uncounted& battle, const Faces& faces) {
    return {.note = battle.note,
            .day = battle.finished_at.substr(0, 10),
            .ruleset = battle.ruleset,
            .seats = {{battle.seats.at(0), "people", faces}, {battle.seats.at(1), "best", {}}}};
}

Result count(Store& store, std::vector<CountedBattle> battles) {
    const auto promise = std::make_shared<std::promise<Result>>();
    store.count_dice(std::move(battles), fulfil(promise));
    return promise->get_future().get();
}

std::future<Result> append_later(Store& store, std::int64_t number, Step step) {
    const auto promise = std::make_shared<std::promise<Result>>();
    store.write_one(Append{number, std::move(step)}, fulfil(promise));
    return promise->get_future();
}

StoredBattle load(Store& store, const std::string& id) {
    auto loaded = store.load(id);
    REQUIRE_MESSAGE(loaded, loaded.error().message);
    REQUIRE(loaded->has_value());
    return std::move(**loaded);
}

BusyWriter::BusyWriter(Store& store, const std::string& id) {
    store.write_one(Creation{header(id), two_seats(), {step(1)}}, [this](Result) {
        entered_.count_down();
        released_.wait();
        left_.count_down();
    });
    entered_.wait();
}

void BusyWriter::let_go() {
    if (!held_) return;
    held_ = false;
    released_.count_down();
    left_.wait();
}

std::int64_t number_in(const std::filesystem::path& file, const std::string& sql) { return SQLite::Database(file.string()).execAndGet(sql).getInt64(); }

std::string bytes_of(const std::filesystem::path& file) {
    std::ifstream stream(file, std::ios::binary);
    REQUIRE(stream.is_open());
    return {std::istreambuf_iterator<char>(stream), {}};
}

std::int64_t figure(const Store& store, const std::string& name) {
    const auto figures = store.statistics().figures;
    const auto found = std::ranges::find(figures, name, &Figure::name);
    REQUIRE(found != figures.end());
    return found->value;
}

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

}  // namespace muster::storage::tests
