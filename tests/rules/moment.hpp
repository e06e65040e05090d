// A battle that waits for a decision, and what standing orders make of it.
#pragma once
#include "rules/standing_orders.hpp"
#include "tests/rules/play.hpp"

namespace muster::test {

class Moment {
public:
    /// Plays a setup to the first decision of that kind, with these dice and the defaults on the way.
    Moment(const std::string& ruleset, const Json& setup, const std::string& kind, std::vector<int> values = {});

    /// What a seat's orders make of its decision: "0: choice", or "ask" if no order applies.
    std::string under(const Json& orders, rules::Seat seat) const;
    std::string under(const char* orders, rules::Seat seat = 0) const { return under(json(orders), seat); }

private:
    const rules::Ruleset& ruleset_;
    std::unique_ptr<rules::Battle> battle_;
};

/// The attacker of an advanced-combat chooses among two swordsmen, two enhanced ones and two chariots, against three pikemen.
Moment a_wave();

}  // namespace muster::test
