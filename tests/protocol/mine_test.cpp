// What a device keeps of its seats, and what that shows of a server that goes against its word.
#include "protocol/mine.hpp"

#include <doctest/doctest.h>

#include "protocol/mine_record.hpp"
#include "protocol/mine_sent.hpp"
#include "protocol/verify.hpp"
#include "rules/systems.hpp"
#include "tests/protocol/mine_cases.hpp"

using namespace muster;
using namespace muster::protocol;
using muster::test::Device;

namespace {

test::Start duel() {
    return {.ruleset = rules::shipped_rulesets().find("advanced-combat"), .setup = rules::shipped_rulesets().find("advanced-combat")->catalog()["example"]};
}

void step(test::Game& game) { game.choose_best(); }

}  // namespace

TEST_CASE("a record is compared with what a device kept, and the first difference is named with its step") {
    int different = 0;
    auto cases = test::mine_cases();
    std::ranges::move(test::shared_mine_cases(), std::back_inserter(cases));
    for (const auto& each : cases) {
        CAPTURE(each.name);
        const auto record = read_record(each.record.dump()).value();
        // Each of them holds by itself: the server signed it.
        const auto verdict = verify(record, rules::shipped_rulesets());
        CAPTURE(verdict.message);
        CHECK(verdict.holds);
        const auto breach = compare_mine(record, each.kept);
        CAPTURE(breach.value_or(Breach{}).message);
        CHECK(breach.value_or(Breach{}).kind == each.kind);
        CHECK(breach.value_or(Breach{}).path == each.path);
        if (breach && breach->path.starts_with("/inputs/")) CHECK(breach->message.starts_with("step "));
        different += breach ? 1 : 0;
    }
    CHECK(different > 22);
}

TEST_CASE("random battles agree with what the devices of their seats kept, whatever was chosen") {
    test::SeededChance chance(27);
    for (const auto* ruleset : rules::shipped_rulesets().all()) {
        CAPTURE(ruleset->id());
        for (int i = 0; i < 5; ++i) {
            auto game = test::random_game({.ruleset = ruleset, .setup = ruleset->catalog()["example"]}, chance, {.talk = false, .draw_one_in = 1'000'000});
            const auto record = read_record(game.record()).value();
            Device device(game, 0);
            device.kept.since = 0;
            for (const auto& input : record.inputs)
                if (input.seat == device.kept.seat && input.kind != "seat") device.send(input.kind, input.decision, JsonView(input.choice).json());
            const auto breach = compare_mine(record, device.kept);
            CHECK_MESSAGE(!breach, breach.value_or(Breach{}).message);
            CHECK(device.kept.pin->inputs == record.inputs.size());
        }
    }
}

TEST_CASE("a pin moves forward only; another head for the same input is a fork, an earlier one a step back") {
    auto game = test::seated(duel());
    Device device(game, 0);
    CHECK(device.kept.pin->inputs == 2);
    const auto first = *game.signed_head();
    step(game);
    CHECK(!device.hear(game, 2));
    CHECK(device.kept.pin->inputs == 3);
    CHECK(!device.hear(game, 3));  // another signature of the same
    const auto pin = *device.kept.pin;

    // Asked before that was heard: late, but no step back.
    CHECK(!take_head(device.kept, first, 2));
    CHECK(device.kept.pin == pin);
    SUBCASE("back") {
        const auto breach = take_head(device.kept, first, 3);
        REQUIRE(breach);
        CHECK(breach->kind == "went_back");
        CHECK(breach->message == "after input 2: the battle has gone back; the server had signed 3 inputs for this device");
        CHECK(device.kept.pin == pin);
    }
    SUBCASE("fork") {
        auto other = test::seated(duel());
        other.run([](Fold& fold, Applied& out) { fold.concede(1, out); });
        const auto breach = device.hear(other, 3);
        REQUIRE(breach);
        CHECK(breach->kind == "two_heads");
        CHECK(breach->message == "after input 3: the server signed two different histories of this battle");
        CHECK(device.kept.against.value().chain == other.signed_head()->chain);
        CHECK(device.kept.pin == pin);
        step(game);
        CHECK(!device.hear(game, 3));
        CHECK(device.kept.pin == pin);  // with the other it is the proof
    }
    SUBCASE("not signed") {
        step(game);
        auto head = *game.signed_head();
        head.signature.front() = head.signature.front() == '0' ? '1' : '0';
        CHECK(take_head(device.kept, head, 3).value().kind == "head_not_signed");
        for (const auto* wrong : {"", "zz", "00"}) {
            head.signature = wrong;
            CHECK(take_head(device.kept, head, 3).value().kind == "head_not_signed");
        }
        head = *game.signed_head();
        head.chain = "00";
        CHECK(take_head(device.kept, head, 3).value().kind == "head_not_signed");
        CHECK(device.kept.pin == pin);
    }
}

TEST_CASE("a battle that begins otherwise than it did for this device is named by the field") {
    const auto game = test::seated(duel());
    Device device(game, 0);
    auto start = *device.kept.start;
    CHECK(!take_start(device.kept, start));
    start.options["clock"] = {{"mode", "correspondence"}, {"per_decision", "P1D"}};
    const auto breach = take_start(device.kept, start);
    REQUIRE(breach);
    CHECK(breach->kind == "other_start");
    CHECK(breach->path == "/options/clock");
    CHECK(breach->message.starts_with("before step 1: "));
}

TEST_CASE("what is kept is read again as it was written, and files of earlier programs too") {
    const auto cases = test::mine_cases();
    Mine mine{{{"https://muster.example", std::string(130, 'a')}}, {}};
    for (const auto& each : cases) mine.seats.push_back(each.kept);
    for (const auto& each : test::shared_mine_cases()) mine.seats.push_back(each.kept);
    mine.seats.front().orders = KeptOrders{3, Json::array({{{"for", "*"}, {"play", "default"}}})};
    mine.seats.front().listing = Listing{"A title", "armies", "2026-11-27T00:00:00.000Z", true, {{"defender", "theirs"}}};
    mine.seats.push_back({.server = "s", .battle = "b", .seat = "", .token = "t", .drawn = "00ff00ff00ff00ff"});
    mine.seats.push_back({.server = "s", .battle = "b", .seat = "defender", .token = "u", .drawn = "11ff11ff11ff11ff", .taking = true});
    CHECK(!mine.seats.back().is_given());
    const auto again = read_mine(mine_text(mine)).value();
    CHECK(again.servers == mine.servers);
    CHECK(again.seats == mine.seats);
    CHECK(read_mine(R"({"seats":[{"server":"s","battle":"b","seat":"x","token":"t","name":"Ada"}]})").value().seats.front().name == "Ada");
    CHECK(read_mine(R"({"format":"muster.mine/9","seats":[]})").error().path == "/format");
    CHECK(read_mine(R"({"format":"muster.record/2"})").error().path == "/seats");
    CHECK(!read_mine("{"));
}

TEST_CASE("files are merged: what one has and the other has not, and pins forward only; a fork between two devices is told") {
    auto game = test::seated(duel());
    Device phone(game, 0), desk(game, 0);
    desk.kept.nonce = "00ff00ff00ff00ff";
    step(game);
    phone.hear(game);
    phone.send("wave", 1, {{"units", Json::array()}});
    const auto later = *phone.kept.pin;
    Mine mine{{}, {desk.kept}};
    CHECK(merge(mine, {{}, {phone.kept}}).empty());
    REQUIRE(mine.seats.size() == 1);
    CHECK(mine.seats[0].pin == later);
    CHECK(mine.seats[0].nonce == "00ff00ff00ff00ff");
    CHECK(mine.seats[0].sent.size() == 1);
    CHECK(merge(mine, {{}, {desk.kept}}).empty());
    CHECK(mine.seats[0].pin == later);

    auto fork = test::seated(duel());
    Device tablet(fork, 0);
    fork.run([](Fold& fold, Applied& out) { fold.concede(1, out); });
    tablet.hear(fork);
    const auto told = merge(mine, {{}, {tablet.kept}});
    REQUIRE(told.size() == 1);
    CHECK(told[0].contains("after input 3: the server signed two different histories"));
    CHECK(mine.seats[0].pin == later);
    CHECK(mine.seats[0].against == tablet.kept.pin);

    const auto answered = [](int at, char chain) {
        AskedHead out;
        out.step = at;
        out.chain = chain;
        return out;
    };
    desk.kept.asked = answered(2, 'a');
    phone.kept.asked = answered(1, 'b');
    desk.kept.ladders = {"x", "y"};
    phone.kept.ladders = {"y", "z"};
    for (const auto& [ours, theirs] : {std::pair(desk, phone), std::pair(phone, desk)}) {
        Mine both{{}, {ours.kept}};
        CHECK(merge(both, {{}, {theirs.kept}}).empty());
        CHECK(both.seats[0].asked == desk.kept.asked);
        REQUIRE(both.seats[0].ladders.size() == 4);
        CHECK(both.seats[0].ladders[2] == ours.kept.ladders.back());
        CHECK(hash_from_hex(both.seats[0].ladders[3]));  // drawn here: what came may still be elsewhere
        CHECK(merge(both, {{}, {theirs.kept}}).empty());
        CHECK(both.seats[0].ladders.size() == 4);
    }
    // Whoever gets the ladder gets what was answered with it, whatever else contradicts.
    auto liar = desk.kept;
    auto holder = phone.kept;
    liar.asked.reset();
    liar.heard = {{3, std::string(64, 'a')}};
    holder.heard = {{3, std::string(64, 'b')}};
    Mine told_otherwise{{}, {liar}};
    const auto contradictions = merge(told_otherwise, {{}, {holder}});
    REQUIRE(contradictions.size() == 1);
    CHECK(contradictions[0].contains("told another story"));
    CHECK(told_otherwise.seats[0].asked == holder.asked);

    Mine moved{};
    CHECK(merge(moved, {{}, {desk.kept}}).empty());
    CHECK(moved.seats[0].ladders.size() == 3);
    phone.kept.asked = answered(2, 'b');
    Mine asked{{}, {desk.kept}};
    CHECK(merge(asked, {{}, {phone.kept}}).size() == 1);
    CHECK(asked.seats[0].asked == desk.kept.asked);

    auto other = tablet.kept;
    other.token = "another";
    CHECK(merge(mine, {{}, {other}}).empty());
    CHECK(mine.seats.size() == 2);
}

TEST_CASE("importing again and again, with no turn between, never loses a ladder that was put in, and draws one that waits") {
    const auto drawn = [](int count) {
        std::vector<std::string> out;
        for (int i = 0; i < count; ++i) out.push_back(std::string(63, '0') + std::to_string(i));
        return out;
    };
    const auto has = [](const std::vector<std::string>& list, const std::string& each) { return std::ranges::find(list, each) != list.end(); };
    KeptSeat file{.server = "https://muster.example", .battle = "b", .seat = "attacker", .token = "t"};
    file.ladders = drawn(8);
    file.put_in = drawn(1);
    Mine mine;
    for (int i = 0; i < 10; ++i) CHECK(merge(mine, {{}, {file}}).empty());
    const auto& here = mine.seats.at(0);
    CHECK(here.ladders.size() == 8);
    CHECK(here.ladders.front() == file.put_in.front());
    CHECK(std::ranges::count_if(here.ladders, [&](const std::string& each) { return !has(file.ladders, each); }) == 1);
    CHECK(here.put_in == file.put_in);

    // To and fro each device has the other's, too: what waits is drawn anew, and the one in force stays.
    file.ladders = drawn(1);
    Mine first{{}, {file}}, second;
    for (int i = 0; i < 10; ++i) {
        CHECK(merge(second, first).empty());
        CHECK(merge(first, second).empty());
    }
    for (const auto* each : {&first, &second}) {
        CHECK(each->seats.at(0).ladders.size() == 8);
        CHECK(has(each->seats.at(0).ladders, drawn(1).front()));
    }
    CHECK(first.seats.at(0).ladders.back() != second.seats.at(0).ladders.back());

    // Of what was kept before that was noted, any may be in force.
    file.ladders = drawn(8);
    file.put_in.clear();
    Mine older;
    for (int i = 0; i < 10; ++i) CHECK(merge(older, {{}, {file}}).empty());
    CHECK(older.seats.at(0).ladders.size() == 9);
    CHECK(std::ranges::all_of(file.ladders, [&](const std::string& each) { return has(older.seats.at(0).ladders, each); }));
    for (const auto& ladder : older.seats[0].ladders) older.seats[0].begun.push_back({ladder, 1});
    CHECK(read_mine(mine_text(older)).value().seats == older.seats);  // whoever can't read it again has lost every seat
}

TEST_CASE("a seat that one file only asks for is given once the other says so; what was drawn stays until it is brought") {
    const KeptSeat asked{.server = "s", .battle = "b", .seat = "defender", .token = "t", .drawn = "00ff00ff00ff00ff", .taking = true};
    KeptSeat given{.server = "s", .battle = "b", .seat = "attacker", .token = "t"};
    for (const auto& [ours, theirs] : {std::pair(asked, given), std::pair(given, asked)}) {
        Mine mine{{}, {ours}};
        CHECK(merge(mine, {{}, {theirs}}).empty());
        REQUIRE(mine.seats.size() == 1);
        CHECK(mine.seats[0].seat == "attacker");
        CHECK(mine.seats[0].is_given());
        CHECK(mine.seats[0].brought() == "00ff00ff00ff00ff");
    }
}

TEST_CASE("what is kept is bounded: by seat, by battles and by keys") {
    KeptSeat seat{.server = "s", .battle = "b", .seat = "attacker", .token = "t"};
    seat.since = 0;
    seat.drawn = "00ff00ff00ff00ff";
    for (int i = 1; i <= 1'500; ++i) seat.sent.push_back({"move", i, {{"unit", "n1"}}});
    Mine mine{{}, {seat}};
    bound(mine);
    CHECK(mine.seats[0].sent.size() == kept_inputs_max);
    CHECK(mine.seats[0].since == 500);
    seat.sent.assign(10, {"move", 7, std::string(100'000, 'x')});
    bound(seat);
    CHECK(seat.sent.size() == 2);

    for (int i = 0; i < 10; ++i) seat.ladders.push_back(std::to_string(i));
    bound(seat);
    mine.seats.assign(kept_battles_max + 5, seat);
    for (std::size_t i = 0; i < mine.seats.size(); ++i) mine.seats[i].battle += std::to_string(i);
    for (int i = 0; i < 12; ++i) mine.servers.push_back({"s", std::string(130, static_cast<char>('a' + i))});
    bound(mine);
    CHECK(mine.seats.size() == kept_battles_max + 5);
    CHECK(mine.seats[4].sent.empty());
    CHECK(mine.seats[4].token == "t");
    CHECK(mine.seats[4].drawn == seat.drawn);
    CHECK(!mine.seats[5].sent.empty());
    CHECK(mine.seats[4].ladders.size() == 8);
    CHECK(mine.seats[4].ladders.back() == "9");
    CHECK(mine.servers.size() == kept_keys_of_server_max);
    CHECK(mine.servers.back().server_key.front() == 'l');
}

TEST_CASE("a choice says the same as its canonical form, and as no other") {
    const auto same = [](const char* sent, const char* canonical) { return says_the_same(Json::parse(sent), Json::parse(canonical)); };
    CHECK(same(R"({"retreat":true})", R"({"retreat":true,"region":"Gaul"})"));
    CHECK(!same(R"({"retreat":true})", R"({"retreat":false})"));
    CHECK(same(R"({"units":[{"unit":"a","count":2},{"unit":"b","count":1},{"unit":"a","count":1}]})",
               R"({"units":[{"unit":"b","count":1},{"unit":"a","count":3,"enhanced":false}]})"));
    CHECK(!same(R"({"units":[{"unit":"a","count":2}]})", R"({"units":[{"unit":"a","count":3}]})"));
    CHECK(!same(R"({"units":[{"unit":"a","count":2}]})", R"({"units":[{"unit":"a","count":2},{"unit":"b","count":1}]})"));
    CHECK(!same(R"({"path":[[1,1],[1,2]]})", R"({"path":[[1,2],[1,1]]})"));
}
