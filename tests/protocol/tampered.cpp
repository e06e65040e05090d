#include "tests/protocol/tampered.hpp"

#include "protocol/record.hpp"
#include "rules/systems.hpp"
#include "tests/protocol/games.hpp"

namespace muster::test {

using namespace protocol;

namespace {

/// A record that is changed at its end, with a chain and an outcome to match.
class Forgery {
public:
    explicit Forgery(const Game& game) : record_(Json::parse(game.record())) {}

    /// An event, and the input that it shows (without its number).
    Forgery& input(Json input, const std::string& event, const Json& data) {
        input["seq"] = record_["events"].size() + 1;
        record_["inputs"].push_back(std::move(input));
        return this->event(event, data);
    }
    Forgery& event(const std::string& event, const Json& data) {
        record_["events"].push_back({{"seq", record_["events"].size() + 1}, {"at", ""}, {"event", event}, {"data", data}});
        return *this;
    }
    Forgery& ends(const Json& winner, const std::string& reason) {
        return event("battle_ended", {{"winner", winner}, {"reason", reason}, {"survivors", last_survivors_}, {"server_seed", record_["server_seed"]}});
    }
    /// Without the last events, and the inputs that they show.
    Forgery& without(std::size_t events) {
        auto& list = record_["events"];
        last_survivors_ = list.back()["data"]["survivors"];
        for (; events > 0; --events) {
            auto& inputs = record_["inputs"];
            if (!inputs.empty() && inputs.back()["seq"] == list.size()) inputs.erase(inputs.size() - 1);
            list.erase(list.size() - 1);
        }
        return *this;
    }
    Json& last_input() { return record_["inputs"].back(); }
    Json& event_from_the_end(std::size_t index) { return record_["events"][record_["events"].size() - 1 - index]; }

    Json made() {
        Chain chain(record_["battle"].get<std::string>(), record_["ruleset"].get<std::string>(), record_["ruleset_version"].get<int>(),
                    sha256(*from_hex(record_["server_seed"].get<std::string>())), record_["setup"]);
        for (const auto& input : record_["inputs"]) chain.add(input.dump());
        record_["chain"] = to_hex(bytes_of(chain.head()));
        Json outcome = record_["events"].back()["data"];
        outcome.erase("server_seed");
        if (record_["events"].back()["event"] == "battle_ended") record_["outcome"] = outcome;
        return record_;
    }

private:
    Json record_;
    Json last_survivors_ = record_["outcome"]["survivors"];
};

Start duel(bool confirm = false) { return {.ruleset = rules::shipped_rulesets().find("advanced-combat"), .setup = skirmish(), .confirm = confirm}; }

Game played_out() {
    Game game = seated(duel());
    while (game.fold->phase() != Fold::Phase::over) game.choose_best();
    return game;
}

template <typename Operation>
Game fought(Operation operation) {
    Game game = seated(duel());
    game.run(operation);
    return game;
}

Game conceded() {
    return fought([](Fold& fold, Applied& out) { fold.concede(0, out); });
}
Game agreed() {
    Game game = fought([](Fold& fold, Applied& out) { fold.offer_draw(0, out); });
    game.run([](Fold& fold, Applied& out) { fold.answer_draw(1, true, out); });
    return game;
}
Game out_of_time(std::optional<rules::Seat> seat) {
    return fought([seat](Fold& fold, Applied& out) { fold.forfeit(seat, out); });
}
Game claimed() {
    Game game = seated(duel());
    const auto asked = game.fold->open().front().ask.seat;
    game.run([asked](Fold& fold, Applied& out) { fold.claim(1 - asked, out); });
    return game;
}
Game closed_early() {
    Game game = created(duel());
    game.take(0, "Ada");
    game.run([](Fold& fold, Applied& out) { fold.close(out); });
    return game;
}
Game declined() {
    Game game = seated(duel(true));
    game.choose({{{"ready", true}}});
    game.choose({{{"ready", false}}});
    return game;
}

Json of(const char* seat, const char* kind) { return {{"seat", seat}, {"kind", kind}}; }
Json seat(const char* name) { return {{"seat", name}}; }

class Collection {
public:
    void hold(const std::string& name, const Game& game) { all.push_back({name, true, Forgery(game).made()}); }
    void fail(const std::string& name, Forgery& forgery) { all.push_back({name, false, forgery.made()}); }
    void fail(const std::string& name, Forgery&& forgery) { fail(name, forgery); }

    std::vector<Tampered> all{};
};

void add_untouched(Collection& to) {
    to.hold("played out", played_out());
    to.hold("conceded", conceded());
    to.hold("a draw was agreed", agreed());
    to.hold("a seat ran out of time", out_of_time(seated(duel()).fold->open().front().ask.seat));
    to.hold("all who were asked ran out of time", out_of_time(std::nullopt));
    to.hold("claimed", claimed());
    to.hold("closed before it began", closed_early());
    to.hold("declined", declined());
}

void add_after_the_end(Collection& to) {
    for (const auto& [what, game] : {std::pair("played out", played_out()), std::pair("conceded", conceded())}) {
        const auto named = [&](const char* then) { return std::string(what) + ", then " + then; };
        to.fail(named("closed by the operator"), Forgery(game).input({{"kind", "close"}}, "closed", Json::object()).ends(nullptr, "closed"));
        to.fail(named("closed without another ending"), Forgery(game).input({{"kind", "close"}}, "closed", Json::object()));
        to.fail(named("conceded"), Forgery(game).input(of("defender", "concede"), "conceded", seat("defender")).ends("attacker", "conceded"));
        to.fail(named("claimed"), Forgery(game).input(of("defender", "claim"), "claimed", seat("defender")).ends("defender", "abandoned"));
        to.fail(named("out of time"), Forgery(game).input({{"kind", "forfeit"}, {"timed_out", true}}, "forfeited", Json::object()).ends(nullptr, "timeout"));
        to.fail(named("a draw is offered"), Forgery(game).input(of("attacker", "offer_draw"), "draw_offered", seat("attacker")));
        to.fail(named("a seat is taken"), Forgery(game).input(of("attacker", "nonce"), "seat_taken", seat("attacker")));
        to.fail(named("talk"), Forgery(game).event("said", {{"room", "spectators"}, {"text", "well played"}}));
        to.fail(named("ended again"), Forgery(game).ends(nullptr, "closed"));
    }
}

void add_out_of_place(Collection& to) {
    const Json concede = of("attacker", "concede");
    to.fail("conceded before it began", Forgery(closed_early()).without(2).input(concede, "conceded", seat("attacker")).ends("defender", "conceded"));
    to.fail("a seat sits down after the close, and it begins",
            Forgery(closed_early())
                .without(1)
                .input({{"seat", "defender"}, {"kind", "nonce"}, {"name", "Grace"}}, "seat_taken", {{"seat", "defender"}, {"name", "Grace"}})
                .ends(nullptr, "closed"));
    to.fail("a seat is taken twice",
            Forgery(closed_early())
                .without(2)
                .input({{"seat", "attacker"}, {"kind", "nonce"}, {"name", "Ada"}}, "seat_taken", {{"seat", "attacker"}, {"name", "Ada"}})
                .input({{"kind", "close"}}, "closed", Json::object())
                .ends(nullptr, "closed"));
    to.fail("answers a draw that nobody offers",
            Forgery(conceded())
                .without(2)
                .input({{"seat", "defender"}, {"kind", "answer_draw"}, {"accept", true}}, "draw_answered", {{"seat", "defender"}, {"accept", true}})
                .ends(nullptr, "agreed"));
    to.fail("accepts the own draw",
            Forgery(agreed())
                .without(2)
                .input({{"seat", "attacker"}, {"kind", "answer_draw"}, {"accept", true}}, "draw_answered", {{"seat", "attacker"}, {"accept", true}})
                .ends(nullptr, "agreed"));
    to.fail("a draw is offered twice", Forgery(agreed())
                                           .without(2)
                                           .input(of("defender", "offer_draw"), "draw_offered", seat("defender"))
                                           .input(concede, "conceded", seat("attacker"))
                                           .ends("defender", "conceded"));
    to.fail("goes on after an agreed draw", Forgery(agreed()).without(1).input(concede, "conceded", seat("attacker")).ends("defender", "conceded"));
    to.fail("goes on after a concession",
            Forgery(conceded()).without(1).input(of("defender", "offer_draw"), "draw_offered", seat("defender")).ends("defender", "conceded"));
}

void add_wrong_inputs(Collection& to) {
    const Json closed_by{{"seat", "attacker"}, {"kind", "close"}};
    to.fail("a seat closes it", Forgery(conceded()).without(2).input(closed_by, "closed", seat("attacker")).ends(nullptr, "closed"));
    to.fail("nobody concedes", Forgery(conceded()).without(2).input({{"kind", "concede"}}, "conceded", Json::object()).ends("defender", "conceded"));
    to.fail("somebody without a seat concedes",
            Forgery(conceded()).without(2).input(of("umpire", "concede"), "conceded", seat("umpire")).ends("defender", "conceded"));
    to.fail("a kind that nobody knows", Forgery(conceded()).without(2).input(of("attacker", "pray"), "prayed", seat("attacker")).ends(nullptr, "closed"));
    Forgery more(conceded());
    more.last_input()["name"] = "Ada";
    more.event_from_the_end(1)["data"]["name"] = "Ada";
    to.fail("a concession has a name", more);
    Forgery both(declined());
    for (const auto* how : {"timed_out", "standing"}) both.last_input()[how] = both.event_from_the_end(1)["data"][how] = true;
    to.fail("a choice by time and by order", both);
    Forgery twice(declined());
    twice.last_input()["decision"] = twice.event_from_the_end(1)["data"]["decision"] = 1;
    twice.last_input()["seat"] = twice.event_from_the_end(1)["data"]["seat"] = "attacker";
    to.fail("a decision is made twice", twice);
}

void add_wrong_endings(Collection& to) {
    to.fail("who conceded has won", Forgery(conceded()).without(1).ends("attacker", "conceded"));
    to.fail("a concession for another reason", Forgery(conceded()).without(1).ends("defender", "agreed"));
    to.fail("an agreed draw has a winner", Forgery(agreed()).without(1).ends("attacker", "agreed"));
    to.fail("nobody in time, and a winner", Forgery(out_of_time(std::nullopt)).without(1).ends("attacker", "timeout"));
    to.fail("who was gone has won", Forgery(claimed()).without(1).ends(nullptr, "abandoned"));
    to.fail("a closed battle has a winner", Forgery(closed_early()).without(1).ends("attacker", "closed"));
    to.fail("declined, and won", Forgery(declined()).without(1).ends("attacker", "declined"));
    to.fail("conceded by nobody", Forgery(conceded()).without(2).ends("defender", "conceded"));
    to.fail("closed by nobody", Forgery(conceded()).without(2).ends(nullptr, "closed"));
    to.fail("it never ends", Forgery(conceded()).without(1));
}

}  // namespace

std::vector<Tampered> tampered_records() {
    Collection collection;
    add_untouched(collection);
    add_after_the_end(collection);
    add_out_of_place(collection);
    add_wrong_inputs(collection);
    add_wrong_endings(collection);
    return std::move(collection.all);
}

}  // namespace muster::test
