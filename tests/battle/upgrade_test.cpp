// Battles that began under a server of the time before muster/2 go on by the rules that they began with.
#include <doctest/doctest.h>

#include "protocol/verify.hpp"
#include "server/battle/history.hpp"
#include "server/battle/lines.hpp"
#include "server/battle/queries.hpp"
#include "tests/battle/one_battle.hpp"
#include "tests/protocol/games.hpp"
#include "tests/support/rock_paper.hpp"

using namespace muster;
using namespace muster::test;
using namespace muster::server;

namespace {

/// The same battle, all of whose seats are taken, as such a server would have stored it.
void make_old(OneBattle& battle) {
    auto& stored = battle.stored;
    auto& header = stored.header;
    header.server_key.clear();
    stored.steps.clear();
    const auto options = parse_json(header.options).value();
    const auto fold = protocol::Fold::create(
        {header.id, &rock_paper(), header.title, parse_json(header.setup).value(), options, protocol::fold_options(options), header.server_seed});
    const auto add = [&](auto operation) {
        protocol::Applied applied(header.created_at);
        const auto first = (*fold)->head() + 1;
        operation(**fold, applied);
        stored.steps.push_back(
            {.first_seq = first, .last_seq = (*fold)->head(), .events = encode_events(applied.events), .inputs = join_lines(applied.inputs)});
    };
    add([](protocol::Fold& f, protocol::Applied& out) { f.begin(out); });
    for (rules::Seat seat = 0; seat < 3; ++seat) add([&](protocol::Fold& f, protocol::Applied& out) { f.take_seat(seat, {"x"}, out); });
    battle.reload();
}

}  // namespace

TEST_CASE("a battle that began before muster/2 goes on by muster/1, and its record is of that version and holds") {
    OneBattle battle;
    make_old(battle);
    CHECK(!battle.state->signed_head());
    CHECK(battle.throws("red", "rock") == "accepted 7");
    CHECK(battle.tell("green", words("hm")) == "accepted 8");
    battle.reload();
    CHECK(battle.throws("green", "paper") == "accepted 9");
    CHECK(battle.throws("blue", "rock") == "accepted 12");
    CHECK(battle.tell("red", protocol::OfferDraw{}) == "accepted 18");
    CHECK(battle.tell("green", protocol::AnswerDraw{"", false}) == "accepted 19");
    battle.reload();
    for (const auto* seat : {"red", "green", "blue"}) battle.throws(seat, "rock");
    REQUIRE(battle.state->over());
    battle.reload();
    const auto text = BattleQueries(*battle.state, battle.history).record("", {})->text;
    const auto record = protocol::read_record(text);
    REQUIRE_MESSAGE(record, record.error().message);
    CHECK(record->format == "muster.record/1");
    CHECK(record->inputs.size() == 3 + 3 + 2 + 3);
    const auto verdict = protocol::verify(*record, rules::Rulesets({&rock_paper()}));
    CHECK_MESSAGE(verdict.holds, verdict.path << ": " << verdict.message);
    CHECK(!verdict.uncovered.empty());
}

TEST_CASE("a battle goes on by the version of its ruleset that it began under; new ones are fought by the newest") {
    const rules::Rulesets both({&rock_paper(), &rock_paper_second()});
    CHECK(both.newest().size() == 1);
    OneBattle battle;
    const auto begun = BattleCodec::read(battle.stored, {both, test_key()}, battle.now);
    REQUIRE(begun);
    CHECK(begun->state->fold().origin().ruleset == &rock_paper());
    const auto made = new_battle(rock_paper_wanted(), {both, test_key()}, battle.now);
    REQUIRE(made);
    CHECK(made->stored.header.ruleset_version == 2);
    for (int round = 0; round < 2; ++round)
        for (const auto* seat : {"red", "green", "blue"}) battle.throws(seat, "rock");
    REQUIRE(battle.state->over());
    const auto record = protocol::read_record(BattleQueries(*battle.state, battle.history).record("", {})->text).value();
    CHECK(protocol::verify(record, both).holds);
    const auto alone = protocol::verify(record, rules::Rulesets({&rock_paper_second()}));
    CHECK(alone.path == "/ruleset_version");
    CHECK(alone.message == "this build does not keep rock-paper version 1");
}

TEST_CASE("every answer to a seat is signed, and the last signature is that of the record, also after the server was away") {
    OneBattle battle;
    const auto signed_of = [&](const BattleState::Applied& applied) { return OneBattle::answer(applied).at("signed_head"); };
    const auto first = signed_of(battle.send("red", protocol::Choose{"", battle.decision_of("red"), Json{{"throw", "rock"}}}));
    CHECK(first["inputs"] == 3);  // the seats: what is sealed is no input yet
    battle.throws("green", "rock");
    const auto second = signed_of(battle.send("blue", protocol::Choose{"", battle.decision_of("blue"), Json{{"throw", "rock"}}}));
    CHECK(second["inputs"] == 6);
    CHECK(second["chain"] != first["chain"]);
    battle.reload();
    auto again = to_json_value(*battle.state->signed_head());
    again.erase("signature");
    CHECK(again.size() + 1 == second.size());
    for (const auto& [key, value] : again.items()) CHECK(second[key] == value);
    battle.send("green", protocol::Concede{});
    const auto ended = battle.send("red", protocol::Concede{});
    const auto last = signed_of(ended);
    int told = 0;
    for (const auto& each : ended->told) told += Json::parse((*each.bundle)[0].text)["signed_head"] == last ? 1 : 0;
    CHECK(told == 3);
    for (int i = 0; i < 2; ++i) {
        const auto record = protocol::read_record(BattleQueries(*battle.state, battle.history).record("", {})->text).value();
        CHECK(record.signature == last["signature"].get<std::string>());
        CHECK(record.shown == last["shown"].get<std::string>());
        CHECK(protocol::verify(record, rules::Rulesets({&rock_paper()})).holds);
        battle.reload();
    }
}
