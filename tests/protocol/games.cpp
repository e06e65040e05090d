#include "tests/protocol/games.hpp"

#include <array>
#include <stdexcept>

#include "protocol/record.hpp"
#include "protocol/seat_signature.hpp"
#include "protocol/shares.hpp"

namespace muster::test {

using namespace protocol;

std::string Game::next_time() {
    const auto text = std::to_string(1'000 + clock++);
    return "2026-11-21T20:49:0" + text.substr(0, 1) + "." + text.substr(1) + "Z";
}

void Game::take(rules::Seat seat, const std::string& name, const std::string& nonce) {
    Arrival who{name, nonce};
    if (fold->shares_dice()) {
        while (holders.size() < fold->seats().size()) {
            const auto next = holders.size();
            holders.push_back({Ladder(fold->chain().start(), fold->seats()[next], Hash{static_cast<std::uint8_t>(next + 1)})});
        }
        who.ladder = to_hex(bytes_of(holders[static_cast<std::size_t>(seat)].ladder.foot()));
    }
    if (signs) who.key = to_hex(seat_key_for_tests(seat).public_bytes());
    run([&](Fold& f, Applied& out) { f.take_seat(seat, who, out); });
}

std::vector<Json> Game::seal(const std::vector<Json>& choices) {
    std::vector<Json> out;
    for (std::size_t i = 0; i < choices.size(); ++i) {
        const auto& open = fold->open().at(i);
        auto& mine = holders.at(static_cast<std::size_t>(open.ask.seat));
        mine.sealed = choices[i];
        const auto rung = mine.ladder.rung(fold->step() + 1 - mine.after);
        const auto seal = seal_of(rung, fold->chain().start(), fold->seats()[static_cast<std::size_t>(open.ask.seat)], open.id, choices[i].dump());
        out.push_back({{"seal", to_hex(bytes_of(seal))}});
    }
    return out;
}

Json Game::share_of(rules::Seat seat) const {
    const auto& mine = holders.at(static_cast<std::size_t>(seat));
    Json out{{"share", to_hex(bytes_of(mine.ladder.rung(fold->step() - mine.after)))}};
    if (!mine.sealed.is_null()) out["opens"] = mine.sealed;
    return out;
}

void Game::give_shares() {
    std::vector<Json> shares;
    for (const auto& open : fold->open()) shares.push_back(share_of(open.ask.seat));
    for (auto& each : holders) each.sealed = nullptr;
    choose(shares);
}

void Game::join_witness(std::uint8_t secret) {
    const auto& start = fold->chain().start();
    witness.emplace(start, witness_holder, Hash{secret});
    witness_after = fold->witness_steps();
    const auto signature = to_hex(witness_key().sign(ladder_to_witness(start, witness_after, witness->foot())));
    const auto foot = to_hex(bytes_of(witness->foot()));
    if (auto refusal = fold->check_witness(foot, signature)) throw std::runtime_error(refusal->path + ": " + refusal->message);
    run([&](Fold& f, Applied& out) { f.join_witness(foot, signature, out); });
}

void Game::give_witness_share() {
    if (fold->awaits_ladder_of_witness()) join_witness(98);
    const int step = fold->witness_steps() + 1;
    const auto rung = witness->rung(step - witness_after);
    const auto& chain = fold->chain();
    const auto signature = to_hex(witness_key().sign(share_to_witness(chain.start(), step, chain.inputs(), chain.head(), rung)));
    const auto share = to_hex(bytes_of(rung));
    if (auto refusal = fold->check_witness_share(share, signature)) throw std::runtime_error(refusal->path + ": " + refusal->message);
    run([&](Fold& f, Applied& out) { f.give_witness_share(share, signature, out); });
}

void Game::renew_ladder(rules::Seat seat, std::uint16_t secret) {
    auto& mine = holders.at(static_cast<std::size_t>(seat));
    mine = {Ladder(fold->chain().start(), fold->seats()[static_cast<std::size_t>(seat)],
                   Hash{static_cast<std::uint8_t>(secret), static_cast<std::uint8_t>(secret >> 8)}),
            fold->step()};
    const auto foot = to_hex(bytes_of(mine.ladder.foot()));
    const SeatSigning by{.signature = signs ? signature_of(seat, {{"kind", "new_ladder"}, {"ladder", foot}}) : ""};
    if (auto refusal = fold->check_signature_to_renew(seat, foot, by)) throw std::runtime_error(refusal->path + ": " + refusal->message);
    run([&](Fold& f, Applied& out) { f.new_ladder(seat, foot, out, by); });
}

void Game::concede(rules::Seat seat) {
    const auto signature = signs ? signature_of(seat, {{"kind", "concede"}}) : "";
    if (auto refusal = fold->check_signature_to_concede(seat, signature)) throw std::runtime_error(refusal->path + ": " + refusal->message);
    run([&](Fold& f, Applied& out) { f.concede(seat, out, signature); });
}

std::string Game::signature_of(rules::Seat seat, Json input) const {
    const auto& name = fold->seats()[static_cast<std::size_t>(seat)];
    input["seat"] = name;
    std::string jcs;
    append_canonical(jcs, FlatJson(input));
    return to_hex(seat_key_for_tests(seat).sign(seat_statement(fold->chain().start(), name, jcs)));
}

rules::Seat Game::who_answers(const rules::Ask& ask) const {
    rules::Seat seat = ask.seat == rules::anybody ? 0 : ask.seat;
    while (ask.seat == rules::anybody && fold->has_left(seat)) ++seat;
    return seat;
}

void Game::choose(const std::vector<Json>& choices, rules::Seat by) {
    const auto open = fold->open();
    std::vector<Fold::Choice> made;
    for (std::size_t i = 0; i < choices.size(); ++i) {
        const auto& [id, ask, sealed] = open.at(i);
        if (fold->has_left(ask.seat)) {
            made.emplace_back(id, ask.preset, How::left);
            continue;
        }
        const auto seat = ask.seat == rules::anybody && by != rules::anybody ? by : who_answers(ask);
        auto& choice =
            made.emplace_back(id, must(fold->check_choice(seat, id, choices[i])), How::chosen, "", ask.seat == rules::anybody ? seat : rules::anybody);
        if (!signs || fold->phase() != Fold::Phase::running || ask.kind == share_kind) continue;
        choice.signature = signature_of(seat, {{"choice", *choice.choice}, {"decision", id}, {"kind", ask.kind}});
        if (auto refusal = fold->check_signature(choice)) throw std::runtime_error(refusal->path + ": " + refusal->message);
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
    return record_text({*fold, signed_head(), "2026-11-21T20:49:00.000Z", "2026-11-21T20:59:00.000Z", inputs, bodies});
}

std::optional<SignedHead> Game::signed_head() const {
    if (fold->origin().proof() == Proof::first) return {};
    return sign_head(test_key(), fold->chain(), shown);
}

const P256Key& test_key() {
    static const P256Key key = P256Key::from_private(std::string(32, 'k')).value();
    return key;
}

const P256Key& seat_key_for_tests(rules::Seat seat) {
    static const auto keys = [] {
        std::vector<P256Key> out;
        for (std::size_t each = 0; each < rules::seats_max; ++each)
            out.push_back(P256Key::from_private(std::string(32, static_cast<char>('a' + each))).value());
        return out;
    }();
    return keys.at(static_cast<std::size_t>(seat));
}

const P256Key& witness_key() {
    static const P256Key key = P256Key::from_private(std::string(32, 'w')).value();
    return key;
}

Json witnessed_options() {
    return {{"dice", "witnessed"}, {"witness", {{"address", "https://witness.example"}, {"key", to_hex(witness_key().public_bytes())}}}};
}

Json shared_and_witnessed_options() {
    Json out = witnessed_options();
    out["dice"] = "shared";
    return out;
}

Origin origin_of(const Start& start) {
    Json options{{"visibility", "public"}, {"confirm", start.confirm}, {"on_timeout", "default"}};
    if (!start.ruleset->is_contest()) options["contest"] = false;
    options.update(start.options);
    auto fold = fold_options(options);
    fold.limits = start.limits;
    return {"a-battle-for-tests",
            start.ruleset,
            start.title,
            start.setup,
            options,
            fold,
            start.seed,
            start.proof == Proof::second ? test_key().public_bytes() : ""};
}

Game created(const Start& start) {
    Game game{must(Fold::create(origin_of(start)))};
    game.signs = start.signs;
    game.run([](Fold& f, Applied& out) { f.begin(out); });
    if (game.fold->has_witness()) game.join_witness();
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

/// One of those who are still there.
rules::Seat somebody(const Game& game, Chance& chance) {
    std::vector<rules::Seat> there;
    for (rules::Seat seat = 0; seat < static_cast<rules::Seat>(game.fold->seats().size()); ++seat)
        if (!game.fold->has_left(seat)) there.push_back(seat);
    return there.at(static_cast<std::size_t>(chance.below(static_cast<int>(there.size()))));
}

void choose_somehow(Game& game, Chance& chance, const Manners& manners) {
    const auto open = game.fold->open();
    if (open.front().ask.seat == rules::anybody) {
        const auto by = somebody(game, chance);
        game.choose({some_choice(game, by, chance)}, by);
        return;
    }
    std::vector<Json> choices;
    const std::size_t count = open.front().sealed ? open.size() : 1;
    for (std::size_t i = 0; i < count; ++i) {
        if (open[i].sealed && manners.talk && i + 1 < count) {
            seal_note(game, open[i], "decision_sealed");
            if (!game.fold->shares_dice() && chance.one_in(4)) {
                seal_note(game, open[i], "decision_unsealed");
                seal_note(game, open[i], "decision_sealed");
            }
        }
        if (game.fold->phase() == Fold::Phase::confirming) choices.push_back({{"ready", !chance.one_in(20)}});
        else choices.push_back(some_choice(game, game.who_answers(open[i].ask), chance));
    }
    game.choose(game.fold->is_sealed_for_all(open.front()) ? game.seal(choices) : choices);
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
        if (game.fold->asks_witness() && chance.one_in(2)) {
            game.give_witness_share();
            continue;
        }
        const auto seat = static_cast<rules::Seat>(chance.below(seats));
        if (game.fold->phase() == Fold::Phase::running && chance.one_in(manners.concede_one_in) && !game.fold->check_concede(seat)) {
            game.concede(seat);
        } else if (!game.fold->check_offer_draw(seat) && chance.one_in(manners.draw_one_in)) {
            game.run([&](Fold& f, Applied& out) { f.offer_draw(seat, out); });
        } else if (!game.fold->check_answer_draw(seat)) {
            const bool accept = chance.one_in(3);
            game.run([&](Fold& f, Applied& out) { f.answer_draw(seat, accept, out); });
        } else if (game.fold->asks_shares()) {
            game.give_shares();
        } else if (game.fold->shares_dice() && game.fold->phase() == Fold::Phase::running && !game.fold->asks_witness() && chance.one_in(10)) {
            game.renew_ladder(seat, static_cast<std::uint16_t>(3 + game.inputs.size()));  // one that was put in before could not be again
        } else if (!game.fold->asks_witness()) {
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
