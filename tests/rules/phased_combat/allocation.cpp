// C6 and C7 in closed form against hits placed one by one (placing.hpp): which losses are legal, when there is nothing to
// choose, and what is drawn at random.
#include "rules/phased_combat/allocation.hpp"

#include <cmath>
#include <map>

#include "rules/phased_combat/choices.hpp"
#include "tests/rules/phased_combat/placing.hpp"
#include "tests/rules/play.hpp"
#include "tests/rules/rapid_chance.hpp"

using namespace muster;
using namespace muster::test;
using namespace muster::rules;
using namespace muster::rules::phased_combat;

namespace {

struct Case {
    Table table;
    Counts living{};
    Toll toll;
    Placing placing;
};

Case some_case(Chance& chance) {
    using enum UnitClass;
    Case out;
    const bool air = chance.one_in(3);
    if (air) out.toll.first = aircraft;
    else if (!chance.one_in(4)) out.toll.first = chance.pick(std::vector{infantry, cavalry, artillery});
    auto& side = out.table.game.sides[0];
    for (int i = chance.between(1, 4); i > 0; --i) {
        const bool plane = air && (side.types.empty() || chance.one_in(2));
        side.types.push_back({plane ? aircraft : chance.pick(std::vector{infantry, cavalry, artillery}), chance.between(1, plane ? 6 : 4), 1});
        const int count = chance.between(1, 4);
        at(out.living, types(side) - 1) = count;
        const auto& unit = side.types.back();
        out.placing.pieces.push_back({unit.era, count, hit_first(out.toll, unit), plane});
        out.table.troops[0].push_back({{"unit" + std::to_string(i), "", unit.unit_class, unit.era, 0, 0, 0}, false, count});
    }
    out.toll.hits = out.placing.hits = chance.between(0, 20);
    return out;
}

Counts counts_of(const std::vector<int>& lost) {
    Counts out{};
    for (std::size_t i = 0; i < lost.size(); ++i) out[i] = lost[i];
    return out;
}

/// The next way to lose some of the pieces; false: that was the last.
bool next_losses(std::vector<int>& lost, const Counts& living) {
    for (std::size_t i = 0; i < lost.size(); ++i) {
        if (lost[i]++ < living[i]) return true;
        lost[i] = 0;
    }
    return false;
}

void holds(const Case& each, Chance& chance) {
    const auto& side = each.table.game.side(0);
    const auto ends = all_ends(each.placing);
    const std::vector<int> nothing(side.types.size(), 0);
    CAPTURE(each.toll.hits);
    REQUIRE(kills(side, each.living, each.toll) == !ends.contains(nothing));
    REQUIRE(forced(side, each.living, each.toll) == (ends.size() == 1));
    Random random(static_cast<std::uint64_t>(chance.below(1'000'000)));
    const Counts drawn = random_losses(side, each.living, each.toll, random);
    REQUIRE(ends.contains(std::vector<int>(drawn.begin(), drawn.begin() + types(side))));
    auto lost = nothing;
    while (next_losses(lost, each.living)) {
        const Json choice = to_json_value(casualty_choice(each.table, 0, counts_of(lost)));
        const auto read = read_casualties(each.table, 0, each.living, each.toll, FlatJson(choice));
        CAPTURE(choice.dump());
        CAPTURE(read ? std::string("accepted") : read.error().message);
        REQUIRE(read.has_value() == ends.contains(lost));
    }
}

}  // namespace

TEST_CASE("exactly the losses that placing hit by hit can end with are accepted") {
    for (std::uint64_t seed = 0; seed < 5000; ++seed) {
        SeededChance chance(seed);
        CAPTURE(seed);
        holds(some_case(chance), chance);
    }
}

TEST_CASE("exactly those are accepted in cases that rapidcheck makes up") {
    CHECK(rc::check([] {
        RapidChance chance;
        const auto each = some_case(chance);
        SeededChance rest(1);
        holds(each, rest);
    }));
}

TEST_CASE("random casualties are uniform over all that are legal") {
    int compared = 0;
    for (std::uint64_t seed = 0; compared < 40; ++seed) {
        SeededChance chance(seed);
        const auto each = some_case(chance);
        const auto ends = all_ends(each.placing);
        if (ends.size() < 3 || ends.size() > 30) continue;
        ++compared;
        constexpr int draws_each = 400;
        std::map<std::vector<int>, int> drawn;
        Random random(seed);
        const auto& side = each.table.game.side(0);
        for (std::size_t i = 0; i < draws_each * ends.size(); ++i) {
            const Counts lost = random_losses(side, each.living, each.toll, random);
            ++drawn[std::vector<int>(lost.begin(), lost.begin() + types(side))];
        }
        CAPTURE(seed);
        for (const auto& end : ends) REQUIRE(std::abs(drawn[end] - draws_each) < 5 * std::sqrt(draws_each));
    }
}

TEST_CASE("the largest armies that a setup may bring are placed in no time") {
    Case each;
    auto& side = each.table.game.sides[0];
    for (int i = 0; i < 64; ++i) {
        side.types.push_back({UnitClass::infantry, 1 + i % 4, 1});
        at(each.living, i) = 156;
    }
    each.toll = {12'345, UnitClass::infantry};
    CHECK(!forced(side, each.living, each.toll));
    Random random(1);
    CHECK(capacity(side, random_losses(side, each.living, each.toll, random)) > 12'345 - 4);
}
