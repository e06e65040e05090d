// Which orders of `build` and `move` are legal, worked out a second time from the options alone: there are too many to list.
#include <doctest/doctest.h>

#include <set>

#include "rules/drive.hpp"
#include "rules/theatre/ruleset.hpp"
#include "tests/rules/mutations.hpp"
#include "tests/rules/theatre/options.hpp"
#include "tests/rules/theatre/random_setup.hpp"
#include "tests/support/chance_dice.hpp"

using namespace muster;
using namespace muster::test;
using namespace muster::rules;

namespace {

/// An order that does not read.
struct Unfit {};

void need(bool fits) {
    if (!fits) throw Unfit{};
}

/// The members of an object, no others.
const Json& object(const Json& json, const std::set<std::string>& keys) {
    need(json.is_object());
    for (const auto& [key, value] : json.items()) need(keys.contains(key));
    return json;
}

int number(const Json& json, const char* key) {
    if (!json.contains(key)) return 0;
    need(json.at(key).is_number_integer() && json.at(key) >= 0 && json.at(key) <= 1000);
    return json.at(key).get<int>();
}

std::string word(const Json& json, const char* key) {
    need(json.contains(key) && json.at(key).is_string());
    return json.at(key).get<std::string>();
}

Json list(const Json& json, const char* key) {
    if (!json.contains(key)) return Json::array();
    need(json.at(key).is_array());
    return json.at(key);
}

const Json& entry(const Json& offered, const std::string& area) {
    for (const auto& each : offered)
        if (each.at("area") == area) return each;
    throw Unfit{};
}

void read_build(const Json& options, const Json& choice) {
    object(choice, {"areas", "release"});
    int treasury = number(choice, "release");
    int armies = 0;
    int ships = 0;
    std::set<std::string> areas;
    for (const auto& line : list(choice, "areas")) {
        object(line, {"area", "keep_armies", "keep_ships", "build_armies", "build_ships", "levy"});
        need(areas.insert(word(line, "area")).second);
        const Json& yard = entry(options.at("areas"), word(line, "area"));
        const int kept = number(line, "keep_armies") + number(line, "keep_ships");
        const int built = number(line, "build_armies") + number(line, "build_ships");
        need(number(line, "keep_armies") <= yard.at("armies") && number(line, "keep_ships") <= yard.at("ships"));
        need(built == 0 || yard.at("units") == true);
        need(number(line, "build_ships") == 0 || yard.at("coast") == true);
        need(number(line, "levy") <= yard.at("population") && number(line, "levy") <= kept + 2 * built);
        armies += number(line, "keep_armies") + number(line, "build_armies");
        ships += number(line, "keep_ships") + number(line, "build_ships");
        treasury += kept + 2 * built - number(line, "levy");
    }
    need(armies <= options.at("armies") && ships <= options.at("ships") && treasury <= options.at("treasury"));
}

/// What leaves each area, and whether it may.
class Leaving {
public:
    explicit Leaving(const Json& tokens) {
        for (const auto& troop : tokens)
            for (const auto* sort : {"population", "armies"}) left_[troop.at("area").get<std::string>() + sort] = troop.at(sort);
    }
    void leave(const std::string& area, const Json& row) {
        for (const auto* sort : {"population", "armies"}) need((left_[area + sort] -= number(row, sort)) >= 0);
    }

private:
    std::map<std::string, int> left_{};
};

void read_voyage(const Json& options, const Json& voyage, std::map<std::string, int>& ships, Leaving& leaving) {
    object(voyage, {"ship", "route", "cargo"});
    std::vector<std::string> places{word(voyage, "ship")};
    need(--ships[places.front()] >= 0);
    const Json route = list(voyage, "route");
    need(!route.empty() && route.size() <= options.at("range"));
    const auto at_sea = [&](const std::string& area) { return std::ranges::find(options.at("open_sea"), Json(area)) != options.at("open_sea").end(); };
    for (const auto& next : route) {
        const Json& waters = options.at("water").at(places.back());
        need(next.is_string() && std::ranges::find(waters, next) != waters.end());
        places.push_back(next);
    }
    need(!at_sea(places.back()));
    std::vector<int> aboard(places.size());
    for (const auto& cargo : list(voyage, "cargo")) {
        object(cargo, {"on", "off", "population", "armies"});
        const auto on = static_cast<std::size_t>(number(cargo, "on"));
        const auto off = static_cast<std::size_t>(number(cargo, "off"));
        need(on < off && off < places.size() && !at_sea(places[off]));
        leaving.leave(places[on], cargo);
        for (auto leg = on; leg < off; ++leg) need((aboard[leg] += number(cargo, "population") + number(cargo, "armies")) <= 5);
    }
}

void read_move(const Json& options, const Json& choice) {
    object(choice, {"marches", "voyages"});
    Leaving leaving(options.at("tokens"));
    for (const auto& march : list(choice, "marches")) {
        object(march, {"from", "to", "population", "armies"});
        const Json& to = entry(options.at("tokens"), word(march, "from")).at("to");
        need(std::ranges::find(to, Json(word(march, "to"))) != to.end());
        leaving.leave(word(march, "from"), march);
    }
    std::map<std::string, int> ships;
    for (const auto& harbour : options.at("ships")) ships[harbour.at("area").get<std::string>()] = harbour.at("ships");
    for (const auto& voyage : list(choice, "voyages")) read_voyage(options, voyage, ships, leaving);
}

bool fits(const Ask& ask, const Json& choice) {
    try {
        (ask.kind == "build" ? read_build : read_move)(ask.options, choice);
        return true;
    } catch (const Unfit&) {
        return false;
    }
}

}  // namespace

TEST_CASE("orders to build and to move are accepted exactly if the options allow them") {
    int accepted = 0;
    int refused = 0;
    for (std::uint64_t seed = 0; seed < 300; ++seed) {
        SeededChance chance(seed);
        const auto battle = rules::theatre::ruleset().create(random_theatre_setup(chance)).value();
        ChanceDice dice(chance);
        int rolls = 0;
        std::vector<Event> events;
        battle->begin(events);
        while (roll_on(*battle, dice, rolls, events) && !outcome_of(*battle)) {
            Decided decided;
            for (const auto& ask : open_asks(*battle)) {
                const Json drawn = test::theatre::draw(ask, chance);
                decided.choices.emplace_back(*battle->check(ask.seat, drawn).value());
                if (ask.kind != "build" && ask.kind != "move") continue;
                for (int i = 0; i < 10; ++i) {
                    const Json choice = mutated(i < 5 ? drawn : *battle->check(ask.seat, drawn).value(), chance);
                    const auto checked = battle->check(ask.seat, choice);
                    REQUIRE_MESSAGE(checked.has_value() == fits(ask, choice), ask.kind << ' ' << ask.options.dump() << ' ' << choice.dump());
                    if (checked) REQUIRE(battle->check(ask.seat, **checked).value().dump() == checked->dump());
                    else REQUIRE(choice.is_object() == checked.error().path.starts_with("/"));
                    ++(checked ? accepted : refused);
                }
            }
            battle->apply(decided, events);
        }
    }
    CHECK(accepted > 1000);
    CHECK(refused > 1000);
}
