#include "tests/rules/armies/random_setup.hpp"

namespace muster::test {

namespace {

Json random_tokens(Chance& chance, int least) {
    Json side = Json::object();
    int population = chance.below(9);
    const int armies = chance.one_in(4) ? 0 : chance.below(6);
    if (population + armies < least) population = least;
    if (population > 0 || chance.one_in(2)) side["population"] = population;
    if (armies > 0 || chance.one_in(2)) side["armies"] = armies;
    for (const auto* advance : {"metalworking", "mathematics", "military"})
        if (chance.one_in(2)) side["advances"].push_back(advance);
    if (chance.one_in(3)) side["extra_advantage"] = chance.below(7);
    return side;
}

Json random_nations(Chance& chance) {
    Json setup{{"population_limit", chance.below(10)}};
    const int nations = chance.between(2, 8);
    for (int i = 0; i < nations; ++i) {
        auto& nation = setup["nations"].emplace_back(random_tokens(chance, 1));
        nation["seat"] = "nation_" + std::to_string(i + 1);
    }
    return setup;
}

}  // namespace

Json random_armies_setup(Chance& chance, bool later) {
    if (later && chance.one_in(3)) return random_nations(chance);
    Json setup{{"attacker", random_tokens(chance, 1)}};
    const bool city = chance.one_in(3);
    setup["defender"] = city && chance.one_in(2) ? Json::object() : random_tokens(chance, 1);
    if (!city || chance.one_in(2)) setup["population_limit"] = chance.below(6);
    if (!city) return setup;
    if (chance.one_in(2)) setup["attacker"]["population"] = chance.between(5, 14);  // enough to take it
    setup["city"] = Json::object();
    for (const auto* seat : {"attacker", "defender"})
        if (chance.one_in(3)) setup["city"]["engineering"].push_back(seat);
    return setup;
}

static const RandomSetups armies_setups("armies", random_armies_setup);

}  // namespace muster::test
