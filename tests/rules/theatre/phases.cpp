// Rulings on the phases before calamities (F2 to F18), each seen with few units.
#include "rules/drive.hpp"
#include "rules/theatre/ruleset.hpp"
#include "tests/rules/theatre/story.hpp"

using namespace muster;
using namespace muster::test;
using namespace muster::rules;

namespace {

std::string happened(const Json& setup, const std::vector<std::string>& names, std::vector<Json> choices = {}) {
    return told(campaign(setup, std::move(choices)), names);
}

/// The options of the first decision of that kind that the seat is asked, everybody else playing defaults.
Json offered(const Json& setup, Seat seat, std::string_view kind) {
    const auto battle = rules::theatre::ruleset().create(setup).value();
    std::vector<Event> events;
    battle->begin(events);
    while (!outcome_of(*battle)) {
        Decided decided;
        for (const auto& ask : open_asks(*battle)) {
            if (ask.seat == seat && ask.kind == kind) return ask.options;
            decided.choices.emplace_back(*ask.preset);
        }
        battle->apply(decided, events);
    }
    return {};
}

}  // namespace

TEST_CASE("F2, F3: taxes take what the stock has; who cannot grow everywhere grows where most room is") {
    const Json setup = dale("a:9 b:2 c:9 d:3 e:9",
                            {nation("north", {{"cities", {"a"}}, {"population", {{"b", 1}, {"c", 2}}}, {"armies", {{"c", 1}}}, {"treasury", 4}}),
                             nation("south", {{"population", {{"e", 1}}}})},
                            {{"pieces", {{"tokens", 10}}}});
    CHECK(happened(setup, {"taxed", "expanded"}) ==
          R"(taxed {"seat":"north","tokens":2}
expanded {"areas":{"c":1},"seat":"north"}
expanded {"areas":{"e":1},"seat":"south"}
)");
}

TEST_CASE("F4: armies count in the census, and holders of Military come last") {
    CHECK(happened(dale("a:9 b:9 c:9", {nation("north", {{"population", {{"a", 5}}}, {"advances", {"military"}}}), nation("east", {{"population", {{"b", 1}}}}),
                                        nation("south", {{"population", {{"c", 1}}}, {"armies", {{"c", 1}}}})}),
                   {"census_taken"}) ==
          R"(census_taken {"order":["south","east","north"],"tokens":{"east":2,"north":7,"south":3}}
)");
}

TEST_CASE("F5, F6, F8: what no line keeps is given up, spent tokens and released ones go to stock") {
    const Json setup = dale(
        "a:9 b:9", {nation("north", {{"population", {{"a", 3}}}, {"armies", {{"a", 2}}}, {"treasury", 5}}), nation("south", {{"population", {{"b", 1}}}})});
    CHECK(happened(setup, {"built", "turn_ended"},
                   {choice("north", "build", R"({"areas":[{"area":"a","keep_armies":1,"build_armies":1,"levy":2}],"release":3})")}) ==
          R"(built {"areas":[{"area":"a","build_armies":1,"keep_armies":1,"levy":2}],"lost":{"armies":1},"paid":1,"release":3,"seat":"north"}
turn_ended {"nations":[{"armies":2,"population":3,"score":6,"seat":"north","stock":51,"treasury":1},{"population":2,"score":2,"seat":"south","stock":53}],"turn":1}
)");
    CHECK(happened(setup, {"built"}) ==
          R"(built {"areas":[{"area":"a","keep_armies":2}],"paid":2,"seat":"north"}
)");
}

TEST_CASE("F10: with Roadbuilding a march goes on through areas without foreign units") {
    const auto reach = [](Json fields) {
        fields.update({{"population", {{"b", 1}}}});
        const Json setup = dale("a:9 b:9 c:9 d:9 e:9", {nation("north", fields), nation("south", {{"population", {{"d", 1}}}})});
        return offered(setup, 0, "move").at("tokens")[0].at("to").dump();
    };
    CHECK(reach(Json::object()) == R"(["a","c"])");
    CHECK(reach({{"advances", {"roadbuilding"}}}) == R"(["a","c","d"])");
}

TEST_CASE("F10: ships sail four waters, over open sea with Astronomy only") {
    const auto waters = [](Json fields) {
        fields.update({{"population", {{"a", 3}}}, {"ships", {{"a", 1}}}, {"treasury", 1}});
        Json setup = dale("a:9 b:9 sea", {nation("north", fields), nation("south", {{"population", {{"b", 1}}}})});
        setup["water"] = json(R"([["a","sea"],["sea","b"]])");
        const Json options = offered(setup, 0, "move");
        return options.is_null() ? "not asked" : options.at("water").dump() + options.at("open_sea").dump();
    };
    CHECK(waters({{"advances", {"astronomy"}}}) == R"({"a":["sea"],"b":["sea"],"sea":["a","b"]}["sea"])");
    CHECK(waters(Json::object()).find("sea") == std::string::npos);
}

TEST_CASE("F11 to F13: all conflicts come first, then the owners say once which tokens go") {
    const Json setup = dale(
        "a:2 b:2", {nation("north", {{"population", {{"a", 2}, {"b", 1}}}, {"armies", {{"a", 1}}}}), nation("south", {{"population", {{"a", 2}, {"b", 3}}}})});
    const Json keep = choice("north", "build", R"({"areas":[{"area":"a","keep_armies":1,"levy":1}]})");
    CHECK(
        happened(setup, {"conflict", "losses_taken"}, {keep, choice("north", "losses", R"({"armies":{"a":1}})")}) ==
        R"(conflict {"area":"a","limit":2,"removed":[["north","south"],["north","south"],["north","south"]],"sides":[{"armies":1,"population":3,"seat":"north"},{"population":4,"seat":"south"}]}
conflict {"area":"b","limit":2,"removed":[["north"],["south"],["north"]],"sides":[{"population":2,"seat":"north"},{"population":5,"seat":"south"}]}
losses_taken {"area":"a","armies":1,"population":2,"seat":"north"}
losses_taken {"area":"a","population":3,"seat":"south"}
losses_taken {"area":"b","population":2,"seat":"north"}
losses_taken {"area":"b","population":1,"seat":"south"}
)");
}

TEST_CASE("F14, F15: a city that falls becomes population, which is fought for; who took it fills his treasury") {
    const auto assault = [](int attackers, Json owner) {
        owner.update({{"cities", {"a"}}, {"population", {{"c", 2}}}});
        const Json setup = dale("a:2 b:9 c:9", {nation("north", {{"population", {{"b", attackers}}}}), nation("south", owner)});
        const std::string march = R"({"marches":[{"from":"b","to":"a","population":)" + std::to_string(attackers + 2) + "}]}";
        return happened(setup, {"city_assaulted", "conflict", "losses_taken", "pillaged"}, {choice("north", "move", march.c_str())});
    };
    CHECK(assault(4, Json::object()) ==
          R"(city_assaulted {"area":"a","attackers":6,"needed":7,"owner":"south","seat":"north"}
)");
    CHECK(assault(5, Json::object()) ==
          R"(city_assaulted {"area":"a","attackers":7,"falls":true,"needed":7,"owner":"south","placed":6,"seat":"north"}
conflict {"area":"a","removed":[["south"],["north"],["south"],["north"],["south"],["north"],["south"],["north"],["south"],["north"],["south"]],"sides":[{"population":7,"seat":"north"},{"population":6,"seat":"south"}]}
losses_taken {"area":"a","population":5,"seat":"north"}
losses_taken {"area":"a","population":6,"seat":"south"}
pillaged {"area":"a","seat":"north","tokens":3}
)");
    CHECK(assault(5, {{"advances", {"engineering"}}}) ==
          R"(city_assaulted {"area":"a","attackers":7,"needed":8,"owner":"south","seat":"north"}
)");
    CHECK(assault(5, {{"extra_advantage", 5}}) ==
          R"(city_assaulted {"area":"a","attackers":7,"falls":true,"needed":7,"owner":"south","placed":6,"seat":"north"}
conflict {"area":"a","removed":[["north"],["north"],["north"],["south"],["north"],["south"],["north"],["south"],["north"],["south"],["north"]],"sides":[{"before":2,"population":7,"seat":"north"},{"level":5,"population":6,"seat":"south"}]}
losses_taken {"area":"a","population":7,"seat":"north"}
losses_taken {"area":"a","population":4,"seat":"south"}
pillaged {"area":"a","seat":"north","tokens":3}
)");
}

TEST_CASE("F16, F17: Architecture pays up to half of one city; what the land does not feed goes") {
    const Json setup = dale("a*:3 b:9 c:3", {nation("north", {{"population", {{"a", 2}, {"b", 4}}}, {"treasury", 9}, {"advances", {"architecture"}}}),
                                             nation("south", {{"population", {{"c", 3}}}})});
    CHECK(offered(setup, 0, "found").dump() ==
          R"({"areas":[{"area":"a","needed":6,"population":4},{"area":"b","needed":12,"population":6}],"cities":9,"treasury":9})");
    CHECK(happened(setup, {"city_founded", "surplus_removed"}, {choice("north", "found", R"({"cities":[{"area":"a","treasury":3}]})")}) ==
          R"(city_founded {"area":"a","population":3,"seat":"north","treasury":3}
surplus_removed {"area":"a","population":1,"seat":"north"}
surplus_removed {"area":"c","population":2,"seat":"south"}
)");
}

TEST_CASE("F18: of cities without support those founded this turn go before older ones, an army beside any") {
    const Json setup = dale("a*:6 b:2 c:9 d:9", {nation("north", {{"population", {{"a", 5}}}, {"cities", {"b"}}, {"armies", {{"b", 1}}}, {"treasury", 1}}),
                                                 nation("south", {{"population", {{"d", 3}}}})});
    CHECK(happened(setup, {"city_founded", "surplus_removed", "chosen", "army_disbanded", "city_reduced"},
                   {choice("north", "found", R"({"cities":[{"area":"a"}]})"), choice("north", "support", R"({"give_up":"city","area":"a"})")}) ==
          R"(chosen {"choice":{"areas":[{"area":"b","keep_armies":1}]},"kind":"build","seat":"north"}
chosen {"kind":"build","seat":"south"}
chosen {"kind":"move","seat":"north"}
chosen {"kind":"move","seat":"north"}
chosen {"kind":"move","seat":"south"}
chosen {"kind":"move","seat":"north"}
chosen {"choice":{"cities":[{"area":"a"}]},"kind":"found","seat":"north"}
city_founded {"area":"a","population":6,"seat":"north"}
surplus_removed {"area":"a","population":1,"seat":"north"}
chosen {"choice":{"area":"a","give_up":"city"},"kind":"support","seat":"north"}
city_reduced {"area":"a","population":6,"seat":"north"}
)");
}

TEST_CASE("F27: who alone has units when the conflicts are over has won, at once; of equals who has more cities") {
    const Json battle = dale("a:1", {nation("north", {{"population", {{"a", 5}}}}), nation("south", {{"population", {{"a", 1}}}})}, {{"turns", 9}});
    CHECK(happened(battle, {"turn_started", "conflict", "turn_ended", "battle_ended"}) ==
          R"(turn_started {"turn":1}
conflict {"area":"a","limit":1,"removed":[["south"],["north"],["south"]],"sides":[{"population":7,"seat":"north"},{"population":2,"seat":"south"}]}
battle_ended {"reason":"annihilation","survivors":{"north":6},"winner":"north"}
)");
    const Json peace =
        dale("a:9 b:9 c:9", {nation("north", {{"population", {{"a", 7}}}, {"treasury", 2}}), nation("south", {{"cities", {"b"}}, {"population", {{"c", 2}}}})});
    CHECK(
        happened(peace, {"turn_ended", "battle_ended"}) ==
        R"(turn_ended {"nations":[{"population":9,"score":11,"seat":"north","stock":44,"treasury":2},{"cities":1,"population":4,"score":11,"seat":"south","stock":49,"treasury":2}],"turn":1}
battle_ended {"reason":"turn_limit","survivors":{"north":9,"south":9},"winner":"south"}
)");
}

TEST_CASE("standing orders: of tokens lost in conflict the preferred sort goes first") {
    const Json setup =
        dale("a:2", {nation("north", {{"population", {{"a", 2}}}, {"armies", {{"a", 2}}}, {"treasury", 2}}), nation("south", {{"population", {{"a", 3}}}})});
    const auto battle = rules::theatre::ruleset().create(setup).value();
    std::vector<Event> events;
    battle->begin(events);
    CHECK(battle->facts().round == 1);
    CHECK(battle->facts().sides[0].left == std::map<std::string, int>{{"army", 2}, {"city", 0}, {"population", 4}, {"ship", 0}});
    const std::vector<std::string> armies{"army"};
    const std::vector<std::string> people{"population"};
    const std::vector<std::string> ships{"ship"};
    while (open_asks(*battle).front().kind != "losses") {
        CHECK(!battle->preferred(open_asks(*battle).front().seat, Preference(armies)));
        Decided decided;
        for (const auto& ask : open_asks(*battle)) decided.choices.emplace_back(*ask.preset);
        battle->apply(decided, events);
    }
    CHECK(battle->preferred(0, Preference(armies))->dump() == R"({"armies":{"a":2}})");
    CHECK(battle->preferred(0, Preference(people))->dump() == R"({"armies":{"a":0}})");
    CHECK(!battle->preferred(0, Preference(ships)));
}

TEST_CASE("odds of a campaign without dice are exact") {
    const Json setup = rules::theatre::ruleset().catalog().at("example");
    for (const bool dice : {false, true}) {
        Json more = setup;
        more["calamities"] = {{"dice", dice}};
        const auto battle = rules::theatre::ruleset().create(more).value();
        std::vector<Event> events;
        battle->begin(events);
        CHECK(battle->odds(Policy::best)->exact() != dice);
    }
}
