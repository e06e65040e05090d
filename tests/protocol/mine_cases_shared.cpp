// Of battles with shared dice: what their records must have of a device's shares, seals and ladders.
#include <algorithm>

#include "protocol/seat_keys.hpp"
#include "tests/protocol/mine_cases.hpp"
#include "tests/protocol/shared_device.hpp"

namespace muster::test {

using namespace protocol;

namespace {

struct Shared {
    explicit Shared(const Start& start) : game(created(start)), device(game, 0) {
        game.take(0, "Ada", "00ff00ff00ff00ff");
        game.take(1, "Bob");
        device.kept.nonce = "00ff00ff00ff00ff";
        device.hear(game);
    }
    Json record() const { return Json::parse(game.record()); }
    void concede(rules::Seat seat) {
        game.run([seat](Fold& fold, Applied& out) { fold.concede(seat, out); });
    }

    Game game;
    SharedDevice device;
};

Shared finished(const Start& start) {
    Shared out(start);
    out.device.play_out(out.game);
    return out;
}

/// The first input of this kind or, if that is empty, seal of the seat.
std::string path_of(const Json& record, const std::string& kind, const std::string& seat = "attacker") {
    for (std::size_t i = 0; i < record["inputs"].size(); ++i) {
        const auto& input = record["inputs"][i]["input"];
        const bool fits = kind.empty() ? input.contains("choice") && input["choice"].contains("seal") : input["kind"] == kind;
        if (fits && input.value("seat", "") == seat) return "/inputs/" + std::to_string(i);
    }
    return {};
}

/// Time plays the first choice of this device that is to be sealed, which has sent its own too late.
Shared late() {
    Shared out(shared_twins({{"clock", {{"mode", "correspondence"}, {"per_decision", "P1D"}}}}));
    auto& [game, device] = out;
    while (!game.fold->is_sealed_for_all(game.fold->open().front())) {
        if (game.fold->asks_shares()) device.give_shares(game);
        else device.choose(game, {"default"});
    }
    const auto open = game.fold->open();
    (void)device.shares.seal(device.kept, open[0].ask.kind, open[0].id, Json{{"armies", 0}});
    const auto other = game.fold->check_choice(1, open[1].id, game.seal({"default", "default"})[1]).value();
    game.holders[0].sealed = nullptr;
    game.run([&](Fold& fold, Applied& applied) { fold.choose({{open[0].id, open[0].ask.preset, How::timed_out}, {open[1].id, other}}, applied); });
    device.play_out(game);
    return out;
}

/// The last share that this device gives is asked for before the last choice: then whoever asked decided with the dice in sight. Nothing but that head
/// tells.
Shared asked_early() {
    Shared out(shared_start("advanced-combat"));
    auto& [game, device] = out;
    SignedHead before;
    while (game.fold->phase() != Fold::Phase::over) {
        if (game.fold->asks_shares()) {
            device.give_shares(game);
        } else {
            before = *game.signed_head();
            device.choose(game, std::vector<Json>(game.fold->open().front().sealed ? 2 : 1, "default"));
        }
    }
    static_cast<SignedHead&>(*device.kept.asked) = before;
    return out;
}

void add_honest(std::vector<MineCase>& out) {
    const auto alone = finished(shared_start("advanced-combat"));
    out.push_back({"shared dice", alone.record(), alone.device.kept});
    const auto sealed = finished(shared_twins());
    out.push_back({"sealed choices of shared dice", sealed.record(), sealed.device.kept});
    const auto timed = late();
    out.push_back({"a default by time where this device sealed too late", timed.record(), timed.device.kept});
    Shared renewed(shared_start("advanced-combat"));
    renewed.device.play_until_shares(renewed.game);
    renewed.device.give_shares(renewed.game);
    renewed.device.kept.ladders.push_back(to_hex(bytes_of(Hash{77})));
    renewed.game.renew_ladder(0, 77);
    renewed.device.play_out(renewed.game);
    out.push_back({"a new ladder of this device", renewed.record(), renewed.device.kept});
    auto elsewhere = renewed.device.kept;
    elsewhere.ladders.clear();
    elsewhere.sent.clear();
    elsewhere.nonce.clear();
    elsewhere.since = 1'000;
    out.push_back({"ladders of another device, all before this one came", renewed.record(), elsewhere});
}

void add_others(std::vector<MineCase>& out) {
    const auto alone = finished(shared_start("advanced-combat"));
    auto kept = alone.device.kept;
    kept.ladders = {to_hex(bytes_of(Hash{99}))};
    out.push_back({"another ladder than was brought", alone.record(), kept, "other_ladder", "/inputs/0/input/ladder"});
    for (std::uint8_t more = 100; std::ssize(kept.ladders) < kept_ladders_max; ++more) kept.ladders.push_back(to_hex(bytes_of(Hash{more})));
    out.push_back({"a ladder that may have fallen away", alone.record(), kept});
    kept = alone.device.kept;
    draw_seat_key(kept);
    out.push_back({"another key than was brought", alone.record(), kept, "other_key", "/inputs/0/input/key"});
    kept = alone.device.kept;
    kept.pin.reset();
    kept.asked->shown.front() = kept.asked->shown.front() == '0' ? '1' : '0';
    out.push_back(
        {"another head than the one for which a share was given", alone.record(), kept, "other_history", "/inputs/" + std::to_string(kept.asked->inputs - 1)});
    kept = alone.device.kept;
    kept.asked->inputs = static_cast<std::uint32_t>(alone.game.inputs.size() + 5);
    out.push_back({"back to before a share was given", alone.record(), kept, "went_back", ""});

    Shared renewed(shared_start("advanced-combat"));
    renewed.device.play_until_shares(renewed.game);
    renewed.device.give_shares(renewed.game);
    while (renewed.game.fold->asks_shares()) renewed.device.give_shares(renewed.game);
    const auto before = renewed.device.kept;
    renewed.game.renew_ladder(0, 77);
    renewed.concede(1);
    out.push_back({"a ladder that this device did not put in", renewed.record(), before, "not_sent", path_of(renewed.record(), "new_ladder")});

    Shared asked(shared_start("advanced-combat"));
    asked.device.play_until_shares(asked.game);
    (void)asked.device.answer(asked.game);
    asked.concede(0);
    out.push_back({"a concession in place of the shares", asked.record(), asked.device.kept, "not_sent", path_of(asked.record(), "concede")});

    const auto early = asked_early();
    out.push_back({"a share asked for before all was chosen", early.record(), early.device.kept, "other_history",
                   "/inputs/" + std::to_string(early.device.kept.asked->inputs)});

    const auto sealed = finished(shared_twins());
    const auto seal = path_of(sealed.record(), "");
    kept = sealed.device.kept;
    for (auto& each : kept.sent)
        if (each.sealed) each.choice = {{"armies", 99}};
    out.push_back({"opened otherwise than it was sealed", sealed.record(), kept, "other_choice", seal + "/input/choice"});
    kept = sealed.device.kept;
    std::erase_if(kept.sent, [](const SentInput& each) { return each.sealed; });
    out.push_back({"a seal that this device did not put in", sealed.record(), kept, "not_sent", seal});
    kept = sealed.device.kept;
    for (auto& each : kept.sent)
        if (each.sealed) each.choice["more"] = 1;  // what is opened is exactly what was sealed
    out.push_back({"opened with less than was sealed", sealed.record(), kept, "other_choice", seal + "/input/choice"});
}

}  // namespace

std::vector<MineCase> shared_mine_cases() {
    std::vector<MineCase> out;
    add_honest(out);
    add_others(out);
    return out;
}

}  // namespace muster::test
