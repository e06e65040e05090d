#include "clients/cli/clocks.hpp"

#include <doctest/doctest.h>

using namespace muster;
using namespace muster::cli;
using namespace std::chrono;

namespace {

const Clocks::Moment noon{hours(12)};

Json told(const Json& attacker, const Json& defender) {
    return {{"type", "clock"}, {"battle", "b"}, {"now", "2026-11-21T20:00:00.000Z"}, {"seats", {attacker, defender}}};
}

}  // namespace

TEST_CASE("a live clock runs for whoever decides, by the server's time, and stands still for the other") {
    Clocks clocks;
    clocks.tell(told({{"seat", "attacker"}, {"bank_ms", 600'000}, {"deadline", "2026-11-21T20:10:00.000Z"}},
                     {{"seat", "defender"}, {"bank_ms", 540'000}, {"deadline", nullptr}}),
                noon);
    CHECK(clocks.text("attacker", noon) == "");  // nobody has said yet that there is a clock
    clocks.agree(Json{{"clock", {{"mode", "live"}, {"bank", "PT10M"}}}, {"on_timeout", "forfeit"}});
    CHECK(clocks.text("attacker", noon + seconds(2)) == "you 9:58, defender 9:00 (paused)");
    CHECK(clocks.text("defender", noon + seconds(2)) == "you 9:00 (paused), attacker 9:58");
    CHECK(clocks.text("", noon) == "attacker 10:00, defender 9:00 (paused)");
    CHECK(clocks.left("attacker", noon + seconds(2)) == seconds(598));
    CHECK(clocks.left("attacker", noon + hours(1)) == seconds(0));
    CHECK(!clocks.left("defender", noon));
    CHECK(clocks.short_time() == seconds(30));
    CHECK(clocks.at_the_end() == "then you have lost");
}

TEST_CASE("time is short when a fifth of it is left") {
    Clocks clocks;
    const auto short_time = [&](const Json& clock) {
        clocks.agree(Json{{"clock", clock}});
        return clocks.short_time();
    };
    CHECK(short_time({{"mode", "live"}, {"bank", "PT1M"}}) == seconds(12));
    CHECK(short_time({{"mode", "live"}, {"bank", "PT1H"}}) == seconds(30));
    CHECK(short_time({{"mode", "live"}, {"bank", "PT1H"}, {"decision_max", "PT10S"}}) == seconds(2));
    CHECK(short_time({{"mode", "correspondence"}, {"per_decision", "P5D"}}) == days(1));
    CHECK(clocks.at_the_end() == "then the default choice is played");
}

TEST_CASE("a decision's own time is shown with what there is for the battle, a correspondence clock in days") {
    Clocks clocks;
    clocks.agree(Json{{"clock", {{"mode", "live"}, {"bank", "PT10M"}, {"decision_max", "PT1M"}}}});
    clocks.tell(told({{"seat", "attacker"}, {"bank_ms", 600'000}, {"deadline", "2026-11-21T20:01:00.000Z"}}, {{"seat", "defender"}, {"deadline", nullptr}}),
                noon);
    CHECK(clocks.text("attacker", noon) == "you 1:00 for this decision, of 10:00, defender paused");
    clocks.agree(Json{{"clock", {{"mode", "correspondence"}, {"per_decision", "P3D"}}}});
    clocks.tell(told({{"seat", "attacker"}, {"deadline", "2026-11-24T20:00:00.000Z"}}, {{"seat", "defender"}, {"deadline", nullptr}}), noon);
    CHECK(clocks.text("attacker", noon + hours(2)) == "you 2 days 22:00:00, defender paused");
}

TEST_CASE("a battle without a clock, and messages that are none, show nothing") {
    Clocks clocks;
    clocks.agree(Json{{"clock", nullptr}});
    clocks.tell(told({{"seat", "attacker"}, {"deadline", "soon"}}, Json("defender")), noon);
    CHECK(clocks.text("attacker", noon) == "");
    clocks.agree(Json{{"clock", {{"mode", "live"}, {"bank", 7}}}});
    CHECK(!clocks.left("attacker", noon));
    clocks.tell(Json::array(), noon);
    clocks.tell(Json{{"now", 5}, {"seats", 5}}, noon);
    CHECK(clock_face(milliseconds(1)) == "0:01");
    CHECK(clock_face(hours(1) + minutes(2) + seconds(3)) == "1:02:03");
}
