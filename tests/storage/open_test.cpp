// Words of the operator's to a store of the right engine, and what every store promises that outlives its server.
#include "storage/open.hpp"

#include <doctest/doctest.h>

#include "storage/copies.hpp"
#include "tests/storage/engines.hpp"

namespace muster::storage::tests {

namespace {

bool has_b1(const Location& location) { return opened(location)->load("b1")->has_value(); }

}  // namespace

LASTING_CONTRACT("a store is there again the next time, and is made if there is none") {
    CHECK(places.of("a/store").lasts);
    CHECK(create(*opened(places.of("a/store")), "b1"));
    CHECK(has_b1(places.of("a/store")));
    CHECK(!has_b1(places.of("another")));
}

LASTING_CONTRACT("who opens a store for himself alone is refused while a server has it, and each server while he has it") {
    const auto expect_used = [&](const auto& second) {
        REQUIRE(!second);
        CHECK(second.error().kind == Failure::Kind::refused);
        CHECK(contains(second.error().message, "is in use by another server"));
    };
    auto first = opened(places.of("store"));
    expect_used(open_store_alone(places.of("store")));
    REQUIRE(create(*first, "b1"));
    first.reset();
    {
        const auto alone = open_store_alone(places.of("store"));
        REQUIRE(alone);
        expect_used(storage::open_store(places.of("store")));
        expect_used(open_store_alone(places.of("store")));
    }
    CHECK(has_b1(places.of("store")));
}

TEST_CASE("a store that does not last is gone when it is closed, leaves nothing on the disk, and is not read, copied or put back") {
    const auto test = [](const Places& places) {
        const Location location = places.of("store");
        CHECK(!location.lasts);
        CHECK(create(*opened(location), "b1"));
        CHECK(!has_b1(location));
        CHECK(!std::filesystem::exists(location.words));
        const auto no_progress = [](std::int64_t, std::int64_t) {};
        for (const Failure& failure : {open_reader(location).error(), back_up(location, places.file("copy"), no_progress).error(),
                                       restore(places.file("copy"), location, false).error()}) {
            CHECK(failure.kind == Failure::Kind::refused);
            CHECK(failure.message == gone_with_its_server);
        }
        CHECK(!std::filesystem::exists(places.file("copy")));
    };
    over_each_place(&Engine::lasts, test, false);
}

TEST_CASE("no words are no place") { CHECK(location_of("").error() == "expected a folder"); }

TEST_CASE("a folder that cannot be made is named") {
    const auto store = storage::open_store(location_of("/proc/nowhere").value());
    REQUIRE(!store);
    CHECK(store.error().kind == Failure::Kind::refused);
    CHECK(contains(store.error().message, "/proc/nowhere"));
}

}  // namespace muster::storage::tests
