// Records of battles whose seats sign what they decide, changed by whoever runs the server: what he would gain by signatures that he has, or by leaving
// them out.
#include <functional>

#include "protocol/ids.hpp"
#include "rules/systems.hpp"
#include "tests/protocol/forgery.hpp"
#include "tests/protocol/tampered.hpp"

namespace muster::test {

using namespace protocol;

namespace {

Start signing(const char* id, Json setup, Json options) {
    return {.ruleset = rules::shipped_rulesets().find(id), .setup = std::move(setup), .options = std::move(options), .signs = true};
}

const Json live{{"mode", "live"}, {"bank", "PT10M"}};

/// Inputs: 0 and 1 of the seats, 2 and 3 of the seals, 4 and 5 of the shares, 6 and 7 of the next choices … the last is the concession.
Game sealed() {
    Game game =
        seated(signing("armies", {{"attacker", {{"population", 4}, {"armies", 2}}}, {"defender", {{"population", 4}, {"armies", 2}}}, {"population_limit", 4}},
                       {{"dice", "shared"}, {"clock", live}}));
    game.choose(game.seal({"default", "default"}));
    game.give_shares();
    game.concede(0);
    return game;
}
/// The same rules' other kind of choice, in the clear; of either dice.
Game chosen(Json options) {
    const Json example = rules::shipped_rulesets().find("advanced-combat")->catalog().at("example");
    options["clock"] = live;
    Game game = seated(signing("advanced-combat", example, std::move(options)));
    for (int decisions = 0; decisions < 6 && game.fold->phase() == Fold::Phase::running;) {
        if (game.fold->asks_shares()) game.give_shares();
        else {
            game.choose_best();
            ++decisions;
        }
    }
    if (game.fold->phase() == Fold::Phase::running) game.concede(1);
    return game;
}
Game renewed() {
    const Json example = rules::shipped_rulesets().find("advanced-combat")->catalog().at("example");
    Game game = seated(signing("advanced-combat", example, {{"dice", "shared"}, {"clock", live}}));
    for (const std::uint8_t secret : {std::uint8_t{77}, std::uint8_t{78}}) {
        while (!game.fold->asks_shares()) game.choose_best();
        game.give_shares();
        game.renew_ladder(1, secret);
    }
    game.concede(0);
    return game;
}

class Signed {
public:
    explicit Signed(std::vector<Tampered>& to) : to_(to) {}

    using Change = std::function<void(Forgery&)>;
    void hold(const char* name, const Game& game, const Change& change = [](Forgery&) {}) { add(name, true, game, change); }
    void fail(const char* name, const Game& game, const Change& change) { add(name, false, game, change); }

private:
    void add(const char* name, bool holds, const Game& game, const Change& change) {
        Forgery forgery(game);
        change(forgery);
        to_.push_back({std::string("signed seats: ") + name, holds, forgery.made()});
    }

    std::vector<Tampered>& to_;
};

Json& inputs(Forgery& it) { return it.whole()["inputs"]; }
/// The inputs of a seat that it has signed, in order.
std::vector<Json*> signed_by(Forgery& it, const std::string& seat) {
    std::vector<Json*> out;
    for (auto& each : inputs(it))
        if (each["input"].value("seat", "") == seat && each.contains("signature")) out.push_back(&each);
    return out;
}
Json& first_of(Forgery& it, const char* kind) {
    return *std::ranges::find_if(inputs(it), [&](const Json& each) { return each["input"]["kind"] == kind; });
}
Json& taken(Forgery& it, std::size_t seat) { return it.whole()["events"][1 + seat]["data"]; }

void add_held(Signed& to) {
    to.hold("sealed", sealed());
    to.hold("chosen", chosen({{"dice", "shared"}}));
    to.hold("with the server's dice", chosen(Json::object()));
    to.hold("ladders renewed", renewed());
    to.hold("without one of them", chosen({{"dice", "shared"}}), [](Forgery& it) { signed_by(it, "attacker").front()->erase("signature"); });
    to.hold("without any", chosen({{"dice", "shared"}}), [](Forgery& it) {
        for (auto& each : inputs(it)) each.erase("signature");
    });
}

void add_wrong(Signed& to) {
    to.fail("the other seat's", sealed(), [](Forgery& it) { std::swap(inputs(it)[2]["signature"], inputs(it)[3]["signature"]); });
    to.fail("of another step of the same seat", chosen({{"dice", "shared"}}), [](Forgery& it) {
        auto all = signed_by(it, "attacker");
        (*all.at(1))["signature"] = (*all.front())["signature"];
    });
    to.fail("one digit is another", sealed(), [](Forgery& it) {
        auto text = inputs(it)[2]["signature"].get<std::string>();
        text.back() = text.back() == '0' ? '1' : '0';
        inputs(it)[2]["signature"] = text;
    });
    to.fail("half of it", sealed(), [](Forgery& it) { inputs(it)[2]["signature"] = std::string(64, 'a'); });
    to.fail("of a share", sealed(), [](Forgery& it) { inputs(it)[4]["signature"] = inputs(it)[2]["signature"]; });
    to.fail("of a seat that sits down", sealed(), [](Forgery& it) { inputs(it)[0]["signature"] = inputs(it)[2]["signature"]; });
    to.fail("of what time has decided", chosen(Json::object()), [](Forgery& it) {
        auto& first = *signed_by(it, "attacker").front();
        const auto seq = first["seq"].get<std::size_t>();
        first["input"]["timed_out"] = true;
        it.whole()["events"][seq - 1]["data"]["timed_out"] = true;
    });
    to.fail("of what an order has decided", chosen(Json::object()), [](Forgery& it) { signed_by(it, "attacker").front()->operator[]("standing") = true; });
}

void add_keys(Signed& to) {
    to.fail("a key that is not in the note", sealed(), [](Forgery& it) { taken(it, 0).erase("key"); });
    to.fail("a key that is only in the note", sealed(), [](Forgery& it) { inputs(it)[0]["input"].erase("key"); });
    to.fail("no key, but signatures", sealed(), [](Forgery& it) {
        taken(it, 0).erase("key");
        inputs(it)[0]["input"].erase("key");
    });
    for (const auto& [name, key] :
         {std::pair{"a key of another form", "02" + std::string(128, 'a')}, std::pair{"a key in capitals", "04" + std::string(128, 'A')},
          std::pair{"a key that is too short", "04" + std::string(126, 'a')}}) {
        to.fail(name, sealed(), [&](Forgery& it) { taken(it, 0)["key"] = inputs(it)[0]["input"]["key"] = key; });
    }
    to.fail("a key that is no point of the curve", sealed(),
            [](Forgery& it) { taken(it, 0)["key"] = inputs(it)[0]["input"]["key"] = "04" + std::string(128, 'a'); });
    // Whoever has the server puts in a key of his own: signatures by the former are none by that.
    to.fail("the other seat's key", sealed(), [](Forgery& it) { taken(it, 0)["key"] = inputs(it)[0]["input"]["key"] = taken(it, 1)["key"]; });
    to.fail("a former ladder, as it was signed then", renewed(), [](Forgery& it) {
        const auto former = first_of(it, "new_ladder");
        auto& last = inputs(it)[inputs(it).size() - 2];
        last["signature"] = former["signature"];
        last["input"] = former["input"];
        it.whole()["events"][last["seq"].get<std::size_t>() - 1]["data"]["ladder"] = former["input"]["ladder"];
    });
}

}  // namespace

void add_signed_seats(std::vector<Tampered>& to) {
    Signed all(to);
    add_held(all);
    add_wrong(all);
    add_keys(all);
}

}  // namespace muster::test
