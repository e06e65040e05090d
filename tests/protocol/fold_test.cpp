// A battle as the fold of its inputs: seats, readiness, concessions, draws, numbers, sealed steps.
#include <doctest/doctest.h>

#include "protocol/record.hpp"
#include "protocol/verify.hpp"

#include "rules/systems.hpp"
#include "tests/protocol/games.hpp"
#include "tests/support/rock_paper.hpp"

using namespace muster;
using namespace muster::test;
using namespace muster::protocol;

namespace {

using Story = std::vector<std::string>;

const rules::Ruleset& advanced() { return *rules::shipped_rulesets().find("advanced-combat"); }
Start duel(bool confirm = false) { return {&advanced(), skirmish(), confirm}; }
Start trio(int rounds = 1) { return {&rock_paper(), {{"rounds", rounds}}}; }

std::string told(const Refusal& refusal) { return std::string(name(refusal.code)) + " " + refusal.path + ": " + refusal.message; }
std::string told(const std::optional<Refusal>& refusal) { return refusal ? told(*refusal) : "allowed"; }

Story part_of(const Story& story, std::size_t from, std::size_t to) {
    return {story.begin() + static_cast<std::ptrdiff_t>(from), story.begin() + static_cast<std::ptrdiff_t>(to)};
}

std::string refused_setup(const Start& start) {
    const auto fold = Fold::create(origin_of(start));
    return fold ? "created" : told(fold.error());
}

std::string checked(const Game& game, rules::Seat seat, std::int64_t decision, const Json& choice) {
    const auto canonical = game.fold->check_choice(seat, decision, choice);
    return canonical ? canonical->dump() : told(canonical.error());
}

void concede(Game& game, rules::Seat seat) {
    game.run([&](Fold& f, Applied& out) { f.concede(seat, out); });
}
void offer(Game& game, rules::Seat seat) {
    game.run([&](Fold& f, Applied& out) { f.offer_draw(seat, out); });
}
void answer(Game& game, rules::Seat seat, bool accept) {
    game.run([&](Fold& f, Applied& out) { f.answer_draw(seat, accept, out); });
}

}  // namespace

TEST_CASE("a bad setup makes no battle and is refused with its path") {
    CHECK(refused_setup({&rock_paper(), {{"rounds", 0}}}) == "bad_setup /rounds: 0 is too small; at least 1");
    CHECK(refused_setup({&rock_paper(), {{"round", 1}}}).starts_with("bad_setup /round: unknown field"));
    CHECK(refused_setup({&rock_paper(), Json::array()}).starts_with("bad_setup : expected an object"));
    Json setup = skirmish();
    setup["defender"]["army"][1]["count"] = true;
    CHECK(refused_setup({&advanced(), setup}) == "bad_setup /defender/army/1/count: expected an integer, got true or false");
}

TEST_CASE("event 1 shows setup, options, seats and commitment, and hides the secret") {
    const Game game = created(duel());
    CHECK(game.story() == Story{"1 battle_created"});
    const Json event = game.event(0);
    CHECK(event["data"]["battle"] == "a-battle-for-tests");
    CHECK(event["data"]["ruleset"] == "advanced-combat");
    CHECK(event["data"]["title"] == "A trial");
    CHECK(event["data"]["setup"] == skirmish());
    CHECK(event["data"]["options"]["confirm"] == false);
    CHECK(event["data"]["seats"] == Json{"attacker", "defender"});
    CHECK(event["data"]["commitment"] == to_hex(bytes_of(sha256(std::string(32, 's')))));
    CHECK(game.events[0].body.find(to_hex(std::string(32, 's'))) == std::string::npos);
}

TEST_CASE("a battle starts when its last seat is taken") {
    Game game = created(duel());
    game.take(1, "Grace", "0123456789abcdef");
    CHECK(game.fold->phase() == Fold::Phase::waiting);
    CHECK(game.fold->open().empty());
    game.take(0, "Ada");
    CHECK(game.fold->phase() == Fold::Phase::running);
    CHECK(!game.fold->open().empty());
    CHECK(game.event(1)["data"].dump() == R"({"name":"Grace","nonce":"0123456789abcdef","seat":"defender"})");
    CHECK(game.event(2)["data"].dump() == R"({"name":"Ada","seat":"attacker"})");
    CHECK(game.event(3)["event"] == "battle_started");
    CHECK(game.event(3)["data"]["seats"].dump() == R"([{"name":"Ada","seat":"attacker"},{"name":"Grace","seat":"defender"}])");
}

TEST_CASE("by muster/1 an input enters the chain as it comes, with the number of the event that shows it") {
    Start start = duel();
    start.proof = Proof::first;
    Game game = created(start);
    game.take(1, "Grace", "0123456789abcdef");
    CHECK(game.inputs == std::vector<std::string>{R"({"kind":"nonce","name":"Grace","nonce":"0123456789abcdef","seat":"defender","seq":2})"});
}

TEST_CASE("seats enter the chain in their order, once all are taken, whoever came first") {
    Game game = created(duel());
    game.take(1, "Grace", "0123456789abcdef");
    CHECK(game.inputs.empty());
    game.take(0, "Ada");
    CHECK(game.inputs == std::vector<std::string>{R"({"input":{"kind":"seat","name":"Ada","seat":"attacker"},"seq":4})",
                                                  R"({"input":{"kind":"seat","name":"Grace","nonce":"0123456789abcdef","seat":"defender"},"seq":4})"});
    Game other = created(duel());
    other.take(0, "Ada");
    other.run([](Fold& f, Applied& out) { f.note({"said", R"({"room":"spectators","text":"hm"})"}, out); });
    other.take(1, "Grace", "0123456789abcdef");
    CHECK(other.fold->chain().head() == game.fold->chain().head());
}

TEST_CASE("notes, talk and draws that come to nothing change neither dice nor what is shown of them") {
    const auto played = [](int notes) {
        Game game = created(duel(true));
        for (int seat = 0; seat < 2; ++seat) game.take(seat, "x");
        if (notes > 0) game.run([](Fold& f, Applied& out) { f.choose({Fold::Choice{2, Json{{"ready", true}}}}, out); });
        while (game.fold->phase() == Fold::Phase::confirming) game.choose({"default"});
        for (int i = 0; i < notes; ++i) {
            game.run([](Fold& f, Applied& out) { f.note({"clock_credited", R"({"milliseconds":5,"seats":[]})"}, out); });
            offer(game, i % 2);
            answer(game, 1 - i % 2, false);
        }
        game.choose_best();
        return std::pair(to_hex(bytes_of(game.fold->chain().head())), to_hex(bytes_of(game.shown.head())));
    };
    CHECK(played(1) == played(0));
    CHECK(played(63) == played(0));
}

TEST_CASE("an agreed draw, a battle that all are ready for and one that somebody declines are inputs") {
    Game game = seated(duel(true));
    game.choose({"default"});
    CHECK(game.inputs.size() == 2);
    game.choose({"default"});
    REQUIRE(game.inputs.size() == 3);
    CHECK(game.inputs[2] == R"({"input":{"kind":"ready"},"seq":6})");
    offer(game, 1);
    CHECK(game.inputs.size() == 3);
    answer(game, 0, true);
    CHECK(game.inputs.size() == 4);
    CHECK(game.inputs.back() == R"({"input":{"kind":"draw"},"seq":)" + std::to_string(game.events.size()) + "}");
    Game other = seated(duel(true));
    other.choose({{{"ready", false}}});
    CHECK(other.inputs.back() == R"({"input":{"kind":"decline","seat":"attacker"},"seq":4})");
}

TEST_CASE("time plays the default, where a clock does so, and nothing else") {
    const auto entered = [](const Json& clock, const std::string& on_timeout, const Json& choice) {
        auto origin = origin_of(trio());
        origin.options["on_timeout"] = on_timeout;
        if (!clock.is_null()) origin.options["clock"] = clock;
        const auto fold = Fold::create(origin).value();
        Applied applied("");
        fold->begin(applied);
        for (int seat = 0; seat < 3; ++seat) fold->take_seat(seat, {"x"}, applied);
        const auto& open = fold->open().front();
        return told(fold->enter(
            {.seat = "red", .kind = "throw", .decision = open.id, .choice = FlatJson(choice.is_null() ? *open.ask.preset : choice), .timed_out = true},
            applied));
    };
    const Json clock{{"mode", "correspondence"}, {"per_decision", "P1D"}};
    CHECK(entered(clock, "default", nullptr) == "allowed");
    CHECK(entered(nullptr, "default", nullptr) == "bad_message /timed_out: no time runs in this battle");
    CHECK(entered(clock, "forfeit", nullptr) == "bad_message /timed_out: whose time runs out forfeits this battle");
    CHECK(entered(clock, "default", {{"throw", "paper"}}).starts_with("bad_message /choice: time plays the default, which is"));
}

TEST_CASE("with confirm, each seat is asked whether it is ready, in its own time") {
    Game game = created(duel(true));
    game.take(0, "Ada");
    game.take(1, "Grace");
    CHECK(game.fold->phase() == Fold::Phase::confirming);
    REQUIRE(game.fold->open().size() == 2);
    CHECK(game.fold->open()[1].ask.kind == "ready");
    CHECK(!game.fold->open()[1].sealed);
    CHECK(checked(game, 1, 2, {{"ready", 1}}) == "illegal_choice /choice/ready: expected true or false, got a number");
    CHECK(checked(game, 1, 1, {{"ready", true}}) == "not_your_seat /decision: decision 1 is the attacker's");
    game.run([](Fold& f, Applied& out) { f.choose({Fold::Choice{2, Json{{"ready", true}}}}, out); });
    CHECK(game.fold->phase() == Fold::Phase::confirming);
    CHECK(checked(game, 1, 2, "default") == "stale_decision /decision: decision 2 is not open");
    game.choose({"default"});
    CHECK(game.fold->phase() == Fold::Phase::running);
    CHECK(part_of(game.story(), 1, 6) == Story{"2 seat_taken", "3 seat_taken", "4 chosen", "5 chosen", "6 battle_started"});
}

TEST_CASE("who is not ready ends the battle as declined") {
    Game game = created(duel(true));
    game.take(0, "Ada");
    game.take(1, "Grace");
    CHECK(told(game.fold->check_running()) == "illegal_choice : this battle has not started yet");
    game.choose({{{"ready", false}}});
    CHECK(game.fold->phase() == Fold::Phase::over);
    CHECK(game.fold->open().empty());
    CHECK(game.fold->outcome()->reason == "declined");
    CHECK(!game.fold->outcome()->winner);
    CHECK(checked(game, 1, 2, {{"ready", true}}) == "battle_over : this battle is over");
}

TEST_CASE("a choice is checked before anything happens") {
    Game game = seated(duel());
    const auto head = game.fold->head();
    const auto open = game.fold->open().front();
    CHECK(checked(game, open.ask.seat, open.id + 1, "default").starts_with("stale_decision /decision: "));
    CHECK(checked(game, 1 - open.ask.seat, open.id, "default").starts_with("not_your_seat /decision: "));
    CHECK(checked(game, open.ask.seat, open.id, "best") == "illegal_choice /choice: expected an object or \"default\"");
    CHECK(checked(game, open.ask.seat, open.id, 7) == "illegal_choice /choice: expected an object or \"default\"");
    CHECK(checked(game, open.ask.seat, open.id, {{"nonsense", 1}}).starts_with("illegal_choice /choice/nonsense: "));
    CHECK(checked(game, open.ask.seat, open.id, "default") == open.ask.preset.dump());
    CHECK(game.fold->head() == head);
}

namespace {

/// What a preview tells: the choice or why it is not legal, and the meaning.
std::string previewed(const Game& game, rules::Seat seat, std::int64_t decision, const Json& choice) {
    const auto outlook = game.fold->preview(seat, decision, choice);
    if (!outlook) return told(outlook.error());
    return (outlook->choice ? outlook->choice->dump() : told(outlook->choice.error())) + " " + outlook->meaning.dump();
}

}  // namespace

TEST_CASE("a preview says of a choice what a check says, what it would come to, and changes nothing") {
    Game game = seated(duel());
    const auto head = game.fold->head();
    const auto open = game.fold->open().front();
    REQUIRE(open.ask.kind == "wave");
    for (const Json& choice : {Json("default"), Json("best"), Json(7), Json{{"nonsense", 1}}, *open.ask.preset, Json{{"units", Json::array()}}}) {
        CAPTURE(choice.dump());
        CHECK(previewed(game, open.ask.seat, open.id, choice).starts_with(checked(game, open.ask.seat, open.id, choice) + " "));
    }
    CHECK(previewed(game, open.ask.seat, open.id, "default") == previewed(game, open.ask.seat, open.id, *open.ask.preset));
    CHECK(previewed(game, open.ask.seat, open.id, {{"units", Json::array()}}).contains(R"("units":0)"));
    CHECK(previewed(game, open.ask.seat, open.id, {{"nonsense", 1}}).ends_with(" null"));
    CHECK(previewed(game, open.ask.seat, open.id + 1, "default").starts_with("stale_decision /decision: "));
    CHECK(previewed(game, 1 - open.ask.seat, open.id, "default").starts_with("not_your_seat /decision: "));
    CHECK(game.fold->head() == head);
}

TEST_CASE("a preview of whether one is ready has nothing to add") {
    Game game = created(duel(true));
    game.take(0, "Ada");
    game.take(1, "Grace");
    CHECK(previewed(game, 1, 2, {{"ready", false}}) == R"({"ready":false} null)");
    CHECK(previewed(game, 1, 2, {{"ready", 1}}) == "illegal_choice /choice/ready: expected true or false, got a number null");
}

TEST_CASE("events are numbered without gaps, whatever brings them forth") {
    for (std::uint64_t seed = 0; seed < 50; ++seed) {
        SeededChance chance(seed);
        const Game game = random_game(chance.one_in(2) ? trio(3) : duel(true), chance);
        for (std::size_t i = 0; i < game.events.size(); ++i) {
            REQUIRE(game.events[i].seq == static_cast<std::int64_t>(i) + 1);
            REQUIRE(game.event(i)["seq"] == i + 1);
            for (const auto& [seat, body] : game.events[i].instead) REQUIRE(Json::parse(body)["seq"] == i + 1);
        }
        CHECK(game.fold->head() == static_cast<std::int64_t>(game.events.size()));
    }
}

TEST_CASE("the choices of a sealed step enter the chain at the reveal, in seat order") {
    Game game = seated(trio());
    REQUIRE(game.fold->open().size() == 3);
    for (const auto& open : game.fold->open()) CHECK(open.sealed);
    game.choose({{{"throw", "paper"}}, {{"throw", "scissors"}}, {{"throw", "rock"}}});
    CHECK(part_of(game.story(), 4, game.events.size()) == Story{"5 battle_started", "6 round_started", "7 chosen", "8 chosen", "9 chosen", "10 rolled",
                                                                "11 scored", "12 scored", "13 scored", "14 battle_ended"});
    CHECK(std::vector(game.inputs.begin() + 3, game.inputs.end()) ==
          std::vector<std::string>{R"({"input":{"choice":{"throw":"paper"},"decision":1,"kind":"throw","seat":"red"},"seq":7})",
                                   R"({"input":{"choice":{"throw":"scissors"},"decision":2,"kind":"throw","seat":"green"},"seq":8})",
                                   R"({"input":{"choice":{"throw":"rock"},"decision":3,"kind":"throw","seat":"blue"},"seq":9})"});
}

TEST_CASE("a seat's secret is in that seat's event only") {
    Game game = seated(trio());
    game.choose_best();
    const auto& scored = game.events[10];
    CHECK(Json::parse(scored.body_for(rules::Viewer::spectator()))["data"].dump() == R"({"round":1,"seat":"red"})");
    CHECK(scored.body_for(rules::Viewer{1}) == scored.body);
    CHECK(Json::parse(scored.body_for(rules::Viewer{0}))["data"].contains("score"));
    for (const auto& event : game.events) CHECK(event.body.find("\"score\"") == std::string::npos);
}

TEST_CASE("decisions are numbered through the battle") {
    Game game = seated(trio(2));
    game.choose_best();
    REQUIRE(game.fold->open().size() == 3);
    CHECK(game.fold->open()[0].id == 4);
    CHECK(game.fold->find_open(6) == &game.fold->open()[2]);
    CHECK(game.fold->find_open(3) == nullptr);
}

TEST_CASE("a concession of one of two is the other's victory") {
    Game game = seated(duel());
    concede(game, 0);
    CHECK(game.fold->phase() == Fold::Phase::over);
    CHECK(game.fold->outcome()->winner == 1);
    CHECK(game.fold->outcome()->reason == "conceded");
    CHECK(game.fold->open().empty());
    CHECK(told(game.fold->check_running()) == "battle_over : this battle is over");
}

TEST_CASE("a battle of three goes on when one concedes, by his defaults, until one is left, who has won") {
    Game game = seated(trio(2));
    offer(game, 0);
    answer(game, 1, true);
    concede(game, 2);
    CHECK(game.event(game.events.size() - 1)["data"].dump() == R"({"seat":"blue"})");
    REQUIRE(game.fold->phase() == Fold::Phase::running);
    CHECK(game.fold->has_left(2));
    CHECK(!game.fold->draw_offered_by());
    CHECK(told(game.fold->check_concede(2)) == "illegal_choice : you have left this battle already");
    CHECK(told(game.fold->check_offer_draw(2)) == "illegal_choice : you have left this battle");
    CHECK(told(game.fold->check_forfeit(2)) == "illegal_choice : this seat has left the battle");
    CHECK(told(game.fold->check_claim(0)) == "allowed");  // there are two now
    CHECK(told(game.fold->check_claim(2)) == "illegal_choice : victory can only be claimed by one of the last two");
    game.choose_best();
    const auto& inputs = game.inputs;
    CHECK(inputs.back().contains(R"("choice":{"throw":"rock"},"decision":3,"kind":"throw","left":true,"seat":"blue")"));
    Json shown;
    for (std::size_t i = 0; i < game.events.size(); ++i)
        if (const auto event = game.event(i); event["event"] == "chosen") shown = event["data"];
    CHECK(shown.dump() == R"({"choice":{"throw":"rock"},"decision":3,"kind":"throw","left":true,"seat":"blue"})");
    offer(game, 0);
    CHECK(told(game.fold->check_answer_draw(2)) == "illegal_choice : you have already agreed to the draw");
    answer(game, 1, false);
    concede(game, 0);
    CHECK(game.fold->outcome()->winner == 1);
    CHECK(game.fold->outcome()->reason == "conceded");
    CHECK(verify(read_record(game.record()).value(), rules::Rulesets({&rock_paper()})).holds);
}

TEST_CASE("for a seat that has left nothing is put in but its default, and for others nothing as if they had") {
    Game game = seated(trio());
    concede(game, 1);
    const auto entered = [&](const Json& input) {
        Applied applied("");
        const auto refusal = game.fold->enter(read_input(FlatJson(Json{{"input", input}, {"seq", game.fold->head() + 1}}), Proof::second).value(), applied);
        return refusal ? refusal->path + ": " + refusal->message : "entered";
    };
    const Json rock{{"throw", "rock"}}, paper{{"throw", "paper"}};
    CHECK(entered({{"choice", rock}, {"decision", 1}, {"kind", "throw"}, {"left", true}, {"seat", "red"}}) == "/left: this seat has not left");
    CHECK(entered({{"choice", rock}, {"decision", 1}, {"kind", "throw"}, {"seat", "red"}}) == "entered");
    CHECK(entered({{"choice", paper}, {"decision", 2}, {"kind", "throw"}, {"left", true}, {"seat", "green"}}) ==
          R"(/choice: for a seat that has left its default is played, which is {"throw":"rock"})");
    CHECK(entered({{"choice", rock}, {"decision", 2}, {"kind", "throw"}, {"left", true}, {"seat", "green"}, {"timed_out", true}}) ==
          "/left: for a seat that has left neither time nor an order chooses");
    CHECK(entered({{"choice", rock}, {"decision", 2}, {"kind", "throw"}, {"left", true}, {"seat", "green"}}) == "entered");
}

TEST_CASE("nobody concedes or offers a draw before the battle has begun") {
    const Game game = created(duel());
    CHECK(told(game.fold->check_running()) == "illegal_choice : this battle has not started yet");
    CHECK(told(game.fold->check_offer_draw(0)) == "illegal_choice : this battle has not started yet");
    CHECK(told(game.fold->check_answer_draw(0)) == "illegal_choice : this battle has not started yet");
}

TEST_CASE("a draw is offered once and answered by the other") {
    Game game = seated(duel());
    CHECK(told(game.fold->check_answer_draw(1)) == "illegal_choice : nobody has offered a draw");
    offer(game, 0);
    CHECK(game.fold->draw_offered_by() == 0);
    CHECK(told(game.fold->check_offer_draw(0)) == "illegal_choice : you have already offered a draw");
    CHECK(told(game.fold->check_offer_draw(1)) == "illegal_choice : the attacker has already offered a draw; answer it");
    CHECK(told(game.fold->check_answer_draw(0)) == "illegal_choice : you have already agreed to the draw");
    answer(game, 1, true);
    CHECK(game.fold->outcome()->reason == "agreed");
    CHECK(!game.fold->outcome()->winner);
}

TEST_CASE("a draw that is refused may be offered again, by either") {
    Game game = seated(duel());
    offer(game, 0);
    answer(game, 1, false);
    CHECK(game.fold->phase() == Fold::Phase::running);
    CHECK(!game.fold->draw_offered_by());
    offer(game, 1);
    CHECK(told(game.fold->check_answer_draw(0)) == "allowed");
}

TEST_CASE("a draw among three needs all, and one refusal ends the offer") {
    Game game = seated(trio());
    offer(game, 1);
    answer(game, 0, true);
    CHECK(game.fold->phase() == Fold::Phase::running);
    CHECK(told(game.fold->check_answer_draw(0)) == "illegal_choice : you have already agreed to the draw");
    answer(game, 2, false);
    offer(game, 0);
    answer(game, 1, true);
    answer(game, 2, true);
    CHECK(game.fold->outcome()->reason == "agreed");
}

TEST_CASE("the last event reveals the secret, and no event before it does") {
    Game game = seated(duel());
    while (game.fold->phase() != Fold::Phase::over) game.choose_best();
    const auto secret = to_hex(std::string(32, 's'));
    CHECK(game.event(game.events.size() - 1)["data"]["server_seed"] == secret);
    for (std::size_t i = 0; i + 1 < game.events.size(); ++i) CHECK(game.events[i].body.find(secret) == std::string::npos);
}

TEST_CASE("there is nothing to see of the state before the battle begins") {
    Game game = created(trio());
    CHECK(game.fold->view(rules::Viewer{0}) == Json::object());
    for (int seat = 0; seat < 3; ++seat) game.take(seat, "x");
    CHECK(game.fold->view(rules::Viewer{0}).contains("score"));
    CHECK(!game.fold->view(rules::Viewer::spectator()).contains("score"));
}

TEST_CASE("a battle read back from its inputs is the same battle, event for event") {
    for (std::uint64_t seed = 0; seed < 60; ++seed) {
        SeededChance chance(seed);
        Start start = chance.one_in(2) ? trio(4) : duel(chance.one_in(2));
        if (chance.one_in(2)) start.proof = Proof::first;
        const Game game = random_game(start, chance, {.talk = false});
        CAPTURE(seed);
        auto again = Fold::create(origin_of(start)).value();
        Applied applied("");
        again->begin(applied);
        for (const auto& text : game.inputs) again->replay(read_input(parse_flat_json(text).value(), start.proof).value(), applied);
        for (const auto& event : applied.events) {
            Json body = Json::parse(event.body);
            const auto told = game.event(static_cast<std::size_t>(event.seq - 1));
            body["at"] = told["at"];
            REQUIRE(body == told);
        }
        if (start.proof == Proof::first) CHECK(applied.events.size() == game.events.size());
        CHECK(applied.inputs == game.inputs);
        CHECK(again->chain().head() == game.fold->chain().head());
        CHECK(again->phase() == Fold::Phase::over);
    }
}
