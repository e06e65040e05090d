#include "tests/protocol/shared_device.hpp"

#include <algorithm>

#include "rules/systems.hpp"

namespace muster::test {

using namespace protocol;

Start shared_start(const char* ruleset, Json options) {
    options["dice"] = "shared";
    const auto* rules = rules::shipped_rulesets().find(ruleset);
    Json setup = rules->catalog().at("example");
    if (!rules->is_contest()) setup["throws"] = 6;  // or else it ends after thousands
    return {.ruleset = rules, .setup = std::move(setup), .options = std::move(options)};
}

Start shared_twins(Json options) {
    auto start = shared_start("armies", std::move(options));
    start.setup = {{"attacker", {{"population", 4}, {"armies", 2}}}, {"defender", {{"population", 4}, {"armies", 2}}}, {"population_limit", 4}};
    return start;
}

namespace {

KeptSeat kept_of(const Game& game, rules::Seat seat) {
    const auto& origin = game.fold->origin();
    KeptSeat out{
        .server = "https://muster.example", .battle = origin.battle, .seat = game.fold->seats()[static_cast<std::size_t>(seat)], .token = std::string(32, 't')};
    out.start = {origin.ruleset->id(),    origin.ruleset->version(), origin.title, origin.setup, origin.options,
                 game.fold->commitment(), to_hex(origin.server_key)};
    out.since = 0;
    out.ladders.push_back(to_hex(bytes_of(Hash{static_cast<std::uint8_t>(seat + 1)})));
    return out;
}

}  // namespace

SharedDevice::SharedDevice(const Game& game, rules::Seat seat) : kept(kept_of(game, seat)), shares(kept), seat_(seat) {}

std::optional<Breach> SharedDevice::hear(const Game& game) {
    std::optional<Breach> out;
    for (; heard_ < game.events.size(); ++heard_) {
        const auto event = game.event(heard_);
        auto breach = shares.happens(event.at("seq"), event.at("event"), event.at("data"), kept);
        if (breach && !out) out = std::move(breach);
    }
    if (auto breach = take_head(kept, *game.signed_head(), 0); breach && !out) out = std::move(breach);
    return out;
}

void SharedDevice::choose(Game& game, const std::vector<Json>& choices) {
    hear(game);
    const auto open = game.fold->open();
    const bool seals = game.fold->is_sealed_for_all(open.front());
    const auto by = static_cast<rules::Seat>(open.front().id % 2);  // where anybody may: now one, now the other
    const auto is_own = [&](const OpenDecision& each) { return (each.ask.seat == rules::anybody ? by : each.ask.seat) == seat_; };
    const bool is_asked = is_own(open.front()) || (open.front().sealed && std::ranges::any_of(open, is_own));
    const auto& ask = *std::ranges::find_if(open, [&](const OpenDecision& each) { return !is_asked || is_own(each); });
    const auto index = static_cast<std::size_t>(&ask - open.data());
    auto said = seals ? game.seal(choices) : choices;
    const Json own = choices.at(is_asked ? index : 0) == "default" ? Json(*ask.ask.preset) : choices.at(is_asked ? index : 0);
    if (seals) said.at(index) = to_json_value(shares.seal(kept, ask.ask.kind, ask.id, own).value());
    else if (is_asked) kept.sent.push_back({.kind = ask.ask.kind, .decision = ask.id, .choice = own});
    game.choose(said, by);
    if (is_asked) sent(ask.id)->accepted = true;
    hear(game);
}

SentInput* SharedDevice::sent(std::int64_t decision) {
    const auto found = std::ranges::find(kept.sent, decision, &SentInput::decision);
    return found == kept.sent.end() ? nullptr : &*found;
}

ShareOptions SharedDevice::request(const Game& game) {
    return read_fields<ShareOptions>(FlatJson(Json(*game.fold->open().front().ask.options)), Code::bad_message).value();
}

SignedHead SharedDevice::head(const Game& game) { return sign_head(test_key(), game.fold->chain(), game.shown, game.fold->step()); }

std::expected<ShareChoice, Breach> SharedDevice::answer(const Game& game) {
    hear(game);
    auto asked = request(game);
    for (const auto& open : game.fold->open())
        if (open.ask.seat == seat_) asked.opens = (*open.ask.options).value("opens", std::int64_t{0});
    return shares.answer(kept, asked, head(game));
}

void SharedDevice::give_shares(Game& game) {
    const auto own = to_json_value(answer(game).value());
    std::vector<Json> all;
    for (const auto& open : game.fold->open()) all.push_back(open.ask.seat == seat_ ? own : game.share_of(open.ask.seat));
    for (auto& each : game.holders) each.sealed = nullptr;
    game.choose(all);
    hear(game);
}

void SharedDevice::play_until_shares(Game& game) {
    while (game.fold->phase() != Fold::Phase::over && !game.fold->asks_shares()) {
        if (game.fold->asks_witness()) game.give_witness_share();
        else choose(game, std::vector<Json>(game.fold->open().front().sealed ? game.fold->open().size() : 1, "default"));
    }
}

void SharedDevice::play_out(Game& game) {
    while (game.fold->phase() != Fold::Phase::over) {
        if (game.fold->asks_shares()) give_shares(game);
        else play_until_shares(game);
    }
}

void SharedDevice::restart() {
    shares = SeatShares(kept);
    heard_ = 0;
}

}  // namespace muster::test
