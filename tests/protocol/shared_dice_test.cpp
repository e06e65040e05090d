// Dice to which both seats add a share: when they are asked for it, what enters the chain with it, and what may not come between.
#include <doctest/doctest.h>

#include <algorithm>

#include "protocol/verify.hpp"
#include "rules/systems.hpp"
#include "tests/protocol/games.hpp"

using namespace muster;
using namespace muster::test;
using namespace muster::protocol;

namespace {

const rules::Ruleset& ruleset(const char* id) { return *rules::shipped_rulesets().find(id); }
Start shared(const char* id, Json options = Json::object()) {
    options["dice"] = "shared";
    return {.ruleset = &ruleset(id), .setup = ruleset(id).catalog().at("example"), .options = std::move(options)};
}

/// Both sides take losses at the same time.
Start twins(Json options = Json::object()) {
    auto start = shared("armies", std::move(options));
    start.setup = {{"attacker", {{"population", 4}, {"armies", 2}}}, {"defender", {{"population", 4}, {"armies", 2}}}, {"population_limit", 4}};
    return start;
}

std::string told(const std::optional<Refusal>& refusal) { return refusal ? refusal->path + ": " + refusal->message : "allowed"; }
std::string told(const Verdict& verdict) { return verdict.holds ? "holds" : verdict.path + ": " + verdict.message; }
std::string judged(const Json& record) { return told(verify(read_record(record.dump()).value(), rules::shipped_rulesets())); }

std::string checked(const Game& game, rules::Seat seat, const Json& choice) {
    for (const auto& open : game.fold->open())
        if (open.ask.seat == seat) {
            const auto canonical = game.fold->check_choice(seat, open.id, choice);
            return canonical ? "allowed" : canonical.error().path + ": " + canonical.error().message;
        }
    return "not asked";
}

std::string hex_of(const Hash& hash) { return to_hex(bytes_of(hash)); }

/// Plays until shares are due, with seals opened by them or not.
Game before_shares(const Start& start) {
    Game game = seated(start);
    while (!game.fold->asks_shares()) {
        std::vector<Json> choices;
        const auto& open = game.fold->open();
        for (std::size_t i = 0; i < (open.front().sealed ? open.size() : 1); ++i) choices.emplace_back("default");
        game.choose(game.fold->is_sealed_for_all(open.front()) ? game.seal(choices) : choices);
    }
    return game;
}

/// The first roll of advanced-combat's example, if the defender's ladder has this secret.
Json dice_with(const Hash& secret) {
    Game game = created(shared("advanced-combat"));
    game.take(0, "Player 0");
    game.holders[1].ladder = Ladder(game.fold->chain().start(), "defender", secret);
    game.take(1, "Player 1");
    while (!game.fold->asks_shares()) game.choose_best();
    game.give_shares();
    for (const auto& each : game.events)
        if (const Json event = Json::parse(each.body); event.at("event") == "rolled") return event.at("data");
    return {};
}

std::vector<std::string> names_after(const Game& game, std::size_t from) {
    std::vector<std::string> out;
    for (; from < game.events.size(); ++from) out.push_back(game.event(from).at("event"));
    return out;
}

}  // namespace

TEST_CASE("a rung is bound to the one below, to the battle and to the seat") {
    const Hash start{1};
    const Ladder ladder(start, "attacker", Hash{2});
    CHECK(ladder.rung(Ladder::rungs) == Hash{2});
    Hash below = ladder.foot();
    for (int i = 1; i <= Ladder::rungs; ++i) {
        REQUIRE(rung_below(start, "attacker", ladder.rung(i)) == below);
        below = ladder.rung(i);
    }
    CHECK(rung_below(start, "defender", ladder.rung(1)) != ladder.foot());
    CHECK(rung_below(Hash{3}, "attacker", ladder.rung(1)) != ladder.foot());
    CHECK(Ladder(start, "attacker", Hash{4}).foot() != ladder.foot());
}

TEST_CASE("a seat comes with the foot of a ladder if the dice are shared, and only then") {
    const Game game = created(shared("phased-combat"));
    CHECK(told(game.fold->check_ladder(std::string(64, 'a'))) == "allowed");
    for (const auto* foot : {"", "abc"}) CHECK(told(game.fold->check_ladder(foot)).starts_with("/ladder: the dice of this battle are shared"));
    CHECK(told(game.fold->check_ladder(std::string(64, 'A'))).starts_with("/ladder:"));
    const Game usual = created({.ruleset = &ruleset("phased-combat"), .setup = ruleset("phased-combat").catalog().at("example")});
    CHECK(told(usual.fold->check_ladder("")) == "allowed");
    CHECK(told(usual.fold->check_ladder(std::string(64, 'a'))) == "/ladder: the dice of this battle are not shared");
}

TEST_CASE("before the first roll after a decision both seats are asked for their shares, and dice follow from these") {
    Game game = before_shares(shared("advanced-combat"));
    const auto rolled = [&] { return std::ranges::count(names_after(game, 0), "rolled"); };
    CHECK(rolled() == 0);
    CHECK(game.fold->step() == 1);
    REQUIRE(game.fold->open().size() == 2);
    for (const auto& open : game.fold->open()) {
        CHECK(open.ask.kind == "share");
        CHECK(open.sealed);
        CHECK(open.ask.options.at("step") == 1);
        REQUIRE(open.ask.options.at("inputs").size() == game.inputs.size());
        for (std::size_t i = 0; i < game.inputs.size(); ++i) CHECK(open.ask.options.at("inputs")[i] == Json::parse(game.inputs[i]));
    }
    const auto before = game.events.size();
    const auto entered = game.inputs.size();
    game.give_shares();
    const auto after = names_after(game, before);
    CHECK(after[0] == "share_given");
    CHECK(after[1] == "share_given");
    CHECK(after[2] == "rolled");
    CHECK(game.event(before).at("data").at("share") == hex_of(game.holders[0].ladder.rung(1)));
    CHECK(Json::parse(game.inputs[entered]).at("input") == Json{{"kind", "share"},
                                                                {"seat", "attacker"},
                                                                {"decision", game.event(before).at("data").at("decision")},
                                                                {"choice", {{"share", hex_of(game.holders[0].ladder.rung(1))}}}});
    CHECK(game.event(before + 2).at("data") == dice_with(Hash{2}));
    CHECK(game.event(before + 2).at("data") != dice_with(Hash{3}));
}

TEST_CASE("the shares of a step feed all its dice, and none after the next decision") {
    Game game = before_shares(shared("advanced-combat"));
    game.give_shares();
    REQUIRE(!game.fold->asks_shares());
    while (!game.fold->asks_shares()) game.choose_best();
    CHECK(game.fold->step() == 2);
    const Json inputs = game.fold->open().front().ask.options.at("inputs");
    CHECK(inputs.at(0).at("input").at("kind") == "share");
    CHECK(inputs.at(1).at("input").at("kind") == "share");
    CHECK(inputs.at(2).at("input").at("kind") != "share");
    CHECK(inputs.back() == Json::parse(game.inputs.back()));
}

TEST_CASE("nothing but the next rung of a seat's own ladder is its share") {
    const Game game = before_shares(shared("advanced-combat"));
    const auto& [mine, after, sealed] = game.holders[0];
    CHECK(checked(game, 0, {{"share", hex_of(mine.rung(1))}}) == "allowed");
    for (const Json& share : {Json{{"share", hex_of(mine.rung(2))}}, Json{{"share", hex_of(mine.foot())}},
                              Json{{"share", hex_of(game.holders[1].ladder.rung(1))}}, Json{{"share", std::string(64, 'A')}}})
        CHECK(checked(game, 0, share) == "/choice/share: this is not the next rung of your ladder");
    CHECK(checked(game, 0, {{"share", hex_of(mine.rung(1))}, {"opens", Json::object()}}) == "/choice/opens: you have nothing sealed");
    CHECK(checked(game, 0, "default") != "allowed");
    CHECK(checked(game, 0, Json::object()).starts_with("/choice"));
}

TEST_CASE("while shares are awaited nothing is decided but who gives up") {
    Game game = before_shares(shared("advanced-combat", {{"clock", {{"mode", "live"}, {"bank", "PT10M"}}}}));
    CHECK(told(game.fold->check_offer_draw(0)) != "allowed");
    CHECK(told(game.fold->check_claim(0)) != "allowed");
    CHECK(told(game.fold->check_new_ladder(0, std::string(64, 'a'))) != "allowed");
    CHECK(told(game.fold->check_forfeit(1)) == "allowed");
    CHECK(told(game.fold->check_running()) == "allowed");
    game.run([](Fold& f, Applied& out) { f.forfeit(1, out); });
    CHECK(game.fold->outcome()->reason == "share");
    CHECK(game.fold->outcome()->winner == 0);
    CHECK(game.event(game.events.size() - 2).at("data") == Json{{"seat", "defender"}, {"step", 1}});
    CHECK(judged(Json::parse(game.record())) == "holds");
}

TEST_CASE("an offered draw is answered after the dice, not between choice and dice") {
    Game game = seated(shared("advanced-combat"));
    if (!game.fold->asks_shares()) game.run([](Fold& f, Applied& out) { f.offer_draw(0, out); });
    while (!game.fold->asks_shares()) game.choose_best();
    CHECK(told(game.fold->check_answer_draw(1)).starts_with(": the shares of the next dice are awaited"));
    game.give_shares();
    CHECK(told(game.fold->check_answer_draw(1)) == "allowed");
}

TEST_CASE("choices of several at once are sealed until the shares are there") {
    Game game = seated(twins());
    const auto before = game.events.size();
    CHECK(checked(game, 0, "default").starts_with("/choice"));
    const auto first = game.fold->open().front();
    CHECK(!game.fold->preview(0, first.id, Json("default")));
    game.choose(game.seal({"default", first.ask.preset}));
    REQUIRE(game.fold->asks_shares());
    CHECK(names_after(game, before) == std::vector<std::string>{"choice_sealed", "choice_sealed"});
    CHECK(game.fold->open().front().ask.options.at("opens") == first.id);
    CHECK(checked(game, 0, {{"share", hex_of(game.holders[0].ladder.rung(1))}}) == "/choice/opens: this is not what you sealed");
    CHECK(checked(game, 0, {{"share", hex_of(game.holders[0].ladder.rung(1))}, {"opens", first.ask.preset}}) == "/choice/opens: this is not what you sealed");
    const auto sealed = game.events.size();
    game.give_shares();
    const auto after = names_after(game, sealed);
    REQUIRE(after.size() > 4);
    CHECK(std::vector(after.begin(), after.begin() + 4) == std::vector<std::string>{"share_given", "share_given", "chosen", "chosen"});
    CHECK(game.event(sealed + 2).at("data").at("choice") == *first.ask.preset);
    CHECK(game.event(sealed + 2).at("data").contains("unfit") == false);
    while (game.fold->phase() != Fold::Phase::over) {
        if (game.fold->asks_shares()) game.give_shares();
        else if (game.fold->is_sealed_for_all(game.fold->open().front())) game.choose(game.seal({"default", "default"}));
        else game.choose_best();
    }
    CHECK(judged(Json::parse(game.record())) == "holds");
}

TEST_CASE("what was sealed and cannot be chosen counts as the default, and says so") {
    Game game = seated(twins());
    const auto open = game.fold->open();
    REQUIRE(open.size() == 2);
    game.choose(game.seal({Json{{"nonsense", 1}}, "default"}));
    const auto before = game.events.size();
    game.give_shares();
    const Json chosen = game.event(before + 2).at("data");
    CHECK(chosen.at("unfit") == true);
    CHECK(chosen.at("choice") == *open[0].ask.preset);
    CHECK(!game.event(before + 3).at("data").contains("unfit"));
}

TEST_CASE("nothing at all is opened by nothing: who has sealed that cannot give his share") {
    Game game = seated(twins());
    game.choose(game.seal({nullptr, "default"}));
    CHECK(checked(game, 0, {{"share", hex_of(game.holders[0].ladder.rung(1))}}) == "/choice/opens: this is not what you sealed");
}

TEST_CASE("time seals nothing: a late seat's default enters as it is, and only who sealed opens") {
    Game game = seated(twins({{"clock", {{"mode", "correspondence"}, {"per_decision", "P1D"}}}}));
    const auto open = game.fold->open();
    const auto seal = game.fold->check_choice(1, open[1].id, game.seal({"default", "default"})[1]).value();
    game.holders[0].sealed = nullptr;
    const auto before = game.events.size();
    game.run([&](Fold& f, Applied& out) { f.choose({{open[0].id, open[0].ask.preset, How::timed_out}, {open[1].id, seal}}, out); });
    CHECK(names_after(game, before) == std::vector<std::string>{"chosen", "choice_sealed"});
    CHECK(!(*game.fold->open()[0].ask.options).contains("opens"));
    CHECK(game.fold->open()[1].ask.options.at("opens") == open[1].id);
    game.give_shares();
    game.run([](Fold& f, Applied& out) { f.concede(0, out); });
    CHECK(judged(Json::parse(game.record())) == "holds");
}

TEST_CASE("a new ladder gives its first rung at the next step") {
    Game game = before_shares(shared("advanced-combat"));
    game.give_shares();
    game.renew_ladder(1, 77);
    CHECK(game.event(game.events.size() - 1).at("event") == "ladder_renewed");
    const auto used = game.fold->check_new_ladder(1, hex_of(Ladder(game.fold->chain().start(), "defender", Hash{2}).foot()));
    REQUIRE(used);
    CHECK(used->path == "/ladder");
    CHECK(used->message.contains("was put in before"));
    while (!game.fold->asks_shares()) game.choose_best();
    CHECK(checked(game, 1, {{"share", hex_of(Ladder(game.fold->chain().start(), "defender", Hash{2}).rung(2))}}).starts_with("/choice/share"));
    CHECK(checked(game, 1, {{"share", hex_of(game.holders[1].ladder.rung(1))}}) == "allowed");
    game.give_shares();
    game.run([](Fold& f, Applied& out) { f.concede(0, out); });
    CHECK(judged(Json::parse(game.record())) == "holds");
}

TEST_CASE("dice are shared by two, and in battles whose heads are signed") {
    auto start = shared("advanced-combat");
    start.proof = Proof::first;
    CHECK(!Fold::create(origin_of(start)));
}

TEST_CASE("a record with another share, seal, opening or ladder does not hold") {
    Game game = seated(twins());
    game.choose(game.seal({"default", "default"}));
    game.give_shares();
    game.run([](Fold& f, Applied& out) { f.concede(0, out); });
    const Json record = Json::parse(game.record());
    REQUIRE(judged(record) == "holds");
    const auto changed = [&](const std::string& path, const Json& value) {
        Json out = record;
        REQUIRE(out.contains(Json::json_pointer(path)));
        out[Json::json_pointer(path)] = value;
        return judged(out);
    };
    // seat, seat, seal, seal, share, share
    CHECK(changed("/inputs/0/input/ladder", std::string(64, 'a')).starts_with("/inputs/0/input/ladder"));
    CHECK(changed("/inputs/2/input/choice/seal", std::string(64, 'a')).starts_with("/events"));
    CHECK(changed("/inputs/4/input/choice/share", std::string(64, 'a')).starts_with("/inputs/4/input/choice/share"));
    CHECK(changed("/inputs/4/input/choice/opens", Json::object()).starts_with("/inputs/4/input/choice/opens"));
}
