// What a verdict says is the server's word, of records that hold.
#include <doctest/doctest.h>

#include <algorithm>

#include "protocol/verify.hpp"
#include "rules/systems.hpp"
#include "tests/protocol/games.hpp"
#include "tests/protocol/shared_device.hpp"

using namespace muster;
using namespace muster::test;
using namespace muster::protocol;

namespace {

/// Null: nothing.
Json word_of(const Game& game) {
    const auto verdict = verify(read_record(game.record()).value(), rules::shipped_rulesets());
    REQUIRE_MESSAGE(verdict.holds, verdict.message);
    return verdict.by_word ? to_json_value(*verdict.by_word) : Json();
}

Start start_with(Json options) { return {.ruleset = rules::shipped_rulesets().find("advanced-combat"), .setup = skirmish(), .options = std::move(options)}; }
const Json live{{"clock", {{"mode", "live"}, {"bank", "PT10M"}}}};

void close(Game& game) {
    game.run([](Fold& fold, Applied& out) { fold.close(out); });
}

/// For all that are asked at once.
void let_time_run_out(Game& game) {
    std::vector<Fold::Choice> made;
    for (const auto& open : game.fold->open())
        if (made.empty() || open.sealed) made.push_back({open.id, open.ask.preset, How::timed_out});
    game.run([&](Fold& fold, Applied& out) { fold.choose(made, out); });
}

}  // namespace

TEST_CASE("of a battle that was decided by its players nothing is the server's word") {
    Game conceded = seated(start_with(live));
    conceded.concede(0);
    CHECK(word_of(conceded).is_null());
    Game played = seated(start_with(Json::object()));
    while (played.fold->phase() != Fold::Phase::over) played.choose_best();
    CHECK(word_of(played).is_null());
}

TEST_CASE("that time had run out is, whether the default was chosen or the battle ended; so is that somebody was away, and why an operator ended it") {
    Game late = seated(start_with(live));
    let_time_run_out(late);
    const auto decisions = std::ranges::count_if(late.inputs, [](const std::string& each) { return each.contains("timed_out"); });
    CHECK(decisions > 0);
    while (late.fold->phase() != Fold::Phase::over) late.choose_best();
    CHECK(word_of(late) == Json{{"timed_out", decisions}});

    Json to_the_end = live;
    to_the_end["on_timeout"] = "forfeit";
    Game forfeited = seated(start_with(to_the_end));
    const auto asked = forfeited.fold->open().front().ask.seat;
    forfeited.run([&](Fold& fold, Applied& out) { fold.forfeit(asked, out); });
    CHECK(word_of(forfeited) == Json{{"timed_out", 0}, {"ended", "forfeit"}});

    Game claimed = seated(start_with(live));
    claimed.run([](Fold& fold, Applied& out) { fold.claim(1, out); });
    CHECK(word_of(claimed) == Json{{"timed_out", 0}, {"ended", "claim"}});

    Game closed = seated(start_with(Json::object()));
    close(closed);
    CHECK(word_of(closed) == Json{{"timed_out", 0}, {"ended", "close"}});
}

TEST_CASE("where it was ended while dice waited it is told for whose shares, and of which step") {
    const auto at_shares = [](const Json& options) {
        Game game = seated(shared_start("advanced-combat", options));
        while (!game.fold->asks_shares()) game.choose_best();
        return game;
    };
    Game by_clock = at_shares(live);
    by_clock.run([](Fold& fold, Applied& out) { fold.forfeit(1, out); });
    CHECK(word_of(by_clock) == Json{{"timed_out", 0}, {"ended", "forfeit"}, {"step", 1}, {"due", "seats"}});

    Game for_seats = at_shares(shared_and_witnessed_options());
    for_seats.give_shares();
    for_seats.give_witness_share();
    while (!for_seats.fold->asks_shares()) for_seats.choose_best();
    Game for_witness = at_shares(shared_and_witnessed_options());
    for_witness.give_shares();
    close(for_seats);
    CHECK(word_of(for_seats) == Json{{"timed_out", 0}, {"ended", "close"}, {"step", 2}, {"due", "seats"}});
    close(for_witness);
    CHECK(word_of(for_witness) == Json{{"timed_out", 0}, {"ended", "close"}, {"step", 1}, {"due", "witness"}});

    Game witnessed = seated(start_with(witnessed_options()));
    while (!witnessed.fold->asks_witness()) witnessed.choose_best();
    close(witnessed);
    CHECK(word_of(witnessed) == Json{{"timed_out", 0}, {"ended", "close"}, {"step", 1}, {"due", "witness"}});
}
