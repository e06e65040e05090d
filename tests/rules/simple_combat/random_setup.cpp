// Random setups of simple-combat: small fields on which units meet soon.
#include "tests/rules/simple_combat/random_setup.hpp"

#include <algorithm>

namespace muster::test {

namespace {

const std::vector<std::string> profiles{"scout_car", "light_tank", "medium_tank", "dual_heavy_tank", "tank_hunter", "howitzer_battery", "rocket_team"};

/// Slow units, whose ways can be listed, and combinations that the table has not got.
Json own_profiles(Chance& chance) {
    const std::vector<std::string> guns{"machine_gun", "light_gun", "heavy_gun", "howitzer", "cannon"};
    Json out = Json::array();
    for (const auto* id : {"crawler", "medium_tank"}) {
        Json weapons = Json::array();
        for (int i = chance.below(4); i > 0; --i) weapons.push_back(chance.pick(guns));
        out.push_back({{"profile", id},
                       {"move_allowance", chance.below(4)},
                       {"armour", chance.between(-2, 2)},
                       {"damage_capacity", chance.between(1, 5)},
                       {"weapons", weapons},
                       {"points", chance.between(1, 200)}});
    }
    return out;
}

Json own_weapon(Chance& chance) {
    Json to_hit = Json::array();
    Json to_damage = Json::array();
    for (int i = chance.between(1, 6); i > 0; --i) {
        const bool gap = i > 1 && chance.one_in(4);
        to_hit.push_back(gap ? Json() : Json(chance.between(1, 8)));
        to_damage.push_back(gap ? Json() : Json(chance.between(1, 8)));
    }
    return {{"weapon", "cannon"}, {"to_hit", to_hit}, {"to_damage", to_damage}, {"power", chance.between(1, 4)}, {"twin", chance.one_in(2)}};
}

/// A polygon inside a cell's square, in tenths: now and then with a corner that is dented in.
Json rock(Chance& chance, int column, int row) {
    const auto point = [&](int x, int y) { return Json{column * 10 + x, row * 10 + y}; };
    const int in = chance.between(1, 4);
    const int out = 10 - in;
    Json corners = Json::array({point(in, chance.between(1, 3)), point(out, in), point(chance.between(7, 9), out), point(in, 9)});
    if (chance.one_in(2)) corners.push_back(point(5, 5));
    return corners;
}

/// The same on a field without cells: bases where the cells were, and rocks in the place of some that were impassable.
void make_free(Chance& chance, Json& setup) {
    const bool square = setup.value("grid", "hex") == "square";
    const auto column = [&](const Json& at) { return at[0].get<int>() + (square ? 0 : at[1].get<int>() / 2); };
    setup["grid"] = "free";
    for (const char* seat : {"north", "south"})
        for (auto& unit : setup[seat]["units"]) {
            Json& at = unit["at"];
            at = {column(at) * 10 + 5, at[1].get<int>() * 10 + 5};
        }
    if (!setup.contains("impassable")) return;
    setup["polygons"] = Json::array();
    for (const auto& at : setup["impassable"])
        if (setup["polygons"].size() < 16) setup["polygons"].push_back(rock(chance, column(at), at[1]));
    setup.erase("impassable");
}

/// One or two kinds on the cells that are passable.
void draw_terrain(Chance& chance, Json& setup) {
    const bool square = setup.value("grid", "hex") == "square";
    const Json blocked = setup.value("impassable", Json::array());
    setup["terrain"] = Json::array({{{"terrain", "woods"},
                                     {"cost", chance.between(1, 3)},
                                     {"to_hit", chance.between(-2, 1)},
                                     {"to_damage", chance.between(-1, 1)},
                                     {"blocks_sight", chance.one_in(2)},
                                     {"cells", Json::array()}}});
    if (chance.one_in(2)) setup["terrain"].push_back({{"terrain", "hill"}, {"to_hit", 1}, {"cost", 2}, {"cells", Json::array()}});
    for (int row = 0; row < setup.at("height").get<int>(); ++row)
        for (int column = 0; column < setup.at("width").get<int>(); ++column) {
            const Json cell{square ? column : column - row / 2, row};
            if (!chance.one_in(3) || std::ranges::count(blocked, cell) > 0) continue;
            setup["terrain"][static_cast<std::size_t>(chance.below(static_cast<int>(setup["terrain"].size())))]["cells"].push_back(cell);
        }
}

/// For the weapon of its own, if it has one.
void draw_specials(Chance& chance, Json& setup) {
    Json& gun = setup["weapons"][0];
    if (chance.one_in(3)) gun["area"] = true;
    if (chance.one_in(4)) gun["one_shot"] = true;
    else if (chance.one_in(3)) gun["reload"] = chance.between(1, 2);
    if (!chance.one_in(3)) return;
    Json against{{"to_hit", chance.between(-2, 2)}, {"to_damage", 1}};
    if (setup.contains("terrain") && chance.one_in(2)) against["terrain"] = "woods";
    else against["armour_to"] = chance.between(-1, 1);
    gun["against"] = Json::array({against});
}

/// Drawn behind all others, so that setups without them are as they always were.
void draw_later_rules(Chance& chance, Json& setup) {
    if (chance.one_in(2)) setup["house_rules"]["sight"] = chance.one_in(4) ? "centre" : "edge";
    if (chance.one_in(3)) setup["house_rules"]["fire_scale"] = chance.between(1, 3);
    if (chance.one_in(40)) setup["house_rules"]["decides"] = chance.one_in(3) ? "to_the_end" : "destruction";  // rarely: it can take a hundred turns, or more
    if (chance.one_in(4)) setup["house_rules"]["premeasure"] = false;
    const bool free = chance.one_in(6);  // which has no cells for terrain
    if (chance.one_in(4)) setup["house_rules"]["burning"] = true;
    if (!free && chance.one_in(3)) draw_terrain(chance, setup);
    if (setup.contains("weapons")) draw_specials(chance, setup);
    if (free) make_free(chance, setup);
}

}  // namespace

Json random_simple_setup(Chance& chance, bool later) {
    const bool square = chance.one_in(4);
    const int width = chance.between(2, 7);
    const int height = chance.between(2, 6);
    Json setup{{"width", width}, {"height", height}, {"turn_limit", chance.between(1, 4)}};
    if (square) setup["grid"] = "square";
    std::vector<std::string> known = profiles;
    if (chance.one_in(2)) {
        setup["weapons"] = Json::array({own_weapon(chance)});
        setup["profiles"] = own_profiles(chance);
        known = {"crawler", "crawler", "medium_tank", "medium_tank", "tank_hunter"};
    }
    std::vector<Json> cells;
    for (int row = 0; row < height; ++row)
        for (int column = 0; column < width; ++column) cells.push_back({square ? column : column - row / 2, row});
    const auto take_cell = [&] {
        const auto index = chance.below(static_cast<int>(cells.size()));
        Json cell = cells[static_cast<std::size_t>(index)];
        cells.erase(cells.begin() + index);
        return cell;
    };
    for (const char* seat : {"north", "south"}) {
        Json units = Json::array();
        const int count = std::min(chance.between(1, 3), static_cast<int>(cells.size()) / 2);
        for (int i = 1; i <= count; ++i) units.push_back({{"id", seat[0] + std::to_string(i)}, {"profile", chance.pick(known)}, {"at", take_cell()}});
        setup[seat]["units"] = units;
    }
    if (!chance.one_in(4)) {
        setup["impassable"] = Json::array();
        for (int i = chance.below(static_cast<int>(cells.size()) / 2 + 1); i > 0; --i) setup["impassable"].push_back(take_cell());
    }
    for (const char* rule : {"natural", "redirect", "units_block_los"})
        if (chance.one_in(4)) setup["house_rules"][rule] = !chance.one_in(4);
    if (later) draw_later_rules(chance, setup);
    return setup;
}

static const RandomSetups simple_setups("simple-combat", random_simple_setup);

}  // namespace muster::test
