// Standing orders: what holds for any of them, in any battle.
#include <algorithm>
#include <set>

#include "rules/dice.hpp"
#include "rules/drive.hpp"
#include "rules/standing_orders.hpp"
#include "tests/rules/mutations.hpp"
#include "tests/rules/subjects.hpp"
#include "tests/support/chance_dice.hpp"

using namespace muster;
using namespace muster::test;
using namespace muster::rules;

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
    ChanceDice dice(chance);
    for (int rolls = 0; roll_on(*battle, dice, rolls, events) && !outcome_of(*battle);) {
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
            const Json made = choice ? choice->choice : battle->random_choice(ask.seat, random);
            decided.choices.emplace_back(made);
            const auto canonical = battle->check(ask.seat, made);
            REQUIRE_MESSAGE(canonical, ask.kind << ' ' << written.dump() << ' ' << made.dump());
            REQUIRE(*canonical == made);
            seen.emplace_back(ask.kind, made);
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
