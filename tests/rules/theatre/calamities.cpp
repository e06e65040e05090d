// Rulings on calamities (F19 to F26) that are best seen with few units. Before a calamity population has grown, and the surplus is gone.
#include "tests/rules/theatre/story.hpp"

using namespace muster;
using namespace muster::test;

namespace {

/// What a calamity of the first turn does.
std::string suffered(std::string_view areas, std::vector<Json> nations, const char* seat, const char* calamity, Json extra = Json::object(),
                     std::vector<Json> choices = {}) {
    Json more = struck(seat, calamity);
    more.update(extra);
    auto out = told(campaign(dale(areas, std::move(nations), more), std::move(choices)),
                    {"calamity_struck", "chosen", "units_lost", "city_reduced", "annexed", "civil_war_averted", "civil_war_began", "barbarians_moved"});
    const auto from = out.find("calamity_struck");
    REQUIRE(from != std::string::npos);
    return out.substr(out.find('\n', from) + 1);
}

}  // namespace

TEST_CASE("F20: a volcano with a city of the victim destroys all units in all its areas") {
    CHECK(suffered("a^:3 b^:3 c:3",
                   {nation("north", {{"cities", {"a"}}, {"population", {{"c", 2}}}}),
                    nation("south", {{"population", {{"b", 1}, {"c", 1}}}, {"armies", {{"b", 1}}}})},
                   "north", "earthquake") == R"(chosen {"choice":{"area":"a"},"forced":true,"kind":"site","seat":"north"}
units_lost {"seat":"north","units":[{"area":"a","city":true}]}
units_lost {"seat":"south","units":[{"area":"b","armies":1,"population":1}]}
)");
}

TEST_CASE("F20: an earthquake destroys a city and reduces a foreign one beside it, unless Engineering holds it up") {
    const auto shaken = [](Json north, Json south) {
        north.update({{"cities", {"a"}}, {"population", {{"d", 2}}}});
        south.update({{"cities", {"b"}}, {"population", {{"c", 2}}}});
        return suffered("a:3 b:3 c:3 d:3", {nation("north", north), nation("south", south)}, "north", "earthquake");
    };
    const Json engineers{{"advances", {"engineering"}}};
    CHECK(shaken(Json::object(), Json::object()) == R"(chosen {"choice":{"area":"a"},"forced":true,"kind":"site","seat":"north"}
units_lost {"seat":"north","units":[{"area":"a","city":true}]}
city_reduced {"area":"b","population":3,"seat":"south"}
)");
    CHECK(shaken(engineers, engineers) == R"(chosen {"choice":{"area":"a"},"forced":true,"kind":"site","seat":"north"}
city_reduced {"area":"a","population":3,"seat":"north"}
)");
}

TEST_CASE("F22: a flood takes ten from others together, of a holder of Engineering seven at most") {
    const auto flooded = [](Json east) {
        east.update({{"population", {{"a", 7}}}});
        return suffered("a~:9 b~:9 c:3",
                        {nation("north", {{"population", {{"b", 1}, {"c", 1}}}}), nation("east", east), nation("south", {{"population", {{"b", 1}}}})}, "north",
                        "flood");
    };
    CHECK(flooded(Json::object()) == R"(chosen {"choice":{"area":"a"},"forced":true,"kind":"site","seat":"north"}
chosen {"choice":{"seats":{"east":9,"south":1}},"kind":"allot","seat":"north"}
chosen {"choice":{"units":[{"area":"b","population":2}]},"forced":true,"kind":"lose","seat":"north"}
chosen {"choice":{"units":[{"area":"a","population":9}]},"forced":true,"kind":"lose","seat":"east"}
chosen {"choice":{"units":[{"area":"b","population":1}]},"forced":true,"kind":"lose","seat":"south"}
units_lost {"seat":"north","units":[{"area":"b","population":2}]}
units_lost {"seat":"east","units":[{"area":"a","population":9}]}
units_lost {"seat":"south","units":[{"area":"b","population":1}]}
)");
    CHECK(flooded({{"advances", {"engineering"}}}) == R"(chosen {"choice":{"area":"a"},"forced":true,"kind":"site","seat":"north"}
chosen {"choice":{"seats":{"east":7,"south":2}},"forced":true,"kind":"allot","seat":"north"}
chosen {"choice":{"units":[{"area":"b","population":2}]},"forced":true,"kind":"lose","seat":"north"}
chosen {"choice":{"units":[{"area":"a","population":7}]},"forced":true,"kind":"lose","seat":"east"}
chosen {"choice":{"units":[{"area":"b","population":2}]},"forced":true,"kind":"lose","seat":"south"}
units_lost {"seat":"north","units":[{"area":"b","population":2}]}
units_lost {"seat":"east","units":[{"area":"a","population":7}]}
units_lost {"seat":"south","units":[{"area":"b","population":2}]}
)");
}

TEST_CASE("F21: an epidemic leaves a token in each area, and one where a city was") {
    CHECK(suffered("a:9 b:5 c:1", {nation("north", {{"cities", {"a"}}, {"population", {{"b", 4}}}}), nation("south", {{"population", {{"c", 1}}}})}, "north",
                   "epidemic") ==
          R"(chosen {"choice":{"units":[{"area":"a","city":true},{"area":"b","population":4}]},"forced":true,"kind":"lose","seat":"north"}
units_lost {"seat":"north","units":[{"area":"a","city":true},{"area":"b","population":4}]}
)");
}

TEST_CASE("F23: the religions do not add up") {
    const auto reduced = [](Json advances) {
        return suffered("a*:2 b:2 c:2 d:9 e:9",
                        {nation("north", {{"cities", {"a", "b", "c"}}, {"population", {{"d", 7}}}, {"advances", std::move(advances)}}),
                         nation("south", {{"population", {{"e", 1}}}})},
                        "north", "superstition");
    };
    CHECK(reduced(Json::array()) == R"(chosen {"choice":{"areas":["a","b","c"]},"forced":true,"kind":"reduce","seat":"north"}
city_reduced {"area":"a","population":2,"seat":"north"}
city_reduced {"area":"b","population":2,"seat":"north"}
city_reduced {"area":"c","population":2,"seat":"north"}
)");
    CHECK(reduced({"mysticism"}) == R"(chosen {"choice":{"areas":["a","b"]},"kind":"reduce","seat":"north"}
city_reduced {"area":"a","population":2,"seat":"north"}
city_reduced {"area":"b","population":2,"seat":"north"}
)");
    CHECK(reduced({"mysticism", "deism"}) == R"(chosen {"choice":{"areas":["a"]},"kind":"reduce","seat":"north"}
city_reduced {"area":"a","population":2,"seat":"north"}
)");
    CHECK(reduced({"mysticism", "deism", "enlightenment"}) == "");
}

TEST_CASE("F23: civil disorder spares three cities, but Military and Roadbuilding may cost one of them") {
    const auto reduced = [](Json advances) {
        return suffered("a:2 b:2 d:9 e:9",
                        {nation("north", {{"cities", {"a", "b"}}, {"population", {{"d", 7}}}, {"advances", std::move(advances)}}),
                         nation("south", {{"population", {{"e", 1}}}})},
                        "north", "civil_disorder");
    };
    CHECK(reduced(Json::array()) == "");
    CHECK(reduced({"military"}) == R"(chosen {"choice":{"areas":["a"]},"kind":"reduce","seat":"north"}
city_reduced {"area":"a","population":2,"seat":"north"}
)");
    CHECK(reduced({"military", "law"}) == "");
}

TEST_CASE("F24: barbarians come where most of the victim is, and what the land does not feed goes on") {
    CHECK(suffered("a:2 b:3 c:2", {nation("north", {{"population", {{"a", 1}, {"b", 2}}}}), nation("south", {{"population", {{"c", 1}}}})}, "north",
                   "barbarians") == R"(chosen {"choice":{"area":"b"},"forced":true,"kind":"site","seat":"south"}
barbarians_moved {"from":null,"to":"b","tokens":15}
chosen {"choice":{"area":"a"},"forced":true,"kind":"site","seat":"north"}
barbarians_moved {"from":"b","to":"a","tokens":10}
barbarians_moved {"from":"a","to":null,"tokens":7}
)");
    CHECK(suffered("a:2 b:2 c:2", {nation("north", {{"population", {{"a", 1}, {"b", 1}}}}), nation("south", {{"population", {{"c", 1}}}})}, "north",
                   "barbarians") == R"(chosen {"choice":{"area":"a"},"kind":"site","seat":"south"}
barbarians_moved {"from":null,"to":"a","tokens":15}
chosen {"choice":{"area":"b"},"forced":true,"kind":"site","seat":"north"}
barbarians_moved {"from":"a","to":"b","tokens":12}
barbarians_moved {"from":"b","to":null,"tokens":9}
)");
}

TEST_CASE("F25: there is no civil war if the victim is richest in stock or nothing is left for a second faction") {
    const auto war = [](int population, int tokens) {
        return suffered("a:9 b:9 c:9 d:9 e:9",
                        {nation("north", {{"population", {{"a", population}, {"b", 7}, {"c", 7}, {"d", 7}}}}), nation("south", {{"population", {{"e", 1}}}})},
                        "north", "civil_war", {{"pieces", {{"tokens", tokens}}}});
    };
    CHECK(war(6, 50) == R"(civil_war_averted {"seat":"north"}
)");
    CHECK(war(7, 50) ==
          R"(civil_war_began {"beneficiary":"south","seat":"north"}
chosen {"choice":{"units":[{"area":"a","population":4},{"area":"b","population":4},{"area":"c","population":4},{"area":"d","population":3}]},"kind":"faction","seat":"north"}
chosen {"choice":{"units":[{"area":"a","population":5},{"area":"b","population":5},{"area":"c","population":5},{"area":"d","population":5}]},"kind":"faction","seat":"south"}
chosen {"choice":{"faction":"first"},"kind":"keep","seat":"north"}
annexed {"of":"north","seat":"south","units":[{"area":"d","population":1}]}
)");
    CHECK(suffered("a:9 b:9", {nation("north", {{"population", {{"a", 1}}}}), nation("south", {{"population", {{"b", 7}}}})}, "north", "civil_war") ==
          R"(civil_war_averted {"seat":"north"}
)");
}

TEST_CASE("F25, F26: armies and population part; where the beneficiary's pieces run out the next richest takes over; a city beside a foreign army falls") {
    CHECK(suffered("a:2 b:2 c:2 d:2 i:9 j:9 k:9 l:9 m:9",
                   {nation("north", {{"advances", {"philosophy"}},
                                     {"cities", {"a", "b", "c", "d"}},
                                     {"population", {{"i", 7}, {"j", 4}}},
                                     {"armies", {{"i", 1}, {"d", 1}}},
                                     {"treasury", 9}}),
                    nation("east", {{"population", {{"k", 7}}}, {"treasury", 6}}), nation("south", {{"population", {{"l", 7}, {"m", 1}}}, {"treasury", 6}})},
                   "north", "civil_war", {{"pieces", {{"tokens", 20}, {"cities", 4}}}},
                   {choice("east", "faction",
                           R"({"units":[{"area":"a","city":true},{"area":"d","armies":1},{"area":"i","population":6},{"area":"j","population":3}]})"),
                    choice("north", "build", R"({"areas":[{"area":"i","keep_armies":1},{"area":"d","keep_armies":1}],"release":0})"),
                    choice("north", "keep", R"({"faction":"second"})")}) ==
          R"(civil_war_began {"beneficiary":"east","population":{"i":1},"seat":"north"}
chosen {"choice":{"units":[{"area":"a","city":true},{"area":"d","armies":1},{"area":"i","population":6},{"area":"j","population":3}]},"kind":"faction","seat":"east"}
chosen {"choice":{"faction":"second"},"kind":"keep","seat":"north"}
annexed {"of":"north","seat":"east","units":[{"area":"a","city":true},{"area":"d","armies":1},{"area":"i","population":5}]}
annexed {"of":"north","seat":"south","units":[{"area":"i","population":1},{"area":"j","population":2}]}
city_reduced {"area":"d","population":1,"seat":"north"}
chosen {"choice":{"area":"b","give_up":"city"},"kind":"support","seat":"north"}
city_reduced {"area":"b","population":2,"seat":"north"}
)");
}

TEST_CASE("F25: of a victim with Military both parts lose five points, where they border on each other") {
    CHECK(suffered("a:9 b:9 c:9 d:9 e:9 f:9",
                   {nation("north", {{"population", {{"a", 7}, {"b", 7}, {"c", 7}, {"d", 7}, {"e", 7}}}, {"advances", {"military"}}}),
                    nation("south", {{"population", {{"f", 1}}}})},
                   "north", "civil_war", {{"pieces", {{"tokens", 50}}}},
                   {choice("north", "faction", R"({"units":[{"area":"a","population":9},{"area":"b","population":6}]})"),
                    choice("south", "faction", R"({"units":[{"area":"b","population":3},{"area":"c","population":9},{"area":"d","population":8}]})")}) ==
          R"(civil_war_began {"beneficiary":"south","seat":"north"}
chosen {"choice":{"units":[{"area":"a","population":9},{"area":"b","population":6}]},"kind":"faction","seat":"north"}
chosen {"choice":{"units":[{"area":"b","population":3},{"area":"c","population":9},{"area":"d","population":8}]},"kind":"faction","seat":"south"}
chosen {"choice":{"faction":"first"},"kind":"keep","seat":"north"}
annexed {"of":"north","seat":"south","units":[{"area":"d","population":1},{"area":"e","population":9}]}
chosen {"choice":{"units":[{"area":"c","population":3},{"area":"d","population":2}]},"kind":"lose","seat":"north"}
chosen {"choice":{"units":[{"area":"e","population":5}]},"kind":"lose","seat":"south"}
units_lost {"seat":"north","units":[{"area":"c","population":3},{"area":"d","population":2}]}
units_lost {"seat":"south","units":[{"area":"e","population":5}]}
)");
}
