// The maps that campaigns begin on: in one piece, with all sorts of areas, nobody nearer to the good ones than another.
#include <doctest/doctest.h>

#include <algorithm>
#include <functional>
#include <map>
#include <set>

#include "rules/theatre/ruleset.hpp"

using namespace muster;
using namespace muster::rules;

namespace {

using Borders = std::map<std::string, std::set<std::string>>;

Borders borders_of(const Json& setup, const std::vector<std::string>& lists) {
    Borders out;
    for (const auto& list : lists)
        for (const auto& border : setup.at(list)) {
            out[border.at(0).get<std::string>()].insert(border.at(1).get<std::string>());
            out[border.at(1).get<std::string>()].insert(border.at(0).get<std::string>());
        }
    return out;
}

/// How many borders away each area is that can be reached from these.
std::map<std::string, int> steps_from(const Borders& borders, const std::set<std::string>& from) {
    std::map<std::string, int> out;
    std::set<std::string> here = from;
    for (int steps = 0; !here.empty(); ++steps) {
        std::set<std::string> next;
        for (const auto& area : here) out.emplace(area, steps);
        for (const auto& area : here)
            if (const auto found = borders.find(area); found != borders.end())
                for (const auto& each : found->second)
                    if (!out.contains(each)) next.insert(each);
        here = std::move(next);
    }
    return out;
}

std::set<std::string> begins_in(const Json& nation) {
    std::set<std::string> out;
    for (const auto& [area, count] : nation.at("population").items()) out.insert(area);
    return out;
}

/// What kind of place it is, without its name.
std::string kind_of(const Json& area) {
    Json rest = area;
    rest.erase("area");
    for (const char* word : {"flood_plain", "volcano"})
        if (rest.contains(word)) rest[word] = true;
    return rest.dump();
}

void for_each_map(const std::function<void(const Json&)>& look) {
    const Json catalog = theatre::ruleset().catalog();
    for (const auto& preset : catalog.at("presets")) {
        CAPTURE(preset.at("preset").get<std::string>());
        look(preset.at("setup"));
    }
}

/// Of each kind of place, how far each of it is, nearest first: how a nation sees the map.
std::map<std::string, std::vector<int>> sight_of(const Json& setup, const Json& nation) {
    const auto steps = steps_from(borders_of(setup, {"land", "water"}), begins_in(nation));
    std::map<std::string, std::vector<int>> out;
    for (const auto& area : setup.at("areas")) out[kind_of(area)].push_back(steps.at(area.at("area").get<std::string>()));
    for (const auto& other : setup.at("nations"))
        for (const auto& area : begins_in(other)) out["a nation"].push_back(steps.at(area));
    for (auto& [kind, all] : out) std::ranges::sort(all);
    return out;
}

Json map_of(const std::string& name) {
    const Json catalog = theatre::ruleset().catalog();
    return std::ranges::find(catalog.at("presets"), Json(name), [](const Json& each) { return each.at("preset"); })->at("setup");
}

}  // namespace

TEST_CASE("every map is in one piece, over land and water; no area has no neighbour") {
    for_each_map([](const Json& setup) {
        const auto steps = steps_from(borders_of(setup, {"land", "water"}), {setup.at("areas").front().at("area").get<std::string>()});
        CHECK(steps.size() == setup.at("areas").size());
    });
}

TEST_CASE("on every map all nations begin with as much") {
    for_each_map([](const Json& setup) {
        const auto sum = [](const Json& counts) {
            int out = 0;
            for (const auto& [area, count] : counts.items()) out += count.get<int>();
            return out;
        };
        const Json& first = setup.at("nations").front();
        for (const auto& nation : setup.at("nations")) {
            CHECK(sum(nation.at("population")) == sum(first.at("population")));
            CHECK(sum(nation.at("armies")) == sum(first.at("armies")));
            CHECK(nation.at("treasury") == first.at("treasury"));
            CHECK(nation.at("advances").size() == first.at("advances").size());
            CHECK(begins_in(nation).size() == begins_in(first).size());
        }
    });
}

TEST_CASE("the ringed gulf has 42 areas of all sorts for six nations, and each of them sees the same map") {
    const Json setup = map_of("ringed_gulf");
    CHECK(setup.at("areas").size() == 42);
    CHECK(setup.at("nations").size() == 6);
    const auto land = borders_of(setup, {"land"});
    const auto water = borders_of(setup, {"water"});
    std::set<std::string> sorts;
    for (const auto& area : setup.at("areas")) {
        const auto word = area.at("area").get<std::string>();
        for (const char* sort : {"city_site", "flood_plain", "volcano", "open_sea"})
            if (area.contains(sort)) sorts.insert(sort);
        if (area.contains("open_sea")) continue;
        sorts.insert(!water.contains(word) ? "inland" : land.contains(word) ? "coast" : "island");
        if (!area.contains("city_site")) sorts.insert("no site");
    }
    CHECK(sorts == std::set<std::string>{"city_site", "coast", "flood_plain", "inland", "island", "no site", "open_sea", "volcano"});
    const auto first = sight_of(setup, setup.at("nations").front());
    for (const auto& nation : setup.at("nations")) {
        CAPTURE(nation.at("seat").get<std::string>());
        CHECK(sight_of(setup, nation) == first);
    }
}
