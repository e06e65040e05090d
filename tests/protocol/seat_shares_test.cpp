// One seat's side of shared dice: what it answers, and what it refuses to.
#include "protocol/seat_shares.hpp"

#include <doctest/doctest.h>

#include "protocol/mine_record.hpp"
#include "protocol/verify.hpp"
#include "rules/systems.hpp"
#include "tests/protocol/shared_device.hpp"

using namespace muster;
using namespace muster::test;
using namespace muster::protocol;

namespace {

struct Seated {
    explicit Seated(const Start& start, rules::Seat seat = 0) : game(created(start)), device(game, seat) {
        game.take(0, "Ada", "00ff00ff00ff00ff");
        game.take(1, "Bob");
        if (seat == 0) device.kept.nonce = "00ff00ff00ff00ff";
        device.hear(game);
    }
    Game game;
    SharedDevice device;
};

std::string told(const std::expected<ShareChoice, Breach>& answer) { return answer ? "given" : answer.error().kind; }

/// Asked for the share of step 2 or, of twins, for that which opens the first seals.
Seated asked_again(const Start& start = shared_start("advanced-combat")) {
    Seated out(start);
    out.device.play_until_shares(out.game);
    out.device.give_shares(out.game);
    out.device.play_until_shares(out.game);
    REQUIRE(out.game.fold->step() == 2);
    return out;
}

/// Twins, when both are asked what is sealed for the server, too.
Seated about_to_seal() {
    Seated out(shared_twins());
    while (!out.game.fold->is_sealed_for_all(out.game.fold->open().front())) {
        if (out.game.fold->asks_shares()) out.device.give_shares(out.game);
        else out.device.choose(out.game, {"default"});
    }
    return out;
}

std::string answered(Seated& seated, ShareOptions asked, SignedHead head) { return told(seated.device.shares.answer(seated.device.kept, asked, head)); }

/// The same request with another input in place of one.
ShareOptions with_input(ShareOptions asked, std::size_t index, const std::function<void(Json&)>& change) {
    Json input = JsonView(asked.inputs.at(index)).json();
    change(input);
    asked.inputs[index] = FlatJson(input);
    return asked;
}

/// A head that the server signs over these inputs as they stand, whatever they are.
SignedHead signed_over(const Seated& seated, const ShareOptions& asked) {
    const auto& kept = seated.device.kept;
    Hash chain = kept.asked ? *hash_from_hex(kept.asked->chain) : start_hash(kept);
    for (const JsonView each : asked.inputs) {
        std::string text;
        append_canonical(text, *each.find("input"));
        chain = sha256(std::string(bytes_of(chain)) + text);
    }
    auto head = SharedDevice::head(seated.game);
    head.chain = to_hex(bytes_of(chain));
    std::string text = "muster/head/2";
    text += bytes_of(start_hash(kept));
    append_u32(text, static_cast<std::uint32_t>(asked.step));
    append_u32(text, head.inputs);
    text += bytes_of(chain);
    text += *from_hex(head.shown);
    head.signature = to_hex(test_key().sign(text));
    return head;
}

}  // namespace

TEST_CASE("battles with shared dice are played to their end by either seat's device, under every ruleset, and agree with what it kept") {
    for (const auto* ruleset : rules::shipped_rulesets().all())
        for (const rules::Seat seat : {0, 1}) {
            CAPTURE(ruleset->id());
            auto start = ruleset->id() == "armies" ? shared_twins() : shared_start(ruleset->id().c_str());
            if (ruleset->id() == "theatre") start.setup["nations"][1]["advances"] = Json::array();  // else one moves after the other, and nothing is sealed
            Seated one(start, seat);
            one.device.play_out(one.game);
            const auto record = read_record(one.game.record()).value();
            CHECK(verify(record, rules::shipped_rulesets()).holds);
            const auto breach = compare_mine(record, one.device.kept);
            CHECK_MESSAGE(!breach, breach.value_or(Breach{}).message);
            CHECK(one.device.kept.asked.has_value());
        }
}

TEST_CASE("the same request is answered again with the same share, also by a program that starts anew; another head of one step never is") {
    auto seated = asked_again();
    auto& [game, device] = seated;
    const auto first = device.answer(game).value();
    CHECK(device.kept.asked.value().step == 2);
    CHECK(device.answer(game).value().share == first.share);
    device.restart();
    CHECK(device.answer(game).value().share == first.share);  // killed between storing and sending

    const auto forked = [&](const std::function<void(Game&)>& change) {
        Game other = std::move(asked_again().game);
        change(other);
        return other;
    };
    Game other = forked([](Game& each) { each.run([](Fold& fold, Applied& out) { fold.note({"said", R"({"room":"spectators"})"}, out); }); });
    CHECK(answered(seated, SharedDevice::request(other), SharedDevice::head(other)) == "given");  // a note is no other history
    auto head = SharedDevice::head(game);
    head.shown.front() = head.shown.front() == '0' ? '1' : '0';
    const auto asked = SharedDevice::request(game);
    CHECK(answered(seated, asked, head) == "head_not_signed");
    const auto another = with_input(asked, 2, [](Json& input) { input["input"]["choice"] = {{"units", Json::array()}}; });
    CHECK(answered(seated, another, signed_over(seated, another)) == "two_heads");
    CHECK(device.kept.asked.value().step == 2);

    device.kept.asked->step = 3;  // by another program of the seat, which has gone on
    CHECK(answered(seated, asked, SharedDevice::head(game)) == "outdated");
}

TEST_CASE("a share is given for the next step only, and only for a head that the battle's key signed for that step") {
    auto seated = asked_again();
    auto& [game, device] = seated;
    const auto before = device.kept.asked;
    auto asked = SharedDevice::request(game);
    CHECK(told(device.shares.answer(device.kept, asked, {})) == "head_not_signed");
    CHECK(answered(seated, asked, *game.signed_head()) == "head_not_signed");  // signed, but for no request
    for (const int step : {1, 3}) {
        asked.step = step;
        const auto head = sign_head(test_key(), game.fold->chain(), game.shown, step);
        CHECK(answered(seated, asked, head) == (step == 1 ? "two_heads" : "step_skipped"));
    }
    CHECK(device.kept.asked == before);
    CHECK(told(device.answer(game)) == "given");
}

TEST_CASE("no share is given unless the inputs lead to what was signed, the former shares first, and nothing was shown otherwise") {
    auto seated = asked_again();
    auto& [game, device] = seated;
    const auto asked = SharedDevice::request(game);
    const auto head = SharedDevice::head(game);
    const auto before = device.kept.asked;
    auto fewer = asked;
    fewer.inputs.pop_back();
    CHECK(answered(seated, fewer, head) == "other_inputs");
    fewer.inputs.clear();
    CHECK(answered(seated, fewer, head) == "other_inputs");
    auto late = asked;
    std::swap(late.inputs[0], late.inputs[2]);
    device.kept.pin.reset();                                                     // it has the honest head
    CHECK(answered(seated, late, signed_over(seated, late)) == "other_inputs");  // something between the request and its shares
    auto twice = asked;
    twice.inputs.back() = twice.inputs.front();
    CHECK(answered(seated, twice, head) == "other_inputs");
    const auto not_one = with_input(asked, 0, [](Json& input) { input["input"]["what"] = 1; });
    CHECK(answered(seated, not_one, head) == "other_inputs");
    const auto early = with_input(asked, 0, [](Json& input) { input["seq"] = 1; });
    CHECK(answered(seated, early, head) == "other_inputs");
    auto many = asked;
    many.inputs.insert(many.inputs.begin(), 40, asked.inputs.front());
    CHECK(answered(seated, many, head) == "other_inputs");

    SeatShares shown(device.kept);
    for (std::size_t i = 0; i < game.events.size(); ++i) {
        auto event = game.event(i);
        if (i + 1 == game.events.size() || event.at("event") == "chosen") event["data"]["extra"] = 1;
        shown.happens(event.at("seq"), event.at("event"), event.at("data"), device.kept);
    }
    CHECK(told(shown.answer(device.kept, asked, head)) == "other_events");
    CHECK(device.kept.asked == before);
    CHECK(told(device.answer(game)) == "given");
}

TEST_CASE("no share is given where the server says that this device sent what it did not") {
    SUBCASE("another choice") {
        auto seated = asked_again();
        auto& kept = seated.device.kept;
        REQUIRE(!kept.sent.empty());
        kept.sent.back().choice = {{"units", {{{"unit", "swordsmen"}, {"count", 1}}}}};
        CHECK(told(seated.device.answer(seated.game)) == "altered_input");
        kept.sent.clear();
        CHECK(told(seated.device.answer(seated.game)) == "altered_input");
        kept.since = 1'000;  // decided before this device came
        CHECK(told(seated.device.answer(seated.game)) == "given");
    }
    SUBCASE("another nonce or ladder") {
        Seated seated(shared_start("advanced-combat"));
        seated.device.play_until_shares(seated.game);
        auto& kept = seated.device.kept;
        kept.nonce = "11ff11ff11ff11ff";
        CHECK(told(seated.device.answer(seated.game)) == "altered_input");
        kept.nonce = "00ff00ff00ff00ff";
        CHECK(told(seated.device.answer(seated.game)) == "given");
    }
    SUBCASE("another seal") {
        Seated seated(shared_twins());
        seated.device.play_until_shares(seated.game);
        while (SharedDevice::request(seated.game).opens == 0) {
            seated.device.give_shares(seated.game);
            seated.device.play_until_shares(seated.game);
        }
        auto& sent = seated.device.kept.sent.back();
        REQUIRE(sent.sealed);
        const auto choice = std::exchange(sent.choice, Json{{"armies", 0}});
        CHECK(told(seated.device.answer(seated.game)) == "altered_input");
        sent.choice = choice;
        const auto share = seated.device.answer(seated.game).value();
        CHECK(JsonView(share.opens).json() == choice);
    }
}

TEST_CASE("nothing is sealed twice but the same") {
    auto seated = about_to_seal();
    auto& [game, device] = seated;
    const auto& open = game.fold->open().front();
    const Json choice = *open.ask.preset;
    const auto seal = device.shares.seal(device.kept, open.ask.kind, open.id, choice).value();
    CHECK(device.shares.seal(device.kept, open.ask.kind, open.id, choice).value().seal == seal.seal);
    CHECK(device.shares.seal(device.kept, open.ask.kind, open.id, Json{{"armies", 0}}).error().kind == "sealed_otherwise");
    CHECK(std::ranges::count(device.kept.sent, open.id, &SentInput::decision) == 1);
}

TEST_CASE("nothing is sealed with a rung that was given already: whoever asked for that share too early could read it") {
    auto seated = about_to_seal();
    auto& [game, device] = seated;
    const auto& open = game.fold->open().front();
    ShareOptions early{.step = game.fold->step() + 1};
    for (const auto& each : game.inputs) early.inputs.emplace_back(Json::parse(each));
    REQUIRE(game.fold->step() == 0);
    CHECK(told(device.shares.answer(device.kept, early, sign_head(test_key(), game.fold->chain(), game.shown, early.step))) == "given");
    const auto sealed = device.shares.seal(device.kept, open.ask.kind, open.id, *open.ask.preset);
    REQUIRE(!sealed);
    CHECK(sealed.error().kind == "outdated");
    CHECK(device.kept.sent.empty());
    device.restart();
    device.hear(game);
    CHECK(!device.shares.seal(device.kept, open.ask.kind, open.id, *open.ask.preset));
}

TEST_CASE("no share is given before anything was decided since the last, nor while what it opens is on its way") {
    auto seated = about_to_seal();
    auto& [game, device] = seated;
    REQUIRE(game.fold->step() == 0);
    const auto& open = game.fold->open().front();
    REQUIRE(device.shares.seal(device.kept, open.ask.kind, open.id, *open.ask.preset));
    ShareOptions early{.step = 1};
    for (const auto& each : game.inputs) early.inputs.emplace_back(Json::parse(each));
    CHECK(told(device.shares.answer(device.kept, early, sign_head(test_key(), game.fold->chain(), game.shown, 1))) == "other_inputs");

    auto next = asked_again();
    next.device.give_shares(next.game);
    ShareOptions idle{.step = 3};
    for (auto i = next.game.inputs.size() - 2; i < next.game.inputs.size(); ++i) idle.inputs.emplace_back(Json::parse(next.game.inputs[i]));
    CHECK(told(next.device.shares.answer(next.device.kept, idle, sign_head(test_key(), next.game.fold->chain(), next.game.shown, 3))) == "other_inputs");
}

TEST_CASE("a device without the ladder in force gives no share; a new one that it puts in does, from the next step on") {
    auto seated = asked_again(shared_start("phased-combat"));
    auto& [game, device] = seated;
    SharedDevice second(game, 0);
    second.kept.ladders.clear();
    second.kept.since = 1'000;
    CHECK(told(second.answer(game)) == "no_ladder");
    CHECK(!second.kept.asked);
    device.give_shares(game);
    while (game.fold->asks_shares()) device.give_shares(game);

    second.kept.ladders.push_back(to_hex(bytes_of(Hash{77})));
    game.renew_ladder(0, 77);
    CHECK(!second.hear(game));
    CHECK(second.shares.holds_ladder());
    CHECK(second.shares.rungs_left() == Ladder::rungs);
    CHECK(device.hear(game).value().kind == "foreign_ladder");
    second.play_until_shares(game);
    REQUIRE(game.fold->asks_shares());
    CHECK(told(device.answer(game)) == "no_ladder");
    const auto share = second.answer(game).value();
    CHECK(share.share == game.share_of(0).at("share").get<std::string>());
}

TEST_CASE("a ladder that is put in again, so that its first shares are known, gives none") {
    Seated seated(shared_start("advanced-combat"));
    auto& [game, device] = seated;
    device.play_until_shares(game);
    device.give_shares(game);
    const auto foot = to_hex(bytes_of(game.holders[0].ladder.foot()));
    REQUIRE(game.fold->check_new_ladder(0, foot));  // so only a server that cheats
    game.run([&](Fold& fold, Applied& out) { fold.new_ladder(0, foot, out); });
    CHECK(device.hear(game).value().kind == "used_ladder");
    CHECK(!device.shares.holds_ladder());
    device.play_until_shares(game);
    REQUIRE(game.fold->asks_shares());
    CHECK(told(device.answer(game)) == "no_ladder");
}

TEST_CASE("a device that comes back gives no rung again, wherever its ladder was put in by what it is told then") {
    auto seated = asked_again(shared_start("phased-combat"));
    auto& [game, device] = seated;
    device.give_shares(game);
    device.play_until_shares(game);
    REQUIRE(game.fold->step() == 3);
    const auto rung = [&](const KeptSeat& kept) {
        auto keeping = kept;
        SeatShares back(keeping);
        // The seat came with another ladder, and its own was put in only after the first step: what was given for the second would be given again.
        for (std::size_t i = 0; i < game.events.size(); ++i) {
            const Json event = game.event(i);
            Json data = event["data"];
            const bool own = data.value("seat", Json()) == "attacker";
            if (own && event["event"] == "seat_taken") data["ladder"] = std::string(64, 'a');
            if (event["event"] == "share_given" && own && data["step"] == 2)
                (void)back.happens(event["seq"].get<std::int64_t>() - 1, "ladder_renewed", {{"seat", "attacker"}, {"ladder", game.event(1)["data"]["ladder"]}},
                                   keeping);
            (void)back.happens(event["seq"], event["event"], data, keeping);
        }
        auto asked = SharedDevice::request(game);
        for (const auto& open : game.fold->open())
            if (open.ask.seat == 0) asked.opens = (*open.ask.options).value("opens", std::int64_t{0});
        return told(back.answer(keeping, asked, SharedDevice::head(game)));
    };
    CHECK(rung(device.kept) == "used_ladder");
    auto forgetful = device.kept;
    forgetful.begun.clear();
    CHECK(rung(forgetful) != "used_ladder");
}

TEST_CASE("beside a ladder that came from another device waits a fresh one, until it is put in") {
    auto seated = asked_again(shared_start("phased-combat"));
    auto& [game, device] = seated;
    CHECK(!device.shares.has_fresh_ladder(device.kept));
    Mine moved{};
    CHECK(merge(moved, {{}, {device.kept}}).empty());
    SharedDevice second(game, 0);
    second.kept = moved.seats[0];
    second.restart();
    second.hear(game);
    CHECK(second.shares.holds_ladder());
    CHECK(second.shares.has_fresh_ladder(second.kept));
    const auto foot = second.shares.fresh_ladder(second.kept);
    while (game.fold->asks_shares()) device.give_shares(game);
    REQUIRE(!game.fold->check_new_ladder(0, foot));
    game.run([&](Fold& fold, Applied& out) { fold.new_ladder(0, foot, out); });
    second.hear(game);
    CHECK(!second.shares.has_fresh_ladder(second.kept));
    CHECK(second.shares.rungs_left() == Ladder::rungs);
    CHECK(device.hear(game).value().kind == "foreign_ladder");
}

TEST_CASE("a device that was away while another one gave shares goes on from the last head that was signed for it, or says why not") {
    auto seated = asked_again(shared_start("phased-combat"));
    auto& [game, device] = seated;
    SharedDevice other(game, 0);
    other.kept.ladders = device.kept.ladders;
    other.kept.nonce = device.kept.nonce;
    other.kept.since = 1'000;
    other.hear(game);
    const auto first = *device.kept.asked;
    device.give_shares(game);
    device.play_until_shares(game);
    while (game.fold->step() < 4 && game.fold->asks_shares()) {
        device.give_shares(game);
        device.play_until_shares(game);
    }
    REQUIRE(game.fold->asks_shares());
    CHECK(told(other.answer(game)) == "sealed_elsewhere");
    other.kept.sent = device.kept.sent;
    CHECK(told(other.answer(game)) == "given");  // its pin is of this very moment
    other.kept.asked = first;
    const auto pin = std::exchange(other.kept.pin, std::nullopt);
    auto asked = SharedDevice::request(game);
    CHECK(told(other.shares.answer(other.kept, asked, SharedDevice::head(game))) == "not_followed");
    other.kept.pin = pin;
    CHECK(told(other.answer(game)) == "given");
}
