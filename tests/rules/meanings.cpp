// What a choice is said to come to (Battle::meaning) is what it then comes to: against check(), and against what happens if it is made.
#include <algorithm>
#include <cmath>

#include "rules/advanced_combat/dice_sums.hpp"
#include "rules/advanced_combat/mean_total.hpp"
#include "rules/drive.hpp"
#include "tests/rules/mutations.hpp"
#include "tests/rules/play.hpp"
#include "tests/rules/rapid_chance.hpp"
#include "tests/rules/subjects.hpp"
#include "tests/support/chance_dice.hpp"

using namespace muster;
using namespace muster::test;
using namespace muster::rules;

namespace {

const DecisionKind& kind_of(const Ruleset& ruleset, const std::string& kind) { return *std::ranges::find(ruleset.decision_kinds(), kind, &DecisionKind::kind); }

int count_of(const Json& list, const std::string& key, const Json& value) {
    for (const auto& each : list)
        if (each.at(key) == value) return each.at("aircraft");
    return -1;
}

/// What the meaning alone says of whether the choice is legal, where it says that.
std::optional<bool> said_to_be_legal(const Ask& ask, const Json& choice, const Json& meaning) {
    if (meaning.is_null()) return {};
    if (ask.kind == "wave") return meaning.at("units") == ask.options.at("size");
    if (ask.kind == "air_support") return meaning.at("aircraft") == count_of(ask.options.at("taking_part"), "class", choice.at("class"));
    if (ask.kind == "casualties" && meaning.contains("used")) return !meaning.contains("fault") && !choice.at("units").empty();
    return {};
}

/// A choice on its way to another: some of its units or pairs are fewer, or not there yet.
Json half_made(Json choice, Chance& chance) {
    for (const char* list : {"units", "pairs", "shots"}) {
        if (!choice.contains(list) || !choice[list].is_array()) continue;
        Json fewer = Json::array();
        for (auto each : choice[list]) {
            if (each.contains("count") && chance.one_in(2)) {
                each["count"] = chance.between(0, each["count"].get<int>());
                each.erase("supported");
            }
            if ((!each.contains("count") || each["count"] != 0) && !chance.one_in(4)) fewer.push_back(each);
        }
        choice[list] = fewer;
    }
    return choice;
}

struct Looked {
    int meant = 0;
    int legal = 0;
    int illegal = 0;
};

void look(const Subject& subject, const Battle& battle, const Ask& ask, const Json& choice, Looked& looked) {
    const auto& kind = kind_of(*subject.ruleset, ask.kind);
    const auto checked = battle.check(ask.seat, choice);
    const Json meaning = battle.meaning(ask.seat, choice);
    const std::string detail = ask.kind + ' ' + ask.options.dump() + ' ' + choice.dump() + ' ' + meaning.dump();
    RC_ASSERT(meaning == battle.clone()->meaning(ask.seat, choice));
    if (!kind.meaning_schema) RC_ASSERT(meaning.is_null());
    if (kind.meaning_schema && checked) RC_ASSERT(meaning.is_object());
    const auto said = said_to_be_legal(ask, choice, meaning);
    if (said && *said != checked.has_value()) RC_FAIL(detail + (checked ? "" : checked.error().message));
    looked.meant += meaning.is_null() ? 0 : 1;
    ++(checked ? looked.legal : looked.illegal);
}

/// Plays a random battle, and looks at choices of all sorts in each decision.
void look_at_battle(const Subject& subject, Chance& chance, Looked& looked) {
    const auto battle = subject.ruleset->create(subject.setup(chance)).value();
    Random random(static_cast<std::uint64_t>(chance.below(1'000'000)));
    std::vector<Event> events;
    battle->begin(events);
    ChanceDice dice(chance);
    for (int rolls = 0; roll_on(*battle, dice, rolls, events) && !outcome_of(*battle);) {
        const std::string before = battle->view(Viewer::spectator()).dump();
        Decided decided;
        for (const auto& ask : open_asks(*battle)) {
            const std::vector<Json> choices{battle->choose(ask.seat, Policy::best), *ask.preset, battle->random_choice(ask.seat, random)};
            for (const auto& each : choices) {
                look(subject, *battle, ask, each, looked);
                look(subject, *battle, ask, half_made(each, chance), looked);
                if (const Json damaged = mutated(each, chance); damaged.is_object()) look(subject, *battle, ask, damaged, looked);
            }
            decided.choices.push_back(chance.pick(choices));
        }
        RC_ASSERT(battle->view(Viewer::spectator()).dump() == before);
        battle->apply(decided, events);
    }
}

}  // namespace

TEST_CASE("what a choice is said to come to says it is legal if it is accepted, and changes nothing") {
    for (const auto* subject : subjects()) {
        CAPTURE(subject->ruleset->id());
        Looked looked;
        CHECK(rc::check([&] {
            SeededChance chance(*rc::gen::arbitrary<std::uint64_t>());
            look_at_battle(*subject, chance, looked);
        }));
        const bool means = std::ranges::any_of(subject->ruleset->decision_kinds(), [](const DecisionKind& each) { return each.meaning_schema != nullptr; });
        CHECK((looked.meant > 50) == means);
        CHECK(looked.legal > 50);
        CHECK(looked.illegal > 50);
    }
}

// ---- advanced-combat: totals ---------------------------------------------------------------------------------------

namespace {

constexpr int enumerated_max = 6;  // dice, so 46,656 ways

/// The mean of a seat's total over all dice; the battle waits for that seat's roll. Nothing: too many dice.
std::optional<double> mean_over_all_dice(const Battle& battle) {
    const auto& roll = std::get<Roll>(battle.need());
    if (roll.dice() > enumerated_max) return {};
    std::vector<int> dice(static_cast<std::size_t>(roll.dice()), 1);
    double sum = 0;
    int ways = 0;
    for (bool more = true; more; ++ways) {
        const auto copy = battle.clone();
        std::vector<Event> events;
        copy->apply(Rolled{0, dice}, events);
        for (const auto& each : events)
            if (each.name == "totalled") sum += json(each.data).at("total").get<int>();
        more = false;
        for (auto& die : dice) {
            if (die < 6) {
                ++die;
                more = true;
                break;
            }
            die = 1;
        }
    }
    return sum / ways;
}

/// Makes the choice, takes defaults up to each side's roll, and compares. Gives how many totals were compared.
int compare_totals(const Battle& battle, const Ask& ask, const Json& choice) {
    const Json meaning = battle.meaning(ask.seat, choice);
    const auto copy = battle.clone();
    std::vector<Event> events;
    copy->apply(Decided{{choice}}, events);
    int compared = 0;
    for (int rolls = 0; rolls < 2 && !outcome_of(*copy);) {
        if (const auto* roll = std::get_if<Roll>(&copy->need())) {
            ++rolls;
            const char* whose = roll->seat == ask.seat ? "own" : "enemy";
            if (meaning.contains(whose)) {
                const Json& said = meaning.at(whose);
                REQUIRE(said.at("dice") == roll->dice());
                if (const auto mean = mean_over_all_dice(*copy)) {
                    CAPTURE(meaning.dump());
                    REQUIRE(said.at("total").get<double>() == doctest::Approx(*mean).epsilon(1e-9));
                    ++compared;
                }
            }
            copy->apply(Rolled{0, std::vector<int>(static_cast<std::size_t>(roll->dice()), 3)}, events);
        } else {
            const auto& next = open_asks(*copy).front();
            if (next.kind != "air_support" && next.kind != "wave") break;
            copy->apply(Decided{{*next.preset}}, events);
        }
    }
    return compared;
}

}  // namespace

TEST_CASE("advanced-combat: the total that a wave or air support is said to have on average is the mean over all dice") {
    int compared = 0;
    int battles = 0;
    for (std::uint64_t seed = 0; compared < 100 && battles < 20'000; ++seed, ++battles) {
        SeededChance chance(seed);
        CAPTURE(seed);
        const auto battle = advanced_subject().ruleset->create(advanced_subject().setup(chance)).value();
        std::vector<Event> events;
        battle->begin(events);
        if (!std::holds_alternative<std::vector<Ask>>(battle->need())) continue;
        const auto& ask = open_asks(*battle).front();
        Random random(seed);
        if (ask.kind == "wave" || ask.kind == "air_support") compared += compare_totals(*battle, ask, battle->random_choice(ask.seat, random));
    }
    CHECK(compared >= 100);
}

TEST_CASE("advanced-combat: a total that may fall below 0 is not negative on average either") {
    const auto mean = [](const char* attacker, const char* defender, const char* choice) {
        const auto battle = advanced_subject().ruleset->create(setup_of(attacker, defender, json(R"({"settlement":{"current_era":4}})"))).value();
        std::vector<Event> events;
        battle->begin(events);
        const auto& ask = open_asks(*battle).front();
        return battle->meaning(ask.seat, json(choice)).at("own").at("total").get<double>();
    };
    // Two dice less 8, a six counting as five: 9 comes in 4 of 36 ways, 10 in 4.
    CHECK(mean("2 swordsmen, 1 chariots", "2 pikemen", R"({"units":[{"unit":"swordsmen","count":2}]})") == doctest::Approx((4 * 1 + 4 * 2) / 36.0));
    // One die can never do it.
    CHECK(mean("2 swordsmen, 1 chariots", "2 pikemen", R"({"units":[{"unit":"swordsmen","count":1}]})") == 0);
}

TEST_CASE("advanced-combat: of very many dice the mean above 0 is as good as exact") {
    using namespace muster::rules::advanced_combat;
    Game game;
    auto& side = game.sides[attacker];
    side.units = {{0, 1, 0}, {1, 2, 0}};
    game.sides[defender].units = {{0, 1, 0}};
    settle_orders(side);
    Wave wave;
    wave.units[0] = 90;
    wave.units[1] = 30;
    DiceSums sums;
    auto patience = Patience::endless();
    const auto& chances = *sums.of(side, wave.units, {}, patience);
    for (const int penalty : {4, 5, 6}) {
        game.settlement_penalty = penalty;
        double exact = 0;
        for (std::size_t sum = 0; sum < chances.size(); ++sum) exact += chances[sum] * std::max(0, static_cast<int>(sum) - penalty * 100);
        const auto mean = mean_total(game, attacker, wave, {}, 100);
        CHECK(mean.dice == 120);
        CHECK(std::abs(mean.total - exact) < 0.05);
    }
}

// ---- the others ----------------------------------------------------------------------------------------------------

TEST_CASE("advanced-combat: losses tell which aircraft go along, and how many of the lost can have one beside them") {
    const auto battle = advanced_subject().ruleset->create(setup_of("3 swordsmen, 2 pikemen / 2 biplanes", "5 swordsmen")).value();
    std::vector<Event> events;
    battle->begin(events);
    while (!std::holds_alternative<std::vector<Ask>>(battle->need()) || open_asks(*battle).front().kind != "casualties") {
        if (const auto* roll = std::get_if<Roll>(&battle->need()))
            battle->apply(Rolled{0, std::vector<int>(static_cast<std::size_t>(roll->dice()), 2)}, events);
        else battle->apply(Decided{{json(R"({"class":"infantry","pairs":[{"aircraft":"biplanes","unit":"swordsmen","count":2}]})")}}, events);
    }
    const auto seat = open_asks(*battle).front().seat;
    const Json meaning = battle->meaning(seat, json(R"({"units":[{"unit":"swordsmen","count":2}]})"));
    CHECK(meaning.dump() == R"({"aircraft":[{"count":1,"unit":"biplanes"}],"supported":[{"enhanced":false,"least":1,"most":2,"unit":"swordsmen"}]})");
    CHECK(battle->meaning(seat, json(R"({"units":[]})")).dump() == R"({"aircraft":[],"supported":[]})");
    CHECK(battle->meaning(seat, json(R"({"units":[{"unit":"swordsmen","count":9}]})")).is_null());
}

TEST_CASE("phased-combat: losses tell how many hits they take, and why they may not be placed so") {
    const auto battle = phased_subject().ruleset->create(setup_of("9 swordsmen", "2 swordsmen, 2 knights, 2 chariots")).value();
    std::vector<Event> events;
    battle->begin(events);
    while (!std::holds_alternative<std::vector<Ask>>(battle->need()) || open_asks(*battle).front().kind != "casualties") {
        if (const auto* roll = std::get_if<Roll>(&battle->need())) {
            std::vector<int> dice(static_cast<std::size_t>(roll->dice()), 6);
            if (roll->seat == 0) std::fill_n(dice.begin(), 4, 1);
            battle->apply(Rolled{0, dice}, events);
        } else {
            Decided decided;
            for (const auto& ask : open_asks(*battle)) decided.choices.push_back(ask.kind == "hit_class" ? json(R"({"class":"cavalry"})") : *ask.preset);
            battle->apply(decided, events);
        }
    }
    const auto& ask = open_asks(*battle).front();
    CAPTURE(ask.options.dump());
    const auto meaning = [&](const char* units) { return battle->meaning(ask.seat, Json{{"units", json(units)}}).dump(); };
    CHECK(meaning("[]") == R"({"fault":{"unit":"knights","why":"left_over"},"left":4,"used":0})");
    CHECK(meaning(R"([{"unit":"knights","count":2},{"unit":"chariots","count":1}])") == R"({"fault":{"why":"too_many"},"left":-1,"used":5})");
    CHECK(meaning(R"([{"unit":"swordsmen","count":1}])") == R"({"fault":{"unit":"knights","why":"first"},"left":3,"used":1})");
    CHECK(meaning(R"([{"unit":"knights","count":1},{"unit":"chariots","count":2}])") == R"({"left":0,"used":4})");
}

TEST_CASE("phased-combat: losses tell that what is left of hits from the air is lost") {
    const auto meaning = [](const char* rule, const char* units) {
        const auto battle =
            phased_subject()
                .ruleset->create(setup_of("1 swordsmen / 1 jets", "1 swordsmen / 1 biplanes, 1 monoplanes", {{"house_rules", {{"air_leftover", rule}}}}))
                .value();
        std::vector<Event> events;
        battle->begin(events);
        while (!std::holds_alternative<std::vector<Ask>>(battle->need())) {
            const auto& roll = std::get<Roll>(battle->need());
            std::vector<int> dice(static_cast<std::size_t>(roll.dice()), 6);
            if (roll.seat == 0) std::fill_n(dice.begin(), 2, 1);
            battle->apply(Rolled{0, dice}, events);
        }
        return battle->meaning(open_asks(*battle).front().seat, Json{{"units", json(units)}}).dump();
    };
    CHECK(meaning("lost", R"([{"unit":"biplanes","count":1}])") == R"({"left":1,"lost":true,"used":1})");
    CHECK(meaning("lost", R"([{"unit":"monoplanes","count":1}])") == R"({"left":0,"used":2})");
    CHECK(meaning("kept", R"([{"unit":"biplanes","count":1}])") == R"({"left":1,"used":1})");
}

TEST_CASE("simple-combat: to a cell that is offered a unit goes by a way of the cost that is offered, and to no other") {
    int offered = 0;
    int refused = 0;
    for (std::uint64_t seed = 0; seed < 40; ++seed) {
        SeededChance chance(seed);
        CAPTURE(seed);
        const auto battle = simple_subject().ruleset->create(simple_subject().setup(chance)).value();
        std::vector<Event> events;
        battle->begin(events);
        while (std::holds_alternative<Roll>(battle->need())) battle->apply(Rolled{0, {chance.between(1, 6), chance.between(1, 6)}}, events);
        const auto& ask = open_asks(*battle).front();
        if (ask.kind != "move") continue;
        const bool slow = Json(ask.options).contains("slow");
        const bool free = ask.options.at("grid") == "free";  // a cost is a length there, and other places can be reached, too
        for (const auto& unit : ask.options.at("units")) {
            const Json start{{"unit", unit["unit"]}, {"to", unit["at"]}};
            CHECK(battle->check(ask.seat, start).value() == Json{{"unit", unit["unit"]}, {"path", Json::array()}});
            for (const auto& cell : unit["cells"]) {
                const Json choice{{"unit", unit["unit"]}, {"to", {cell[0], cell[1]}}};
                const auto checked = battle->check(ask.seat, choice);
                REQUIRE_MESSAGE(checked, choice.dump());
                REQUIRE(checked->at("path").back() == choice["to"]);
                if (!free && !slow) REQUIRE(checked->at("path").size() == cell[2]);
                REQUIRE(battle->check(ask.seat, *checked).value() == *checked);
                const Json meaning{{"cost", cell[2]}, {"fast", 2 * cell[2].get<int>() > unit["move_allowance"]}};
                REQUIRE(battle->meaning(ask.seat, choice) == meaning);
                REQUIRE(battle->meaning(ask.seat, *checked) == meaning);
                ++offered;
            }
            for (int x = -3; x < 12 && !free; ++x)
                for (int y = 0; y < 12; ++y) {
                    const Json to{x, y};
                    const bool there = std::ranges::any_of(unit["cells"], [&](const Json& cell) { return cell[0] == x && cell[1] == y; });
                    if (there || to == unit["at"]) continue;
                    const auto checked = battle->check(ask.seat, Json{{"unit", unit["unit"]}, {"to", to}});
                    REQUIRE(!checked);
                    REQUIRE(checked.error().path == "/to");
                    ++refused;
                }
        }
    }
    CHECK(offered > 500);
    CHECK(refused > 500);
}

TEST_CASE("simple-combat: what is said to hit and to damage does, on so many faces of the die") {
    int looked = 0;
    int twins = 0;
    for (std::uint64_t seed = 0; looked < 400 && seed < 20'000; ++seed) {
        SeededChance chance(seed);
        CAPTURE(seed);
        const auto battle = simple_subject().ruleset->create(simple_subject().setup(chance)).value();
        Random random(seed);
        std::vector<Event> events;
        battle->begin(events);
        for (int steps = 0; !outcome_of(*battle) && steps < 200; ++steps) {
            if (const auto* roll = std::get_if<Roll>(&battle->need())) {
                Rolled rolled{0, {}};
                for (int n = roll->dice(); n > 0; --n) rolled.values.push_back(random.die());
                battle->apply(rolled, events);
                continue;
            }
            const auto& ask = open_asks(*battle).front();
            const Json choice = battle->random_choice(ask.seat, random);
            const Json& options = ask.options;
            if (ask.kind == "fire" && !options.contains("enemies") && !choice.at("shots").empty()) {
                const Json& shot = choice["shots"][0];
                const auto by = [](const Json& list, const char* key, const Json& value) {
                    return *std::ranges::find_if(list, [&](const Json& each) { return each.at(key) == value; });
                };
                const Json weapon = by(by(ask.options.at("units"), "unit", choice["unit"])["weapons"], "weapon", shot["weapon"]);
                const Json target = by(weapon["targets"], "target", shot["target"]);
                const bool paired =
                    weapon.contains("twin") && std::ranges::any_of(choice["shots"], [&](const Json& each) { return each["weapon"] == weapon["twin"]; });
                const int to_hit = target["to_hit"].get<int>() + (paired ? weapon.at("twin_to_hit").get<int>() : 0);
                const auto faces = [&](int needed) {
                    for (const auto& each : ask.options.at("faces"))
                        if (each[0] == needed) return each[1].get<int>();
                    return -1;
                };
                // Whether a die to hit does is seen by the next one, which is to damage; whether that does, by the damage.
                int hits = 0;
                int damages = 0;
                const auto declared = battle->clone();
                declared->apply(Decided{{choice}}, events);
                for (int die = 1; die <= 6; ++die) {
                    const auto rolled = declared->clone();
                    rolled->apply(Rolled{0, {die}}, events);
                    const auto* next = std::get_if<Roll>(&rolled->need());
                    if (!next || next->purpose != "to_damage") continue;
                    ++hits;
                    if (hits > 1) continue;
                    const auto damage = [&](const Battle& of) {
                        return by(of.view(Viewer::spectator())[ask.seat == 0 ? "south" : "north"]["units"], "id", shot["target"])["damage"].get<int>();
                    };
                    for (int second = 1; second <= 6; ++second) {
                        const auto settled = rolled->clone();
                        settled->apply(Rolled{0, {second}}, events);
                        damages += damage(*settled) != damage(*rolled) ? 1 : 0;
                    }
                }
                REQUIRE(hits == faces(to_hit));
                if (hits > 0) REQUIRE(damages == faces(target["to_damage"]));
                ++looked;
                twins += paired ? 1 : 0;
            }
            battle->apply(Decided{{choice}}, events);
        }
    }
    CHECK(looked >= 400);
    CHECK(twins > 5);
}
