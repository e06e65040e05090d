// Three people and a spectator at rock-paper with a clock; time passes when the test says so.
#pragma once
#include "tests/battle/clocks.hpp"
#include "tests/battle/house.hpp"

namespace muster::test {

inline const Json live = {{"clock", {{"mode", "live"}, {"bank", "PT60S"}, {"increment", "PT5S"}, {"decision_max", "PT40S"}, {"disconnected", "PT30S"}}}};

struct Clocked {
    explicit Clocked(House& house, const Json& options, int rounds = 2) : table(house.create(rounds, options)) {
        red = house.join(table, "red");
        green = house.join(table, "green");
        blue = house.join(table, "blue");
        spectator = house.watch(table);
    }
    /// Then there are two, of whom either can claim the battle if the other is away.
    void blue_leaves(House& house) const {
        blue->concede("left");
        REQUIRE(blue->outcome("left").starts_with("accepted"));
        house.settle();
    }
    Table table;
    ClientPtr red, green, blue, spectator;
};

/// "red 60000 2027-…" for each seat, of the last `clock` message.
inline Json clock_of(const ClientPtr& client, const std::string& seat) {
    const Json state = client->last("clock");
    for (const auto& each : state["seats"])
        if (each["seat"] == seat) return each;
    return {};
}

}  // namespace muster::test
