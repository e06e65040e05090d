// Long work on a record, or on a battle that is read, ends soon after nobody wants it any more: also while one input brings forth
// thousands of events, and while a text is parsed. Counted in how often it asks, not in seconds.
#include <doctest/doctest.h>

#include <algorithm>

#include "protocol/verify.hpp"
#include "rules/systems.hpp"
#include "server/base/refusals.hpp"
#include "server/battle/codec.hpp"
#include "server/battle/records.hpp"
#include "tests/protocol/games.hpp"

using namespace muster;
using namespace muster::test;
using namespace muster::server;

namespace {

/// Says yes at the nth time, and knows how often it was asked.
struct Asked {
    int yes_at = 0;
    int times = 0;
    GiveUp give_up() {
        return [this] { return ++times == yes_at; };
    }
};

/// Nobody has a choice, so that the whole battle follows from the last seat that is taken.
protocol::Record one_step() {
    const Json side{{"army", {{{"unit", "swordsmen"}, {"count", 100}}}}};
    const Game game = seated({.ruleset = rules::shipped_rulesets().find("advanced-combat"), .setup = {{"attacker", side}, {"defender", side}}});
    REQUIRE(game.fold->phase() == protocol::Fold::Phase::over);
    return protocol::read_record(game.record()).value();
}

int rolls_of(const protocol::Record& record) { return static_cast<int>(std::ranges::count(record.events, "rolled", &protocol::RecordEvent::event)); }

/// Asked at least once for each roll; and whenever it is given up it ends at once. `work` gives whether it was given up.
template <typename Work>
void check_each_moment(const protocol::Record& record, const Work& work) {
    Asked never;
    CHECK(!work(never.give_up()));
    CHECK(never.times > rolls_of(record));
    REQUIRE(rolls_of(record) > 10);
    for (int at = 1; at <= never.times; ++at) {
        Asked asked{.yes_at = at};
        CHECK(work(asked.give_up()));
        CHECK(asked.times == at);
    }
}

template <typename Result>
bool gone(const Result& result) {
    if (!result) CHECK(result.error().message == going_down().message);
    return !result;
}

storage::StoredBattle stored(const Imported& imported) {
    return {.number = 1, .header = imported.header, .seats = imported.seats, .sealed = {}, .steps = imported.steps, .status = storage::Status::over};
}

}  // namespace

TEST_CASE("a verdict is given up before any roll") {
    const auto record = one_step();
    check_each_moment(record, [&](const GiveUp& give_up) {
        const auto verdict = protocol::verify(record, rules::shipped_rulesets(), give_up);
        CHECK(verdict.holds != verdict.given_up);
        return verdict.given_up;
    });
}

TEST_CASE("a record that is taken into the store is given up before any roll") {
    const auto record = one_step();
    check_each_moment(record, [&](const GiveUp& give_up) { return gone(stored_form(record, rules::shipped_rulesets(), give_up)); });
    check_each_moment(record, [&](const GiveUp& give_up) { return gone(import_record(record, rules::shipped_rulesets(), give_up)); });
}

TEST_CASE("a battle that is read is given up before any roll") {
    const auto record = one_step();
    const auto battle = stored(stored_form(record, rules::shipped_rulesets()).value());
    check_each_moment(record, [&](const GiveUp& give_up) { return gone(BattleCodec::read(battle, {rules::shipped_rulesets(), test_key()}, {}, give_up)); });
}

TEST_CASE("a record is given up while its text is read") {
    std::string text = R"({"setup":[)";
    for (int i = 0; i < 10'000; ++i) text += "{},[],0,";
    text += "0]}";
    Asked never;
    CHECK(protocol::read_record(text, never.give_up()).error().path != "");
    CHECK(never.times > 20);
    Asked soon{.yes_at = 2};
    CHECK(protocol::read_record(text, soon.give_up()).error().code == Code::server_busy);
    CHECK(soon.times == 2);
}
