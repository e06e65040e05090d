#include "server/battle/codec.hpp"

#include <algorithm>

#include "protocol/event_parts.hpp"
#include "protocol/ids.hpp"
#include "rules/drive.hpp"
#include "server/base/refusals.hpp"
#include "server/battle/kept_head.hpp"
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
    auto fold =
        protocol::Fold::create({header.id, ruleset, header.title, *setup, *options, protocol::fold_options(*options), header.server_seed, header.server_key});
    return fold ? std::move(*fold) : nullptr;
}

/// Takes up the events before `seq` that follow from no input.
bool take_notes(protocol::Fold& fold, const std::vector<protocol::LoggedEvent>& events, std::int64_t seq, protocol::Applied& applied) {
    while (applied.events.size() < events.size() && events[applied.events.size()].seq < seq) {
        const auto& event = events[applied.events.size()];
        const auto take = [&] {
            applied.notes.push_back(applied.events.size());
            applied.events.push_back(event);
        };
        if (fold.phase() == protocol::Fold::Phase::over) {  // nothing follows any more, whatever it is
            fold.skip_to(event.seq);
            take();
            continue;
        }
        const auto parts = protocol::parts_of(event.body);
        if (parts.name.empty()) return false;
        if (!fold.may_be_note(parts.name)) break;
        const auto data = parse_flat_json(parts.data);
        if (!data) return false;
        if (!fold.is_note(parts.name, *data)) break;
        if (event.seq != fold.head() + 1 || fold.take_note(parts.name, *data)) return false;
        take();
    }
    return true;
}

/// Whether they differ in nothing but the order of the keys in their data, which was not always the canonical one that `now` has.
bool differs_in_order(std::string_view then, std::string_view now) {
    const auto told = protocol::parts_of(then).data;
    const auto again = protocol::parts_of(now).data;
    const auto before_data = then.size() - told.size() - 1;
    if (told.size() != again.size() || then.size() != now.size() || then.substr(0, before_data) != now.substr(0, before_data)) return false;
    const auto data = parse_flat_json(told);
    if (!data) return false;
    std::string canonical;
    append_canonical(canonical, *data);
    return canonical == again;
}

/// Whether the rules say now what they said then, but for fields that came later.
bool is_the_same(const rules::Ruleset& ruleset, const std::string& then, const std::string& now) {
    if (then == now || differs_in_order(then, now)) return true;
    const auto before = parse_json(then);
    auto again = parse_json(now);
    if (!before || !again || !before->is_object() || !before->contains("data")) return false;
    const auto later = rules::later_fields_of(ruleset, again->at("event").get_ref<const std::string&>());
    again->at("data") = without_later(std::move(again->at("data")), before->at("data"), later);
    return *before == *again;
}

bool is_the_same(const rules::Ruleset& ruleset, const protocol::LoggedEvent& then, const protocol::LoggedEvent& now) {
    const auto same_for_seat = [&](const auto& a, const auto& b) { return a.first == b.first && is_the_same(ruleset, a.second, b.second); };
    return then.seq == now.seq && is_the_same(ruleset, then.body, now.body) && std::ranges::equal(then.instead, now.instead, same_for_seat);
}

std::string time_of_first(const std::vector<protocol::LoggedEvent>& events) {
    return events.empty() ? "" : std::string(protocol::parts_of(events.front().body).at);
}

}  // namespace

std::expected<LoadedBattle, Refusal> BattleCodec::read(const storage::StoredBattle& stored, const Surroundings& around, Now now, const GiveUp& give_up,
                                                       std::optional<std::int64_t> away_ms) {
    auto fold = fold_of(stored.header, around.rulesets);
    if (!fold) return std::unexpected(unreadable());
    if (stored.status != storage::Status::over && fold->origin().proof() == protocol::Proof::second && stored.header.server_key != around.key.public_bytes())
        return refuse(Code::internal, "this battle began under another key than this server now signs by; the store that it began in has that key");
    LoadedBattle out{std::unique_ptr<BattleState>(new BattleState), History(stored.header.id)};
    auto& state = *out.state;
    take_fold(state, stored, std::move(fold));
    for (const auto& step : stored.steps) {
        if (is_given_up(give_up)) return std::unexpected(going_down());
        if (auto refusal = replay(state, out.history, step, give_up)) return std::unexpected(std::move(*refusal));
    }
    if (!read_kept(state, stored, around, now)) return std::unexpected(unreadable());
    if (away_ms) state.credited_shift_ms_ = now.shift_ms - *away_ms;  // another server's shift is none of ours
    return out;
}

std::expected<LoadedBattle, Refusal> BattleCodec::begin(NewBattle battle, std::int64_t number, const Surroundings& around, Now now) {
    auto& stored = battle.stored;
    stored.number = number;
    LoadedBattle out{std::unique_ptr<BattleState>(new BattleState), History(stored.header.id)};
    auto& state = *out.state;
    take_fold(state, stored, std::move(battle.fold));
    take_step(state, out.history, battle.applied, battle.applied.events, battle.applied.inputs);
    if (!read_kept(state, stored, around, now)) return std::unexpected(unreadable());
    return out;
}

void BattleCodec::take_fold(BattleState& state, const storage::StoredBattle& stored, std::unique_ptr<protocol::Fold> fold) {
    state.number_ = stored.number;
    state.header_ = stored.header;
    state.header_.setup.clear();  // the fold has them
    state.header_.options.clear();
    state.fold_ = std::move(fold);
    state.shown_ = protocol::Shown(state.fold_->chain().start());
    const auto& origin = state.fold_->origin();
    state.bots_ = bots_of(origin.options, state.fold_->seats());
    state.open_seats_ = open_seats_of(origin.options, state.fold_->seats());
    state.origin_weight_ = weight_of(origin);
}

void BattleCodec::take_step(BattleState& state, History& history, const protocol::Applied& applied, std::vector<protocol::LoggedEvent> events,
                            std::vector<std::string> inputs) {
    protocol::add_shown(state.shown_, applied, events);
    for (const auto& event : events) state.note(event);
    history.append(std::move(events), std::move(inputs));
    if (state.over() && state.ended_at_ == 0) state.ended_at_ = history.head();
}

/// What it keeps besides its steps.
bool BattleCodec::read_kept(BattleState& state, const storage::StoredBattle& stored, const Surroundings& around, Now now) {
    state.places_ = around.places;
    if (state.fold_->origin().server_key == around.key.public_bytes()) state.key_ = &around.key;
    state.status_kept_ = stored.status;
    state.open_kept_ = stored.open;
    state.finished_at_ = stored.finished_at;
    state.credited_shift_ms_ = now.shift_ms;
    if (!state.nudges_.restore(stored.kept, state.credited_shift_ms_) || !read_clock(state, stored)) return false;
    if (!state.tokens_.restore(stored, state.fold_->seats()) || !read_sealed(state, stored) || !read_bot_shares(state, stored) || !read_orders(state, stored) ||
        !read_rematch(state, stored) || !read_head(state, stored))
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
        const auto input = json ? protocol::read_input(*json, fold.origin().proof()) : std::unexpected(json.error());
        if (!input) return unreadable();
        if (!fold.awaits_sealed() && !take_notes(fold, events, input->seq, applied)) return unreadable();
        if (fold.replay(*input, applied)) return unreadable();
        if (applied.given_up) return going_down();
    }
    if (!take_notes(fold, events, step.last_seq + 1, applied)) return unreadable();
    const auto same = [&](const auto& then, const auto& now) { return is_the_same(*fold.origin().ruleset, then, now); };
    if (applied.inputs != inputs || !std::ranges::equal(events, applied.events, same)) return unreadable();
    take_step(state, history, applied, std::move(events), std::move(inputs));
    state.answered_.restore(step.answers);
    if (fold.head() != step.last_seq || history.head() != step.last_seq) return unreadable();
    return {};
}

bool BattleCodec::read_head(BattleState& state, const storage::StoredBattle& stored) {
    auto head = kept_head(stored);
    if (!head) return false;
    state.signed_head_ = std::move(*head);
    return true;
}

bool BattleCodec::read_sealed(BattleState& state, const storage::StoredBattle& stored) {
    for (const auto& sealed : stored.sealed) {
        const auto seat = rules::seat_named(state.fold_->seats(), sealed.seat);
        auto choice = parse_json(sealed.choice);
        if (!seat || !choice) return false;
        state.box_[*seat] = {sealed.decision, std::move(*choice), how_named(sealed.how)};
    }
    for (const auto& kept : stored.kept) {
        if (kept.name != sealed_signature_name) continue;
        const auto seat = rules::seat_named(state.fold_->seats(), kept.seat);
        if (!seat || !state.box_.contains(*seat)) return false;
        state.box_[*seat].signature = kept.value;
    }
    return true;
}

bool BattleCodec::read_bot_shares(BattleState& state, const storage::StoredBattle& stored) {
    auto shares = BotShares::restore(stored.kept, *state.fold_);
    if (!shares) return false;
    state.bot_shares_ = std::move(*shares);
    return true;
}

bool BattleCodec::read_orders(BattleState& state, const storage::StoredBattle& stored) {
    for (const auto& kept : stored.kept) {
        if (kept.name != "orders") continue;
        const auto seat = rules::seat_named(state.fold_->seats(), kept.seat);
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
        const auto seat = rules::seat_named(state.fold_->seats(), kept.seat);
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
