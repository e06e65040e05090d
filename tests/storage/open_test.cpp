// Words of the operator's to a store of the right engine, and what can be done with it by these words alone.
#include "storage/open.hpp"

#include <doctest/doctest.h>

#include <array>

#include "storage/copies.hpp"
#include "tests/storage/support.hpp"

namespace muster::storage::tests {

namespace {

std::unique_ptr<Store> opened(const Location& location) {
    auto store = storage::open_store(location);
    REQUIRE_MESSAGE(store, store.error().message);
    return std::move(*store);
}

bool has_b1(const Location& location) { return opened(location)->load("b1")->has_value(); }

void no_progress(std::int64_t, std::int64_t) {}

}  // namespace

TEST_CASE("a folder's store is there again the next time; the folder is made if there is none") {
    const TempFolder folder;
    const Location location{folder / "data" / "muster"};
    CHECK(create(*opened(location), "b1"));
    CHECK(has_b1(location));
}

TEST_CASE("a store in memory is gone when it is closed, and leaves nothing on the disk") {
    CHECK(create(*opened(in_memory), "b1"));
    CHECK(!has_b1(in_memory));
    CHECK(!std::filesystem::exists(in_memory.words));
}

TEST_CASE("a folder that cannot be made is named") {
    const auto store = storage::open_store({"/proc/nowhere"});
    REQUIRE(!store);
    CHECK(store.error().kind == Failure::Kind::refused);
    CHECK(contains(store.error().message, "/proc/nowhere"));
}

TEST_CASE("a reader goes through a store that is in use, and refuses one that is not there") {
    const TempFolder folder;
    const Location location{folder / "data"};
    CHECK(contains(open_reader(location).error().message, "there is no store"));
    const auto store = opened(location);
    for (const char* id : {"b1", "b2"}) REQUIRE(create(*store, id));
    const auto reader = open_reader(location);
    REQUIRE_MESSAGE(reader, reader.error().message);
    CHECK((*reader)->battles_after(0, 10)->size() == 2);
    CHECK((*reader)->battles_after(1, 10)->front().id == "b2");
    CHECK((*(*reader)->load("b2"))->steps.size() == 1);
    CHECK((*reader)->damage()->empty());
}

TEST_CASE("a store is copied and put back by its folder's name") {
    const TempFolder folder;
    const Location here{folder / "here"};
    const Location there{folder / "there" / "new"};
    REQUIRE(create(*opened(here), "b1"));
    REQUIRE(back_up(here, folder / "copy", no_progress));
    const auto restored = restore(folder / "copy", there, false);
    REQUIRE_MESSAGE(restored, restored.error().message);
    CHECK(restored->starts_with(there.words));
    CHECK(has_b1(there));
}

TEST_CASE("what needs a store that stays is refused for one in memory, with a sentence") {
    const TempFolder folder;
    for (const std::string& message : {open_reader(in_memory).error().message, back_up(in_memory, folder / "copy", no_progress).error().message,
                                       restore(folder / "copy", in_memory, false).error().message})
        CHECK(contains(message, "a store in memory is gone with its server"));
}

}  // namespace muster::storage::tests
