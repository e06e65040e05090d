#include "clients/cli/local_battle.hpp"

#include <doctest/doctest.h>

#include "rules/systems.hpp"
#include "tests/protocol/games.hpp"
#include "tests/support/random_setups.hpp"
#include "tests/support/rock_paper.hpp"

using namespace muster;
using namespace muster::cli;
using namespace muster::test;

namespace {

/// A game, and a local battle that hears of it what a spectator does.
class Watched {
public:
    Watched(Game game, const rules::Rulesets& rulesets) : game_(std::move(game)), local_(rulesets) { listen(); }

    Game& game() { return game_; }
    LocalBattle& local() { return local_; }
    void listen() {
        for (; heard_ < game_.events.size(); ++heard_) local_.take(game_.event(heard_));
    }

private:
    Game game_;
    LocalBattle local_;
    std::size_t heard_ = 0;
};

/// Checks what the local battle would choose at each decision of a game, and plays on by its random choices.
void play_on(Watched& watched, rules::Random& random) {
    auto& fold = *watched.game().fold;
    while (fold.phase() != protocol::Fold::Phase::over) {
        std::vector<Json> choices;
        const auto by = static_cast<rules::Seat>(random.below(fold.seats().size()));  // where anybody may
        for (const auto& open : fold.open()) {
            const auto who = open.ask.seat == rules::anybody ? by : open.ask.seat;
            const auto& seat = fold.seats()[static_cast<std::size_t>(who)];
            const auto best = watched.local().choose(seat, open.ask.kind, protocol::Bot::best, random);
            REQUIRE_MESSAGE(best, best.error());
            REQUIRE(*best == fold.battle().choose(who, rules::Policy::best));
            REQUIRE(watched.local().choose(seat, open.ask.kind, protocol::Bot::listed, random) == fold.battle().choose(who, rules::Policy::listed));
            choices.push_back(watched.local().choose(seat, open.ask.kind, protocol::Bot::random, random).value());
        }
        watched.game().choose(choices, by);  // refuses what is not legal
        watched.listen();
    }
}

std::string trouble(const std::vector<Json>& events, const rules::Rulesets& rulesets, const char* kind = "throw") {
    LocalBattle local(rulesets);
    for (const auto& event : events) local.take(event);
    rules::Random random(0);
    const auto choice = local.choose("red", kind, protocol::Bot::best, random);
    return choice ? choice->dump() : choice.error();
}

}  // namespace

TEST_CASE("a battle followed from its events asks and chooses as the server's does, under every ruleset") {
    for (const auto* ruleset : rules::shipped_rulesets().all())
        for (std::uint64_t seed = 0; seed < 150; ++seed) {
            CAPTURE(ruleset->id());
            CAPTURE(seed);
            SeededChance chance(seed);
            rules::Random random(seed);
            Watched watched(seated({ruleset, random_setup_of(ruleset->id(), chance)}), rules::shipped_rulesets());
            play_on(watched, random);
        }
}

TEST_CASE("a followed battle knows sealed choices from their reveal on") {
    const rules::Rulesets rulesets({&rock_paper()});
    rules::Random random(7);
    Watched watched(seated({&rock_paper(), {{"rounds", 20}}}), rulesets);
    play_on(watched, random);
    CHECK(watched.game().fold->outcome()->reason == "points");
}

TEST_CASE("where dice are shared, choices are heard in the order in which they are told: what time has made comes before what is opened") {
    Game game = created({.ruleset = rules::shipped_rulesets().find("armies"),
                         .setup = {{"attacker", {{"population", 4}, {"armies", 2}}}, {"defender", {{"population", 4}, {"armies", 2}}}, {"population_limit", 4}},
                         .options = {{"dice", "shared"}, {"clock", {{"mode", "correspondence"}, {"per_decision", "P1D"}}}}});
    game.take(0, "Ada");
    game.take(1, "Bob");
    Watched watched(std::move(game), rules::shipped_rulesets());
    auto& fold = *watched.game().fold;
    while (!fold.is_sealed_for_all(fold.open().front())) {
        if (fold.asks_shares()) watched.game().give_shares();
        else watched.game().choose_best();
    }
    const auto open = fold.open();
    const auto seals = watched.game().seal({"default", "default"});
    watched.game().holders[1].sealed = nullptr;
    const auto seal = fold.check_choice(0, open[0].id, seals[0]).value();
    watched.game().run([&](protocol::Fold& each, protocol::Applied& out) {
        each.choose({{open[0].id, seal}, {open[1].id, open[1].ask.preset, protocol::How::timed_out}}, out);
    });
    while (fold.asks_shares()) watched.game().give_shares();
    watched.listen();
    REQUIRE(fold.phase() == protocol::Fold::Phase::running);
    const auto& next = fold.open().front().ask;
    rules::Random random(1);
    const auto chosen = watched.local().choose(fold.seats()[static_cast<std::size_t>(next.seat)], next.kind, protocol::Bot::best, random);
    REQUIRE_MESSAGE(chosen, chosen.error());
    CHECK(*chosen == fold.battle().choose(next.seat, rules::Policy::best));
}

TEST_CASE("standing orders are read and carried out as the server would") {
    Game game = seated({.ruleset = rules::shipped_rulesets().find("advanced-combat"), .setup = skirmish()});
    Watched watched(std::move(game), rules::shipped_rulesets());
    const auto& local = watched.local();
    CHECK(local.read_orders(Json::array({{{"for", "what"}, {"play", "default"}}})).error().path == "/orders/0/for");
    CHECK(LocalBattle(rules::shipped_rulesets()).read_orders(Json::array()).error().path == "/orders");
    const auto orders = local.read_orders(Json::array({{{"for", "*"}, {"play", "default"}}})).value();
    const auto& ask = watched.game().fold->open().front().ask;
    const auto& seats = watched.game().fold->seats();
    const auto ordered = local.ordered(seats[static_cast<std::size_t>(ask.seat)], ask.kind, orders);
    REQUIRE(ordered);
    CHECK(*ordered->choice == *ask.preset);
    CHECK(!local.ordered(seats[static_cast<std::size_t>(1 - ask.seat)], ask.kind, orders));
}

TEST_CASE("what cannot be followed is said, and nothing is chosen") {
    const rules::Rulesets rulesets({&rock_paper()});
    Game game = seated({&rock_paper(), {{"rounds", 2}}});
    game.choose({{{"throw", "rock"}}, {{"throw", "paper"}}, {{"throw", "rock"}}});
    std::vector<Json> events;
    for (std::size_t i = 0; i < game.events.size(); ++i) events.push_back(game.event(i));
    const auto changed = [&](std::string_view name, const char* pointer, Json value) {
        auto copy = events;
        for (auto& event : copy)
            if (event["event"] == name) event["data"][Json::json_pointer(pointer)] = value;
        return trouble(copy, rulesets);
    };
    CHECK(trouble(events, rulesets) == R"({"throw":"rock"})");
    CHECK(trouble(events, rulesets, "wave") == "the rules here do not ask the red for this decision (wave)");
    CHECK(trouble({}, rulesets) == "the rules here do not ask the red for this decision (throw)");
    CHECK(trouble(events, rules::shipped_rulesets()) == "this program does not know the ruleset \"rock-paper\", version 1");
    CHECK(changed("battle_created", "/ruleset_version", 2) == "this program does not know the ruleset \"rock-paper\", version 2");
    CHECK(changed("battle_created", "/setup/rounds", 0) == "the rules here refuse the battle's setup: 0 is too small; at least 1");
    CHECK(changed("chosen", "/choice/throw", "well").starts_with("the rules here refuse what the red chose: \"well\" is not one of"));
    CHECK(changed("chosen", "/seat", "green") == "the rules here did not expect what the green chose");
    CHECK(changed("rolled", "/groups/0/dice/0", 7) == "the rules here did not expect these dice");
    CHECK(changed("rolled", "/groups/0/dice", Json::array({1, 2})) == "the rules here did not expect these dice");
    CHECK(changed("rolled", "/groups", 3) == "the rules here did not expect these dice");
}
