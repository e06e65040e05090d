// Battles that last longer than a ladder has rungs: it gives all of them, another one is put in, and the battle goes on.
#include <doctest/doctest.h>

#include <algorithm>

#include "protocol/mine_record.hpp"
#include "protocol/verify.hpp"
#include "tests/protocol/shared_device.hpp"
#include "tests/support/rock_paper.hpp"

using namespace muster;
using namespace muster::test;
using namespace muster::protocol;

namespace {

constexpr int rounds = Ladder::rungs + 5;  // each a roll
const std::vector<Json> rocks{"default", "default"};

Start long_duel(Json options) { return {.ruleset = &rock_paper_duel(), .setup = {{"rounds", rounds}}, .options = std::move(options)}; }

Record verified(const Game& game) {
    auto record = read_record(game.record()).value();
    const rules::Rulesets rulesets({&rock_paper_duel()});
    const auto verdict = verify(record, rulesets);
    CHECK_MESSAGE(verdict.holds, verdict.path << ": " << verdict.message);
    return record;
}

}  // namespace

TEST_CASE("a device gives all shares of its ladder and none after; with a new one the battle goes on, and agrees with what it kept") {
    Game game = created(long_duel({{"dice", "shared"}}));
    SharedDevice device(game, 0);
    device.kept.nonce = "00ff00ff00ff00ff";
    game.take(0, "Ada", device.kept.nonce);
    game.take(1, "Bob");
    device.hear(game);
    while (device.shares.rungs_left() > 0) {
        device.choose(game, rocks);
        device.give_shares(game);
    }
    CHECK(game.fold->step() == Ladder::rungs);
    const auto open = game.fold->open().front();
    auto as_kept = device.kept;
    CHECK(device.shares.seal(as_kept, open.ask.kind, open.id, Json(*open.ask.preset)).error().kind == "no_ladder");

    const auto foot = device.shares.fresh_ladder(device.kept);
    device.kept.sent.push_back({"new_ladder"});
    game.run([&](Fold& fold, Applied& out) { fold.new_ladder(0, foot, out); });
    game.holders[0] = {Ladder(game.fold->chain().start(), game.fold->seats()[0], *hash_from_hex(device.kept.ladders.back())), game.fold->step()};
    game.renew_ladder(1, 77);
    device.hear(game);
    CHECK(device.shares.rungs_left() == Ladder::rungs);
    device.play_out(game);
    CHECK(device.kept.asked.value().step == rounds);
    const auto breach = compare_mine(verified(game), device.kept);
    CHECK_MESSAGE(!breach, breach.value_or(Breach{}).message);
}

TEST_CASE("a witness is asked for another ladder when it has given all shares of the first, and not before") {
    Game game = seated(long_duel(witnessed_options()));
    while (game.fold->phase() != Fold::Phase::over) {
        if (!game.fold->asks_witness()) {
            game.choose(rocks);
            continue;
        }
        CHECK(game.fold->awaits_ladder_of_witness() == (game.fold->witness_steps() == Ladder::rungs));
        game.give_witness_share();
    }
    CHECK(game.fold->witness_steps() == rounds);
    CHECK(std::ranges::count_if(game.events, [](const LoggedEvent& each) { return each.body.contains("\"event\":\"witness_joined\""); }) == 2);
    verified(game);
}
