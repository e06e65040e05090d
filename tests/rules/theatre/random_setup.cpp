#include "tests/rules/theatre/random_setup.hpp"

#include "rules/theatre/world.hpp"

namespace muster::test {

namespace {

std::string area_name(int number) { return "a" + std::to_string(number); }

Json random_area(int number, Chance& chance) {
    Json area{{"area", area_name(number)}};
    if (number > 1 && chance.one_in(8)) {
        area["open_sea"] = true;
        return area;
    }
    area["limit"] = chance.between(1, 5);
    if (chance.one_in(2)) area["city_site"] = true;
    if (chance.one_in(3)) area["flood_plain"] = chance.one_in(2) ? "upper" : "lower";
    if (chance.one_in(5)) area["volcano"] = chance.one_in(2) ? "old_smoke" : "young_smoke";
    return area;
}

/// Each border with that chance, so that most maps hang together.
Json random_borders(const Json& areas, bool land, Chance& chance) {
    Json out = Json::array();
    for (std::size_t a = 0; a < areas.size(); ++a)
        for (std::size_t b = a + 1; b < areas.size(); ++b) {
            const bool sea = areas[a].contains("open_sea") || areas[b].contains("open_sea");
            if ((land && sea) || !chance.one_in(land || sea ? 2 : 4)) continue;
            out.push_back({areas[a].at("area"), areas[b].at("area")});
        }
    return out;
}

bool on_water(const Json& water, const std::string& area) {
    for (const auto& border : water)
        if (border[0] == area || border[1] == area) return true;
    return false;
}

Json random_advances(Chance& chance) {
    Json out = Json::array();
    for (const auto& [advance, word] : rules::theatre::names_of(rules::theatre::Advance{}))
        if (chance.one_in(4)) out.push_back(word);
    return out;
}

/// A nation that begins in some of the areas that have no city yet.
Json random_nation(const std::string& seat, const Json& areas, const Json& water, std::vector<bool>& taken, Chance& chance) {
    Json nation{{"seat", seat},
                {"advances", random_advances(chance)},
                {"population", Json::object()},
                {"armies", Json::object()},
                {"ships", Json::object()},
                {"cities", Json::array()},
                {"treasury", chance.below(8)}};
    int armies = 0;
    int ships = 0;
    bool any = false;
    for (std::size_t i = 0; i < areas.size(); ++i) {
        const std::string area = areas[i].at("area");
        if (areas[i].contains("open_sea") || chance.one_in(3)) continue;
        if (ships < 4 && on_water(water, area) && chance.one_in(3)) {
            nation["ships"][area] = 1;
            ++ships;
        }
        if (taken[i]) continue;
        if (nation["cities"].size() < 9 && chance.one_in(3)) {
            nation["cities"].push_back(area);
            taken[i] = true;
        } else {
            nation["population"][area] = chance.between(1, 5);
        }
        if (armies < 4 && !chance.one_in(3)) {
            const int more = std::min(4 - armies, chance.between(1, 2));
            nation["armies"][area] = more;
            armies += more;
        }
        any = true;
    }
    if (!any) nation["population"][areas[0].at("area").get<std::string>()] = 1;
    return nation;
}

/// So many that there is something to fall apart in a civil war, and still within the fewest tokens that a nation is given.
void crowd(Json& population, Chance& chance) {
    constexpr int most = 38;  // of 45, with a treasury of 7 at most
    int total = 0;
    for (const auto& count : population) total += count.get<int>();
    for (auto& count : population) {
        const int more = std::min(chance.below(13), std::max(0, most - total));
        count = count.get<int>() + more;
        total += more;
    }
}

/// What only the later setups have: crowded nations on rich land, a start that is not where a nation begins, levels granted by other rules, more
/// pieces, and none of one sort.
void draw_later(Chance& chance, Json& setup, bool rich) {
    for (auto& area : setup["areas"])
        if (rich && area.contains("limit")) area["limit"] = chance.between(6, 9);
    for (auto& nation : setup["nations"]) {
        if (chance.one_in(4)) nation["extra_advantage"] = chance.between(1, 3);
        if (chance.one_in(6)) nation["start"] = {"a0"};
        if (rich) crowd(nation["population"], chance);
    }
    if (chance.one_in(4)) setup["pieces"]["armies"] = chance.between(4, 9);  // nobody begins with more than four of each
    if (chance.one_in(4)) setup["pieces"]["ships"] = chance.between(4, 9);
    if (!chance.one_in(8)) return;
    setup["pieces"]["armies"] = 0;
    for (auto& nation : setup["nations"]) nation["armies"] = Json::object();
}

}  // namespace

Json random_theatre_setup(Chance& chance, bool later) {
    Json setup{{"turns", chance.between(1, 3)}, {"areas", Json::array()}, {"nations", Json::array()}};
    const bool rich = later && chance.one_in(5);
    const int areas = rich ? chance.between(8, 11) : chance.between(3, 7);
    for (int i = 0; i < areas; ++i) setup["areas"].push_back(random_area(i, chance));
    setup["land"] = random_borders(setup["areas"], true, chance);
    setup["water"] = random_borders(setup["areas"], false, chance);
    // Cities first come first served: a later nation has nothing beside them, so an earlier one must not have population there.
    std::vector<bool> taken(static_cast<std::size_t>(areas));
    taken[0] = true;  // always free of cities, for who has nothing else
    const int nations = chance.one_in(later ? 2 : 3) ? chance.between(3, later ? 6 : 5) : 2;
    static const std::vector<std::string> seats{"amber", "birch", "cobalt", "dune", "ebony", "fjord"};
    for (int i = 0; i < nations; ++i)
        setup["nations"].push_back(random_nation(seats[static_cast<std::size_t>(i)], setup["areas"], setup["water"], taken, chance));
    for (std::size_t i = 0; i < setup["nations"].size(); ++i)
        for (const auto& city : setup["nations"][i]["cities"])
            for (std::size_t other = 0; other < setup["nations"].size(); ++other) {
                setup["nations"][other]["population"].erase(city.get<std::string>());
                if (other != i) setup["nations"][other]["armies"].erase(city.get<std::string>());
            }
    if (later) draw_later(chance, setup, rich);
    for (auto& nation : setup["nations"])
        if (nation["population"].empty() && nation["armies"].empty() && nation["cities"].empty()) nation["population"]["a0"] = 1;
    if (chance.one_in(2)) setup["house_rules"] = {{"sealed_movement", chance.one_in(2)}};
    if (chance.one_in(4)) {
        setup["pieces"]["tokens"] = chance.between(45, 60);
        setup["pieces"]["cities"] = chance.between(9, 12);
    }
    if (chance.one_in(4)) return setup;
    setup["calamities"] = {{"dice", chance.one_in(2)}, {"listed", Json::array()}};
    for (int turn = 1; turn <= setup["turns"]; ++turn) {
        std::vector<std::string> calamities;
        for (const auto& [calamity, word] : rules::theatre::names_of(rules::theatre::Calamity{})) calamities.emplace_back(word);
        for (int each = chance.below(4); each > 0; --each) {
            const auto at = chance.below(static_cast<int>(calamities.size()));
            const auto& seat = seats[static_cast<std::size_t>((each + turn) % nations)];  // nobody more than twice
            setup["calamities"]["listed"].push_back({{"turn", turn}, {"seat", seat}, {"calamity", calamities[static_cast<std::size_t>(at)]}});
            calamities.erase(calamities.begin() + at);
        }
    }
    return setup;
}

static const RandomSetups theatre_setups("theatre", random_theatre_setup);

}  // namespace muster::test
