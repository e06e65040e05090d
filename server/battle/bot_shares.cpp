#include "server/battle/bot_shares.hpp"

#include <algorithm>

namespace muster::server {

namespace {

constexpr const char* name = "ladder";

struct Kept {
    std::string secret;  ///< hex
    int after = 0;
    std::int64_t decision = 0;
    Json choice{};
    static void fields(auto& visit, auto& self) {
        list_fields(visit, "secret", self.secret);
        visit("after", self.after, Rule{.sparse = true, .min = 0});
        visit("decision", self.decision, Rule{.sparse = true, .min = 0});
        visit("choice", self.choice, Rule{.sparse = true});
    }
};

const std::string& seat_name(const protocol::Fold& fold, rules::Seat seat) { return fold.seats()[static_cast<std::size_t>(seat)]; }
std::string hex_of(const protocol::Hash& hash) { return protocol::to_hex(protocol::bytes_of(hash)); }

}  // namespace

BotShares::Mine BotShares::drawn(const protocol::Fold& fold, rules::Seat seat) {
    protocol::Hash secret{};
    std::ranges::copy(protocol::random_bytes(secret.size()), secret.begin());
    return {protocol::Ladder(fold.chain().start(), seat_name(fold, seat), secret), secret, fold.step()};
}

BotShares BotShares::begin(const protocol::Fold& fold, const Bots& bots) {
    BotShares out;
    if (!fold.shares_dice()) return out;
    for (const auto& [seat, bot] : bots) out.mine_.emplace(seat, drawn(fold, seat));
    return out;
}

std::optional<BotShares> BotShares::restore(const std::vector<storage::Kept>& kept, const protocol::Fold& fold) {
    BotShares out;
    for (const auto& each : kept) {
        if (each.name != name) continue;
        const auto seat = rules::seat_named(fold.seats(), each.seat);
        const auto json = parse_flat_json(each.value);
        const auto read = json ? read_fields<Kept>(*json, Code::internal) : std::unexpected(json.error());
        const auto secret = read ? protocol::hash_from_hex(read->secret) : std::nullopt;
        if (!seat || !secret) return {};
        out.mine_.emplace(*seat, Mine{protocol::Ladder(fold.chain().start(), each.seat, *secret), *secret, read->after, read->decision, read->choice});
    }
    return out;
}

storage::Kept BotShares::kept_form(const protocol::Fold& fold, rules::Seat seat, const Mine& mine) {
    return {seat_name(fold, seat), name, to_text(Kept{hex_of(mine.secret), mine.after, mine.decision, *mine.choice})};
}

std::vector<storage::Kept> BotShares::kept(const protocol::Fold& fold) const {
    std::vector<storage::Kept> out;
    for (const auto& [seat, mine] : mine_) out.push_back(kept_form(fold, seat, mine));
    return out;
}

std::string BotShares::foot(rules::Seat seat) const {
    const auto mine = mine_.find(seat);
    return mine == mine_.end() ? std::string() : hex_of(mine->second.ladder.foot());
}

bool BotShares::used_up(rules::Seat seat, const protocol::Fold& fold) const {
    const auto mine = mine_.find(seat);
    return mine != mine_.end() && fold.step() - mine->second.after >= protocol::Ladder::rungs;
}

storage::Kept BotShares::renew(rules::Seat seat, const protocol::Fold& fold) {
    auto& mine = mine_.at(seat);
    mine = drawn(fold, seat);
    return kept_form(fold, seat, mine);
}

SharedJson BotShares::seal(const protocol::Fold& fold, const protocol::OpenDecision& open, const SharedJson& choice) const {
    const auto& mine = mine_.at(open.ask.seat);
    const auto rung = mine.ladder.rung(fold.step() + 1 - mine.after);
    const auto seal = protocol::seal_of(rung, fold.chain().start(), seat_name(fold, open.ask.seat), open.id, choice.dump());
    return shared_json(protocol::SealChoice{hex_of(seal)});
}

storage::Kept BotShares::keep_opening(const protocol::Fold& fold, const protocol::OpenDecision& open, const SharedJson& choice) {
    auto& mine = mine_.at(open.ask.seat);
    mine.decision = open.id;
    mine.choice = choice;
    return kept_form(fold, open.ask.seat, mine);
}

SharedJson BotShares::share(const protocol::Fold& fold, rules::Seat seat) const {
    const auto& mine = mine_.at(seat);
    protocol::ShareChoice out{.share = hex_of(mine.ladder.rung(fold.step() - mine.after))};
    const auto open = std::ranges::find_if(fold.open(), [&](const protocol::OpenDecision& each) { return each.ask.seat == seat; });
    const Json& asked = *open->ask.options;
    if (asked.value("opens", std::int64_t{0}) == mine.decision && mine.decision != 0) out.opens = FlatJson(mine.choice);
    return shared_json(std::move(out));
}

}  // namespace muster::server
