#include "server/battle/creation.hpp"

#include "protocol/ids.hpp"
#include "protocol/times.hpp"
#include "server/base/limits.hpp"
#include "server/battle/bots.hpp"
#include "server/battle/history.hpp"
#include "server/battle/lines.hpp"
#include "server/battle/nudge_targets.hpp"
#include "server/battle/status.hpp"

namespace muster::server {

namespace {

std::expected<protocol::Origin, Refusal> origin_of(const protocol::Create& message, const rules::Ruleset& ruleset, const Bots& bots) {
    auto title = protocol::clean_text(message.options.title, limits::title_characters_max, "/options/title");
    if (!title) return std::unexpected(title.error());
    auto options = message.options;
    options.title.clear();   // it has a place of its own
    options.nudges.clear();  // nobody is shown where they go
    Json shown = to_json_value(options);
    if (!bots.empty()) shown["bots"] = bots_json(bots, ruleset);
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
        const std::string hash(protocol::bytes_of(protocol::sha256(token)));
        if (bot == bots.end()) battle.answer.seats.push_back({name, token});
        battle.seats.push_back({name, hash, bot == bots.end() ? "" : bot_name(bot->second), bot != bots.end()});
    }
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
    const auto origin = origin_of(message, *ruleset, *bots);
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
    out.header = {origin->battle,       ruleset->id(),          ruleset->version(), origin->title,          std::string(name_of(message.options.visibility)),
                  origin->setup.dump(), origin->options.dump(), out.applied.at,     out.fold->commitment(), origin->server_seed};
    out.first.first_seq = 1;
    out.first.last_seq = out.fold->head();
    out.first.events = encode_events(out.applied.events);
    out.first.inputs = join_lines(out.applied.inputs);
    put_status(*out.fold, storage::Status::waiting, out.applied.at, out.first);
    out.first.keep = std::move(nudges->kept);
    if (bots->size() == out.seats.size()) out.first.wake_at = 1;  // nobody else will wake it after a restart
    return out;
}

storage::StoredBattle NewBattle::stored(std::int64_t number) const {
    return {.number = number,
            .header = header,
            .seats = seats,
            .kept = first.keep,
            .wake_at = first.wake_at.value_or(0),
            .steps = {first},
            .status = first.status.value_or(storage::Status::waiting),
            .outcome = first.outcome,
            .finished_at = first.finished_at};
}

}  // namespace muster::server
