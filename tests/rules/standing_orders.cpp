// Standing orders: what they make of a decision, by ruleset; how they are read; what holds for any orders at all.
#include "rules/standing_orders.hpp"

#include <algorithm>
#include <set>

#include "rules/dice.hpp"
#include "rules/drive.hpp"
#include "tests/rules/armies/story.hpp"
#include "tests/rules/mutations.hpp"
#include "tests/rules/simple_combat/field.hpp"
#include "tests/rules/subjects.hpp"

using namespace muster;
using namespace muster::test;
using namespace muster::rules;

namespace {

/// A battle that waits for a decision.
class Moment {
public:
    /// Plays a setup to the first decision of that kind, with these dice and the defaults on the way.
    Moment(const std::string& ruleset, const Json& setup, const std::string& kind, std::vector<int> values = {})
        : ruleset_(*shipped_rulesets().find(ruleset)), battle_(ruleset_.create(setup).value()) {
        ScriptedDice dice(std::move(values));
        int rolls = 0;
        std::vector<Event> events;
        battle_->begin(events);
        for (;;) {
            REQUIRE(roll_on(*battle_, dice, rolls, events));
            REQUIRE(!outcome_of(*battle_));
            if (open_asks(*battle_).front().kind == kind) return;
            Decided decided;
            for (const auto& ask : open_asks(*battle_)) decided.choices.push_back(*ask.preset);
            battle_->apply(decided, events);
        }
    }

    /// What a seat's orders make of its decision: "0: choice", or "ask" if no order applies.
    std::string under(const Json& orders, Seat seat) const {
        const auto read = read_standing_orders(orders, ruleset_, *battle_, "/orders");
        if (!read) return read.error().path + ": " + read.error().message;
        for (const auto& ask : open_asks(*battle_)) {
            if (ask.seat != seat) continue;
            const auto choice = standing_choice(*battle_, ask, *read);
            return choice ? std::to_string(choice->order) + ": " + choice->choice.dump() : "ask";
        }
        return "not asked";
    }
    std::string under(const char* orders, Seat seat = 0) const { return under(json(orders), seat); }

private:
    const Ruleset& ruleset_;
    std::unique_ptr<Battle> battle_;
};

Moment a_wave() { return {"advanced-combat", setup_of("2 swordsmen, 2 swordsmen+, 2 chariots", "3 pikemen"), "wave"}; }

}  // namespace

TEST_CASE("the first order that applies wins") {
    const auto moment = a_wave();
    CHECK(moment.under(R"([{"for":"casualties","play":"default"},{"for":"wave","play":{"units":[{"unit":"swordsmen","count":2},{"unit":"chariots","count":1}]}},
                           {"for":"*","play":"default"}])") ==
          R"(1: {"units":[{"count":2,"enhanced":false,"unit":"swordsmen"},{"count":1,"enhanced":false,"unit":"chariots"}]})");
    CHECK(moment.under(R"([{"for":"casualties","play":"default"}])") == "ask");
    CHECK(moment.under("[]") == "ask");
}

TEST_CASE("an order whose choice is not legal now does not apply") {
    CHECK(a_wave().under(R"([{"for":"wave","play":{"units":[{"unit":"swordsmen","count":1}]}},{"for":"*","play":{"prefer":["chariots"]}}])") ==
          R"(1: {"units":[{"count":1,"enhanced":false,"unit":"swordsmen"},{"count":2,"enhanced":false,"unit":"chariots"}]})");
}

TEST_CASE("conditions are about pieces left on either side and about the round, and all of them must hold") {
    const auto moment = a_wave();
    const auto applies = [&](const char* condition) {
        return moment.under(Json::array({{{"for", "*"}, {"if", json(condition)}, {"play", "default"}}}), 0).starts_with("0: ");
    };
    CHECK(applies(R"({"mine":{"at_most":6}})"));
    CHECK(!applies(R"({"mine":{"at_most":5}})"));
    CHECK(applies(R"({"mine":{"at_least":6}})"));
    CHECK(applies(R"({"mine":{"unit":"swordsmen","at_least":4}})"));
    CHECK(applies(R"({"mine":{"unit":"enhanced swordsmen","at_least":2,"at_most":2}})"));
    CHECK(!applies(R"({"mine":{"unit":"enhanced swordsmen","at_least":3}})"));
    CHECK(applies(R"({"mine":{"unit":"pikemen","at_most":0},"theirs":{"unit":"pikemen","at_least":3}})"));
    CHECK(!applies(R"({"mine":{"at_least":1},"theirs":{"at_most":2}})"));
    CHECK(applies(R"({"round":{"at_least":1,"at_most":1}})"));
    CHECK(!applies(R"({"round":{"at_least":2}})"));
}

TEST_CASE("advanced-combat: what is preferred steps forward first; enhanced units may be named apart") {
    const auto moment = a_wave();
    CHECK(moment.under(R"([{"for":"wave","play":{"prefer":["enhanced swordsmen","chariots"]}}])") ==
          R"(0: {"units":[{"count":2,"enhanced":true,"unit":"swordsmen"},{"count":1,"enhanced":false,"unit":"chariots"}]})");
    CHECK(moment.under(R"([{"for":"wave","play":{"prefer":["swordsmen"]}}])") ==
          R"(0: {"units":[{"count":2,"enhanced":false,"unit":"swordsmen"},{"count":1,"enhanced":true,"unit":"swordsmen"}]})");
    CHECK(moment.under(R"([{"for":"wave","play":{"prefer":["pikemen"]}}])") == "ask");  // the enemy's
}

TEST_CASE("advanced-combat: what is preferred dies first, among units of one era") {
    const Moment moment("advanced-combat", setup_of("3 swordsmen", "1 swordsmen, 1 chariots, 1 catapults"), "casualties", {5, 4, 1, 1, 1, 1});
    CHECK(moment.under(R"([{"for":"casualties","play":{"prefer":["catapults","swordsmen"]}}])", 1) ==
          R"(0: {"units":[{"count":1,"enhanced":false,"supported":0,"unit":"swordsmen"},{"count":1,"enhanced":false,"supported":0,"unit":"catapults"}]})");
    CHECK(moment.under(R"([{"for":"casualties","play":{"prefer":["chariots"]}}])", 1).find("chariots") != std::string::npos);
}

TEST_CASE("advanced-combat: the strongest aircraft fly beside what is preferred") {
    const Moment moment("advanced-combat", setup_of("1 riflemen, 1 tanks / 1 biplanes, 1 jets", "2 riflemen"), "air_support");
    CHECK(moment.under(R"([{"for":"air_support","play":{"prefer":["tanks"]}}])") ==
          R"(0: {"class":"cavalry","pairs":[{"aircraft":"jets","count":1,"enhanced":false,"unit":"tanks"}]})");
    CHECK(moment.under(R"([{"for":"air_support","play":{"prefer":["riflemen","tanks"]}}])").find(R"("class":"infantry")") != std::string::npos);
}

TEST_CASE("advanced-combat: the attacker leaves when few are left") {
    const Json setup = setup_of("1 swordsmen", "2 swordsmen", {{"house_rules", {{"withdraw", true}}}});
    const Moment moment("advanced-combat", setup, "withdraw", {1, 1});
    CHECK(moment.under(R"([{"for":"withdraw","if":{"mine":{"at_most":1},"theirs":{"at_least":2}},"play":{"withdraw":true}}])") == R"(0: {"withdraw":true})");
    CHECK(moment.under(R"([{"for":"withdraw","if":{"mine":{"at_most":0}},"play":{"withdraw":true}}])") == "ask");
    CHECK(moment.under(R"([{"for":"*","play":{"prefer":["swordsmen"]}}])") == "ask");
}

TEST_CASE("phased-combat: what is preferred dies first, and of the enemy's its class is hit first") {
    const Json setup = setup_of("3 knights, 1 riflemen", "1 knights, 1 dragoons, 3 riflemen");
    const Moment state("phased-combat", setup, "hit_class", {1, 1, 1, 1, 1, 1, 6, 6, 6, 6, 6});
    CHECK(state.under(R"([{"for":"hit_class","play":{"prefer":["riflemen","knights"]}}])") == R"(0: {"class":"infantry"})");
    CHECK(state.under(R"([{"for":"hit_class","play":{"prefer":["cannons"]}}])").starts_with("/orders/0/play/prefer/0: nobody has"));
    const Moment toll("phased-combat", setup_of("3 knights", "1 knights, 1 dragoons"), "casualties", {1, 1, 1, 6, 6, 6, 6, 6, 6, 6, 6});
    CHECK(toll.under(R"([{"for":"casualties","play":{"prefer":["dragoons"]}}])", 1) == R"(0: {"units":[{"count":1,"enhanced":false,"unit":"dragoons"}]})");
    CHECK(toll.under(R"([{"for":"casualties","play":{"prefer":["knights"]}}])", 1) == R"(0: {"units":[{"count":1,"enhanced":false,"unit":"knights"}]})");
}

TEST_CASE("phased-combat: the attacker retreats to the region that it named, if it may go there") {
    const Json setup = setup_of("1 knights", "3 knights", {{"retreat_regions", {{{"name", "Gaul"}, {"control", "attacker"}}}}});
    const Moment moment("phased-combat", setup, "retreat", {6, 6, 6, 6, 6, 6, 6, 6});
    CHECK(moment.under(R"([{"for":"retreat","if":{"mine":{"at_most":1}},"play":{"retreat":true,"region":"Gaul"}}])") ==
          R"(0: {"region":"Gaul","retreat":true})");
    CHECK(moment.under(R"([{"for":"retreat","play":{"retreat":true,"region":"Spain"}},{"for":"retreat","play":"default"}])") == R"(1: {"retreat":false})");
}

TEST_CASE("fleet-combat: ships die in the order of the list, and nobody names a class") {
    const Moment moment("fleet-combat", setup_of("3 galleons", "2 galleys, 1 galleons"), "casualties", {1, 1, 6, 6, 6, 6, 6, 6, 6, 6});
    CHECK(moment.under(R"([{"for":"casualties","play":{"prefer":["galleons"]}}])", 1) == R"(0: {"units":[{"count":1,"enhanced":false,"unit":"galleons"}]})");
    CHECK(moment.under(R"([{"for":"casualties","play":{"prefer":["galleys"]}}])", 1) == R"(0: {"units":[{"count":2,"enhanced":false,"unit":"galleys"}]})");
    CHECK(moment.under(R"([{"for":"hit_class","play":"default"}])").starts_with("/orders/0/for: this ruleset asks no"));
}

TEST_CASE("armies: the token that is preferred goes first") {
    const Moment moment("armies", conflict("3p 2a", "5p", 2), "remove");
    CHECK(moment.under(R"([{"for":"remove","play":{"prefer":["army"]}}])") == R"(0: {"token":"army"})");
    CHECK(moment.under(
              R"([{"for":"remove","if":{"mine":{"unit":"army","at_least":3}},"play":{"prefer":["army"]}},{"for":"remove","play":{"token":"population"}}])") ==
          R"(1: {"token":"population"})");
    CHECK(moment.under(R"([{"for":"*","if":{"round":{"at_least":2}},"play":"default"}])") == "/orders/0/if/round: this ruleset has no rounds");
}

TEST_CASE("simple-combat: who can fire at what is preferred does so with all weapons that reach it") {
    const Json setup = field({"n1:scout_car n2:medium_tank . .", ". . . .", "s1:light_tank s2:scout_car . s3:light_tank"});
    const Moment moment("simple-combat", setup, "fire", {6, 1});
    CHECK(moment.under(R"([{"for":"fire","play":{"prefer":["s3","scout_car"]}}])") ==
          R"(0: {"shots":[{"target":"s3","weapon":0},{"target":"s3","weapon":1}],"unit":"n2"})");
    CHECK(moment.under(R"([{"for":"fire","play":{"prefer":["scout_car"]}}])") ==
          R"(0: {"shots":[{"target":"s2","weapon":0},{"target":"s2","weapon":1}],"unit":"n1"})");
    CHECK(moment.under(R"([{"for":"fire","play":{"prefer":["n1"]}}])") == "ask");
    CHECK(moment.under(R"([{"for":"fire","if":{"theirs":{"unit":"s3","at_most":0}},"play":"default"},{"for":"fire","play":{"unit":"n2"}}])") ==
          R"(1: {"shots":[],"unit":"n2"})");
}

TEST_CASE("orders that say nonsense are refused where they do") {
    const auto moment = a_wave();
    const auto refused = [&](const char* orders) { return moment.under(orders); };
    CHECK(refused(R"({"for":"wave"})").starts_with("/orders: expected an array"));
    CHECK(refused(R"([{"for":"wave"}])").starts_with("/orders/0"));
    CHECK(refused(R"([{"for":"waves","play":"default"}])") == R"(/orders/0/for: this ruleset asks no "waves"; did you mean "wave"?)");
    CHECK(refused(R"([{"for":"wave","play":"best"}])").starts_with("/orders/0/play: expected"));
    CHECK(refused(R"([{"for":"wave","play":{"prefer":[]}}])").starts_with("/orders/0/play/prefer"));
    CHECK(refused(R"([{"for":"wave","play":{"prefer":["chariot"]}}])") ==
          R"(/orders/0/play/prefer/0: nobody has "chariot" in this battle; did you mean "chariots"?)");
    CHECK(refused(R"([{"for":"wave","play":{"prefer":["chariots","chariots"]}}])").starts_with("/orders/0/play/prefer/1"));
    CHECK(refused(R"([{"for":"wave","play":{"prefer":["chariots"],"units":[]}}])").starts_with("/orders/0/play"));
    CHECK(refused(R"([{"for":"withdraw","play":{"prefer":["chariots"]}}])").starts_with("/orders/0/play/prefer"));
    CHECK(refused(R"([{"for":"wave","play":{"unit":"chariots"}}])").starts_with("/orders/0/play/unit"));
    CHECK(refused(R"([{"for":"*","play":{"withdraw":true}}])").starts_with("/orders/0/play: a choice belongs to one kind"));
    CHECK(refused(R"([{"for":"*","if":{},"play":"default"}])").starts_with("/orders/0/if: say"));
    CHECK(refused(R"([{"for":"*","if":{"mine":{}},"play":"default"}])").starts_with("/orders/0/if/mine: say"));
    CHECK(refused(R"([{"for":"*","if":{"mine":{"at_most":1,"at_least":2}},"play":"default"}])").starts_with("/orders/0/if/mine"));
    CHECK(refused(R"([{"for":"*","if":{"mine":{"at_most":-1}},"play":"default"}])").starts_with("/orders/0/if/mine/at_most"));
    CHECK(refused(R"([{"for":"*","if":{"their":{"at_most":1}},"play":"default"}])").starts_with("/orders/0/if/their"));
    Json many = Json::array();
    for (int i = 0; i <= standing_orders_max; ++i) many.push_back({{"for", "*"}, {"play", "default"}});
    CHECK(moment.under(many, 0).starts_with("/orders: "));
    many.erase(0);
    CHECK(moment.under(many, 0).starts_with("0: "));
}

TEST_CASE("the catalog says what can be ordered") {
    const Json catalog = shipped_rulesets().find("advanced-combat")->catalog().at("standing_orders");
    CHECK(catalog.at("kinds").at(0) == json(R"({"kind":"wave","pieces":"own","first":"steps forward first"})"));
    CHECK(catalog.at("kinds").at(3) == json(R"({"kind":"withdraw"})"));
    CHECK(catalog.at("schema").at("items").at("anyOf").size() == 5);
}

// ---- what holds for any orders -------------------------------------------------------------------------------------

namespace {

std::vector<std::string> pieces_of(const Battle& battle) {
    std::set<std::string> names;
    for (const auto& side : battle.facts().sides)
        for (const auto& [name, left] : side.left) names.insert(name);
    return {names.begin(), names.end()};
}

Json random_bounds(Chance& chance) {
    Json out = Json::object();
    const int low = chance.between(0, 6);
    if (chance.one_in(2)) out["at_least"] = low;
    if (out.empty() || chance.one_in(4)) out["at_most"] = low + chance.between(0, 8);
    return out;
}

Json random_condition(const Battle& battle, Chance& chance) {
    const auto pieces = pieces_of(battle);
    Json out = Json::object();
    for (const char* side : {"mine", "theirs"}) {
        if (!chance.one_in(2)) continue;
        out[side] = random_bounds(chance);
        if (chance.one_in(2)) out[side]["unit"] = chance.pick(pieces);
    }
    if (out.empty() && battle.facts().round) out["round"] = random_bounds(chance);
    if (out.empty()) out["mine"] = random_bounds(chance);
    return out;
}

Json random_preference(const Battle& battle, Chance& chance) {
    auto pieces = pieces_of(battle);
    Json names = Json::array();
    for (int n = chance.between(1, static_cast<int>(pieces.size())); n > 0; --n) {
        const auto at = pieces.begin() + chance.below(static_cast<int>(pieces.size()));
        names.push_back(*at);
        pieces.erase(at);
    }
    return {{"prefer", names}};
}

/// Orders for any battle of the ruleset; `seen` are choices that were legal at some time.
Json random_orders(const Ruleset& ruleset, const Battle& battle, const std::vector<std::pair<std::string, Json>>& seen, Chance& chance) {
    Json orders = Json::array();
    for (int n = chance.between(0, 4); n > 0; --n) {
        const auto kinds = ruleset.decision_kinds();
        const auto& kind = kinds[static_cast<std::size_t>(chance.below(static_cast<int>(kinds.size())))];
        Json order{{"for", kind.kind}, {"play", "default"}};
        if (chance.one_in(3)) order["for"] = "*";
        if (chance.one_in(2) && (order["for"] == "*" || kind.pieces != Pieces::none)) order["play"] = random_preference(battle, chance);
        else if (!seen.empty() && chance.one_in(2)) std::tie(order["for"], order["play"]) = chance.pick(seen);
        if (chance.one_in(2)) order["if"] = random_condition(battle, chance);
        orders.push_back(std::move(order));
    }
    return orders;
}

/// How often orders were carried out in one battle, by what they said.
struct Tally {
    int preset = 0;
    int preferred = 0;
    int chosen = 0;
    int asked = 0;
};

/// Plays a random battle; every decision goes by fresh random orders, or by chance where none applies.
void play_by_orders(const Subject& subject, Chance& chance, Tally& tally) {
    const auto& ruleset = *subject.ruleset;
    const auto battle = ruleset.create(subject.setup(chance)).value();
    std::vector<Event> events;
    std::vector<std::pair<std::string, Json>> seen;
    Random random(static_cast<std::uint64_t>(chance.below(1'000'000)));
    battle->begin(events);
    for (int rolls = 0; !outcome_of(*battle);) {
        if (const auto* roll = std::get_if<Roll>(&battle->need())) {
            Rolled rolled{rolls++, {}};
            for (int i = 0; i < roll->dice(); ++i) rolled.values.push_back(chance.between(1, 6));
            battle->apply(rolled, events);
            continue;
        }
        Decided decided;
        for (const auto& ask : open_asks(*battle)) {
            const Json written = random_orders(ruleset, *battle, seen, chance);
            const auto orders = read_standing_orders(written, ruleset, *battle, "/orders");
            REQUIRE_MESSAGE(orders, written.dump() << ' ' << (orders ? "" : orders.error().path + orders.error().message));
            REQUIRE(to_json_value(*orders) == written);
            const auto before = battle->view(Viewer::spectator());
            const auto choice = standing_choice(*battle, ask, *orders);
            const auto again = standing_choice(*battle->clone(), ask, *orders);
            REQUIRE(battle->view(Viewer::spectator()) == before);
            REQUIRE(choice.has_value() == again.has_value());
            decided.choices.push_back(choice ? choice->choice : battle->random_choice(ask.seat, random));
            const auto canonical = battle->check(ask.seat, decided.choices.back());
            REQUIRE_MESSAGE(canonical, ask.kind << ' ' << written.dump() << ' ' << decided.choices.back().dump());
            REQUIRE(*canonical == decided.choices.back());
            seen.emplace_back(ask.kind, decided.choices.back());
            if (!choice) {
                ++tally.asked;
                continue;
            }
            REQUIRE(choice->choice == again->choice);
            REQUIRE(choice->order == again->order);
            const Json& play = written[choice->order]["play"];
            ++(play == "default" ? tally.preset : play.contains("prefer") ? tally.preferred : tally.chosen);
        }
        battle->apply(decided, events);
    }
}

}  // namespace

TEST_CASE("orders give legal choices only, and the same orders the same choice") {
    for (const auto* subject : subjects()) {
        CAPTURE(subject->ruleset->id());
        Tally tally;
        for (std::uint64_t seed = 0; seed < 200; ++seed) {
            SeededChance chance(seed);
            CAPTURE(seed);
            play_by_orders(*subject, chance, tally);
        }
        CHECK(tally.preset > 20);
        CHECK(tally.preferred > 20);
        CHECK(tally.chosen > 0);
        CHECK(tally.asked > 20);
    }
}

TEST_CASE("damaged orders are orders or refused with a path") {
    for (const auto* subject : subjects()) {
        CAPTURE(subject->ruleset->id());
        int refused = 0;
        for (std::uint64_t seed = 0; seed < 2000; ++seed) {
            SeededChance chance(seed);
            CAPTURE(seed);
            const auto battle = subject->ruleset->create(subject->setup(chance)).value();
            Json written = random_orders(*subject->ruleset, *battle, {}, chance);
            for (int i = chance.between(1, 3); i > 0; --i) written = mutated(written, chance);
            const auto orders = read_standing_orders(written, *subject->ruleset, *battle, "/orders");
            if (orders) continue;
            ++refused;
            REQUIRE(orders.error().code == Code::bad_message);
            REQUIRE(orders.error().path.starts_with("/orders"));
            REQUIRE(!orders.error().message.empty());
        }
        CHECK(refused > 300);
        CHECK(refused < 1900);
    }
}
