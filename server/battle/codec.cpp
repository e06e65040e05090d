#include "server/battle/codec.hpp"

#include <algorithm>

#include "protocol/ids.hpp"
#include "server/base/refusals.hpp"
#include "server/battle/lines.hpp"
#include "server/battle/weight.hpp"

namespace muster::server {

namespace {

protocol::How how_named(std::string_view name) {
    for (const auto& [how, text] : names_of(protocol::How{}))
        if (text == name) return how;
    return protocol::How::chosen;
}

// What a battle's options say; the creator's were checked when it was made.
std::optional<protocol::ClockRules> clock_rules_of(const Json& options) {
    const auto found = options.find("clock");
    if (found == options.end() || found->is_null()) return {};
    const auto read = read_fields<protocol::ClockOptions>(*found, Code::internal);
    const auto rules = read ? protocol::read_clock(*read, "") : std::unexpected(read.error());
    return rules ? std::optional(*rules) : std::nullopt;
}

Refusal unreadable() { return {Code::internal, "this battle cannot be read by this version of the server"}; }

/// The battle before its first event. Null: it cannot be read.
std::unique_ptr<protocol::Fold> fold_of(const storage::Header& header, const rules::Rulesets& rulesets) {
    const auto* ruleset = rulesets.find(header.ruleset, header.ruleset_version);
    const auto setup = parse_json(header.setup);
    const auto options = parse_json(header.options);
    if (!ruleset || !setup || !options || !options->is_object()) return nullptr;
    auto fold = protocol::Fold::create({header.id, ruleset, header.title, *setup, *options, protocol::fold_options(*options), header.server_seed});
    return fold ? std::move(*fold) : nullptr;
}

std::string time_of_first(const std::vector<protocol::LoggedEvent>& events) {
    const auto first = events.empty() ? refuse(Code::internal, {}) : parse_json(events.front().body);
    return first ? first->value("at", "") : "";
}

}  // namespace

std::expected<LoadedBattle, Refusal> BattleCodec::read(const storage::StoredBattle& stored, const rules::Rulesets& rulesets, const NudgePlaces* places, Now now,
                                                       const GiveUp& give_up) {
    auto fold = fold_of(stored.header, rulesets);
    if (!fold) return std::unexpected(unreadable());
    LoadedBattle out{std::unique_ptr<BattleState>(new BattleState), History(stored.header.id)};
    auto& state = *out.state;
    take_fold(state, stored, std::move(fold));
    for (const auto& step : stored.steps) {
        if (is_given_up(give_up)) return std::unexpected(going_down());
        if (auto refusal = replay(state, out.history, step, give_up)) return std::unexpected(std::move(*refusal));
    }
    if (!read_kept(state, stored, places, now)) return std::unexpected(unreadable());
    return out;
}

std::expected<LoadedBattle, Refusal> BattleCodec::begin(NewBattle battle, std::int64_t number, const NudgePlaces* places, Now now) {
    auto& stored = battle.stored;
    stored.number = number;
    LoadedBattle out{std::unique_ptr<BattleState>(new BattleState), History(stored.header.id)};
    auto& state = *out.state;
    take_fold(state, stored, std::move(battle.fold));
    take_step(state, out.history, std::move(battle.applied.events), std::move(battle.applied.inputs));
    if (!read_kept(state, stored, places, now)) return std::unexpected(unreadable());
    return out;
}

void BattleCodec::take_fold(BattleState& state, const storage::StoredBattle& stored, std::unique_ptr<protocol::Fold> fold) {
    state.number_ = stored.number;
    state.header_ = stored.header;
    state.header_.setup.clear();  // the fold has them
    state.header_.options.clear();
    state.fold_ = std::move(fold);
    const auto& origin = state.fold_->origin();
    state.bots_ = bots_of(origin.options, *origin.ruleset);
    state.open_seats_ = open_seats_of(origin.options, *origin.ruleset);
    state.origin_weight_ = weight_of(origin);
}

void BattleCodec::take_step(BattleState& state, History& history, std::vector<protocol::LoggedEvent> events, std::vector<std::string> inputs) {
    for (const auto& event : events) state.note(event);
    history.append(std::move(events), std::move(inputs));
    if (state.over() && state.ended_at_ == 0) state.ended_at_ = history.head();
}

/// What it keeps besides its steps.
bool BattleCodec::read_kept(BattleState& state, const storage::StoredBattle& stored, const NudgePlaces* places, Now now) {
    state.places_ = places;
    state.status_kept_ = stored.status;
    state.open_kept_ = stored.open;
    state.finished_at_ = stored.finished_at;
    state.credited_shift_ms_ = now.shift_ms;
    if (!state.nudges_.restore(stored.kept, state.credited_shift_ms_) || !read_clock(state, stored)) return false;
    if (!state.tokens_.restore(stored, *state.fold_->origin().ruleset) || !read_sealed(state, stored) || !read_orders(state, stored) ||
        !read_rematch(state, stored))
        return false;
    state.nobody_is_here(now);
    return true;
}

std::optional<Refusal> BattleCodec::replay(BattleState& state, History& history, const storage::Step& step, const GiveUp& give_up) {
    auto& fold = *state.fold_;
    auto events = decode_events(step.events, history.head() + 1);
    protocol::Applied applied(time_of_first(events), give_up);
    if (history.head() == 0) fold.begin(applied);
    auto inputs = split_lines(step.inputs);
    for (const auto& line : inputs) {
        if (is_given_up(give_up)) return going_down();
        const auto json = parse_flat_json(line);
        const auto input = json ? read_fields<protocol::Input>(*json, Code::internal) : std::unexpected(json.error());
        if (!input || fold.replay(*input, applied)) return unreadable();
        if (applied.given_up) return going_down();
    }
    // Notes follow from no input and have steps of their own.
    const bool follows = history.head() == 0 || !inputs.empty();
    if (follows && (applied.inputs != inputs || applied.events != events)) return unreadable();
    fold.skip_to(step.last_seq);
    take_step(state, history, std::move(events), std::move(inputs));
    state.answered_.restore(step.answers);
    if (fold.head() != step.last_seq || history.head() != step.last_seq) return unreadable();
    return {};
}

bool BattleCodec::read_sealed(BattleState& state, const storage::StoredBattle& stored) {
    for (const auto& sealed : stored.sealed) {
        const auto seat = rules::seat_named(*state.fold_->origin().ruleset, sealed.seat);
        auto choice = parse_json(sealed.choice);
        if (!seat || !choice) return false;
        state.box_[*seat] = {sealed.decision, std::move(*choice), how_named(sealed.how)};
    }
    return true;
}

bool BattleCodec::read_orders(BattleState& state, const storage::StoredBattle& stored) {
    for (const auto& kept : stored.kept) {
        if (kept.name != "orders") continue;
        const auto seat = rules::seat_named(*state.fold_->origin().ruleset, kept.seat);
        const auto json = parse_flat_json(kept.value);
        auto mine = json ? read_fields<SeatOrders>(*json, Code::internal) : std::unexpected(json.error());
        if (!seat || !mine) return false;
        state.orders_[*seat] = std::move(*mine);
    }
    return true;
}

bool BattleCodec::read_rematch(BattleState& state, const storage::StoredBattle& stored) {
    for (const auto& kept : stored.kept) {
        if (kept.name != rematch_name) continue;
        const auto json = parse_flat_json(kept.value);
        if (!json) return false;
        if (kept.seat.empty()) {
            auto made = read_fields<RematchMade>(*json, Code::internal);
            if (!made) return false;
            state.rematch_ = std::move(*made);
            continue;
        }
        const auto seat = rules::seat_named(*state.fold_->origin().ruleset, kept.seat);
        auto want = read_fields<RematchWant>(*json, Code::internal);
        if (!seat || !want || !protocol::from_hex(want->token_hash)) return false;
        state.rematch_wants_[*seat] = std::move(*want);
    }
    return true;
}

bool BattleCodec::read_clock(BattleState& state, const storage::StoredBattle& stored) {
    state.wake_kept_ = stored.wake_at;
    const auto rules = clock_rules_of(state.fold_->origin().options);
    if (!rules) return true;
    state.clock_ = BattleClock(*rules, state.fold_->seats().size());
    const auto kept = std::ranges::find_if(stored.kept, [](const storage::Kept& each) { return each.seat.empty() && each.name == "clock"; });
    if (kept == stored.kept.end()) return true;
    const auto shift = state.clock_.restore(kept->value);
    if (!shift) return false;
    state.credited_shift_ms_ = *shift;
    state.clock_kept_ = kept->value;
    return true;
}

}  // namespace muster::server
