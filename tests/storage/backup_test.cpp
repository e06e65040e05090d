// Copies of a store's file: made beside it, put back, and what other programs' locks do to it. See copies_test.cpp too.
#include "storage/sqlite/backup.hpp"
#include "storage/sqlite/restore.hpp"

#include <SQLiteCpp/Database.h>
#include <doctest/doctest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fstream>

#include "tests/storage/support.hpp"

namespace muster::storage::tests {

namespace {

void no_progress(std::int64_t, std::int64_t) {}

/// A store with one battle of this many steps, closed.
void fill(const std::filesystem::path& file, std::int64_t steps) {
    const auto store = open_store(file);
    const std::int64_t number = *create(*store, "b1");
    for (std::int64_t seq = 2; seq <= steps; ++seq) REQUIRE(append(*store, number, step(seq)));
}

std::size_t steps_in(const std::filesystem::path& file) { return load(*open_store(file), "b1").steps.size(); }

}  // namespace

TEST_CASE("a backup of a store in use holds all that was stored before it, and no commit waits for it or is lost") {
    const TempFolder folder;
    const auto store = open_store(folder / "store.db", {.checkpoint = {.pass_pages = 5, .restart_pages = 30}});
    const std::int64_t number = *create(*store, "b1");
    std::int64_t seq = 1;
    for (int round = 0; round < 5; ++round) {
        for (int i = 0; i < 20; ++i) REQUIRE(append(*store, number, step(++seq, noise(3'000))));
        const std::int64_t before = seq;
        const auto copy = folder / ("copy-" + std::to_string(round));
        std::vector<std::future<Result>> meanwhile;
        const auto write_more = [&](std::int64_t, std::int64_t) { meanwhile.push_back(append_later(*store, number, step(++seq))); };
        meanwhile.push_back(append_later(*store, number, step(++seq)));
        REQUIRE(sqlite::back_up(folder / "store.db", copy, write_more));
        for (auto& each : meanwhile) CHECK(each.get());
        CHECK(static_cast<std::int64_t>(steps_in(copy)) >= before);
    }
    CHECK(static_cast<std::int64_t>(load(*store, "b1").steps.size()) == seq);
}

TEST_CASE("a backup is one file for its owner only, and never overwrites another") {
    const TempFolder folder;
    fill(folder / "store.db", 3);
    REQUIRE(sqlite::back_up(folder / "store.db", folder / "copy.db", no_progress));
    using std::filesystem::perms;
    CHECK(std::filesystem::status(folder / "copy.db").permissions() == (perms::owner_read | perms::owner_write));
    CHECK(!std::filesystem::exists(folder / "copy.db-wal"));
    CHECK(!std::filesystem::exists(folder / "copy.db.part"));
    const std::string bytes = bytes_of(folder / "copy.db");
    const auto again = sqlite::back_up(folder / "store.db", folder / "copy.db", no_progress);
    REQUIRE(!again);
    CHECK(contains(again.error().message, "copy.db already exists"));
    CHECK(bytes_of(folder / "copy.db") == bytes);
}

TEST_CASE("a damaged store is not backed up as if it were whole") {
    const TempFolder folder;
    fill(folder / "store.db", 500);
    {
        std::fstream stream(folder / "store.db", std::ios::binary | std::ios::in | std::ios::out);
        stream.seekp(6 * 4096);
        stream << std::string(8 * 4096, '\x5a');
    }
    const auto copy = sqlite::back_up(folder / "store.db", folder / "copy.db", no_progress);
    REQUIRE(!copy);
    CHECK(copy.error().kind == Failure::Kind::broken);
    CHECK(!std::filesystem::exists(folder / "copy.db"));
    CHECK(!std::filesystem::exists(folder / "copy.db.part"));
}

TEST_CASE("a store of a newer server is not backed up: what this one does not know of would be missing") {
    const TempFolder folder;
    fill(folder / "store.db", 3);
    SQLite::Database((folder / "store.db").string(), SQLite::OPEN_READWRITE).exec("PRAGMA user_version = 1000");
    const auto copy = sqlite::back_up(folder / "store.db", folder / "copy.db", no_progress);
    REQUIRE(!copy);
    CHECK(contains(copy.error().message, "store.db was written by a newer server"));
    CHECK(!std::filesystem::exists(folder / "copy.db"));
}

TEST_CASE("a backup into a folder that is not there names the folder") {
    const TempFolder folder;
    fill(folder / "store.db", 1);
    const auto none = folder / "none";
    const auto copied = sqlite::back_up(folder / "store.db", none / "copy.db", no_progress);
    REQUIRE(!copied);
    CHECK(copied.error().message == (none / "copy.db").string() + " cannot be created: there is no folder " + none.string());
}

TEST_CASE("a backup is restored where no store is, and over one only when told, which is kept") {
    const TempFolder folder;
    fill(folder / "store.db", 3);
    REQUIRE(sqlite::back_up(folder / "store.db", folder / "copy.db", no_progress));
    REQUIRE(sqlite::restore(folder / "copy.db", folder / "elsewhere.db", false));
    CHECK(steps_in(folder / "elsewhere.db") == 3);
    {
        const auto store = open_store(folder / "store.db");
        REQUIRE(append(*store, 1, step(4)));
    }
    const auto refused = sqlite::restore(folder / "copy.db", folder / "store.db", false);
    REQUIRE(!refused);
    CHECK(contains(refused.error().message, "already exists; with --replace"));
    CHECK(steps_in(folder / "store.db") == 4);
    REQUIRE(sqlite::restore(folder / "copy.db", folder / "store.db", true));
    CHECK(steps_in(folder / "store.db") == 3);
    CHECK(steps_in(folder / "store.db.replaced") == 4);
    const auto again = sqlite::restore(folder / "copy.db", folder / "store.db", true);
    REQUIRE(!again);
    CHECK(contains(again.error().message, "store.db.replaced already exists"));
}

TEST_CASE("what root restores, and the lock that he leaves, are whose the folder is; what he copies is his own") {
    if (::geteuid() != 0) return;  // nobody else can make files for another
    const TempFolder folder;
    constexpr ::uid_t nobody = 65534;
    fill(folder / "store.db", 2);
    REQUIRE(sqlite::back_up(folder / "store.db", folder / "copy.db", no_progress));
    const auto data = folder / "data";
    std::filesystem::create_directory(data);
    REQUIRE(::chown(data.c_str(), nobody, nobody) == 0);
    REQUIRE(sqlite::restore(folder / "copy.db", data / "store.db", false));
    REQUIRE(sqlite::back_up(data / "store.db", data / "copy.db", no_progress));
    // Whoever has the folder gets no file of root's by a link that he laid there.
    const auto of_root = folder / "of_root";
    std::ofstream(of_root) << "root's";
    const auto linked = data / "linked.db";
    std::filesystem::create_symlink(of_root, linked.string() + ".lock");
    REQUIRE(sqlite::restore(folder / "copy.db", linked, false));
    struct stat kept{};
    REQUIRE(::stat(of_root.c_str(), &kept) == 0);
    CHECK(kept.st_uid == 0);
    const auto owner_of = [&](const char* name) {
        struct stat file{};
        REQUIRE(::stat((data / name).c_str(), &file) == 0);
        return file.st_uid;
    };
    CHECK(owner_of("store.db") == nobody);
    CHECK(owner_of("store.db.lock") == nobody);
    CHECK(owner_of("copy.db") == 0);
}

TEST_CASE("nothing is restored over a server that runs, from what is damaged, or from what is no store") {
    const TempFolder folder;
    fill(folder / "store.db", 3);
    REQUIRE(sqlite::back_up(folder / "store.db", folder / "copy.db", no_progress));
    {
        const auto store = open_store(folder / "store.db");
        const auto refused = sqlite::restore(folder / "copy.db", folder / "store.db", true);
        REQUIRE(!refused);
        CHECK(contains(refused.error().message, "is in use by another server"));
        CHECK(append(*store, 1, step(4)));
    }
    std::ofstream(folder / "text") << std::string(10'000, 't');
    CHECK(contains(sqlite::restore(folder / "text", folder / "new.db", false).error().message, "is not a database"));
    CHECK(contains(sqlite::restore(folder / "nowhere", folder / "new.db", false).error().message, "there is no backup"));
    CHECK(!std::filesystem::exists(folder / "new.db"));
    CHECK(steps_in(folder / "store.db") == 4);
}

TEST_CASE("while another program holds the file's lock a step waits, and is refused when that takes too long") {
    const TempFolder folder;
    const auto store = open_store(folder / "store.db");
    const std::int64_t number = *create(*store, "b1");
    SQLite::Database other((folder / "store.db").string(), SQLite::OPEN_READWRITE);
    other.exec("BEGIN IMMEDIATE");
    auto refused = append(*store, number, step(2, "refused\n"));
    REQUIRE(!refused);
    CHECK(refused.error().kind == Failure::Kind::refused);
    auto waiting = append_later(*store, number, step(2, "waited\n"));
    other.exec("ROLLBACK");
    CHECK(waiting.get());
    CHECK(load(*store, "b1").steps[1].events == "waited\n");
}

}  // namespace muster::storage::tests
