// Records of battles with shared dice, changed by whoever runs the server: what he would gain by other shares, seals or ladders.
#include <functional>

#include "protocol/ladder.hpp"
#include "rules/systems.hpp"
#include "tests/protocol/tampered_cases.hpp"

namespace muster::test {

using namespace protocol;

namespace {

Start shared(const char* id, Json setup, Json options) {
    options["dice"] = "shared";
    return {.ruleset = rules::shipped_rulesets().find(id), .setup = std::move(setup), .options = std::move(options)};
}

const Json live{{"mode", "live"}, {"bank", "PT10M"}};

/// Events: 0 battle_created, 1 and 2 seat_taken, 3 battle_started, 4 advantage_counted, 5 and 6 choice_sealed, 7 and 8 share_given, 9 and 10 chosen …
/// Inputs: 0 and 1 of the seats, 2 and 3 of the seals, 4 and 5 of the shares …
Game sealed() {
    Game game =
        seated(shared("armies", {{"attacker", {{"population", 4}, {"armies", 2}}}, {"defender", {{"population", 4}, {"armies", 2}}}, {"population_limit", 4}},
                      {{"clock", live}}));
    game.choose(game.seal({"default", "default"}));
    return game;
}
Game opened() {
    Game game = sealed();
    game.give_shares();
    return conceded(std::move(game));
}

/// Events: … 3 battle_started, 4 chosen, or what else leads to shares; asked for them for the first time.
Game asked(Json options = {{"clock", live}}) {
    const Json example = rules::shipped_rulesets().find("advanced-combat")->catalog().at("example");  // not over at the first dice
    Game game = seated(shared("advanced-combat", example, std::move(options)));
    while (!game.fold->asks_shares()) game.choose_best();
    return game;
}
Game rolled(Json options = {{"clock", live}}) {
    Game game = asked(std::move(options));
    game.give_shares();
    return conceded(std::move(game));
}
Game forfeited(Json options = {{"clock", live}}) {
    Game game = asked(std::move(options));
    game.run([](Fold& fold, Applied& out) { fold.forfeit(1, out); });
    return game;
}
Game renewed() {
    Game game = asked();
    game.give_shares();
    game.renew_ladder(1, 77);
    while (!game.fold->asks_shares()) game.choose_best();
    game.give_shares();
    return conceded(std::move(game));
}
Game played_out() {
    Game game = asked();
    while (game.fold->phase() != Fold::Phase::over) {
        if (game.fold->asks_shares()) game.give_shares();
        else game.choose_best();
    }
    return game;
}

std::string rung(const Game& game, int seat, int i) { return to_hex(bytes_of(game.holders[static_cast<std::size_t>(seat)].ladder.rung(i))); }

void add_held(TamperedCases& to) {
    to.hold("sealed and opened", opened());
    to.hold("conceded while shares were awaited", conceded(sealed()));
    to.hold("conceded before the first dice", conceded(asked()));
    to.hold("played out", played_out());
    to.hold("a new ladder", renewed());
    to.hold("a share was forfeited", forfeited());
    to.hold("a share was forfeited where all time forfeits", forfeited({{"clock", live}, {"on_timeout", "forfeit"}}));
}

void add_shares(TamperedCases& to) {
    const Game game = opened();
    to.fail("another rung", game, [&](Forgery& it) { it.input_at(4)["choice"]["share"] = data_of(it, "share_given")["share"] = rung(game, 0, 2); });
    to.fail("the other's rung", game, [&](Forgery& it) { it.input_at(4)["choice"]["share"] = data_of(it, "share_given")["share"] = rung(game, 1, 1); });
    to.fail("a share that is no hash", game, [&](Forgery& it) { it.input_at(4)["choice"]["share"] = data_of(it, "share_given")["share"] = "12"; });
    to.fail("a share and more", game, [](Forgery& it) { it.input_at(4)["choice"]["seed"] = 1; });
    to.fail("another ladder from the beginning", game,
            [](Forgery& it) { it.input_at(0)["ladder"] = data_of(it, "seat_taken")["ladder"] = std::string(64, 'a'); });
    to.fail("another ladder than the seat came with", game, [](Forgery& it) { it.input_at(0)["ladder"] = std::string(64, 'a'); });
    to.fail("a seat without a ladder", game, [](Forgery& it) {
        it.input_at(0).erase("ladder");
        data_of(it, "seat_taken").erase("ladder");
    });
    to.fail("a share by time", game, [](Forgery& it) { it.input_at(4)["timed_out"] = true; });
    to.fail("shares out of seat order", game, [](Forgery& it) {
        std::swap(it.input_at(4)["seat"], it.input_at(5)["seat"]);
        std::swap(it.whole()["events"][7]["data"]["seat"], it.whole()["events"][8]["data"]["seat"]);
    });
    to.fail("talk between shares", game, [](Forgery& it) { it.put(8, "said", {{"room", "spectators"}}); });
    to.fail("an event says that one share is there", game, [](Forgery& it) { it.put(7, "decision_sealed", {{"seat", "attacker"}, {"decision", 3}}); });
    to.fail("an event says that one share of plain dice is there", rolled(), [](Forgery& it) {
        it.put(place_of(it, "share_given"), "decision_sealed", {{"seat", "attacker"}, {"decision", it.input_at(input_of(it, "share"))["decision"]}});
    });
    to.fail("a share is missing", game, [](Forgery& it) {
        it.drop(8);
        it.whole()["inputs"].erase(5);
    });
    to.fail("shares of another step are shown", game, [](Forgery& it) { data_of(it, "share_given")["step"] = 2; });
    to.fail("shares given twice", rolled(), [](Forgery& it) {
        const auto at = place_of(it, "rolled");
        const auto share = input_of(it, "share");
        Json again = it.input_at(share);
        again["decision"] = again["decision"].get<int>() + 2;
        it.put_input(at, again, "share_given", {{"seat", again["seat"]}, {"decision", again["decision"]}, {"step", 2}, {"share", again["choice"]["share"]}});
    });
}

void add_seals(TamperedCases& to) {
    const Game game = opened();
    to.fail("opened otherwise", game, [](Forgery& it) { it.input_at(4)["choice"]["opens"] = Json::object(); });
    to.fail("sealed and not opened", game, [](Forgery& it) { it.input_at(4)["choice"].erase("opens"); });
    to.fail("opened with nothing", game, [](Forgery& it) { it.input_at(4)["choice"]["opens"] = nullptr; });
    to.fail("opened, but not sealed", rolled(), [](Forgery& it) { it.input_at(input_of(it, "share"))["choice"]["opens"] = "default"; });
    to.fail("another seal", game, [](Forgery& it) { it.input_at(2)["choice"]["seal"] = data_of(it, "choice_sealed")["seal"] = std::string(64, 'a'); });
    to.fail("another seal is shown", game, [](Forgery& it) { data_of(it, "choice_sealed")["seal"] = std::string(64, 'a'); });
    to.fail("a seal that is no hash", game, [](Forgery& it) { it.input_at(2)["choice"]["seal"] = data_of(it, "choice_sealed")["seal"] = 7; });
    to.fail("a seal is taken back", game, [](Forgery& it) {
        const Json seal{{"seat", "attacker"}, {"decision", it.input_at(2)["decision"]}};
        it.put(5, "decision_sealed", seal);
        it.put(6, "decision_unsealed", seal);
    });
    to.fail("a seal by an order", game, [](Forgery& it) { it.whole()["inputs"][2]["standing"] = true; });
    to.fail("the default is called unfit", game, [](Forgery& it) { data_of(it, "chosen")["unfit"] = true; });
    to.fail("opened for the other", game, [](Forgery& it) { data_of(it, "chosen")["seat"] = "defender"; });
    to.fail("one sealed, the other read it", game, [](Forgery& it) {
        it.input_at(3)["choice"] = Json::object();
        it.whole()["events"][6]["event"] = "chosen";
        it.whole()["events"][6]["data"].erase("seal");
        it.whole()["events"][6]["data"]["choice"] = Json::object();
    });
    to.fail("a draw before what was sealed is opened", game, [](Forgery& it) { it.put(7, "draw_offered", {{"seat", "attacker"}}); });
    to.fail("claimed before what was sealed is opened", conceded(sealed()), [](Forgery& it) {
        it.without(2).input({{"seat", "attacker"}, {"kind", "claim"}}, "claimed", {{"seat", "attacker"}}).ends("attacker", "abandoned");
    });
    to.fail("conceded without the step that was due", conceded(sealed()), [](Forgery& it) { it.event_from_the_end(1)["data"].erase("step"); });
}

void add_dice(TamperedCases& to) {
    const Game game = rolled();
    to.fail("a choice by an order", game, [](Forgery& it) { it.whole()["inputs"][2]["standing"] = data_of(it, "chosen")["standing"] = true; });
    to.fail("dice without shares", game, [](Forgery& it) {
        for (int i = 0; i < 2; ++i) {
            it.drop(place_of(it, "share_given"));
            it.whole()["inputs"].erase(input_of(it, "share"));
        }
    });
    to.fail("a draw is offered between choice and shares", game,
            [](Forgery& it) { it.put(place_of(it, "share_given"), "draw_offered", {{"seat", "attacker"}}); });
    to.fail("a new ladder between choice and shares", game, [](Forgery& it) {
        const std::string foot(64, 'a');
        it.put_input(place_of(it, "share_given"), {{"kind", "new_ladder"}, {"seat", "attacker"}, {"ladder", foot}}, "ladder_renewed",
                     {{"seat", "attacker"}, {"ladder", foot}});
    });
    to.fail("another new ladder", renewed(),
            [](Forgery& it) { it.input_at(input_of(it, "new_ladder"))["ladder"] = data_of(it, "ladder_renewed")["ladder"] = std::string(64, 'a'); });
    to.fail("a ladder that its seat came with is put in again", renewed(), [](Forgery& it) {
        const Json foot = it.input_at(1)["ladder"];
        it.input_at(input_of(it, "new_ladder"))["ladder"] = data_of(it, "ladder_renewed")["ladder"] = foot;
    });
    to.fail("a new ladder of another hash is shown", renewed(), [](Forgery& it) { data_of(it, "ladder_renewed")["ladder"] = std::string(64, 'a'); });
}

void add_endings(TamperedCases& to) {
    const Game game = forfeited();
    to.fail("a share of another step was forfeited", game, [](Forgery& it) { it.event_from_the_end(1)["data"]["step"] = 2; });
    to.fail("a share was forfeited by time alone", game, [](Forgery& it) { it.event_from_the_end(1)["data"].erase("step"); });
    to.fail("a share was forfeited for another reason", game, [](Forgery& it) { it.event_from_the_end(0)["data"]["reason"] = "timeout"; });
    to.fail("who owed a share has won", game, [](Forgery& it) { it.event_from_the_end(0)["data"]["winner"] = "defender"; });
    to.fail("a share was forfeited without a clock", game, [](Forgery& it) {
        for (auto* options : {&it.whole()["options"], &it.whole()["events"][0]["data"]["options"]}) options->erase("clock");
    });
    to.fail("ended by a share that nobody forfeited", conceded(asked()), [](Forgery& it) { it.event_from_the_end(0)["data"]["reason"] = "share"; });
    to.fail("conceded at a step that was given", rolled(), [](Forgery& it) { it.event_from_the_end(1)["data"]["step"] = 1; });
}

void add_where_it_is_not(TamperedCases& to) {
    const auto usual = conceded(seated({.ruleset = rules::shipped_rulesets().find("advanced-combat"), .setup = skirmish()}));
    to.fail("a ladder where dice are the server's", usual,
            [](Forgery& it) { it.input_at(0)["ladder"] = data_of(it, "seat_taken")["ladder"] = std::string(64, 'a'); });
    to.fail("a share where dice are the server's", usual, [](Forgery& it) {
        const Json share{{"kind", "share"}, {"seat", "attacker"}, {"decision", 1}, {"choice", {{"share", std::string(64, 'a')}}}};
        it.put_input(4, share, "chosen", share);
    });
    to.fail("dice are shared by nobody", usual, [](Forgery& it) {
        for (auto* options : {&it.whole()["options"], &it.whole()["events"][0]["data"]["options"]}) (*options)["dice"] = "shared";
    });
}

}  // namespace

void add_shared_dice(std::vector<Tampered>& to) {
    TamperedCases shared(to, "shared dice");
    add_held(shared);
    add_shares(shared);
    add_seals(shared);
    add_dice(shared);
    add_endings(shared);
    add_where_it_is_not(shared);
}

}  // namespace muster::test
