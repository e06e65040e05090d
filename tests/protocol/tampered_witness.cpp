// Records of battles whose dice a witness feeds, changed by whoever runs the server: what he would gain without the witness, or with another.
#include <functional>

#include "rules/systems.hpp"
#include "tests/protocol/tampered_cases.hpp"

namespace muster::test {

using namespace protocol;

namespace {

Start witnessed(Json options) {
    const auto* ruleset = rules::shipped_rulesets().find("advanced-combat");
    options.update(witnessed_options());
    return {.ruleset = ruleset, .setup = ruleset->catalog().at("example"), .options = std::move(options)};
}

/// Inputs: 0 of the witness, 1 and 2 of the seats … Events: 0 battle_created, 1 witness_joined, 2 and 3 seat_taken, 4 battle_started …; its share is awaited.
Game asked(Json options = {{"clock", {{"mode", "live"}, {"bank", "PT10M"}}}}) {
    Game game = seated(witnessed(std::move(options)));
    while (!game.fold->asks_witness()) game.choose_best();
    return game;
}
Game rolled() {
    Game game = asked();
    game.give_witness_share();
    return conceded(std::move(game));
}
Game played_out() {
    Game game = asked();
    while (game.fold->phase() != Fold::Phase::over) {
        if (game.fold->asks_witness()) game.give_witness_share();
        else game.choose_best();
    }
    return game;
}

const std::string other(64, 'a');

Json& kept(Forgery& forgery, const char* kind) { return forgery.whole()["inputs"][input_of(forgery, kind)]; }

void add_held(TamperedCases& to) {
    to.hold("played out", played_out());
    to.hold("conceded after a share", rolled());
    to.hold("conceded while its share was awaited", conceded(asked()));
    to.hold("conceded without a clock", conceded(asked(Json::object())));
}

void add_ladders(TamperedCases& to) {
    const Game game = rolled();
    to.fail("no ladder", game, [](Forgery& it) {
        it.whole()["inputs"].erase(0);
        it.drop(1);
    });
    to.fail("another ladder", game, [](Forgery& it) { it.input_at(0)["ladder"] = data_of(it, "witness_joined")["ladder"] = other; });
    to.fail("another ladder is shown", game, [](Forgery& it) { data_of(it, "witness_joined")["ladder"] = other; });
    to.fail("a ladder that nobody signed", game, [](Forgery& it) { kept(it, "witness").erase("signature"); });
    to.fail("a ladder with the share's signature", game, [](Forgery& it) { kept(it, "witness")["signature"] = kept(it, "witness_share")["signature"]; });
    to.fail("a ladder of a seat", game, [](Forgery& it) { it.input_at(0)["seat"] = "attacker"; });
    to.fail("a second ladder", game, [](Forgery& it) {
        const Json input = it.input_at(0);
        const Json signature = kept(it, "witness")["signature"];
        it.put_input(place_of(it, "witness_share_given"), input, "witness_joined", {{"ladder", input["ladder"]}});
        it.whole()["inputs"][input_of(it, "witness_share") - 1]["signature"] = signature;
    });
    to.fail("talk before the ladder", game, [](Forgery& it) { it.put(1, "said", {{"room", "spectators"}}); });
    to.fail("somebody sits down before the ladder", game, [](Forgery& it) {
        auto& events = it.whole()["events"];
        std::swap(events[1], events[2]);
        std::swap(events[1]["seq"], events[2]["seq"]);
        kept(it, "witness")["seq"] = 3;
    });
    to.fail("another witness", game, [](Forgery& it) {
        options_of(it, [](Json& options) { options["witness"]["key"] = to_hex(P256Key::from_private(std::string(32, 'x'))->public_bytes()); });
    });
    to.fail("another address", game, [](Forgery& it) { options_of(it, [](Json& options) { options["witness"]["address"] = "https://elsewhere"; }); });
}

void add_shares(TamperedCases& to) {
    const Game game = rolled();
    to.fail("no share", game, [](Forgery& it) {
        it.drop(place_of(it, "witness_share_given"));
        it.whole()["inputs"].erase(input_of(it, "witness_share"));
    });
    to.fail("another share", game,
            [](Forgery& it) { it.input_at(input_of(it, "witness_share"))["share"] = data_of(it, "witness_share_given")["share"] = other; });
    to.fail("a share that is no hash", game,
            [](Forgery& it) { it.input_at(input_of(it, "witness_share"))["share"] = data_of(it, "witness_share_given")["share"] = "12"; });
    to.fail("the rung after the next", game, [&](Forgery& it) {
        const auto rung = to_hex(bytes_of(game.witness->rung(2)));
        it.input_at(input_of(it, "witness_share"))["share"] = data_of(it, "witness_share_given")["share"] = rung;
    });
    to.fail("another share is shown", game, [](Forgery& it) { data_of(it, "witness_share_given")["share"] = other; });
    to.fail("a share of another step is shown", game, [](Forgery& it) { data_of(it, "witness_share_given")["step"] = 2; });
    to.fail("a share that nobody signed", game, [](Forgery& it) { kept(it, "witness_share").erase("signature"); });
    to.fail("a share by an order", game, [](Forgery& it) { kept(it, "witness_share")["standing"] = true; });
    to.fail("a share of a seat", game, [](Forgery& it) { it.input_at(input_of(it, "witness_share"))["seat"] = "attacker"; });
    to.fail("another choice than the witness was shown", game,
            [](Forgery& it) { it.input_at(1)["name"] = data_of(it, "seat_taken")["name"] = "Somebody else"; });
    to.fail("a signature on a seat's input", game, [](Forgery& it) { it.whole()["inputs"][1]["signature"] = kept(it, "witness")["signature"]; });
    to.fail("two shares", game, [](Forgery& it) {
        const auto at = input_of(it, "witness_share");
        const Json input = it.input_at(at);
        it.put_input(place_of(it, "rolled"), input, "witness_share_given", {{"share", input["share"]}, {"step", 2}});
        it.whole()["inputs"][at + 1]["signature"] = it.whole()["inputs"][at]["signature"];
    });
    to.fail("a draw is offered between choice and share", game,
            [](Forgery& it) { it.put(place_of(it, "witness_share_given"), "draw_offered", {{"seat", "attacker"}}); });
}

void add_endings(TamperedCases& to) {
    const Game game = conceded(asked());
    to.fail("conceded at another step", game, [](Forgery& it) { it.event_from_the_end(1)["data"]["step"] = 2; });
    to.fail("its silence forfeits", game, [](Forgery& it) {
        it.without(2).input({{"kind", "forfeit"}, {"seat", "attacker"}}, "forfeited", {{"seat", "attacker"}, {"step", 1}}).ends("defender", "share");
    });
    to.fail("conceded at a step that was given", rolled(), [](Forgery& it) { it.event_from_the_end(1)["data"]["step"] = 1; });
}

void add_where_it_is_not(TamperedCases& to) {
    const auto usual = conceded(seated({.ruleset = rules::shipped_rulesets().find("advanced-combat"), .setup = skirmish()}));
    to.fail("a ladder where there is no witness", usual,
            [](Forgery& it) { it.put_input(1, {{"kind", "witness"}, {"ladder", other}}, "witness_joined", {{"ladder", other}}); });
    to.fail("a share where there is no witness", usual, [](Forgery& it) {
        it.put_input(place_of(it, "battle_started") + 1, {{"kind", "witness_share"}, {"share", other}}, "witness_share_given", {{"share", other}, {"step", 1}});
    });
    to.fail("a witness who was not there", usual, [](Forgery& it) { options_of(it, [](Json& options) { options.update(witnessed_options()); }); });
}

}  // namespace

void add_witnessed_dice(std::vector<Tampered>& to) {
    TamperedCases witnessed(to, "witness");
    add_held(witnessed);
    add_ladders(witnessed);
    add_shares(witnessed);
    add_endings(witnessed);
    add_where_it_is_not(witnessed);
}

}  // namespace muster::test
