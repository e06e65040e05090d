#include "tests/protocol/games.hpp"

#include <stdexcept>

#include "protocol/record.hpp"

namespace muster::test {

using namespace protocol;

namespace {

// Thrown, not asserted: programs that are no tests play battles too.
template <typename T>
T must(std::expected<T, Refusal> result) {
    if (!result) throw std::runtime_error(result.error().path + ": " + result.error().message);
    return std::move(*result);
}

}  // namespace

std::string Game::next_time() {
    const auto text = std::to_string(1'000 + clock++);
    return "2026-11-21T20:49:0" + text.substr(0, 1) + "." + text.substr(1) + "Z";
}

void Game::take(rules::Seat seat, const std::string& name, const std::string& nonce) {
    run([&](Fold& f, Applied& out) { f.take_seat(seat, name, nonce, out); });
}

void Game::choose(const std::vector<Json>& choices) {
    const auto open = fold->open();
    std::vector<Fold::Choice> made;
    for (std::size_t i = 0; i < choices.size(); ++i) {
        made.push_back({open.at(i).id, must(fold->check_choice(open.at(i).ask.seat, open.at(i).id, choices[i]))});
    }
    run([&](Fold& f, Applied& out) { f.choose(made, out); });
}

void Game::choose_best() {
    const bool sealed = !fold->open().empty() && fold->open().front().sealed;
    choose(std::vector<Json>(sealed ? fold->open().size() : 1, Json("default")));
}

std::vector<std::string> Game::story() const {
    std::vector<std::string> out;
    for (const auto& each : events) {
        const Json body = Json::parse(each.body);
        out.push_back(std::to_string(body.at("seq").get<int>()) + " " + body.at("event").get<std::string>());
    }
    return out;
}

std::string Game::record() const {
    std::vector<std::string> bodies;
    for (const auto& each : events) bodies.push_back(each.body);
    return record_text({*fold, "2026-11-21T20:49:00.000Z", "2026-11-21T20:59:00.000Z", inputs, bodies});
}

Origin origin_of(const Start& start) {
    const Json options{{"visibility", "public"}, {"confirm", start.confirm}, {"on_timeout", "default"}};
    return {"a-battle-for-tests", start.ruleset, start.title, start.setup, options, {start.confirm, start.limits}, start.seed};
}

Game created(const Start& start) {
    Game game{must(Fold::create(origin_of(start)))};
    game.run([](Fold& f, Applied& out) { f.begin(out); });
    return game;
}

Game seated(const Start& start) {
    Game game = created(start);
    for (std::size_t i = 0; i < game.fold->seats().size(); ++i) game.take(static_cast<rules::Seat>(i), "Player " + std::to_string(i));
    return game;
}

namespace {

void say_something(Game& game) {
    game.run([](Fold& f, Applied& out) { f.note({"said", R"({"room":"spectators","name":"Eve","text":"well, well"})"}, out); });
}

void seal_note(Game& game, const OpenDecision& open, const char* event) {
    const Json data{{"seat", game.fold->seats()[static_cast<std::size_t>(open.ask.seat)]}, {"decision", open.id}};
    game.run([&](Fold& f, Applied& out) { f.note({event, data.dump()}, out); });
}

Json some_choice(const Game& game, rules::Seat seat, Chance& chance) {
    if (chance.one_in(4)) return "default";
    if (chance.one_in(4)) return game.fold->battle().choose(seat, rules::Policy::listed);
    rules::Random random(static_cast<std::uint64_t>(chance.below(1 << 30)));
    return game.fold->battle().random_choice(seat, random);
}

void choose_somehow(Game& game, Chance& chance, const Manners& manners) {
    const auto open = game.fold->open();
    std::vector<Json> choices;
    const std::size_t count = open.front().sealed ? open.size() : 1;
    for (std::size_t i = 0; i < count; ++i) {
        if (open[i].sealed && manners.talk && i + 1 < count) {
            seal_note(game, open[i], "decision_sealed");
            if (chance.one_in(4)) {
                seal_note(game, open[i], "decision_unsealed");
                seal_note(game, open[i], "decision_sealed");
            }
        }
        if (game.fold->phase() == Fold::Phase::confirming) choices.push_back({{"ready", !chance.one_in(20)}});
        else choices.push_back(some_choice(game, open[i].ask.seat, chance));
    }
    game.choose(choices);
}

}  // namespace

Game random_game(const Start& start, Chance& chance, const Manners& manners) {
    Game game = created(start);
    const auto seats = static_cast<int>(game.fold->seats().size());
    std::vector<rules::Seat> waiting;
    for (int i = 0; i < seats; ++i) waiting.insert(waiting.begin() + chance.below(i + 1), i);
    for (const auto seat : waiting) {
        if (manners.talk && chance.one_in(3)) say_something(game);
        std::string nonce;
        if (chance.one_in(2))
            for (int i = chance.between(16, 64); i > 0; --i) nonce += "0123456789abcdef"[chance.below(16)];
        game.take(seat, "Zoë \"" + std::to_string(seat) + "\"", nonce);
    }
    while (game.fold->phase() != Fold::Phase::over) {
        if (manners.talk && chance.one_in(5)) say_something(game);
        const auto seat = static_cast<rules::Seat>(chance.below(seats));
        if (game.fold->phase() == Fold::Phase::running && chance.one_in(manners.concede_one_in)) {
            game.run([&](Fold& f, Applied& out) { f.concede(seat, out); });
        } else if (!game.fold->check_offer_draw(seat) && chance.one_in(manners.draw_one_in)) {
            game.run([&](Fold& f, Applied& out) { f.offer_draw(seat, out); });
        } else if (!game.fold->check_answer_draw(seat)) {
            const bool accept = chance.one_in(3);
            game.run([&](Fold& f, Applied& out) { f.answer_draw(seat, accept, out); });
        } else {
            choose_somehow(game, chance, manners);
        }
    }
    return game;
}

Json skirmish() {
    return Json::parse(R"({"attacker":{"army":[{"unit":"swordsmen","count":3},{"unit":"chariots","count":2}]},
                           "defender":{"army":[{"unit":"pikemen","count":2},{"unit":"catapults","count":2}]}})");
}

}  // namespace muster::test
