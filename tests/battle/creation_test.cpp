// A battle that has just been made is not read from the store; it must be the one that would be read.
#include <doctest/doctest.h>

#include "rules/systems.hpp"
#include "server/battle/codec.hpp"
#include "server/battle/queries.hpp"
#include "tests/protocol/games.hpp"

using namespace muster;
using namespace muster::server;

namespace {

constexpr Now now{1'800'000'000'000, 0};

protocol::Create battle_of(const rules::Ruleset& ruleset, const Json& setup, const Json& options, int bots) {
    protocol::Create out;
    out.ruleset = ruleset.id();
    out.setup = setup;
    out.options = read_fields<protocol::CreateOptions>(options, Code::bad_message).value();
    for (const auto& seat : ruleset.seats())
        if (bots-- > 0) out.seats[seat].bot = protocol::Bot::random;
    return out;
}

std::string told(const BattleState& state, rules::Viewer viewer) {
    auto following = state.following(viewer);
    if (following.signed_head && !state.over()) following.signed_head->signature.clear();  // another each time
    std::string out = protocol::message_text(following, "");
    for (const auto& open : state.fold().open()) out += (*state.request(open, open.ask.seat))[0].text;
    if (const auto clock = state.clock(now)) out += (*clock)[0].text;
    return out;
}

std::string record_of(const LoadedBattle& battle) {
    const auto slice = BattleQueries(*battle.state, battle.history).record("", {});
    return slice ? slice->text : std::string(name(slice.error().code));
}

void check_same(const LoadedBattle& begun, const LoadedBattle& read) {
    REQUIRE(begun.history.head() == read.history.head());
    CHECK(begun.history.inputs() == read.history.inputs());
    const auto seats = static_cast<rules::Seat>(read.state->fold().seats().size());
    std::vector<rules::Viewer> viewers{rules::Viewer::spectator()};
    for (rules::Seat seat = 0; seat < seats; ++seat) viewers.push_back({seat});
    for (const auto viewer : viewers) {
        CHECK(told(*begun.state, viewer) == told(*read.state, viewer));
        for (std::int64_t seq = 1; seq <= read.history.head(); ++seq) CHECK(begun.history.body(seq, viewer) == read.history.body(seq, viewer));
    }
    CHECK(begun.state->number() == read.state->number());
    CHECK(begun.state->wake_at() == read.state->wake_at());
    CHECK(begun.state->over() == read.state->over());
    CHECK(begun.state->ended_at() == read.state->ended_at());
    CHECK(begun.state->finished_at() == read.state->finished_at());
    CHECK(begun.state->weight() == read.state->weight());
    CHECK(record_of(begun) == record_of(read));
    CHECK(begun.state->bots().size() == read.state->bots().size());
}

/// Makes it and takes it into memory in both ways; as it is without reading.
LoadedBattle check_begun(const protocol::Create& message) {
    const Surroundings around{rules::shipped_rulesets(), test::test_key()};
    auto made = new_battle(message, around, now);
    REQUIRE_MESSAGE(made, made.error().message);
    const auto token = made->answer.seats.empty() ? std::string() : made->answer.seats.front().token;
    auto stored = made->stored;
    stored.number = 7;
    const auto read = BattleCodec::read(stored, around, now);
    CHECK(!BattleCodec::read(stored, around, now, [] { return true; }));
    auto begun = BattleCodec::begin(std::move(*made), 7, around, now);
    REQUIRE(read);
    REQUIRE(begun);
    check_same(*begun, *read);
    const auto here = begun->state->viewer_for(token);
    const auto there = read->state->viewer_for(token);
    REQUIRE(here.has_value() == there.has_value());
    if (here) CHECK(here->seat == there->seat);
    return std::move(*begun);
}

}  // namespace

TEST_CASE("a battle that has just been made is the one that the store would give") {
    const Json plain = Json::object();
    const Json rich{
        {"title", "Of an evening"}, {"visibility", "private"}, {"confirm", true}, {"clock", {{"mode", "live"}, {"bank", "PT10M"}, {"increment", "PT10S"}}}};
    for (const auto* ruleset : rules::shipped_rulesets().all()) {
        CAPTURE(ruleset->id());
        for (const auto& options : {plain, rich})
            for (const int bots : {0, 1, 2}) {
                if (bots > 0 && !ruleset->is_contest()) continue;
                CAPTURE(options.dump());
                CAPTURE(bots);
                check_begun(battle_of(*ruleset, ruleset->catalog()["example"], options, bots));
            }
    }
}

TEST_CASE("at a table where nobody wins nothing is forfeited") {
    const auto wanted = battle_of(*rules::shipped_rulesets().find("dice"), {{"seats", {"red", "green", "blue"}}, {"ask_first", true}},
                                  {{"clock", {{"mode", "live"}, {"bank", "PT10M"}}}, {"on_timeout", "forfeit"}}, 0);
    const auto refused = new_battle(wanted, {rules::shipped_rulesets(), test::test_key()}, now);
    REQUIRE(!refused);
    CHECK(refused.error().path == "/options/on_timeout");
}

TEST_CASE("so is one that is over as soon as it is made, since nobody has anything to decide") {
    const Json setup{{"attacker", {{"population", 3}}}, {"defender", {{"population", 4}}}, {"population_limit", 2}};
    const auto begun = check_begun(battle_of(*rules::shipped_rulesets().find("armies"), setup, Json::object(), 2));
    REQUIRE(begun.state->over());
    CHECK(begun.state->ended_at() == begun.history.head());
    CHECK(begun.state->wake_at() == 0);
}
