// Dice to which both seats and a witness add: in which order they are asked, what waits for the witness, and what a seat's device looks at.
#include <doctest/doctest.h>

#include <algorithm>

#include "protocol/verify.hpp"
#include "rules/systems.hpp"
#include "tests/protocol/shared_device.hpp"
#include "tests/support/rock_paper.hpp"

using namespace muster;
using namespace muster::test;
using namespace muster::protocol;

namespace {

std::string told(const Verdict& verdict) { return verdict.holds ? "holds" : verdict.path + ": " + verdict.message; }
std::string judged(const Game& game) { return told(verify(read_record(game.record()).value(), rules::shipped_rulesets())); }

std::vector<std::string> kinds_of(const Game& game) {
    std::vector<std::string> out;
    for (const auto& each : game.inputs) out.push_back(Json::parse(each)["input"]["kind"]);
    return out;
}

int rolls_of(const Game& game) {
    return static_cast<int>(std::ranges::count_if(game.events, [](const LoggedEvent& each) { return each.body.contains("\"event\":\"rolled\""); }));
}

/// Both sit, and the device of the first listens.
struct Table {
    explicit Table(const Start& start = shared_start("advanced-combat", shared_and_witnessed_options())) : game(created(start)), device(game, 0) {
        game.take(0, "Ada");
        game.take(1, "Bob");
        device.hear(game);
    }
    void next_step() {
        device.play_until_shares(game);
        REQUIRE(game.fold->asks_shares());
    }
    Game game;
    SharedDevice device;
};

}  // namespace

TEST_CASE("the seats are asked first, then the witness over a head that has their shares, and only then dice are rolled") {
    Table table;
    auto& [game, device] = table;
    CHECK(kinds_of(game).front() == "witness");
    table.next_step();
    CHECK(!game.fold->asks_witness());
    CHECK(rolls_of(game) == 0);
    device.give_shares(game);
    CHECK(game.fold->asks_witness());
    CHECK(!game.fold->asks_shares());
    CHECK(game.fold->open().empty());
    CHECK(rolls_of(game) == 0);
    game.give_witness_share();
    CHECK(rolls_of(game) > 0);
    const auto kinds = kinds_of(game);
    CHECK(std::vector(kinds.end() - 3, kinds.end()) == std::vector<std::string>{"share", "share", "witness_share"});
}

TEST_CASE("while the witness is awaited nothing else is decided, and nobody loses by its silence") {
    Table table;
    auto& game = table.game;
    table.next_step();
    table.device.give_shares(game);
    REQUIRE(game.fold->asks_witness());
    for (const rules::Seat seat : {0, 1}) {
        CHECK(game.fold->check_forfeit(seat));
        CHECK(game.fold->check_claim(seat));
        CHECK(game.fold->check_offer_draw(seat));
        CHECK(game.fold->check_new_ladder(seat, std::string(64, 'a')));
    }
    CHECK(game.fold->check_forfeit(std::nullopt));
    game.concede(1);
    CHECK(judged(game) == "holds");
}

TEST_CASE("what is sealed for all is opened by the seats' shares, and then the witness is asked for the dice") {
    Game game = seated({.ruleset = &rock_paper_duel(), .setup = {{"rounds", 2}}, .options = shared_and_witnessed_options()});
    int rounds = 0;
    while (game.fold->phase() != Fold::Phase::over) {
        REQUIRE(game.fold->is_sealed_for_all(game.fold->open().front()));
        game.choose(game.seal({"default", "default"}));
        REQUIRE(game.fold->asks_shares());
        game.give_shares();
        REQUIRE(game.fold->asks_witness());
        CHECK(game.events.back().body.contains("\"event\":\"chosen\""));
        CHECK(rolls_of(game) == rounds);
        game.give_witness_share();
        CHECK(rolls_of(game) == ++rounds);
    }
    CHECK(rounds == 2);
    const rules::Rulesets rulesets({&rock_paper_duel()});
    CHECK(told(verify(read_record(game.record()).value(), rulesets)) == "holds");
}

TEST_CASE("a device seals and opens with a witness as without, and where no dice are due the witness is not asked") {
    Table table(shared_twins(shared_and_witnessed_options()));
    table.device.play_out(table.game);
    const auto kinds = kinds_of(table.game);
    CHECK(std::ranges::count(kinds, "share") > 0);
    CHECK(std::ranges::count(kinds, "witness_share") == 0);
    CHECK(judged(table.game) == "holds");
}

TEST_CASE("whoever knows both seats' ladders does not know the dice without the witness") {
    std::vector<Json> first;
    for (const std::uint8_t secret : {std::uint8_t{99}, std::uint8_t{97}}) {
        Game game{Fold::create(origin_of(shared_start("advanced-combat", shared_and_witnessed_options()))).value()};
        game.run([](Fold& f, Applied& out) { f.begin(out); });
        game.join_witness(secret);
        game.take(0, "Ada");
        game.take(1, "Bob");
        while (!game.fold->asks_shares()) game.choose_best();
        game.give_shares();
        game.give_witness_share();
        const auto roll = std::ranges::find_if(game.events, [](const LoggedEvent& each) { return each.body.contains("\"event\":\"rolled\""); });
        first.push_back(Json::parse(roll->body)["data"]["groups"]);
    }
    CHECK(first[0] != first[1]);
}

TEST_CASE("a device gives no share where the witness was passed over, or has not signed what is told as its share") {
    Table table;
    auto& [game, device] = table;
    table.next_step();
    device.give_shares(game);
    game.give_witness_share();
    device.hear(game);
    table.next_step();
    REQUIRE(game.fold->step() == 2);
    const auto asked = SharedDevice::request(game);
    const auto head = SharedDevice::head(game);
    const auto answered = [&](const ShareOptions& options) {
        auto copy = device;
        const auto answer = copy.shares.answer(copy.kept, options, head);
        return answer ? "given" : answer.error().kind;
    };
    CHECK(answered(asked) == "given");
    const auto at = static_cast<std::size_t>(
        std::ranges::find_if(asked.inputs, [](JsonView each) { return each.find("input")->find("kind")->text() == "witness_share"; }) - asked.inputs.begin());
    REQUIRE(at == 2);  // right after the seats' shares
    auto unsigned_share = asked;
    Json input = JsonView(asked.inputs[at]).json();
    input["signature"] = std::string(128, 'a');
    unsigned_share.inputs[at] = FlatJson(input);
    CHECK(answered(unsigned_share) == "not_of_witness");
}

TEST_CASE("a device gives no share once dice were rolled without the witness") {
    auto origin = origin_of(shared_start("advanced-combat", shared_and_witnessed_options()));
    origin.fold.witness_key.reset();  // the server leaves its witness out
    Game game{Fold::create(std::move(origin)).value()};
    game.run([](Fold& f, Applied& out) { f.begin(out); });
    SharedDevice device(game, 0);
    game.take(0, "Ada");
    game.take(1, "Bob");
    device.play_until_shares(game);
    device.give_shares(game);  // nothing is wrong yet
    device.play_until_shares(game);
    REQUIRE(rolls_of(game) > 0);
    const auto answer = device.answer(game);
    CHECK((answer ? "given" : answer.error().kind) == "not_of_witness");
}

TEST_CASE("a device gives no share where dice fell before the witness's share, where shares of it were passed over") {
    Table table;
    auto& [game, device] = table;
    table.next_step();
    device.give_shares(game);
    const auto before = game.events.size();
    game.give_witness_share();
    auto honest = device;
    table.next_step();
    honest.kept = device.kept;
    const auto asked = SharedDevice::request(game);
    const auto head = SharedDevice::head(game);
    struct Told {
        std::string event;
        Json data;
    };
    const auto answered = [&](SharedDevice listener, const std::function<void(std::vector<Told>&)>& change) {
        std::vector<Told> told;
        for (auto i = before; i < game.events.size(); ++i) told.push_back({game.event(i)["event"], game.event(i)["data"]});
        REQUIRE(told.front().event == "witness_share_given");
        change(told);
        auto seq = game.event(before)["seq"].get<std::int64_t>();
        for (const auto& each : told) CHECK(!listener.shares.happens(seq++, each.event, each.data, listener.kept));
        const auto answer = listener.shares.answer(listener.kept, asked, head);
        return answer ? "given" : answer.error().kind;
    };
    CHECK(answered(honest, [](auto&) {}) == "given");
    CHECK(answered(honest, [](auto& told) {
              const auto rolled = std::ranges::find(told, "rolled", &Told::event);
              std::rotate(told.begin(), told.begin() + 1, rolled + 1);
          }) == "not_of_witness");
    CHECK(answered(honest, [](auto& told) { told.front().data["step"] = 2; }) == "not_of_witness");
}

TEST_CASE("a device gives no share where the witness is none, or the server itself") {
    for (const auto& key : {std::string("00"), to_hex(test_key().public_bytes())}) {
        CAPTURE(key);
        auto options = shared_and_witnessed_options();
        const auto plays = witness_key(options);
        options["witness"]["key"] = key;
        auto origin = origin_of(shared_start("advanced-combat", options));
        origin.fold.witness_key = plays;  // or else no such battle could be made
        Game game{Fold::create(std::move(origin)).value()};
        game.run([](Fold& f, Applied& out) { f.begin(out); });
        game.join_witness(98);
        SharedDevice device(game, 0);
        game.take(0, "Ada");
        game.take(1, "Bob");
        device.play_until_shares(game);
        const auto answer = device.answer(game);
        CHECK((answer ? "given" : answer.error().kind) == "not_of_witness");
    }
}

TEST_CASE("shared dice have a witness only if one is named, and it must be one") {
    const auto refused = [](Json options) { return !Fold::create(origin_of(shared_start("advanced-combat", std::move(options)))).has_value(); };
    CHECK(!has_witness({{"dice", "shared"}}));
    CHECK(!has_witness({{"dice", "server"}, {"witness", {{"key", "00"}}}}));
    CHECK(has_witness({{"dice", "witnessed"}}));
    CHECK(has_witness(shared_and_witnessed_options()));
    CHECK(!refused(shared_and_witnessed_options()));
    CHECK(refused({{"witness", {{"address", "https://witness.example"}, {"key", "00"}}}}));
    CHECK(refused({{"witness", "https://witness.example"}}));
    Json record = Json::parse(seated(shared_start("advanced-combat", shared_and_witnessed_options())).record());
    record["options"]["witness"].erase("key");
    CHECK(verify(read_record(record.dump()).value(), rules::shipped_rulesets()).path == "/options/dice");
    CHECK(refused({{"witness", {{"address", ""}, {"key", to_hex(test_key().public_bytes())}}}}));
}
