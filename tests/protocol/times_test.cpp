#include "protocol/times.hpp"

#include <doctest/doctest.h>

namespace muster::test {

using namespace protocol;

TEST_CASE("a time is written in UTC with milliseconds and read back") {
    CHECK(time_text(0) == "1970-01-01T00:00:00.000Z");
    CHECK(time_text(1'793'567'340'123) == "2026-11-01T21:09:00.123Z");
    for (const std::int64_t ms : {std::int64_t{0}, std::int64_t{1}, std::int64_t{951'782'399'999}, std::int64_t{1'793'567'340'123}})
        CHECK(read_time(time_text(ms)) == ms);
}

TEST_CASE("what is no such time is not read") {
    for (const char* text : {"", "2026-11-01", "2026-11-01T22:49:00Z", "2026-02-30T00:00:00.000Z", "2026-11-01T24:00:00.000Z", "2026-11-01T22:49:00.123+",
                             "-026-11-01T22:49:00.123Z"})
        CHECK_MESSAGE(!read_time(text), text);
}

TEST_CASE("lengths of time are read in days, hours, minutes and seconds") {
    constexpr std::int64_t minute = 60'000;
    CHECK(read_duration("P3D") == 3 * 24 * 60 * minute);
    CHECK(read_duration("PT10M") == 10 * minute);
    CHECK(read_duration("P1DT12H") == 36 * 60 * minute);
    CHECK(read_duration("PT1H30M5S") == 90 * minute + 5'000);
    CHECK(read_duration("PT0S") == 0);
}

TEST_CASE("other lengths are not read") {
    for (const char* text :
         {"", "P", "PT", "3D", "P1Y", "P1M", "P1W", "PT1D", "P1H", "PT5M5H", "PT1.5S", "P-1D", "P1DT", "P9999D", "PT99999999999S", "p3d", "P3D "})
        CHECK_MESSAGE(!read_duration(text), text);
}

}  // namespace muster::test
