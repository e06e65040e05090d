#include "tests/hostile/opponent.hpp"

#include <algorithm>

namespace muster::test {

using namespace protocol;

namespace {

constexpr rules::Seat defender = 1;

KeptSeat kept_of(const Game& game) {
    const auto& origin = game.fold->origin();
    KeptSeat out{.server = "https://hostile.example", .battle = origin.battle, .seat = game.fold->seats()[defender], .token = std::string(32, 't')};
    out.nonce = "b0b0b0b0b0b0b0b0";
    out.start = {origin.ruleset->id(),    origin.ruleset->version(), origin.title, origin.setup, origin.options,
                 game.fold->commitment(), to_hex(origin.server_key)};
    out.since = 0;
    if (game.fold->shares_dice()) out.ladders.push_back(to_hex(bytes_of(Hash{defender + 1})));  // the game's own of this seat
    return out;
}

}  // namespace

Opponent::Opponent(const Game& game, std::uint64_t seed) : kept(kept_of(game)), shares_(kept), hearing_(start_hash(kept)), random_(seed) {}

void Opponent::notice(std::optional<Breach> found) {
    if (found && !breach) breach = std::move(found);
}

void Opponent::hear(const Json& event) {
    notice(hearing_.hear(event.at("seq"), event.at("at").get<std::string>(), event.at("event").get<std::string>(), event.at("data"), kept));
    notice(shares_.happens(event.at("seq"), event.at("event"), event.at("data"), kept));
}

void Opponent::hear_head(const SignedHead& head, std::uint32_t floor) {
    notice(take_head(kept, head, floor));
    hearing_.keep(kept);
}

Json Opponent::choose(const Fold& fold, const OpenDecision& open) {
    const Json choice = fold.battle().random_choice(defender, random_);
    if (fold.is_sealed_for_all(open)) {
        auto seal = shares_.seal(kept, open.ask.kind, open.id, choice);
        if (seal) return to_json_value(*seal);
        if (seal.error().kind != "outdated") notice(std::move(seal.error()));  // that may be nobody's fault
        return {};
    }
    kept.sent.push_back({.kind = open.ask.kind, .decision = open.id, .choice = choice, .sealed = open.sealed});
    return choice;
}

void Opponent::accepted(std::int64_t decision) { std::ranges::find(kept.sent, decision, &SentInput::decision)->accepted = true; }

void Opponent::offer_draw() { kept.sent.push_back({.kind = "draw", .accepted = true}); }

std::optional<Json> Opponent::share(const ShareOptions& asked, const SignedHead& head) {
    auto given = shares_.answer(kept, asked, head);
    if (given) return to_json_value(*given);
    notice(std::move(given.error()));
    return {};
}

}  // namespace muster::test
