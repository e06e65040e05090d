#include <algorithm>

#include "tests/rules/theatre/options.hpp"

namespace muster::test::theatre {

namespace {

int number(const Json& object, const char* field) { return object.at(field).get<int>(); }

/// Pays for one piece in a line, if it can.
bool pay(const Json& yard, Json& line, int price, int& treasury, Chance& chance) {
    const int people = number(yard, "population") - number(line, "levy");
    const int least = std::max(0, price - treasury);
    if (least > std::min(people, price)) return false;
    const int levy = chance.between(least, std::min(people, price));
    line["levy"] = number(line, "levy") + levy;
    treasury -= price - levy;
    return true;
}

/// Where a ship may go on from here, and end or not.
std::vector<std::string> next_waters(const Json& options, const std::string& from) {
    std::vector<std::string> out;
    for (const auto& each : options.at("water").at(from)) out.push_back(each);
    return out;
}

bool at_sea(const Json& options, const std::string& area) {
    return std::ranges::any_of(options.at("open_sea"), [&](const Json& each) { return each == area; });
}

/// Some of the tokens that are left in an area.
Json some(Json& left, int most, Chance& chance) {
    const int armies = chance.between(0, std::min(most, number(left, "armies")));
    const int population = chance.between(0, std::min(most - armies, number(left, "population")));
    left["armies"] = number(left, "armies") - armies;
    left["population"] = number(left, "population") - population;
    return {{"population", population}, {"armies", armies}};
}

std::optional<Json> voyage(const Json& options, const std::string& ship, Json& left, Chance& chance) {
    std::vector<std::string> places{ship};
    for (int step = chance.between(1, number(options, "range")); step > 0; --step) {
        const auto next = next_waters(options, places.back());
        if (next.empty()) break;
        places.push_back(chance.pick(next));
    }
    while (at_sea(options, places.back())) places.pop_back();
    if (places.size() == 1) return {};
    Json out{{"ship", ship}, {"route", std::vector(places.begin() + 1, places.end())}};
    const int on = chance.below(static_cast<int>(places.size()) - 1);
    const int off = chance.between(on + 1, static_cast<int>(places.size()) - 1);
    const auto& from = places[static_cast<std::size_t>(on)];
    if (!left.contains(from) || at_sea(options, places[static_cast<std::size_t>(off)])) return out;
    Json cargo = some(left[from], 5, chance);
    cargo["on"] = on;
    cargo["off"] = off;
    out["cargo"] = Json::array({cargo});
    return out;
}

}  // namespace

Json draw_build(const Json& options, Chance& chance) {
    int treasury = options.at("treasury");
    int armies = options.at("armies");
    int ships = options.at("ships");
    Json lines = Json::array();
    for (const auto& yard : options.at("areas")) {
        Json line{{"area", yard.at("area")}, {"keep_armies", 0}, {"keep_ships", 0}, {"levy", 0}};
        for (const auto& [piece, left] : {std::pair("armies", &armies), std::pair("ships", &ships)})
            for (int each = number(yard, piece); each > 0; --each)
                if (!chance.one_in(4) && pay(yard, line, 1, treasury, chance)) {
                    const auto field = std::string("keep_") + piece;
                    line[field] = line.at(field).get<int>() + 1;
                    --*left;
                }
        lines.push_back(line);
    }
    for (std::size_t i = 0; i < lines.size(); ++i) {
        const auto& yard = options.at("areas")[i];
        if (yard.at("units") == false || chance.one_in(2)) continue;
        if (armies > 0 && pay(yard, lines[i], 2, treasury, chance)) {
            lines[i]["build_armies"] = 1;
            --armies;
        }
        if (ships > 0 && yard.at("coast") == true && chance.one_in(2) && pay(yard, lines[i], 2, treasury, chance)) {
            lines[i]["build_ships"] = 1;
            --ships;
        }
    }
    return {{"areas", lines}, {"release", chance.one_in(4) ? chance.between(0, treasury) : 0}};
}

Json draw_move(const Json& options, Chance& chance) {
    Json left = Json::object();
    for (const auto& troop : options.at("tokens"))
        left[troop.at("area").get<std::string>()] = {{"population", troop.at("population")}, {"armies", troop.at("armies")}};
    Json voyages = Json::array();
    for (const auto& harbour : options.at("ships"))
        for (int ship = number(harbour, "ships"); ship > 0; --ship)
            if (!chance.one_in(3))
                if (const auto sails = voyage(options, harbour.at("area"), left, chance)) voyages.push_back(*sails);
    Json marches = Json::array();
    for (const auto& troop : options.at("tokens")) {
        if (troop.at("to").empty() || chance.one_in(3)) continue;
        Json march = some(left[troop.at("area").get<std::string>()], 1000, chance);
        march["from"] = troop.at("area");
        march["to"] = troop.at("to")[static_cast<std::size_t>(chance.below(static_cast<int>(troop.at("to").size())))];
        marches.push_back(march);
    }
    return {{"marches", marches}, {"voyages", voyages}};
}

}  // namespace muster::test::theatre
