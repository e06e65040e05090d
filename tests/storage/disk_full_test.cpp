// A disk that is full refuses, loses nothing, and is used again as soon as it has room.
#include <doctest/doctest.h>
#include <signal.h>
#include <sys/resource.h>

#include "storage/sqlite/errors.hpp"
#include "tests/storage/support.hpp"

#include <sqlite3.h>

namespace muster::storage::tests {

namespace {

/// While it lives, no file of this process grows beyond `bytes_max`.
class SmallDisk {
public:
    explicit SmallDisk(std::uintmax_t bytes_max) : handler_(::signal(SIGXFSZ, SIG_IGN)) {
        REQUIRE(::getrlimit(RLIMIT_FSIZE, &before_) == 0);
        const rlimit small{.rlim_cur = bytes_max, .rlim_max = before_.rlim_max};
        REQUIRE(::setrlimit(RLIMIT_FSIZE, &small) == 0);
    }
    ~SmallDisk() {
        ::setrlimit(RLIMIT_FSIZE, &before_);
        ::signal(SIGXFSZ, handler_);
    }
    SmallDisk(const SmallDisk&) = delete;
    SmallDisk& operator=(const SmallDisk&) = delete;

private:
    rlimit before_{};
    void (*handler_)(int);
};

std::uintmax_t log_bytes(const std::filesystem::path& file) { return std::filesystem::file_size(file.string() + "-wal"); }

}  // namespace

TEST_CASE("on a full disk everything is refused, then it goes on, and nothing is half written") {
    const TempFolder folder;
    const auto file = folder / "store.db";
    std::int64_t number = 0;
    std::int64_t other = 0;
    const std::string large = noise(100'000);
    {
        const auto store = open_store(file);
        number = *create(*store, "b1");
        other = *create(*store, "b2");
        {
            const SmallDisk full(log_bytes(file) + 8'192);
            for (int i = 0; i < 3; ++i) {
                const Result refused = append(*store, number, step(2, large));
                REQUIRE(!refused);
                CHECK(refused.error().kind == Failure::Kind::refused);
            }
            CHECK(load(*store, "b1").steps.size() == 1);
        }
        CHECK(append(*store, number, step(2, large)));
        CHECK(append(*store, other, step(2)));
    }
    const auto store = open_store(file);
    CHECK(load(*store, "b1").steps.size() == 2);
    CHECK(load(*store, "b1").steps[1].events == large);
    CHECK(load(*store, "b2").steps.size() == 2);
}

TEST_CASE("on a full disk a whole group fails, quickly and without trying each alone") {
    const TempFolder folder;
    const auto file = folder / "store.db";
    const auto store = open_store(file);
    const std::int64_t number = *create(*store, "b1");
    const std::int64_t other = *create(*store, "b2");
    {
        BusyWriter busy(*store, "busy");
        const SmallDisk full(log_bytes(file) + 8'192);
        auto large = append_later(*store, number, step(2, noise(100'000)));
        auto small = append_later(*store, other, step(2));
        busy.let_go();
        CHECK(large.get().error().kind == Failure::Kind::refused);
        CHECK(small.get().error().kind == Failure::Kind::refused);
    }
    CHECK(append(*store, other, step(2)));
    CHECK(append(*store, number, step(2)));
}

TEST_CASE("a checkpoint that finds the disk full loses nothing") {
    const TempFolder folder;
    const auto file = folder / "store.db";
    {
        const auto store = open_store(file, {.checkpoint = {.pass_pages = 5, .restart_pages = 40}});
        const std::int64_t number = *create(*store, "b1");
        std::int64_t seq = 1;
        {
            const SmallDisk full(1'000'000);
            while (append(*store, number, step(seq + 1, noise(20'000)))) ++seq;
        }
        CHECK(seq > 10);
        CHECK(append(*store, number, step(seq + 1)));
        CHECK(static_cast<std::int64_t>(load(*store, "b1").steps.size()) == seq + 1);
    }
    const auto store = open_store(file);
    CHECK(load(*store, "b1").steps.size() > 11);
}

TEST_CASE("what passes and what does not") {
    CHECK(sqlite::passes(SQLITE_FULL));
    CHECK(sqlite::passes(SQLITE_IOERR_WRITE));
    CHECK(sqlite::passes(SQLITE_BUSY));
    CHECK(!sqlite::passes(SQLITE_CORRUPT));
    CHECK(!sqlite::passes(SQLITE_CONSTRAINT_UNIQUE));
    CHECK(!sqlite::passes(SQLITE_NOTADB));
}

}  // namespace muster::storage::tests
