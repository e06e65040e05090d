#include "tests/protocol/tampered.hpp"

#include "rules/systems.hpp"
#include "tests/protocol/forgery.hpp"

namespace muster::test {

using namespace protocol;

namespace {

/// Battles of a proof, each of which ends in another way.
struct Battles {
    Proof proof = Proof::second;

    Start duel(bool confirm = false) const {
        return {.ruleset = rules::shipped_rulesets().find("advanced-combat"),
                .setup = skirmish(),
                .confirm = confirm,
                .proof = proof,
                .options = {{"clock", {{"mode", "live"}, {"bank", "PT10M"}}}, {"on_timeout", "forfeit"}}};
    }

    Game played_out() const {
        Game game = seated(duel());
        while (game.fold->phase() != Fold::Phase::over) game.choose_best();
        return game;
    }

    template <typename Operation>
    Game fought(Operation operation) const {
        Game game = seated(duel());
        game.run(operation);
        return game;
    }

    Game conceded() const {
        return fought([](Fold& fold, Applied& out) { fold.concede(0, out); });
    }
    Game agreed() const {
        Game game = fought([](Fold& fold, Applied& out) { fold.offer_draw(0, out); });
        game.run([](Fold& fold, Applied& out) { fold.answer_draw(1, true, out); });
        return game;
    }
    Game out_of_time(std::optional<rules::Seat> seat) const {
        return fought([seat](Fold& fold, Applied& out) { fold.forfeit(seat, out); });
    }
    Game claimed() const {
        Game game = seated(duel());
        const auto asked = game.fold->open().front().ask.seat;
        game.run([asked](Fold& fold, Applied& out) { fold.claim(1 - asked, out); });
        return game;
    }
    Game closed_early() const {
        Game game = created(duel());
        game.take(0, "Ada");
        game.run([](Fold& fold, Applied& out) { fold.close(out); });
        return game;
    }
    Game declined() const {
        Game game = seated(duel(true));
        game.choose({{{"ready", true}}});
        game.choose({{{"ready", false}}});
        return game;
    }
};

Json of(const char* seat, const char* kind) { return {{"seat", seat}, {"kind", kind}}; }
Json seat(const char* name) { return {{"seat", name}}; }

class Collection {
public:
    explicit Collection(Proof proof) : battles{proof}, name_(proof == Proof::first ? "muster/1: " : "muster/2: ") {}

    void hold(const std::string& name, const Game& game) { all.push_back({name_ + name, true, Forgery(game).made()}); }
    void fail(const std::string& name, Forgery& forgery) { all.push_back({name_ + name, false, forgery.made()}); }
    void fail(const std::string& name, Forgery&& forgery) { fail(name, forgery); }

    const Battles battles;
    std::vector<Tampered> all{};

private:
    std::string name_;
};

void add_untouched(Collection& to) {
    to.hold("played out", to.battles.played_out());
    to.hold("conceded", to.battles.conceded());
    to.hold("a draw was agreed", to.battles.agreed());
    to.hold("a seat ran out of time", to.battles.out_of_time(seated(to.battles.duel()).fold->open().front().ask.seat));
    to.hold("all who were asked ran out of time", to.battles.out_of_time(std::nullopt));
    to.hold("claimed", to.battles.claimed());
    to.hold("closed before it began", to.battles.closed_early());
    to.hold("declined", to.battles.declined());
}

void add_after_the_end(Collection& to) {
    const Json forfeit = to.battles.proof == Proof::first ? Json{{"kind", "forfeit"}, {"timed_out", true}} : Json{{"kind", "forfeit"}};
    for (const auto& [what, game] : {std::pair("played out", to.battles.played_out()), std::pair("conceded", to.battles.conceded())}) {
        const auto named = [&](const char* then) { return std::string(what) + ", then " + then; };
        to.fail(named("closed by the operator"), Forgery(game).input({{"kind", "close"}}, "closed", Json::object()).ends(nullptr, "closed"));
        to.fail(named("closed without another ending"), Forgery(game).input({{"kind", "close"}}, "closed", Json::object()));
        to.fail(named("conceded"), Forgery(game).input(of("defender", "concede"), "conceded", seat("defender")).ends("attacker", "conceded"));
        to.fail(named("claimed"), Forgery(game).input(of("defender", "claim"), "claimed", seat("defender")).ends("defender", "abandoned"));
        to.fail(named("out of time"), Forgery(game).input(forfeit, "forfeited", Json::object()).ends(nullptr, "timeout"));
        to.fail(named("a draw is offered"), Forgery(game).offers("attacker"));
        to.fail(named("a seat is taken"), Forgery(game).sits("attacker", "Ada"));
        to.fail(named("talk"), Forgery(game).event("said", {{"room", "spectators"}, {"text", "well played"}}));
        to.fail(named("ended again"), Forgery(game).ends(nullptr, "closed"));
    }
}

void add_out_of_place(Collection& to) {
    const Json concede = of("attacker", "concede");
    to.fail("conceded before it began",
            Forgery(to.battles.closed_early()).without(2).input(concede, "conceded", seat("attacker")).ends("defender", "conceded"));
    to.fail("a seat sits down after the close, and it begins", Forgery(to.battles.closed_early()).without(1).sits("defender", "Grace").ends(nullptr, "closed"));
    to.fail("a seat is taken twice",
            Forgery(to.battles.closed_early()).without(2).sits("attacker", "Ada").input({{"kind", "close"}}, "closed", Json::object()).ends(nullptr, "closed"));
    to.fail("answers a draw that nobody offers", Forgery(to.battles.conceded()).without(2).agrees("defender").ends(nullptr, "agreed"));
    to.fail("accepts the own draw", Forgery(to.battles.agreed()).without(2).agrees("attacker").ends(nullptr, "agreed"));
    to.fail("a draw is offered twice",
            Forgery(to.battles.agreed()).without(2).offers("defender").input(concede, "conceded", seat("attacker")).ends("defender", "conceded"));
    to.fail("goes on after an agreed draw", Forgery(to.battles.agreed()).without(1).input(concede, "conceded", seat("attacker")).ends("defender", "conceded"));
    to.fail("goes on after a concession", Forgery(to.battles.conceded()).without(1).offers("defender").ends("defender", "conceded"));
}

void add_wrong_inputs(Collection& to) {
    const Json closed_by{{"seat", "attacker"}, {"kind", "close"}};
    to.fail("a seat closes it", Forgery(to.battles.conceded()).without(2).input(closed_by, "closed", seat("attacker")).ends(nullptr, "closed"));
    to.fail("nobody concedes", Forgery(to.battles.conceded()).without(2).input({{"kind", "concede"}}, "conceded", Json::object()).ends("defender", "conceded"));
    to.fail("somebody without a seat concedes",
            Forgery(to.battles.conceded()).without(2).input(of("umpire", "concede"), "conceded", seat("umpire")).ends("defender", "conceded"));
    to.fail("a kind that nobody knows",
            Forgery(to.battles.conceded()).without(2).input(of("attacker", "pray"), "prayed", seat("attacker")).ends(nullptr, "closed"));
    Forgery more(to.battles.conceded());
    more.last_input()["name"] = "Ada";
    more.event_from_the_end(1)["data"]["name"] = "Ada";
    to.fail("a concession has a name", more);
    Forgery twice(to.battles.declined());
    twice.last_input()["seat"] = twice.event_from_the_end(1)["data"]["seat"] = "attacker";
    twice.event_from_the_end(1)["data"]["decision"] = 1;
    if (to.battles.proof == Proof::first) twice.last_input()["decision"] = 1;
    to.fail("a decision is made twice", twice);
}

// What muster/2 alone has, or no longer has.
void add_of_the_first(Collection& to) {
    Forgery both(to.battles.declined());
    for (const auto* how : {"timed_out", "standing"}) both.last_input()[how] = both.event_from_the_end(1)["data"][how] = true;
    to.fail("a choice by time and by order", both);
}

void add_of_the_second(Collection& to) {
    Forgery disorder(to.battles.conceded());
    std::swap(disorder.input_at(0), disorder.input_at(1));
    to.fail("seats enter out of their order", disorder);
    Forgery renamed(to.battles.conceded());
    renamed.input_at(0)["name"] = "Mallory";
    to.fail("a seat enters under another name than it was taken", renamed);
    Forgery late(to.battles.conceded());
    late.whole()["inputs"].erase(1);
    to.fail("a seat does not enter", late);
    to.fail("all agreed to a draw, and nothing came of it", Forgery(to.battles.agreed()).without(1));
    Forgery unready(to.battles.declined());
    unready.event_from_the_end(1)["data"]["choice"]["ready"] = true;
    to.fail("who was ready declined", unready);
    Forgery lone(to.battles.conceded());
    lone.without(2)
        .offers("attacker")
        .input({{"kind", "draw"}}, "battle_ended",
               {{"winner", nullptr}, {"reason", "agreed"}, {"survivors", lone.whole()["outcome"]["survivors"]}, {"server_seed", lone.whole()["server_seed"]}});
    to.fail("a draw that was offered only", lone);
    Forgery key(to.battles.conceded());
    key.whole()["events"][0]["data"]["server_key"] = std::string(130, '0');
    to.fail("another key was shown", key);
    Forgery options(to.battles.conceded());
    options.whole()["options"]["clock"] = Json{{"mode", "correspondence"}, {"per_decision", "P1D"}};
    to.fail("other options were shown", options);
}

void add_wrong_endings(Collection& to) {
    const auto of_another_clock = [&](const Game& game, const Json& clock, const char* on_timeout) {
        Forgery out(game);
        for (auto* options : {&out.whole()["options"], &out.whole()["events"][0]["data"]["options"]}) {
            options->update({{"clock", clock}, {"on_timeout", on_timeout}});
            if (clock.is_null()) options->erase("clock");
        }
        return out;
    };
    const Json days{{"mode", "correspondence"}, {"per_decision", "P1D"}};
    const Json live{{"mode", "live"}, {"bank", "PT10M"}};
    const auto forfeited = to.battles.out_of_time(seated(to.battles.duel()).fold->open().front().ask.seat);
    to.fail("out of time without a clock", of_another_clock(forfeited, nullptr, "forfeit"));
    to.fail("out of time where the default is played", of_another_clock(forfeited, live, "default"));
    to.fail("all out of time without a clock", of_another_clock(to.battles.out_of_time(std::nullopt), nullptr, "forfeit"));
    to.fail("claimed without a clock", of_another_clock(to.battles.claimed(), nullptr, "forfeit"));
    to.fail("claimed where nobody has to be there", of_another_clock(to.battles.claimed(), days, "forfeit"));
    to.fail("who conceded has won", Forgery(to.battles.conceded()).without(1).ends("attacker", "conceded"));
    to.fail("a concession for another reason", Forgery(to.battles.conceded()).without(1).ends("defender", "agreed"));
    to.fail("an agreed draw has a winner", Forgery(to.battles.agreed()).without(1).ends("attacker", "agreed"));
    to.fail("nobody in time, and a winner", Forgery(to.battles.out_of_time(std::nullopt)).without(1).ends("attacker", "timeout"));
    to.fail("who was gone has won", Forgery(to.battles.claimed()).without(1).ends(nullptr, "abandoned"));
    to.fail("a closed battle has a winner", Forgery(to.battles.closed_early()).without(1).ends("attacker", "closed"));
    to.fail("declined, and won", Forgery(to.battles.declined()).without(1).ends("attacker", "declined"));
    to.fail("conceded by nobody", Forgery(to.battles.conceded()).without(2).ends("defender", "conceded"));
    to.fail("closed by nobody", Forgery(to.battles.conceded()).without(2).ends(nullptr, "closed"));
    to.fail("it never ends", Forgery(to.battles.conceded()).without(1));
}

}  // namespace

std::vector<Tampered> tampered_records() {
    std::vector<Tampered> out;
    for (const auto proof : {Proof::first, Proof::second}) {
        Collection collection(proof);
        add_untouched(collection);
        add_after_the_end(collection);
        add_out_of_place(collection);
        add_wrong_inputs(collection);
        if (proof == Proof::first) add_of_the_first(collection);
        else add_of_the_second(collection);
        add_wrong_endings(collection);
        for (auto& each : collection.all) out.push_back(std::move(each));
    }
    add_shared_dice(out);
    add_signed_seats(out);
    add_witnessed_dice(out);
    add_shared_witness(out);
    return out;
}

}  // namespace muster::test
