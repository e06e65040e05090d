// Seats that sign what they decide: what the fold refuses, and what a verifier says of each seat.
#include <doctest/doctest.h>

#include "protocol/seat_signature.hpp"
#include "protocol/verify.hpp"
#include "rules/systems.hpp"
#include "tests/protocol/forgery.hpp"
#include "tests/protocol/games.hpp"

using namespace muster;
using namespace muster::protocol;
using namespace muster::test;

namespace {

Start signing(bool signs = true) {
    const auto* ruleset = rules::shipped_rulesets().find("advanced-combat");
    return {.ruleset = ruleset, .setup = ruleset->catalog().at("example"), .options = {{"dice", "shared"}}, .signs = signs};
}

/// After so many decisions the first seat concedes.
Game played(int decisions = 4) {
    Game game = seated(signing());
    while (decisions > 0) {
        if (game.fold->asks_shares()) game.give_shares();
        else {
            game.choose_best();
            --decisions;
        }
    }
    return game;
}
Game conceded() {
    Game game = played();
    game.concede(0);
    return game;
}

std::string told(const std::optional<Refusal>& refusal) {
    return refusal ? std::string(name(refusal->code)) + " " + refusal->path + ": " + refusal->message : "allowed";
}

std::vector<proof::SeatSigned> signatures(const Json& record) {
    const auto verdict = verify(read_record(record.dump()).value(), rules::shipped_rulesets());
    CAPTURE(verdict.path);
    REQUIRE_MESSAGE(verdict.holds, verdict.message);
    return verdict.signatures;
}

const std::string other(128, 'a');
const char* const not_its = "bad_message /signature: this is not the signature of this seat's key for this input";

}  // namespace

TEST_CASE("a signature that does not fit is refused, and a missing one is not") {
    Game game = played();
    if (game.fold->asks_shares()) game.give_shares();
    const auto& open = game.fold->open().front();
    Fold::Choice choice{open.id, game.fold->check_choice(open.ask.seat, open.id, Json("default")).value()};
    CHECK(told(game.fold->check_signature(choice)) == "allowed");
    choice.signature = other;
    CHECK(told(game.fold->check_signature(choice)) == not_its);
    choice.signature = "abc";
    CHECK(told(game.fold->check_signature(choice)) == not_its);
    choice.how = How::timed_out;
    CHECK(told(game.fold->check_signature(choice)) == "bad_message /signature: nothing of this kind is signed");
    CHECK(told(game.fold->check_signature_to_concede(0, "")) == "allowed");
    CHECK(told(game.fold->check_signature_to_concede(0, other)) == not_its);
    CHECK(told(game.fold->check_signature_to_renew(0, std::string(64, 'b'), {.signature = other})) == not_its);
    const Game keyless = seated(signing(false));
    CHECK(told(keyless.fold->check_signature_to_concede(0, other)) == "bad_message /signature: this seat has brought no key to sign with");
}

TEST_CASE("a key is an uncompressed point in hex, and none is brought to a battle of version 1") {
    const Game game = created(signing());
    CHECK(told(game.fold->check_key("")) == "allowed");
    CHECK(told(game.fold->check_key(to_hex(seat_key_for_tests(0).public_bytes()))) == "allowed");
    for (const auto& key : {std::string("04"), "02" + std::string(128, 'a'), "04" + std::string(128, 'A'), std::string(130, 'x')})
        CHECK(told(game.fold->check_key(key)).starts_with("bad_message /key: expected the public half"));
    Start start = signing(false);
    start.options = Json::object();
    start.proof = Proof::first;
    CHECK(told(created(start).fold->check_key("04" + std::string(128, 'a'))).starts_with("bad_message /key: nobody signs"));
}

TEST_CASE("a choice that was signed is no signature of another, nor in another battle") {
    Game game = seated(signing());
    const auto& open = game.fold->open().front();
    const auto& seat = game.fold->seats()[static_cast<std::size_t>(open.ask.seat)];
    const auto sign = [&](const Hash& start, const Json& said) {
        return to_hex(seat_key_for_tests(open.ask.seat).sign(seat_statement(start, seat, said.dump())));
    };
    const Json mine{{"choice", *open.ask.preset}, {"decision", open.id}, {"kind", open.ask.kind}, {"seat", seat}};
    Json later = mine;
    later["decision"] = open.id + 1;
    Fold::Choice choice{open.id, game.fold->check_choice(open.ask.seat, open.id, Json("default")).value()};
    choice.signature = sign(game.fold->chain().start(), mine);
    CHECK(told(game.fold->check_signature(choice)) == "allowed");
    choice.signature = sign(game.fold->chain().start(), later);
    CHECK(told(game.fold->check_signature(choice)) == not_its);
    choice.signature = sign(Hash{7}, mine);
    CHECK(told(game.fold->check_signature(choice)) == not_its);
}

TEST_CASE("a verifier says of each seat what it signed") {
    const Json record = Forgery(conceded()).made();
    const auto seats = signatures(record);
    REQUIRE(seats.size() == 2);
    std::int64_t signed_inputs = 0;
    for (const auto& each : record["inputs"]) signed_inputs += each.contains("signature") ? 1 : 0;
    CHECK(signed_inputs == 5);
    CHECK(seats[0].inputs + seats[1].inputs == signed_inputs);
    for (std::size_t i = 0; i < 2; ++i) {
        CHECK(seats[i].missing.empty());
        REQUIRE(seats[i].keys.size() == 1);
        CHECK(seats[i].keys[0].from == static_cast<std::int64_t>(i) + 1);
        CHECK(seats[i].keys[0].key == to_hex(seat_key_for_tests(static_cast<rules::Seat>(i)).public_bytes()));
    }
}

TEST_CASE("whatever bears no signature is named as the server's word, also if all are stripped") {
    Forgery one(conceded());
    auto& inputs = one.whole()["inputs"];
    inputs[inputs.size() - 1].erase("signature");
    const auto stripped = signatures(one.made());
    CHECK(stripped[0].missing == std::vector{static_cast<std::int64_t>(inputs.size())});
    CHECK(stripped[1].missing.empty());
    Forgery all(conceded());
    std::size_t signed_inputs = 0;
    for (auto& each : all.whole()["inputs"]) signed_inputs += each.erase("signature");
    const auto none = signatures(all.made());
    CHECK(none[0].inputs + none[1].inputs == 0);
    CHECK(none[0].missing.size() + none[1].missing.size() == signed_inputs);
    for (const auto& each : none) CHECK(each.signs());
}

TEST_CASE("a seat without a key is said to sign nothing, and an agreed draw is signed by nobody") {
    Game plain = seated(signing(false));
    plain.concede(0);
    for (const auto& each : signatures(Forgery(plain).made())) {
        CHECK(!each.signs());
        CHECK(each.missing.empty());
    }
    Game agreed = seated(signing());
    agreed.run([](Fold& f, Applied& out) { f.offer_draw(0, out); });
    agreed.run([](Fold& f, Applied& out) { f.answer_draw(1, true, out); });
    for (const auto& each : signatures(Forgery(agreed).made())) CHECK(each.missing == std::vector{static_cast<std::int64_t>(agreed.inputs.size())});
}

TEST_CASE("whoever has left is not said to have agreed to the draw of those who were still there") {
    Game game = seated({.ruleset = rules::shipped_rulesets().find("dice"), .setup = {{"seats", {"red", "blue", "green"}}}, .signs = true});
    game.concede(2);
    game.run([](Fold& f, Applied& out) { f.offer_draw(0, out); });
    game.run([](Fold& f, Applied& out) { f.answer_draw(1, true, out); });
    REQUIRE(game.fold->outcome()->reason == "agreed");
    const auto seats = signatures(Forgery(game).made());
    const std::vector last{static_cast<std::int64_t>(game.inputs.size())};
    CHECK(seats[0].missing == last);
    CHECK(seats[1].missing == last);
    CHECK(seats[2].missing.empty());
    CHECK(seats[2].inputs == 1);
}

TEST_CASE("another key holds from the ladder that brings it, and without the former one's signature that is the server's word") {
    Game game = played();
    if (game.fold->asks_shares()) game.give_shares();
    const auto fresh = P256Key::from_private(std::string(32, 'z')).value();
    const auto key = to_hex(fresh.public_bytes());
    game.run([&](Fold& f, Applied& out) { f.new_ladder(0, std::string(64, 'd'), out, {.key = key}); });
    const auto at = static_cast<std::int64_t>(game.inputs.size());
    CHECK(told(game.fold->check_signature_to_concede(0, "")) == "allowed");
    const auto statement = seat_statement(game.fold->chain().start(), "attacker", R"({"kind":"concede","seat":"attacker"})");
    CHECK(told(game.fold->check_signature_to_concede(0, to_hex(seat_key_for_tests(0).sign(statement)))) == not_its);
    const auto signature = to_hex(fresh.sign(statement));
    CHECK(told(game.fold->check_signature_to_concede(0, signature)) == "allowed");
    game.run([&](Fold& f, Applied& out) { f.concede(0, out, signature); });
    const auto seats = signatures(Forgery(game).made());
    REQUIRE(seats[0].keys.size() == 2);
    CHECK(seats[0].keys[1].from == at);
    CHECK(seats[0].keys[1].key == key);
    CHECK(seats[0].missing == std::vector{at});
}

TEST_CASE("a ladder that was in force before is not put in again by what was signed then") {
    Game game = played();
    if (game.fold->asks_shares()) game.give_shares();
    game.renew_ladder(0, 77);
    const auto foot = game.holders[0].ladder.foot();
    game.renew_ladder(0, 78);
    CHECK(told(game.fold->check_new_ladder(0, to_hex(bytes_of(foot)))) == "illegal_choice /ladder: this ladder was put in before: its shares are known");
}
