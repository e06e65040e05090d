// Records: written, read, verified.
#include <doctest/doctest.h>

#include "protocol/verify.hpp"
#include "rules/systems.hpp"
#include "tests/protocol/games.hpp"
#include "tests/rules/advanced_combat/random_setup.hpp"
#include "tests/support/rock_paper.hpp"

using namespace muster;
using namespace muster::test;
using namespace muster::protocol;

namespace {

std::string told(const Verdict& verdict) { return verdict.holds ? "holds" : verdict.path + ": " + verdict.message; }

std::string refusal_of(const Json& record) {
    const auto read = read_record(record.dump());
    return read ? "read" : read.error().path + ": " + read.error().message;
}

Json finished() {
    SeededChance chance(5);
    return Json::parse(random_game({&rock_paper(), {{"rounds", 2}}}, chance).record());
}

void holds_for_random_battles(const rules::Ruleset& ruleset, int battles, const std::function<Json(Chance&)>& setup) {
    const rules::Rulesets rulesets({&ruleset});
    for (int seed = 0; seed < battles; ++seed) {
        SeededChance chance(static_cast<std::uint64_t>(seed));
        const auto proof = chance.one_in(3) ? Proof::first : Proof::second;
        Start start{&ruleset, setup(chance), chance.one_in(3), "Battle “" + std::to_string(seed) + "”", std::string(32, static_cast<char>(seed)), {}, proof};
        const bool of_two = rules::seats_of(ruleset, start.setup).value().size() == 2;
        if (proof == Proof::second && of_two && chance.one_in(2)) start.options = chance.one_in(2) ? Json{{"dice", "shared"}} : shared_and_witnessed_options();
        else if (proof == Proof::second && of_two && chance.one_in(2)) start.options = witnessed_options();
        start.signs = proof == Proof::second && chance.one_in(2);
        const Game game = random_game(start, chance);
        CAPTURE(ruleset.id());
        CAPTURE(seed);
        const auto verdict = verify(read_record(game.record()).value(), rulesets);
        REQUIRE(told(verdict) == "holds");
    }
}

}  // namespace

TEST_CASE("records of random battles of every shipped ruleset hold") {
    for (const auto* ruleset : rules::shipped_rulesets().all()) {
        const Json example = ruleset->catalog().at("example");
        holds_for_random_battles(*ruleset, 150, [&](Chance&) { return example; });
    }
    holds_for_random_battles(*rules::shipped_rulesets().find("advanced-combat"), 400, [](Chance& chance) { return random_setup(chance); });
}

TEST_CASE("records of random battles with sealed choices hold") {
    for (const auto* ruleset : {&rock_paper(), &rock_paper_duel()})
        holds_for_random_battles(*ruleset, 400, [](Chance& chance) { return Json{{"rounds", chance.between(1, 8)}}; });
}

TEST_CASE("a record that is read says what was written") {
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
        SeededChance chance(seed);
        const std::string text = random_game({&rock_paper(), {{"rounds", 2}}, true, "Zoë's \"war\""}, chance).record();
        const auto record = read_record(text);
        REQUIRE(record);
        CHECK(to_json_value(*record) == Json::parse(text));
        CHECK(to_json_value(read_record(to_text(*record)).value()) == to_json_value(*record));
    }
}

TEST_CASE("a record has the fields of the protocol, in a fixed order") {
    const Game game = created({&rock_paper(), {{"rounds", 1}}});
    CHECK(game.record() ==
          R"({"format":"muster.record/2","battle":"a-battle-for-tests","ruleset":"rock-paper","ruleset_version":1,"title":"A trial","setup":{"rounds":1},)"
          R"("options":{"confirm":false,"on_timeout":"default","visibility":"public"},)"
          R"("seats":[{"seat":"red","name":null},{"seat":"green","name":null},{"seat":"blue","name":null}],"created_at":"2026-11-21T20:49:00.000Z",)"
          R"("finished_at":null,"commitment":")" +
              to_hex(bytes_of(sha256(std::string(32, 's')))) + R"(","server_key":")" + to_hex(test_key().public_bytes()) +
              R"(","server_seed":null,"inputs":[],"events":[)" + "\n" + game.events[0].body + R"(],"outcome":null,"chain":")" +
              to_hex(bytes_of(game.fold->chain().head())) + R"(","shown":")" + to_hex(bytes_of(game.shown.head())) + "\"}\n");
}

TEST_CASE("the record of a battle that is not over keeps the secret and cannot be checked yet") {
    Game game = seated({&rock_paper(), {{"rounds", 2}}});
    game.choose_best();
    const std::string text = game.record();
    CHECK(text.find(to_hex(std::string(32, 's'))) == std::string::npos);
    const Json json = Json::parse(text);
    for (const auto* field : {"server_seed", "finished_at", "outcome"}) CHECK(json.at(field).is_null());
    const auto verdict = verify(read_record(text).value(), rules::Rulesets({&rock_paper()}));
    CHECK(told(verdict) == "/server_seed: this battle is not over: its secret is still hidden");
}

TEST_CASE("a verdict says how much was checked") {
    Game game = seated({&rock_paper(), {{"rounds", 2}}});
    game.choose_best();
    game.choose_best();
    const auto verdict = verify(read_record(game.record()).value(), rules::Rulesets({&rock_paper()}));
    CHECK(verdict.holds);
    CHECK(verdict.rolls == 2);
    CHECK(verdict.dice == 2);
    CHECK(verdict.message == "the commitment, 9 inputs, 2 rolls (2 dice) and 22 events hold");
    CHECK(verdict.uncovered.empty());
}

TEST_CASE("a record of a ruleset or version that is not kept is refused by name") {
    const auto record = read_record(finished().dump()).value();
    CHECK(told(verify(record, rules::shipped_rulesets())) == "/ruleset: this build does not keep rock-paper version 1");
    Game conceded = seated({&rock_paper(), {{"rounds", 2}}});  // without dice, which hang on the version
    conceded.concede(0);
    conceded.concede(1);
    Json later = Json::parse(conceded.record());
    later["ruleset_version"] = later["events"][0]["data"]["ruleset_version"] = 2;
    const auto verdict = verify(read_record(later.dump()).value(), rules::Rulesets({&rock_paper()}));
    CHECK(verdict.path == "/chain");
    REQUIRE(verdict.by_rules);
    CHECK(verdict.by_rules->path == "/ruleset_version");
    CHECK(verdict.by_rules->message == "this build does not keep rock-paper version 2");
}

TEST_CASE("a verdict says who can tell what differs") {
    const Json record = finished();
    CHECK(!verify(read_record(record.dump()).value(), rules::Rulesets({&rock_paper()})).part);
    Json forged = record;
    forged["title"] = "Another";
    CHECK(verify(read_record(forged.dump()).value(), rules::Rulesets({&rock_paper()})).part == Part::proof);
    CHECK(verify(read_record(record.dump()).value(), rules::shipped_rulesets()).part == Part::rules);
}

TEST_CASE("what is no record is refused with the path of what is wrong") {
    CHECK(read_record("{").error().code == Code::bad_json);
    CHECK(refusal_of(Json::array()) == ": a record is an object");
    Json record = finished();
    record["format"] = "muster.record/3";
    CHECK(refusal_of(record) == "/format: unknown format \"muster.record/3\"; expected muster.record/2");
    record["format"] = "muster.record/1";
    CHECK(refusal_of(record) == "/server_key: a record of this format has no server_key");
    record["format"] = "muster.record/2";
    record.erase("server_key");
    CHECK(refusal_of(record) == "/server_key: \"server_key\" is missing");
    record = finished();
    for (const Json& number : {Json(1.5), Json(1.0), Json(1e300), Json(std::int64_t{1} << 53), Json(-(std::int64_t{1} << 53)), Json(UINT64_MAX)}) {
        record["setup"]["b"] = {{"c", Json::array({1, number})}};
        record["seats"][0]["name"] = 7;  // told later
        CHECK(refusal_of(record) == "/setup/b/c/1: expected an integer from -9007199254740991 to 9007199254740991");
    }
    record = finished();
    record.erase("chain");
    CHECK(refusal_of(record) == "/chain: \"chain\" is missing");
    record = finished();
    record["inputs"][1]["seq"] = "two";
    CHECK(refusal_of(record) == "/inputs/1/seq: expected an integer, got a string");
    record = finished();
    record["events"][0]["note"] = 1;
    CHECK(refusal_of(record) == "/events/0/note: unknown field \"note\"");
    record = finished();
    record["server_seed"] = 7;
    CHECK(refusal_of(record) == "/server_seed: expected a string, got a number");
}
