// The conflict of any number of sides: with two it is the fight of one area, and how three share it.
#include <doctest/doctest.h>

#include <rapidcheck.h>

#include "rules/armies/fight.hpp"
#include "rules/armies/melee.hpp"
#include "tests/rules/rapid_chance.hpp"

using namespace muster;
using namespace muster::test;
using namespace muster::rules::armies;

namespace {

using Steps = std::vector<std::vector<int>>;

/// Who lost a token in each step of the two-sided fight, its owners giving population first.
Steps fought(const Area& area) {
    Fight fight(area);
    std::vector<Happening> happened;
    fight.begin(happened);
    Steps out;
    while (const auto removal = fight.next()) {
        Given given;
        auto& step = out.emplace_back();
        for (const int seat : {attacker, defender}) {
            if (!removal->by(seat)) continue;
            given[static_cast<std::size_t>(seat)] = cheapest(fight.tokens(seat));
            step.push_back(seat);
        }
        fight.remove(given, happened);
    }
    return out;
}

Contender random_contender(Chance& chance) {
    return {{chance.one_in(2), chance.one_in(2), chance.one_in(2), chance.one_in(3) ? chance.below(7) : 0}, {chance.below(9), chance.below(5)}};
}

}  // namespace

TEST_CASE("between two sides a melee goes as their fight does") {
    CHECK(rc::check([] {
        RapidChance chance;
        const std::vector<Contender> both{random_contender(chance), random_contender(chance)};
        const int limit = chance.below(8);
        const auto counted = melee(both, limit);
        RC_ASSERT(counted.removed == fought({{both[0].tokens, both[1].tokens}, {both[0].advances, both[1].advances}, limit, {}}));
        RC_ASSERT(counted.levels == (std::vector{level(both[0].advances, both[0].tokens), level(both[1].advances, both[1].tokens)}));
    }));
}

TEST_CASE("a melee takes no more than is there and stops in time") {
    CHECK(rc::check([] {
        RapidChance chance;
        std::vector<Contender> sides;
        int before = 0;
        for (int side = chance.between(2, 7); side > 0; --side) before += sides.emplace_back(random_contender(chance)).tokens.total();
        const int limit = chance.below(8);
        const auto counted = melee(sides, limit);
        int left = before;
        int standing = 0;
        for (std::size_t side = 0; side < sides.size(); ++side) {
            const int own = sides[side].tokens.total() - counted.lost[side];
            RC_ASSERT(own >= 0);
            left -= counted.lost[side];
            standing += own > 0 ? 1 : 0;
        }
        RC_ASSERT(left <= limit || standing <= 1);
        if (!counted.removed.empty()) RC_ASSERT(left + static_cast<int>(counted.removed.back().size()) > limit);
    }));
}

TEST_CASE("of three the lowest level goes first, then the fewest; equals go at once") {
    const std::vector<Contender> sides{{{.metalworking = true}, {3, 0}}, {{}, {2, 0}}, {{}, {4, 0}}};
    CHECK(melee(sides, 5).removed == Steps{{1}, {2}, {0}, {1}});
    const std::vector<Contender> equals{{{}, {2, 0}}, {{}, {2, 0}}, {{}, {2, 0}}};
    CHECK(melee(equals, 4).removed == Steps{{0, 1, 2}});
}

TEST_CASE("before combat a side owes what one enemy takes, not what all of them take") {
    const std::vector<Contender> sides{{{.extra = 5}, {6, 0}}, {{.extra = 5}, {5, 0}}, {{}, {4, 0}}};
    const auto counted = melee(sides, 9);
    CHECK(counted.before == std::vector{0, 0, 2});
    CHECK(counted.removed == Steps{{2}, {2}, {2}, {1}, {0}, {2}});
}
