#include "server/battle/creation.hpp"

#include "protocol/ids.hpp"
#include "protocol/times.hpp"
#include "rules/characters.hpp"
#include "server/base/limits.hpp"
#include "server/battle/bot_shares.hpp"
#include "server/battle/bots.hpp"
#include "server/battle/history.hpp"
#include "server/battle/kept_head.hpp"
#include "server/battle/lines.hpp"
#include "server/battle/nudge_targets.hpp"
#include "server/battle/open_seats.hpp"
#include "server/battle/seat_tokens.hpp"
#include "server/battle/status.hpp"
#include "server/battle/witness_question.hpp"

namespace muster::server {

namespace {

std::optional<Refusal> refuse_witness(const protocol::CreateOptions& options, const Witnesses* witnesses, const std::string& server_key) {
    if (options.dice == protocol::DiceOf::witnessed && !options.witness) return Refusal{Code::bad_setup, "witnessed dice need a witness", "/options/witness"};
    if (options.dice == protocol::DiceOf::server && options.witness)
        return Refusal{Code::bad_setup, "only witnessed dice have a witness, and shared ones if you want", "/options/witness"};
    if (!options.witness) return {};
    const auto& [address, key] = *options.witness;
    if (!witnesses || std::ranges::find(witnesses->addresses(), address) == witnesses->addresses().end())
        return Refusal{Code::bad_setup, "this server takes no such witness; its operator decides which", "/options/witness/address"};
    if (key == server_key) return Refusal{Code::bad_setup, "a witness is another server than this one", "/options/witness/key"};
    if (!protocol::from_lower_hex(key, 65)) return Refusal{Code::bad_setup, "expected 130 lower-case hex digits", "/options/witness/key"};
    return {};
}

/// But for its setup.
std::expected<protocol::Origin, Refusal> origin_of(const protocol::Create& message, const rules::Ruleset& ruleset, const std::vector<std::string>& seats,
                                                   const Bots& bots, const OpenSeats& open, const Surroundings& around) {
    if (auto refusal = refuse_witness(message.options, around.witnesses, protocol::to_hex(around.key.public_bytes())))
        return std::unexpected(std::move(*refusal));
    if (message.options.on_timeout == protocol::OnTimeout::forfeit && !ruleset.is_contest())
        return refuse(Code::bad_setup, "where nobody wins nothing is forfeited: a default is played", "/options/on_timeout");
    if (message.options.dice == protocol::DiceOf::shared && seats.size() != 2) return refuse(Code::bad_setup, "dice are shared by two seats", "/options/dice");
    auto title = clean_text(message.options.title, limits::title_characters_max, "/options/title");
    if (!title) return std::unexpected(title.error());
    auto options = message.options;
    options.title.clear();   // it has a place of its own
    options.nudges.clear();  // nobody is shown where they go
    Json shown = to_json_value(options);
    if (!bots.empty()) shown["bots"] = bots_json(bots, seats);
    if (!ruleset.is_contest()) shown["contest"] = false;
    if (!open.empty()) shown["open"] = open_seats_json(open, seats);
    const auto fold_options = protocol::fold_options(shown);
    return protocol::Origin{protocol::new_battle_id(), &ruleset, *title, {}, std::move(shown), fold_options, protocol::random_bytes(32),
                            around.key.public_bytes()};
}

// A bot's token is told nobody.
void add_seats(NewBattle& battle, const Bots& bots) {
    const auto& seats = battle.fold->seats();
    for (rules::Seat seat = 0; seat < static_cast<rules::Seat>(seats.size()); ++seat) {
        const auto& name = seats[static_cast<std::size_t>(seat)];
        const auto bot = bots.find(seat);
        const std::string token = protocol::new_token();
        if (bot == bots.end()) battle.answer.seats.push_back({name, token});
        battle.stored.seats.push_back({name, SeatTokens::hash_of(token), bot == bots.end() ? "" : bot_name(bot->second), bot != bots.end()});
    }
}

/// Bots may have fought it out at once.
void keep_head(const NewBattle& battle, const protocol::P256Key& key, std::vector<storage::Kept>& kept) {
    if (battle.fold->phase() != protocol::Fold::Phase::over) return;
    protocol::Shown shown(battle.fold->chain().start());
    protocol::add_shown(shown, battle.applied, battle.applied.events);
    kept.push_back(kept_form(protocol::sign_head(key, battle.fold->chain(), shown)));
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
    for (const auto* each : rulesets.newest()) known.push_back(each->id());
    return {Code::bad_setup, "unknown ruleset \"" + id + "\"" + did_you_mean(id, known), "/ruleset"};
}

std::expected<DraftBattle, Refusal> draft_battle(const protocol::Create& message, const Surroundings& around, Now now) {
    const auto* ruleset = around.rulesets.find(message.ruleset);
    if (!ruleset) return std::unexpected(unknown_ruleset(around.rulesets, message.ruleset));
    auto setup = ruleset->resolve(message.setup);  // so that it means the same when our rosters and defaults are others
    if (!setup) return refuse(setup.error().code, setup.error().message, "/setup" + setup.error().path);
    const auto named = rules::seats_of(*ruleset, *setup);
    if (!named) return refuse(named.error().code, named.error().message, "/setup" + named.error().path);
    const auto& seats = *named;
    auto bots = read_bots(message, seats);
    if (!bots) return std::unexpected(bots.error());
    if (!bots->empty() && !ruleset->is_contest()) return refuse(Code::bad_setup, "the server plays no seat where nobody wins", "/seats");
    auto open = read_open_seats(message, seats);
    if (!open) return std::unexpected(open.error());
    auto origin = origin_of(message, *ruleset, seats, *bots, *open, around);
    if (!origin) return std::unexpected(origin.error());
    auto nudges = nudge_targets_of(around.places, message.options);
    if (!nudges) return std::unexpected(nudges.error());
    origin->setup = std::move(*setup);
    auto fold = protocol::Fold::create(*origin);
    if (!fold) return refuse(fold.error().code, fold.error().message, "/setup" + fold.error().path);
    protocol::Applied applied(protocol::time_text(now.ms));
    (*fold)->begin(applied);
    return DraftBattle{message, std::move(*bots), std::move(*open), std::move(*nudges), std::move(*fold), std::move(applied)};
}

std::optional<protocol::WitnessQuestion> question_of(const DraftBattle& draft, const protocol::P256Key& key) {
    if (!draft.fold->has_witness()) return {};
    return ladder_question(*draft.fold, key);
}

std::expected<NewBattle, Refusal> finish_battle(DraftBattle draft, const std::optional<protocol::WitnessAnswer>& witness, const protocol::P256Key& key) {
    auto& [message, bots, open, nudges, fold, applied] = draft;
    if (witness) {
        if (auto refusal = fold->check_witness(witness->ladder, witness->signature))
            return refuse(Code::server_busy, "what the witness answered does not hold: " + refusal->message);
        fold->join_witness(witness->ladder, witness->signature, applied);
    }
    const auto& ruleset = *fold->origin().ruleset;
    const auto& origin = fold->origin();
    auto bot_shares = BotShares::begin(*fold, bots);
    for (const auto& [seat, bot] : bots) fold->take_seat(seat, {.name = bot_name(bot), .ladder = bot_shares.foot(seat)}, applied);
    for (auto& each : bot_shares.kept(*fold)) nudges.kept.push_back(std::move(each));

    NewBattle out{.answer = {origin.battle, {}, std::move(nudges.shown)}, .fold = std::move(fold), .applied = std::move(applied)};
    add_seats(out, bots);
    auto& stored = out.stored;
    stored.header = {origin.battle,       ruleset.id(),          ruleset.version(), origin.title,           std::string(name_of(message.options.visibility)),
                     origin.setup.dump(), origin.options.dump(), out.applied.at,    out.fold->commitment(), origin.server_seed,
                     origin.server_key};
    keep_head(out, key, nudges.kept);
    stored.steps.push_back(first_step(out, std::move(nudges.kept)));
    if (bots_alone(bots, *out.fold)) stored.steps.front().wake_at = 1;
    if (!open.empty()) stored.steps.front().open = true;
    take_first(stored);
    return out;
}

std::expected<NewBattle, Refusal> new_battle(const protocol::Create& message, const Surroundings& around, Now now) {
    auto draft = draft_battle(message, around, now);
    if (!draft) return std::unexpected(std::move(draft.error()));
    return finish_battle(std::move(*draft), {}, around.key);
}

}  // namespace muster::server
