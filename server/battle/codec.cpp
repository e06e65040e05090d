#include "server/battle/codec.hpp"

#include <algorithm>

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

std::string time_of_first(const std::vector<protocol::LoggedEvent>& events) {
    const auto first = events.empty() ? refuse(Code::internal, {}) : parse_json(events.front().body);
    return first ? first->value("at", "") : "";
}

}  // namespace

std::expected<LoadedBattle, Refusal> BattleCodec::read(const storage::StoredBattle& stored, const rules::Rulesets& rulesets, const NudgePlaces* places,
                                                       Now now) {
    const auto changed = refuse(Code::internal, "this battle cannot be read by this version of the server");
    LoadedBattle out{std::unique_ptr<BattleState>(new BattleState), History(stored.header.id)};
    auto& state = *out.state;
    state.places_ = places;
    if (!read_header(state, stored, rulesets) || !read_clock(state, stored, now) || !state.nudges_.restore(stored.kept)) return changed;
    for (const auto& step : stored.steps) {
        const bool was_over = state.over();
        if (!replay(state, out.history, step)) return changed;
        if (!was_over && state.over()) state.ended_at_ = step.last_seq;
    }
    if (!state.tokens_.restore(stored, *state.fold_->origin().ruleset) || !read_sealed(state, stored) || !read_orders(state, stored)) return changed;
    state.status_kept_ = stored.status;
    state.finished_at_ = stored.finished_at;
    state.nobody_is_here(now);
    return out;
}

bool BattleCodec::read_header(BattleState& state, const storage::StoredBattle& stored, const rules::Rulesets& rulesets) {
    state.number_ = stored.number;
    state.header_ = stored.header;
    auto& header = state.header_;
    const auto* ruleset = rulesets.find(header.ruleset, header.ruleset_version);
    const auto setup = parse_json(header.setup);
    const auto options = parse_json(header.options);
    if (!ruleset || !setup || !options || !options->is_object()) return false;
    auto fold = protocol::Fold::create({header.id, ruleset, header.title, *setup, *options, protocol::fold_options(*options), header.server_seed});
    if (!fold) return false;
    state.fold_ = std::move(*fold);
    state.bots_ = bots_of(*options, *ruleset);
    state.setup_weight_ = weight_of(*setup) + weight_of(*options);
    header.setup.clear();  // the fold has them
    header.options.clear();
    return true;
}

bool BattleCodec::replay(BattleState& state, History& history, const storage::Step& step) {
    auto& fold = *state.fold_;
    const auto& ruleset = *fold.origin().ruleset;
    auto events = decode_events(step.events, history.head() + 1);
    protocol::Applied applied(time_of_first(events));
    if (history.head() == 0) fold.begin(applied);
    auto inputs = split_lines(step.inputs);
    for (const auto& line : inputs) {
        const auto json = parse_json(line);
        const auto input = json ? read_fields<protocol::Input>(*json, Code::internal) : std::unexpected(json.error());
        if (!input) return false;
        if (fold.replay(*input, applied)) return false;
    }
    // Notes follow from no input and have steps of their own.
    const bool follows = history.head() == 0 || !inputs.empty();
    if (follows && (applied.inputs != inputs || applied.events != events)) return false;
    for (const auto& event : events) state.tally_.count(event, ruleset);
    fold.skip_to(step.last_seq);
    history.append(std::move(events), std::move(inputs));
    state.answered_.restore(step.answers);
    return fold.head() == step.last_seq && history.head() == step.last_seq;
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
        const auto json = parse_json(kept.value);
        auto mine = json ? read_fields<SeatOrders>(*json, Code::internal) : std::unexpected(json.error());
        if (!seat || !mine) return false;
        state.orders_[*seat] = std::move(*mine);
    }
    return true;
}

bool BattleCodec::read_clock(BattleState& state, const storage::StoredBattle& stored, Now now) {
    state.credited_shift_ms_ = now.shift_ms;
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
