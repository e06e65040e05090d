// Ledgers of battles: what they add up to, against brute force, what a choice that odds assume comes to, and what is refused. A few battles of each
// ruleset in every test run; `make check-ledger` keeps 2,000 of each.
//   ledger_tests [--battles=N] [--from=SEED] [--ruleset=ID] [doctest's options]
#define DOCTEST_CONFIG_IMPLEMENT
#include <doctest/doctest.h>

#include <cmath>
#include <functional>
#include <map>
#include <numeric>

#include "protocol/ledger/chapter.hpp"
#include "protocol/ledger/ledger.hpp"
#include "protocol/ledger/ledger_json.hpp"
#include "protocol/ledger/sentence.hpp"
#include "rules/systems.hpp"
#include "tests/protocol/games.hpp"
#include "tests/support/random_run.hpp"
#include "tests/support/random_setups.hpp"
#include "tests/support/rock_paper.hpp"

using namespace muster;
using namespace muster::test;
using muster::ledger::Cause;
using muster::ledger::Ledger;
using muster::ledger::Limits;

namespace {

RandomRun wanted_run{.battles = 40};

/// Little work for each moment: sums must come out whatever the chances are.
Limits quick() {
    return {.exact_steps = 16'000'000,
            .situations_max = 5'000,
            .endings_max = 5'000,
            .simulated_steps = 0,
            .runs_min = 4,
            .runs_max = 4,
            .steps_max = 1'000'000'000'000'000};
}

Json events_of(const Game& game) {
    Json out = Json::array();
    for (const auto& each : game.events) out.push_back(Json::parse(each.body));
    return out;
}

std::expected<Ledger, Refusal> kept(const rules::Ruleset& ruleset, const Json& setup, const Json& events, const Limits& limits = {}) {
    auto patience = rules::Patience::endless();
    return ledger::make_ledger({ruleset, setup, "a-battle-for-tests", events}, limits, patience);
}

std::expected<Ledger, Refusal> kept(const Game& game, const Limits& limits = {}) {
    return kept(*game.fold->origin().ruleset, game.fold->origin().setup, events_of(game), limits);
}

const rules::Ruleset& shipped(std::string_view id) { return *rules::shipped_rulesets().find(id); }

bool near(double one, double other) { return std::abs(one - other) < 1e-9; }

/// start + luck + choices = result, and each of them is the sum of its steps.
void check_sums(const Ledger& ledger, const std::optional<rules::Seat>& winner) {
    for (std::size_t seat = 0; seat < ledger.sides.size(); ++seat) {
        const auto& side = ledger.sides[seat];
        CAPTURE(side.seat);
        REQUIRE(side.result == (winner == static_cast<rules::Seat>(seat) ? 1 : 0));
        REQUIRE(near(side.start.sum + side.luck.sum + side.choices.sum, side.result));
        double luck = 0;
        double choices = 0;
        double own = 0;
        double chance = side.start.sum;
        for (const auto& step : ledger.steps) {
            const double change = step.changes[seat].sum;
            chance += change;
            REQUIRE(near(step.chances[seat], chance));
            REQUIRE(step.chances[seat] > -1e-9);
            REQUIRE(step.chances[seat] < 1 + 1e-9);
            (step.cause == Cause::roll ? luck : choices) += change;
            if (step.cause != Cause::roll && step.seat == side.seat) own += change;
            if (ledger.exact) REQUIRE(step.changes[seat].error == 0);
        }
        REQUIRE(near(luck, side.luck.sum));
        REQUIRE(near(choices, side.choices.sum));
        REQUIRE(near(own, side.own.sum));
        if (ledger.exact) REQUIRE(side.start.error + side.luck.error + side.choices.error + side.own.error == 0);
    }
}

std::string ending(const Ledger& ledger, std::string_view chapter = "phase") { return ledger::sentence_of(ledger, chapter); }

/// `attackers` units against `defenders`.
Json swordsmen(int attackers, int defenders) {
    const auto army = [](int count) { return Json{{"army", {{{"unit", "swordsmen"}, {"count", count}}}}}; };
    return {{"attacker", army(attackers)}, {"defender", army(defenders)}};
}

/// Each way in which dice may fall.
void each_fall(const std::vector<int>& sides, const std::function<void(const std::vector<int>&)>& visit) {
    std::vector<int> values(sides.size(), 1);
    for (;;) {
        visit(values);
        std::size_t i = 0;
        while (i < values.size() && values[i] == sides[i]) values[i++] = 1;
        if (i == values.size()) return;
        ++values[i];
    }
}

/// The chance of a seat to win by following every fall of every die, with all decisions made by a policy. What is the same twice is followed once.
class BruteForce {
public:
    BruteForce(rules::Seat seat, rules::Policy policy, int rounds_max) : seat_(seat), policy_(policy), rounds_max_(rounds_max) {}

    double of(const rules::Battle& battle, const std::string& pending = "") {
        if (const auto* outcome = rules::outcome_of(battle)) return outcome->winner == seat_ ? 1 : 0;
        if (battle.facts().round.value_or(0) > rounds_max_) return 0;  // so rarely that it does not show
        std::string key = battle.view({}).dump() + std::to_string(battle.need().index()) + pending;
        for (const auto& ask : rules::open_asks(battle)) key += (*ask.options).dump();
        if (const auto known = known_.find(key); known != known_.end()) return known->second;
        double sum = 0;
        std::vector<rules::Event> events;
        if (const auto* roll = std::get_if<rules::Roll>(&battle.need())) {
            int ways = 0;
            each_fall(roll->sides(), [&](const std::vector<int>& values) {
                const auto after = battle.clone();
                events.clear();
                after->apply(rules::Rolled{0, values}, events);
                sum += of(*after, pending_after(roll->seat, values));
                ++ways;
            });
            sum /= ways;
        } else {
            const auto after = battle.clone();
            rules::Decided decided;
            for (const auto& ask : rules::open_asks(battle)) decided.choices.emplace_back(battle.choose(ask.seat, policy_));
            after->apply(decided, events);
            sum = of(*after, pending);
        }
        return known_[key] = sum;
    }

    /// The attacker rolls first, and no view has what he rolled; when the defender has rolled too, all shows.
    static std::string pending_after(rules::Seat roller, const std::vector<int>& values) {
        std::string out;
        for (const int value : values) out += static_cast<char>('0' + value);
        return roller == 0 ? out : "";
    }

private:
    rules::Seat seat_;
    rules::Policy policy_;
    int rounds_max_;
    std::map<std::string, double> known_{};
};

}  // namespace

TEST_CASE("in random battles of every ruleset luck and choices add up to the result, and the same again comes out the same") {
    if (!wanted_run.only_ruleset.empty()) REQUIRE(rules::shipped_rulesets().find(wanted_run.only_ruleset));
    for (const auto* ruleset : rules::shipped_rulesets().all()) {
        if (!ruleset->is_contest() || (!wanted_run.only_ruleset.empty() && ruleset->id() != wanted_run.only_ruleset)) continue;
        CAPTURE(ruleset->id());
        std::size_t steps = 0;
        std::size_t exact = 0;
        for (std::uint64_t number = wanted_run.first_seed; number < wanted_run.first_seed + wanted_run.battles; ++number) {
            CAPTURE(number);
            SeededChance chance(number);
            const Game game = random_game({ruleset, random_setup_of(ruleset->id(), chance), chance.one_in(4)}, chance,
                                          {.talk = true, .concede_one_in = 400, .draw_one_in = 150});
            const auto ledger = kept(game, quick());
            REQUIRE_MESSAGE(ledger, ledger.error().path << ": " << ledger.error().message);
            check_sums(*ledger, game.fold->outcome()->winner);
            steps += ledger->steps.size();
            exact += ledger->exact ? 1 : 0;
            REQUIRE(!ending(*ledger).empty());
            if (number % 8 == 0) {
                const auto again = kept(game, quick());
                REQUIRE(ledger::ledger_text("x", *again, "phase") == ledger::ledger_text("x", *ledger, "phase"));
            }
        }
        MESSAGE(ruleset->id() << ": " << wanted_run.battles << " battles, " << steps << " steps, " << exact << " ledgers exact");
    }
}

TEST_CASE("every chance of a small battle is what following all dice by hand gives") {
    struct Small {
        const char* ruleset;
        Json setup;
        rules::Policy assumed;
    };
    const auto one = [](const char* unit, int count) { return Json{{"army", {{{"unit", unit}, {"count", count}}}}}; };
    for (const auto& [id, setup, assumed] :
         {Small{"advanced-combat", swordsmen(1, 1), rules::Policy::preset}, Small{"advanced-combat", swordsmen(2, 1), rules::Policy::preset},
          Small{"phased-combat", {{"attacker", one("swordsmen", 1)}, {"defender", one("swordsmen", 1)}}, rules::Policy::best},
          Small{"phased-combat", {{"attacker", one("swordsmen", 2)}, {"defender", one("chariots", 1)}}, rules::Policy::best}})
        for (std::uint64_t seed = 0; seed < 6; ++seed) {
            CAPTURE(id);
            CAPTURE(seed);
            SeededChance chance(seed);
            const auto& ruleset = shipped(id);
            const Game game = random_game({&ruleset, setup, false, "A trial", std::string(32, static_cast<char>('a' + seed))}, chance,
                                          {.talk = false, .concede_one_in = 1'000'000, .draw_one_in = 1'000'000});
            const auto ledger = kept(game);
            REQUIRE(ledger);
            REQUIRE(ledger->exact);
            check_sums(*ledger, game.fold->outcome()->winner);
            BruteForce brute(0, assumed, 100);
            const auto battle = ruleset.create(setup).value();
            std::vector<rules::Event> ignored;
            battle->begin(ignored);
            REQUIRE(near(ledger->sides[0].start.sum, brute.of(*battle)));
            std::string pending;
            std::size_t next = 0;
            for (const auto& event : events_of(game)) {
                const auto& data = event["data"];
                if (event["event"] == "rolled") {
                    rules::Rolled rolled{0, {}};
                    for (const auto& group : data["groups"])
                        for (const auto& die : group["dice"]) rolled.values.push_back(die.get<int>());
                    pending = BruteForce::pending_after(std::get<rules::Roll>(battle->need()).seat, rolled.values);
                    battle->apply(rolled, ignored);
                } else if (event["event"] == "chosen" && !data.contains("forced") && data["kind"] != "ready") {
                    if (rules::open_asks(*battle).size() > 1) break;  // sealed: the next is one of two
                    battle->apply(rules::Decided{{FlatJson(data["choice"])}}, ignored);
                } else {
                    continue;
                }
                REQUIRE(next < ledger->steps.size());
                CAPTURE(next);
                REQUIRE(near(ledger->steps[next++].chances[0], brute.of(*battle, pending)));
            }
        }
}

TEST_CASE("the dice of a roll that is not yet thrown change nothing on average, whatever was decided before") {
    for (const auto* id : {"advanced-combat", "phased-combat"}) {
        CAPTURE(id);
        SeededChance chance(7);
        int rolls = 0;
        for (std::uint64_t seed = 0; seed < 16; ++seed) {
            CAPTURE(seed);
            const auto& ruleset = shipped(id);
            const auto battle = ruleset.create(random_setup_of(id, chance)).value();
            std::vector<rules::Event> ignored;
            battle->begin(ignored);
            rules::Random random(seed);
            for (int inputs = 0; !rules::outcome_of(*battle) && inputs < 12; ++inputs) {
                const auto* roll = std::get_if<rules::Roll>(&battle->need());
                if (!roll) {
                    rules::Decided decided;
                    for (const auto& ask : rules::open_asks(*battle)) decided.choices.emplace_back(battle->random_choice(ask.seat, random));
                    battle->apply(decided, ignored);
                    continue;
                }
                auto patience = rules::Patience::endless();
                ledger::Estimator estimator(quick(), 1, 1, patience);
                const auto before = estimator.of(*battle);
                if (roll->dice() <= 3 && before->is_exact()) {
                    ++rolls;
                    double sum = 0;
                    int ways = 0;
                    bool exact = true;
                    each_fall(roll->sides(), [&](const std::vector<int>& values) {
                        const auto after = battle->clone();
                        after->apply(rules::Rolled{0, values}, ignored);
                        const auto estimate = ledger::Estimator(quick(), 1, 1, patience).of(*after);
                        exact = exact && estimate->is_exact();
                        sum += estimate->chances[0];
                        ++ways;
                    });
                    if (exact) REQUIRE(near(before->chances[0], sum / ways));
                }
                rules::Rolled rolled{0, {}};
                for (const int sides : roll->sides()) rolled.values.push_back(1 + static_cast<int>(random.below(static_cast<std::uint64_t>(sides))));
                battle->apply(rolled, ignored);
            }
        }
        CHECK(rolls > 3);
    }
}

TEST_CASE("who decides as odds assume changes nothing to the last digit, where chances are simulated, too") {
    const auto& ruleset = shipped("simple-combat");
    auto game = seated({&ruleset, ruleset.catalog()["presets"][0]["setup"]});
    while (game.fold->phase() != protocol::Fold::Phase::over) {
        std::vector<Json> choices;
        for (const auto& open : game.fold->open()) choices.push_back(game.fold->battle().choose(open.ask.seat, rules::Policy::best));
        game.choose(choices);
    }
    const auto ledger = kept(game, quick());
    REQUIRE(ledger);
    CHECK(!ledger->exact);
    check_sums(*ledger, game.fold->outcome()->winner);
    int decisions = 0;
    for (const auto& step : ledger->steps)
        if (step.cause == Cause::choice) {
            ++decisions;
            for (const auto& change : step.changes) {
                REQUIRE(change.sum == 0);
                REQUIRE(change.error == 0);
            }
        }
    CHECK(decisions > 5);
    for (const auto& side : ledger->sides) {
        CHECK(side.choices.sum == 0);
        CHECK(side.choices.error == 0);
        CHECK(near(side.luck.error, side.start.error));
    }
}

TEST_CASE("choices that are made together are told apart in the order of their events, and rest on the dice of one stretch") {
    auto game = seated({&rock_paper_duel(), {{"rounds", 2}}});
    game.choose({{{"throw", "rock"}}, {{"throw", "paper"}}});
    game.choose({{{"throw", "rock"}}, {{"throw", "rock"}}});
    const auto ledger = kept(game, {.simulated_steps = 64'000'000});
    REQUIRE(ledger);
    check_sums(*ledger, game.fold->outcome()->winner);
    std::string told;
    for (const auto& step : ledger->steps) told += std::string(name_of(step.cause)) + ' ' + step.seat + ' ' + step.about + '\n';
    const auto& seats = game.fold->seats();
    CHECK(told == "choice " + seats[0] + " throw\nchoice " + seats[1] + " throw\nroll " + ledger->steps[2].seat + " luck\nchoice " + seats[0] +
                      " throw\nchoice " + seats[1] + " throw\nroll " + ledger->steps[5].seat + " luck\n");
    CHECK(ledger->steps[0].changes[0].sum == 0);  // rock is what is assumed
    CHECK(ledger->steps[1].changes[1].sum > 0.1);
    CHECK(ledger->steps[1].changes[1].error > 0);
    CHECK(ledger->steps[3].changes[0].sum == 0);
    CHECK(ledger->steps[4].changes[0].sum == 0);
}

TEST_CASE("who gives up decides that himself, and who lets time pass or is away too; a draw is nobody's alone") {
    const Start start{&shipped("advanced-combat"), skirmish()};
    auto conceded = seated(start);
    conceded.concede(0);
    auto ledger = kept(conceded);
    REQUIRE(ledger);
    check_sums(*ledger, 1);
    REQUIRE(ledger->steps.size() == 1);
    CHECK(ledger->steps[0].cause == Cause::end);
    CHECK(ledger->steps[0].seat == "attacker");
    CHECK(ledger->sides[0].own.sum == -ledger->sides[0].start.sum);
    CHECK(ledger->sides[1].own.sum == 0);
    CHECK(ledger->sides[0].luck.sum == 0);

    auto late = seated(start);
    const auto asked = late.fold->open().front().ask.seat;
    late.run([&](protocol::Fold& f, protocol::Applied& out) { f.forfeit(asked, out); });
    ledger = kept(late);
    REQUIRE(ledger);
    check_sums(*ledger, 1 - asked);
    CHECK(ledger->steps.back().seat == late.fold->seats()[static_cast<std::size_t>(asked)]);

    auto away = seated(start);
    away.run([&](protocol::Fold& f, protocol::Applied& out) { f.claim(1 - asked, out); });
    ledger = kept(away);
    REQUIRE(ledger);
    check_sums(*ledger, 1 - asked);
    CHECK(ledger->steps.back().seat == away.fold->seats()[static_cast<std::size_t>(asked)]);

    auto drawn = seated(start);
    drawn.run([](protocol::Fold& f, protocol::Applied& out) { f.offer_draw(0, out); });
    drawn.run([](protocol::Fold& f, protocol::Applied& out) { f.answer_draw(1, true, out); });
    ledger = kept(drawn);
    REQUIRE(ledger);
    check_sums(*ledger, {});
    CHECK(ledger->steps.back().seat.empty());
    CHECK(ledger->reason == "agreed");

    auto closed = created(start);
    closed.run([](protocol::Fold& f, protocol::Applied& out) { f.close(out); });
    ledger = kept(closed);
    REQUIRE(ledger);
    check_sums(*ledger, {});
    CHECK(!ledger->steps.back().round);
}

TEST_CASE("no ledger is kept of a battle that is not over, that nobody wins, or that says what its rules do not") {
    const Start start{&shipped("advanced-combat"), skirmish()};
    auto game = seated(start);
    auto refused = kept(game);
    REQUIRE(!refused);
    CHECK(refused.error().code == Code::bad_message);
    CHECK(refused.error().path == "/events");

    while (game.fold->phase() != protocol::Fold::Phase::over) game.choose_best();
    const Json good = events_of(game);
    REQUIRE(kept(*start.ruleset, start.setup, good));
    const auto damaged = [&](auto&& damage) {
        Json events = good;
        damage(events);
        const auto ledger = kept(*start.ruleset, start.setup, events);
        REQUIRE(!ledger);
        CHECK(ledger.error().code == Code::bad_message);
        return ledger.error().path;
    };
    const auto first = [&](const char* name) {
        std::size_t i = 0;
        while (good[i]["event"] != name) ++i;
        return i;
    };
    const auto roll = first("rolled");
    for (const Json& die : {Json(7), Json(0), Json(-1), Json("x"), Json(nullptr), Json(4'294'967'297)})
        CHECK(damaged([&](Json& events) { events[roll]["data"]["groups"][0]["dice"][0] = die; }) == "/events/" + std::to_string(roll) + "/data");
    CHECK(damaged([&](Json& events) { events[roll]["data"] = 5; }) == "/events/" + std::to_string(roll) + "/data");
    CHECK(damaged([&](Json& events) { events.erase(roll); }).starts_with("/events/"));
    CHECK(damaged([&](Json& events) { events.insert(events.begin() + static_cast<std::ptrdiff_t>(roll), events[roll]); }).starts_with("/events/"));
    CHECK(damaged([&](Json& events) { events.back()["data"]["winner"] = "nobody"; }).starts_with("/events/"));
    CHECK(damaged([&](Json& events) { events.back()["data"]["winner"] = nullptr; }).starts_with("/events/"));
    CHECK(damaged([&](Json& events) { events.erase(events.size() - 1); }) == "/events");
    CHECK(damaged([&](Json& events) { events = Json::object(); }) == "/events");
    const auto chosen = first("chosen");
    for (const Json& choice : {Json(nullptr), Json::object(), Json("default"), Json{{"wave", 3}}})
        CHECK(damaged([&](Json& events) {
                  events[chosen]["data"].erase("forced");
                  events[chosen]["data"]["choice"] = choice;
              }).starts_with("/events/"));
    CHECK(damaged([&](Json& events) { events[chosen]["data"]["seat"] = "referee", events[chosen]["data"].erase("forced"); }).starts_with("/events/"));

    const auto& dice = shipped("dice");
    const auto table = kept(dice, dice.catalog()["presets"][0]["setup"], Json::array());
    REQUIRE(!table);
    CHECK(table.error().code == Code::illegal_choice);
    const auto bad = kept(*start.ruleset, {{"attacker", 5}}, Json::array());
    REQUIRE(!bad);
    CHECK(bad.error().code == Code::bad_setup);
    CHECK(bad.error().path.starts_with("/setup/"));
}

TEST_CASE("a battle that takes more steps than are allowed, or has too many moments, is too large; a caller without patience is told to come again") {
    const auto& ruleset = shipped("simple-combat");
    SeededChance chance(3);
    const Game game = random_game({&ruleset, ruleset.catalog()["presets"][0]["setup"]}, chance, {.talk = false});
    auto refused = kept(game, {.steps_max = 1'000'000});
    REQUIRE(!refused);
    CHECK(refused.error().code == Code::too_large);
    refused = kept(game, {.moments_max = 3});
    REQUIRE(!refused);
    CHECK(refused.error().code == Code::too_large);
    int asked = 0;
    rules::Patience little([&] { return ++asked < 5; });
    const Json events = events_of(game);
    refused = ledger::make_ledger({ruleset, game.fold->origin().setup, "x", events}, {}, little);
    REQUIRE(!refused);
    CHECK(refused.error().code == Code::server_busy);
    CHECK(asked == 5);
}

TEST_CASE("a ledger in one sentence tells of who has lost, what dice and choices cost him") {
    Ledger ledger{.sides = {{.seat = "attacker", .name = "Ada", .start = {0.6, 0}, .luck = {-0.31, 0}, .choices = {-0.29, 0}, .result = 0},
                            {.seat = "defender", .name = "Bob", .start = {0.4, 0}, .luck = {0.31, 0}, .choices = {0.29, 0}, .result = 1}}};
    const auto step = [&](Cause cause, const char* seat, int round, double change) {
        ledger.steps.push_back({1, cause, seat, "wave", round, {{change, 0}, {-change, 0}}, {}});
    };
    step(Cause::roll, "attacker", 1, -0.31);
    CHECK(ending(ledger) == "The dice cost Ada 31 points.");
    step(Cause::choice, "attacker", 3, -0.09);
    CHECK(ending(ledger) == "The dice cost Ada 31 points, and Ada's choice in phase 3 cost another 9.");
    step(Cause::choice, "attacker", 4, -0.1);
    step(Cause::choice, "defender", 4, 0.04);
    CHECK(ending(ledger, "turn") == "The dice cost Ada 31 points, Ada's choices cost another 19, and Bob's choices gave 4.");
    step(Cause::end, "attacker", 4, -0.01);
    ledger.exact = false;
    ledger.sides[0].luck.error = 0.021;
    CHECK(ending(ledger) ==
          "The dice cost Ada 31 points, Ada's choices cost another 19, Bob's choices gave 4, and the end before its time cost 1 (simulated: give or take 2 "
          "points).");
    std::swap(ledger.sides[0].result, ledger.sides[1].result);
    ledger.sides[1].name.clear();
    CHECK(ending(ledger).starts_with("The dice gave defender 31 points, defender's choice in phase 4 cost 4, Ada's choices gave 19, and"));
    CHECK(ending({.sides = {{.seat = "north"}, {.seat = "south"}}}) == "Neither dice nor choices changed what north could expect.");
    ledger.sides[0].name = "Bob";
    ledger.sides[1].name = "Bob";
    CHECK(ending(ledger).starts_with("The dice gave defender 31 points"));
    ledger = {.sides = {{.seat = "north", .result = 1}, {.seat = "south"}}};
    ledger.steps.push_back({1, Cause::choice, "south", "move", 2, {{1, 0}, {0, 0}}, {}});
    CHECK(ending(ledger, "turn") == "south's choices gave north 100 points.");
    CHECK(ledger::chapter_of("advanced-combat") == "phase");
    CHECK(ledger::chapter_of("simple-combat") == "turn");
    CHECK(ledger::chapter_of("armies") == "round");
}

int main(int argc, char** argv) {
    for (int i = 1; i < argc; ++i) wanted_run.take_option(argv[i]);
    return doctest::Context(argc, argv).run();
}
