#include "clients/cli/clock_option.hpp"

#include <doctest/doctest.h>

using namespace muster;
using namespace muster::cli;

TEST_CASE("a clock is typed as its mode and its times") {
    CHECK(read_clock_option("live:10m").value() == Json{{"mode", "live"}, {"bank", "PT10M"}});
    CHECK(read_clock_option("live:1h30m+15s").value() == Json{{"mode", "live"}, {"bank", "PT1H30M"}, {"increment", "PT15S"}});
    CHECK(read_clock_option("live:PT10M+PT15S").value() == Json{{"mode", "live"}, {"bank", "PT10M"}, {"increment", "PT15S"}});
    CHECK(read_clock_option("correspondence:3d").value() == Json{{"mode", "correspondence"}, {"per_decision", "P3D"}});
    CHECK(read_clock_option("correspondence:1d12h").value() == Json{{"mode", "correspondence"}, {"per_decision", "P1DT12H"}});
    CHECK(read_clock_option("live:10m+15s,disconnected=1m,decision_max=2m").value() ==
          Json{{"mode", "live"}, {"bank", "PT10M"}, {"increment", "PT15S"}, {"decision_max", "PT2M"}, {"disconnected", "PT1M"}});
    CHECK(read_clock_option("live:10m,decision_max=PT90S").value() == Json{{"mode", "live"}, {"bank", "PT10M"}, {"decision_max", "PT90S"}});
}

TEST_CASE("what is no clock is refused with what was expected") {
    for (const auto* wrong : {"",
                              "10m",
                              "live",
                              "live:",
                              "live:10",
                              "live:m",
                              "live:10m+",
                              "live:10m+x",
                              "live:10m5",
                              "live:5m1h",
                              "live:1m1m",
                              "chess:10m",
                              "correspondence:3d+1d",
                              "correspondence:3w",
                              "live:99999999999999999999d",
                              "live:P3X",
                              "live:10m,2m",
                              "live:10m,bank=2m",
                              "live:10m,decision_max",
                              "live:10m,decision_max=",
                              "correspondence:3d,decision_max=2m"}) {
        const auto read = read_clock_option(wrong);
        CHECK_MESSAGE(!read, wrong);
        if (!read) CHECK(read.error().starts_with("--clock: expected live:10m, "));
    }
}
