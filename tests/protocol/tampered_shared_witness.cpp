// Records of battles whose dice both seats and a witness feed, changed by whoever runs the server in league with a seat: what they would gain by a
// witness who was asked too early, or not at all.
#include <functional>

#include "rules/systems.hpp"
#include "tests/protocol/tampered_cases.hpp"

namespace muster::test {

using namespace protocol;

namespace {

Start with_both(const char* id, Json setup, Json options) {
    options.update(shared_and_witnessed_options());
    return {.ruleset = rules::shipped_rulesets().find(id), .setup = std::move(setup), .options = std::move(options)};
}

const Json live{{"mode", "live"}, {"bank", "PT10M"}};

/// Inputs: 0 of the witness, 1 and 2 of the seats, then the first choices; the shares of step 1 are asked for.
Game asked(Json options = {{"clock", live}}) {
    const Json example = rules::shipped_rulesets().find("advanced-combat")->catalog().at("example");  // not over at the first dice
    Game game = seated(with_both("advanced-combat", example, std::move(options)));
    while (!game.fold->asks_shares()) game.choose_best();
    return game;
}
/// The seats have given theirs, the witness has not.
Game awaiting() {
    Game game = asked();
    game.give_shares();
    return game;
}
Game rolled() {
    Game game = awaiting();
    game.give_witness_share();
    return conceded(std::move(game));
}
Game played_out() {
    Game game = asked();
    while (game.fold->phase() != Fold::Phase::over) {
        if (game.fold->asks_witness()) game.give_witness_share();
        else if (game.fold->asks_shares()) game.give_shares();
        else game.choose_best();
    }
    return game;
}
/// Seals are opened by the seats' shares; no dice fall, so that the witness is not asked.
Game sealed_and_played_out() {
    const Json side{{"population", 4}, {"armies", 2}};
    Game game = seated(with_both("armies", {{"attacker", side}, {"defender", side}, {"population_limit", 4}}, {}));
    while (game.fold->phase() != Fold::Phase::over) {
        const auto& open = game.fold->open();
        if (game.fold->asks_witness()) game.give_witness_share();
        else if (game.fold->asks_shares()) game.give_shares();
        else if (game.fold->is_sealed_for_all(open.front())) game.choose(game.seal(std::vector<Json>(open.size(), "default")));
        else game.choose_best();
    }
    return game;
}

/// Takes the input of this kind and its event from where they stand, and puts them before the event `index`.
void move_before(Forgery& forgery, const char* kind, const char* event, const char* to) {
    auto& inputs = forgery.whole()["inputs"];
    const auto at = input_of(forgery, kind);
    const Json input = inputs[at];
    const auto from = place_of(forgery, event);
    const Json data = forgery.whole()["events"][from]["data"];
    inputs.erase(at);
    forgery.drop(from);
    forgery.put_input(place_of(forgery, to), input["input"], event, data);
    inputs[input_of(forgery, kind)]["signature"] = input["signature"];
}

void add_held(TamperedCases& to) {
    to.hold("played out", played_out());
    to.hold("conceded after both", rolled());
    to.hold("conceded while the seats' shares were awaited", conceded(asked()));
    to.hold("conceded while the witness's was", conceded(awaiting()));
    to.hold("sealed, and played out", sealed_and_played_out());
    Game forfeited = asked();
    forfeited.run([](Fold& fold, Applied& out) { fold.forfeit(1, out); });
    to.hold("a seat's share did not come", forfeited);
}

void add_order(TamperedCases& to) {
    const Game game = rolled();
    to.fail("no share of the witness", game, [](Forgery& it) {
        const auto at = place_of(it, "witness_share_given");
        it.whole()["inputs"].erase(input_of(it, "witness_share"));
        it.drop(at);
    });
    to.fail("the witness's share before the seats'", game, [](Forgery& it) { move_before(it, "witness_share", "witness_share_given", "share_given"); });
    to.fail("the witness's share between the seats'", game, [](Forgery& it) {
        auto& events = it.whole()["events"];
        const auto first = place_of(it, "share_given");
        events[first]["event"] = "later";
        move_before(it, "witness_share", "witness_share_given", "share_given");
        events[first]["event"] = "share_given";
    });
    to.fail("no shares of the seats", game, [](Forgery& it) {
        for (int i = 0; i < 2; ++i) {
            it.whole()["inputs"].erase(input_of(it, "share"));
            it.drop(place_of(it, "share_given"));
        }
    });
    to.fail("a new ladder between the shares", game, [](Forgery& it) {
        const Json said{{"seat", "attacker"}, {"ladder", std::string(64, 'a')}};
        Json input = said;
        input["kind"] = "new_ladder";
        it.put_input(place_of(it, "witness_share_given"), input, "ladder_renewed", said);
    });
    to.fail("a draw is offered between the shares", game,
            [](Forgery& it) { it.put(place_of(it, "witness_share_given"), "draw_offered", {{"seat", "attacker"}}); });
    to.fail("a share of another step of the witness is shown", game,
            [](Forgery& it) { it.whole()["events"][place_of(it, "witness_share_given")]["data"]["step"] = 2; });
}

void add_endings(TamperedCases& to) {
    to.fail("its silence forfeits", conceded(awaiting()), [](Forgery& it) {
        it.without(2).input({{"kind", "forfeit"}, {"seat", "attacker"}}, "forfeited", {{"seat", "attacker"}, {"step", 1}}).ends("defender", "share");
    });
    to.fail("conceded at a step of the seats that was given", conceded(awaiting()), [](Forgery& it) { it.event_from_the_end(1)["data"]["step"] = 2; });
    to.fail("conceded at a step of the witness that was given", rolled(), [](Forgery& it) { it.event_from_the_end(1)["data"]["step"] = 1; });
}

void add_options(TamperedCases& to) {
    const Game game = rolled();
    to.fail("a witness that was left out", game, [](Forgery& it) { options_of(it, [](Json& options) { options.erase("witness"); }); });
}

}  // namespace

void add_shared_witness(std::vector<Tampered>& to) {
    TamperedCases both(to, "shared, and a witness");
    add_held(both);
    add_order(both);
    add_endings(both);
    add_options(both);
}

}  // namespace muster::test
