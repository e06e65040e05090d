// Dice to which both seats add, in a battle of the server: who may sit down, what is asked and signed, what time does, and what a restart finds.
#include "protocol/ladder.hpp"
#include "protocol/seat_signature.hpp"
#include "protocol/verify.hpp"
#include "rules/systems.hpp"
#include "server/battle/records.hpp"
#include "tests/battle/one_battle.hpp"
#include "tests/protocol/games.hpp"
#include "tests/support/rock_paper.hpp"

using namespace muster;
using namespace muster::test;
using namespace muster::server;
using protocol::Ladder;

namespace {

std::string hex_of(const protocol::Hash& hash) { return protocol::to_hex(protocol::bytes_of(hash)); }

protocol::Create wanted(const char* ruleset, Json options = Json::object(), const char* bot_seat = nullptr) {
    options["dice"] = "shared";
    protocol::Create out;
    out.ruleset = ruleset;
    if (const auto* shipped = rules::shipped_rulesets().find(ruleset)) out.setup = shipped->catalog().at("example");
    if (out.ruleset == "armies")  // both sides take losses at the same time
        out.setup = {{"attacker", {{"population", 4}, {"armies", 2}}}, {"defender", {{"population", 4}, {"armies", 2}}}, {"population_limit", 4}};
    out.options = read_fields<protocol::CreateOptions>(options, Code::bad_message).value();
    if (bot_seat) out.seats[bot_seat] = {protocol::Bot::random, false};
    return out;
}

const Json by_letter{{"clock", {{"mode", "correspondence"}, {"per_decision", "P1D"}}}};

/// A battle with shared dice, and what the devices of its people keep.
struct Shared : OneBattle {
    explicit Shared(const protocol::Create& message) : OneBattle(message, nullptr) {}

    struct Device {
        Ladder ladder;
        int after = 0;
        Json sealed{};
        std::int64_t decision = 0;
    };
    std::map<std::string, Device> devices{};
    bool signs = false;

    std::string start() const { return hex_of(state->fold().chain().start()); }
    TakeSeat arrival(const std::string& name, std::uint8_t secret) {
        const Ladder ladder(state->fold().chain().start(), name, protocol::Hash{secret});
        devices.insert_or_assign(name, Device{ladder, state->fold().step()});
        return {seat(name), {name, {}, hex_of(ladder.foot()), signs ? protocol::to_hex(seat_key_for_tests(seat(name)).public_bytes()) : ""}, start()};
    }
    std::string signature_of(const std::string& name, const Json& input) const {
        return protocol::to_hex(seat_key_for_tests(seat(name)).sign(protocol::seat_statement(state->fold().chain().start(), name, input.dump())));
    }
    void sit(const std::string& name, std::uint8_t secret) {
        REQUIRE(apply(arrival(name, secret)));
        set_here(name, true);
    }
    void both_sit() {
        sit("attacker", 1);
        sit("defender", 2);
    }

    const protocol::OpenDecision* asked(const std::string& name) const {
        for (const auto& open : state->fold().open())
            if (open.ask.seat == seat(name) && !state->sealed(seat(name))) return &open;
        return nullptr;
    }
    Json choice_of(const std::string& name) {
        const auto& fold = state->fold();
        auto& mine = devices.at(name);
        const auto& open = *asked(name);
        if (fold.asks_shares()) {
            Json out{{"share", hex_of(mine.ladder.rung(fold.step() - mine.after))}};
            if ((*open.ask.options).contains("opens")) out["opens"] = mine.sealed;
            return out;
        }
        const Json choice = fold.phase() == protocol::Fold::Phase::running ? Json(*fold.battle().choose(open.ask.seat, rules::Policy::best)) : Json("default");
        if (!fold.is_sealed_for_all(open)) return choice;
        mine.sealed = choice;
        const auto rung = mine.ladder.rung(fold.step() + 1 - mine.after);
        return {{"seal", hex_of(protocol::seal_of(rung, fold.chain().start(), name, open.id, choice.dump()))}};
    }
    std::string plays(const std::string& name) {
        const auto& fold = state->fold();
        const auto open = *asked(name);
        protocol::Choose message{stored.header.id, open.id, choice_of(name)};
        if (signs && !fold.asks_shares()) {
            const Json choice = *fold.check_choice(open.ask.seat, open.id, message.choice).value();
            message.signature = signature_of(name, {{"choice", choice}, {"decision", open.id}, {"kind", open.ask.kind}, {"seat", name}});
        }
        return tell(name, std::move(message));
    }

    /// All play, the server's own too, until nothing is left to do; `between` comes after each step.
    void play_on(const std::function<void()>& between, int steps = 100'000) {
        rules::Random random(1);
        while (!state->over() && steps-- > 0) {
            if (const auto own = own_players_move(*state, random)) {
                REQUIRE(apply(*own));
            } else {
                const auto next = std::ranges::find_if(devices, [&](const auto& each) { return asked(each.first) != nullptr; });
                REQUIRE(next != devices.end());
                CHECK(plays(next->first).starts_with("accepted"));
            }
            between();
        }
    }
    void play_until_shares() {
        while (!state->fold().asks_shares()) play_on([] {}, 1);
    }

    protocol::Verdict verdict(const rules::Rulesets& rulesets = rules::shipped_rulesets()) const {
        const auto record = stored_record(stored);
        REQUIRE(record);
        return protocol::verify(protocol::read_record(*record).value(), rulesets);
    }
    std::string judged() const {
        const auto found = verdict();
        return found.holds ? "holds" : found.path + ": " + found.message;
    }
};

}  // namespace

TEST_CASE("nobody sits down to shared dice without a ladder, nor with another battle in mind") {
    Shared battle(wanted("advanced-combat"));
    const auto path_of = [&](const TakeSeat& command) {
        const auto applied = battle.apply(command);
        return applied ? "seated" : applied.error().path;
    };
    auto arrival = battle.arrival("attacker", 1);
    CHECK(path_of({0, {"Ada"}, battle.start()}) == "/ladder");
    CHECK(path_of({0, {"Ada", {}, "abc"}, battle.start()}) == "/ladder");
    CHECK(path_of({0, arrival.who, {}}) == "/start");
    CHECK(path_of({0, arrival.who, std::string(64, 'a')}) == "/start");
    CHECK(path_of(arrival) == "seated");
    OneBattle other(rock_paper_wanted(), nullptr);
    CHECK(other.apply(TakeSeat{0, arrival.who, battle.start()}).error().path == "/ladder");
}

TEST_CASE("dice are shared by two seats only") {
    const auto three = rock_paper_wanted({{"dice", "shared"}});
    const rules::Rulesets rulesets({&rock_paper()});
    const auto made = new_battle(three, {rulesets, test_key(), nullptr}, {});
    REQUIRE(!made);
    CHECK(made.error().code == Code::bad_setup);
    CHECK(made.error().path == "/options/dice");
}

TEST_CASE("battles with shared dice go to their end, whatever moment the server stops at, and their records hold") {
    for (const auto* ruleset : {"advanced-combat", "armies", "phased-combat"}) {
        CAPTURE(ruleset);
        Shared people(wanted(ruleset));
        people.both_sit();
        people.play_on([&] { people.reload(); });
        CHECK(people.judged() == "holds");
        Shared with_bot(wanted(ruleset, Json::object(), "defender"));
        with_bot.sit("attacker", 1);
        with_bot.play_on([&] { with_bot.reload(); });
        CHECK(with_bot.judged() == "holds");
    }
}

TEST_CASE("what seats sign is stored beside their inputs, also what lies sealed, whatever moment the server stops at") {
    for (const auto* ruleset : {"advanced-combat", "armies"}) {
        CAPTURE(ruleset);
        Shared battle(wanted(ruleset));
        battle.signs = true;
        battle.both_sit();
        battle.play_on([&] { battle.reload(); });
        const auto found = battle.verdict();
        REQUIRE(found.holds);
        std::int64_t inputs = 0;
        for (const auto& each : found.signatures) {
            CHECK(each.keys.size() == 1);
            CHECK(each.missing.empty());
            inputs += each.inputs;
        }
        CHECK(inputs > 1);
        CHECK(std::ranges::none_of(battle.stored.kept, [](const storage::Kept& each) { return each.name == "signature"; }));
    }
}

TEST_CASE("a signature or a key that does not fit is refused, and nothing is kept of the message") {
    Shared battle(wanted("advanced-combat"));
    battle.signs = true;
    auto arrival = battle.arrival("attacker", 1);
    arrival.who.key.pop_back();
    CHECK(battle.apply(arrival).error().path == "/key");
    battle.both_sit();
    while (battle.state->fold().asks_shares()) battle.play_on([] {}, 1);
    const auto head = battle.state->fold().head();
    const std::string name = battle.asked("attacker") ? "attacker" : "defender";
    const auto open = *battle.asked(name);
    const std::string other(128, 'a');
    const auto refusal_of = [&](SeatMessage message) { return battle.send(name, std::move(message)).error(); };
    for (const auto& refusal : {refusal_of(protocol::Choose{"", open.id, Json("default"), other}), refusal_of(protocol::Concede{{""}, other}),
                                refusal_of(protocol::NewLadder{"", std::string(64, 'd'), {}, other})}) {
        CHECK(refusal.code == Code::bad_message);
        CHECK(refusal.path == "/signature");
        CHECK(refusal.message == "this is not the signature of this seat's key for this input");
    }
    CHECK(refusal_of(protocol::NewLadder{"", std::string(64, 'd'), "04", {}}).path == "/key");
    CHECK(battle.state->fold().head() == head);
    CHECK(battle.tell(name, protocol::Concede{{""}, battle.signature_of(name, {{"kind", "concede"}, {"seat", name}})}).starts_with("accepted"));
    CHECK(battle.judged() == "holds");
}

TEST_CASE("a request for a share is signed with its step, and what it says of the chain is what was stored") {
    Shared battle(wanted("advanced-combat"));
    battle.both_sit();
    battle.play_until_shares();
    const auto& open = *battle.asked("defender");
    const Json request = Json::parse((*battle.state->request(open, open.ask.seat))[0].text);
    CHECK(request["kind"] == "share");
    CHECK(request["sealed"] == true);
    CHECK(request["default"].is_null());
    CHECK(request["options"]["step"] == 1);
    const auto& head = request["signed_head"];
    const auto& chain = battle.state->fold().chain();
    CHECK(head["inputs"] == chain.inputs());
    CHECK(head["chain"] == hex_of(chain.head()));
    std::string text = "muster/head/2";
    text += protocol::bytes_of(chain.start());
    protocol::append_u32(text, 1);
    protocol::append_u32(text, chain.inputs());
    text += protocol::bytes_of(chain.head());
    text += protocol::from_hex(head["shown"].get<std::string>()).value();
    CHECK(protocol::is_signed(text, protocol::from_hex(head["signature"].get<std::string>()).value(), test_key().public_bytes()));
    const Json again = Json::parse((*battle.state->request(*battle.asked("attacker"), battle.seat("attacker")))[0].text);
    CHECK(again["signed_head"] == head);
}

TEST_CASE("the first share lies hidden until the second is there") {
    Shared battle(wanted("advanced-combat"));
    battle.both_sit();
    battle.play_until_shares();
    const auto before = battle.history.head();
    const auto share = battle.choice_of("attacker")["share"].get<std::string>();
    CHECK(battle.plays("attacker").starts_with("accepted"));
    CHECK(battle.events(before).empty());
    battle.reload();
    CHECK(battle.state->sealed(battle.seat("attacker")));
    battle.plays("defender");
    CHECK(battle.events(before)[0] == "share_given");
    CHECK(battle.text_of(before + 1).find(share) != std::string::npos);
}

TEST_CASE("whose share is not there in time forfeits, whatever else time would do, and who gave his has won") {
    Shared battle(wanted("advanced-combat", by_letter));
    battle.both_sit();
    battle.play_until_shares();
    battle.plays("attacker");
    battle.pass(25 * 3'600'000);
    battle.let_time_act();
    REQUIRE(battle.state->over());
    CHECK(battle.state->fold().outcome()->reason == "share");
    CHECK(battle.state->fold().outcome()->winner == battle.seat("attacker"));
    CHECK(battle.judged() == "holds");
}

TEST_CASE("giving a share earns no increment") {
    Shared battle(wanted("advanced-combat", {{"clock", {{"mode", "live"}, {"bank", "PT10M"}, {"increment", "PT5S"}}}}));
    battle.both_sit();
    const auto bank = [&](std::size_t seat) { return Json::parse((*battle.state->clock(battle.now))[0].text)["seats"][seat]["bank_ms"].get<int>(); };
    battle.play_until_shares();
    const std::vector before{bank(0), bank(1)};
    battle.plays("attacker");
    battle.plays("defender");
    CHECK(bank(0) == before[0]);
    CHECK(bank(1) == before[1]);
}

TEST_CASE("what would tell the server something too soon is refused") {
    Shared battle(wanted("armies"));
    battle.both_sit();
    const auto decision = battle.asked("attacker")->id;
    const std::string id = battle.stored.header.id;
    CHECK(battle.tell("attacker", protocol::Order{id, Json::array({{{"for", "*"}, {"play", "default"}}})}) == "illegal_choice");
    CHECK(battle.tell("attacker", protocol::Preview{id, decision, Json("default")}) == "illegal_choice");
    CHECK(battle.tell("attacker", protocol::Choose{id, decision, Json("default")}) == "illegal_choice");
    CHECK(battle.plays("attacker").starts_with("accepted"));
    CHECK(battle.tell("attacker", protocol::Retract{id, decision}) == "illegal_choice");
    CHECK(battle.tell("attacker", protocol::NewLadder{id, std::string(64, 'a')}) == "illegal_choice");
    CHECK(battle.tell("defender", protocol::NewLadder{id, std::string(64, 'A')}) == "bad_message");
    CHECK(battle.tell("defender", protocol::NewLadder{id, battle.arrival("defender", 9).who.ladder}).starts_with("accepted"));
    battle.play_on([&] { battle.reload(); });
    CHECK(battle.judged() == "holds");
}

TEST_CASE("a seal by a ladder that is not in force is refused, so that it is made again, in whichever order it and a new ladder come") {
    Shared battle(wanted("armies"));
    battle.both_sit();
    const std::string id = battle.stored.header.id;
    const auto open = *battle.asked("attacker");
    CHECK(Json::parse((*battle.state->request(open, open.ask.seat))[0].text)["names_ladder"] == true);
    const auto foot = [&] { return hex_of(battle.devices.at("attacker").ladder.foot()); };
    const auto seal = [&] { return protocol::Choose{id, open.id, battle.choice_of("attacker"), {}, foot()}; };
    const auto by_former = seal();
    CHECK(battle.tell("attacker", protocol::NewLadder{id, battle.arrival("attacker", 9).who.ladder}).starts_with("accepted"));
    const auto head = battle.history.head();
    const auto refusal = battle.send("attacker", by_former).error();
    CHECK(refusal.code == Code::illegal_choice);
    CHECK(refusal.path == "/ladder");
    CHECK(battle.history.head() == head);
    CHECK(battle.tell("attacker", seal()).starts_with("accepted"));
    CHECK(battle.tell("attacker", protocol::NewLadder{id, std::string(64, 'a')}) == "illegal_choice");
    battle.play_on([&] { battle.reload(); });
    CHECK(battle.judged() == "holds");
}

TEST_CASE("only a seal names its ladder") {
    Shared battle(wanted("advanced-combat"));
    battle.both_sit();
    const auto refusal_of = [&] {
        const std::string name = battle.asked("attacker") ? "attacker" : "defender";
        const auto open = *battle.asked(name);
        CHECK(!Json::parse((*battle.state->request(open, open.ask.seat))[0].text).contains("names_ladder"));
        const auto sent = battle.send(name, protocol::Choose{"", open.id, battle.choice_of(name), {}, hex_of(battle.devices.at(name).ladder.foot())});
        return sent ? "accepted" : std::string(muster::name(sent.error().code)) + " " + sent.error().path;
    };
    CHECK(refusal_of() == "bad_message /ladder");
    battle.play_until_shares();
    CHECK(refusal_of() == "bad_message /ladder");
}

TEST_CASE("a seat is handed over with a ladder of its new holder's, and not while it owes a share") {
    Shared battle(wanted("advanced-combat"));
    battle.both_sit();
    const auto offer = [&] { return battle.ask("attacker", protocol::HandOver{"", battle.tokens["attacker"]})["token"].get<std::string>(); };
    battle.play_until_shares();
    const auto token = offer();
    const auto comes = [&](std::uint8_t secret) {
        const auto before = battle.devices.at("attacker");
        const auto arrival = battle.arrival("attacker", secret);
        const auto applied = battle.apply(AcceptSeat{arrival.seat, "Heir", arrival.who.ladder, arrival.start});
        if (!applied) battle.devices.insert_or_assign("attacker", before);
        return applied ? "sits" : std::string(name(applied.error().code));
    };
    CHECK(comes(50) == "illegal_choice");
    battle.plays("attacker");
    battle.plays("defender");
    CHECK(battle.apply(AcceptSeat{battle.seat("attacker"), "Heir"}).error().path == "/ladder");
    const auto before = battle.history.head();
    CHECK(comes(51) == "sits");
    CHECK(battle.events(before) == Names{"seat_handed_over", "ladder_renewed"});
    battle.tokens["attacker"] = token;
    battle.play_on([&] { battle.reload(); });
    CHECK(battle.judged() == "holds");
}

TEST_CASE("a battle that lasts longer than ladders have rungs goes on: the server's own player puts in another by itself") {
    constexpr int rounds = Ladder::rungs + 5;  // each a roll
    auto message = wanted("rock-paper-duel", Json::object(), "green");
    message.setup = {{"rounds", rounds}};
    Shared battle(message);
    battle.sit("red", 1);
    std::vector<int> renewed;
    battle.play_on([&] {
        const auto& fold = battle.state->fold();
        const bool is_used_up = fold.step() - battle.devices.at("red").after == Ladder::rungs;
        if (is_used_up && !battle.state->sealed(battle.seat("red")) && !fold.check_renewal()) {
            battle.reload();
            CHECK(battle.tell("red", protocol::NewLadder{"", battle.arrival("red", 9).who.ladder}).starts_with("accepted"));
            renewed.push_back(battle.state->fold().step());
        }
    });
    CHECK(renewed == std::vector{Ladder::rungs});
    CHECK(std::ranges::count(battle.events(), "share_given") == 2 * rounds);
    CHECK(std::ranges::count(battle.events(), "ladder_renewed") == 2);
    const rules::Rulesets rulesets({&rock_paper_duel()});
    CHECK(battle.verdict(rulesets).holds);
}
