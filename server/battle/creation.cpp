#include "server/battle/creation.hpp"

#include "protocol/ids.hpp"
#include "protocol/times.hpp"
#include "server/base/limits.hpp"
#include "server/battle/bots.hpp"
#include "server/battle/history.hpp"
#include "server/battle/lines.hpp"
#include "server/battle/nudge_targets.hpp"
#include "server/battle/open_seats.hpp"
#include "server/battle/seat_tokens.hpp"
#include "server/battle/status.hpp"

namespace muster::server {

namespace {

std::expected<protocol::Origin, Refusal> origin_of(const protocol::Create& message, const rules::Ruleset& ruleset, const Bots& bots, const OpenSeats& open) {
    auto title = protocol::clean_text(message.options.title, limits::title_characters_max, "/options/title");
    if (!title) return std::unexpected(title.error());
    auto options = message.options;
    options.title.clear();   // it has a place of its own
    options.nudges.clear();  // nobody is shown where they go
    Json shown = to_json_value(options);
    if (!bots.empty()) shown["bots"] = bots_json(bots, ruleset);
    if (!open.empty()) shown["open"] = open_seats_json(open, ruleset);
    protocol::FoldOptions fold_options;
    fold_options.confirm = options.confirm;
    return protocol::Origin{protocol::new_battle_id(), &ruleset, *title, message.setup, std::move(shown), fold_options, protocol::random_bytes(32)};
}

// A bot's token is told nobody.
void add_seats(NewBattle& battle, const rules::Ruleset& ruleset, const Bots& bots) {
    for (rules::Seat seat = 0; seat < static_cast<rules::Seat>(ruleset.seats().size()); ++seat) {
        const auto& name = ruleset.seats()[static_cast<std::size_t>(seat)];
        const auto bot = bots.find(seat);
        const std::string token = protocol::new_token();
        if (bot == bots.end()) battle.answer.seats.push_back({name, token});
        battle.stored.seats.push_back({name, SeatTokens::hash_of(token), bot == bots.end() ? "" : bot_name(bot->second), bot != bots.end()});
    }
}

storage::Step first_step(const NewBattle& battle, std::vector<storage::Kept> kept) {
    storage::Step step;
    step.first_seq = 1;
    step.last_seq = battle.fold->head();
    step.events = encode_events(battle.applied.events);
    step.inputs = join_lines(battle.applied.inputs);
    put_status(*battle.fold, storage::Status::waiting, battle.applied.at, step);
    step.keep = std::move(kept);
    return step;
}

// What the store will have taken from the first step.
void take_first(storage::StoredBattle& stored) {
    const auto& first = stored.steps.front();
    stored.kept = first.keep;
    stored.wake_at = first.wake_at.value_or(0);
    stored.open = first.open.value_or(false);
    stored.status = first.status.value_or(storage::Status::waiting);
    stored.outcome = first.outcome;
    stored.finished_at = first.finished_at;
}

}  // namespace

Refusal unknown_ruleset(const rules::Rulesets& rulesets, const std::string& id) {
    std::vector<std::string> known;
    for (const auto* each : rulesets.all()) known.push_back(each->id());
    return {Code::bad_setup, "unknown ruleset \"" + id + "\"" + did_you_mean(id, known), "/ruleset"};
}

std::expected<NewBattle, Refusal> new_battle(const protocol::Create& message, const rules::Rulesets& rulesets, const NudgePlaces* places, Now now) {
    const auto* ruleset = rulesets.find(message.ruleset);
    if (!ruleset) return std::unexpected(unknown_ruleset(rulesets, message.ruleset));
    const auto bots = read_bots(message, *ruleset);
    if (!bots) return std::unexpected(bots.error());
    const auto open = read_open_seats(message, *ruleset);
    if (!open) return std::unexpected(open.error());
    const auto origin = origin_of(message, *ruleset, *bots, *open);
    if (!origin) return std::unexpected(origin.error());
    auto nudges = nudge_targets_of(places, message.options);
    if (!nudges) return std::unexpected(nudges.error());
    auto fold = protocol::Fold::create(*origin);
    if (!fold) {
        fold.error().path.insert(0, "/setup");
        return std::unexpected(fold.error());
    }
    protocol::Applied applied(protocol::time_text(now.ms));
    (*fold)->begin(applied);
    for (const auto& [seat, bot] : *bots) (*fold)->take_seat(seat, bot_name(bot), {}, applied);

    NewBattle out{.answer = {origin->battle, {}, std::move(nudges->shown)}, .fold = std::move(*fold), .applied = std::move(applied)};
    add_seats(out, *ruleset, *bots);
    auto& stored = out.stored;
    stored.header = {origin->battle,       ruleset->id(),          ruleset->version(), origin->title,          std::string(name_of(message.options.visibility)),
                     origin->setup.dump(), origin->options.dump(), out.applied.at,     out.fold->commitment(), origin->server_seed};
    stored.steps.push_back(first_step(out, std::move(nudges->kept)));
    if (bots_alone(*bots, *out.fold)) stored.steps.front().wake_at = 1;
    if (!open->empty()) stored.steps.front().open = true;
    take_first(stored);
    return out;
}

}  // namespace muster::server
