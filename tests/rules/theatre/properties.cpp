// What holds in every campaign, whatever is chosen.
#include <doctest/doctest.h>

#include <rapidcheck.h>

#include "rules/drive.hpp"
#include "rules/theatre/ruleset.hpp"
#include "tests/rules/rapid_chance.hpp"
#include "tests/rules/theatre/options.hpp"
#include "tests/rules/theatre/random_setup.hpp"
#include "tests/support/chance_dice.hpp"

using namespace muster;
using namespace muster::test;
using namespace muster::rules;

namespace {

/// Plays a random campaign to its end; `look` sees it before each input.
void play(Chance& chance, const std::function<void(const Json& setup, const Battle&)>& look) {
    const Json setup = random_theatre_setup(chance);
    const auto battle = rules::theatre::ruleset().create(setup).value();
    ChanceDice dice(chance);
    int rolls = 0;
    std::vector<Event> events;
    battle->begin(events);
    while (roll_on(*battle, dice, rolls, events)) {
        look(setup, *battle);
        if (outcome_of(*battle)) return;
        Decided decided;
        for (const auto& ask : open_asks(*battle)) {
            const auto choice = battle->check(ask.seat, test::theatre::draw(ask, chance));
            RC_ASSERT(choice.has_value());
            RC_ASSERT(battle->check(ask.seat, **choice).value().dump() == choice->dump());
            decided.choices.emplace_back(**choice);
        }
        battle->apply(decided, events);
    }
}

int pieces_of(const Json& setup, const char* sort, int usual) { return setup.contains("pieces") ? setup.at("pieces").value(sort, usual) : usual; }

}  // namespace

TEST_CASE("population tokens are always as many: on the board, in the treasury, in stock; and no piece is there twice") {
    CHECK(rc::check([] {
        RapidChance setups;
        play(setups, [](const Json& setup, const Battle& battle) {
            const Json view = battle.view(Viewer::spectator());
            for (const auto& seat : battle.seats()) {
                const Json& nation = view.at(seat);
                const auto count = [&](const char* field) { return nation.at(field).get<int>(); };
                RC_ASSERT(count("population") + count("treasury") + count("stock") == pieces_of(setup, "tokens", 55));
                RC_ASSERT(std::min(count("treasury"), count("stock")) >= 0);
                RC_ASSERT(count("armies") <= pieces_of(setup, "armies", 4));
                RC_ASSERT(count("ships") <= pieces_of(setup, "ships", 4));
                RC_ASSERT(count("cities") <= pieces_of(setup, "cities", 9));
            }
        });
    }));
}

TEST_CASE("at most one city stands in an area, ships lie at coasts, and nobody stands in open sea") {
    CHECK(rc::check([] {
        RapidChance setups;
        play(setups, [](const Json& setup, const Battle& battle) {
            const Json view = battle.view(Viewer::spectator());
            for (const auto& area : view.at("campaign").at("areas")) {
                int cities = 0;
                for (const auto& holding : area.at("holdings")) {
                    cities += holding.at("city") == true ? 1 : 0;
                    for (const auto* sort : {"population", "armies", "ships"}) RC_ASSERT(holding.at(sort) >= 0);
                }
                RC_ASSERT(cities <= 1);
                for (const auto& land : setup.at("areas")) RC_ASSERT(land.at("area") != area.at("area") || !land.contains("open_sea"));
            }
        });
    }));
}
