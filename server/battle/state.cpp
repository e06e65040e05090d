// How a battle stands, and who somebody is in it.
#include "server/battle/state.hpp"

#include "protocol/ids.hpp"
#include "protocol/times.hpp"
#include "server/base/limits.hpp"
#include "server/battle/weight.hpp"

namespace muster::server {

Refusal unknown_battle() { return {Code::unknown_battle, "there is no such battle", "/battle"}; }

// A wrong token must not learn that there is something to open.
std::expected<rules::Viewer, Refusal> BattleState::viewer_for(const std::string& token) const {
    const bool hidden = header_.visibility == "private";
    if (token.empty()) return hidden ? std::expected<rules::Viewer, Refusal>(std::unexpected(unknown_battle())) : rules::Viewer::spectator();
    const auto seat = tokens_.seat_of(token);
    if (!seat && hidden) return std::unexpected(unknown_battle());
    if (!seat) return refuse(Code::bad_token, "this token holds no seat in this battle", "/token");
    return rules::Viewer{seat};
}

// Whoever follows has shown a token; an HTTP call shows it with each message.
std::expected<rules::Seat, Refusal> BattleState::seat_of(const Sender& sender) const {
    if (!sender.token.empty()) {
        const auto viewer = viewer_for(sender.token);
        if (!viewer) return std::unexpected(viewer.error());
        if (!fold_->seat_taken(*viewer->seat)) return refuse(Code::not_your_seat, "this seat is not taken yet; follow the battle with its token first");
        return *viewer->seat;
    }
    if (sender.seat) return *sender.seat;
    if (sender.watches) return refuse(Code::not_your_seat, "you watch this battle; only a seat may do this");
    return refuse(Code::not_your_seat, "follow this battle with your seat's token first");
}

const std::string& BattleState::player_name(rules::Seat seat) const {
    const auto heir = heirs_.find(seat);
    return heir == heirs_.end() ? fold_->seat_name(seat) : heir->second;
}

std::string BattleState::speaker(const Sender& sender) const {
    if (const auto seat = seat_of(sender)) return player_name(*seat);
    return sender.watches.value_or("");
}

const std::optional<protocol::SignedHead>& BattleState::signed_head() const {
    const bool is_last = signed_head_ && signed_head_->inputs == fold_->chain().inputs();
    if (key_ && !is_last) signed_head_ = protocol::sign_head(*key_, fold_->chain(), shown_);
    return signed_head_;
}

protocol::Following BattleState::following(rules::Viewer viewer) const {
    const auto& origin = fold_->origin();
    protocol::Following out;
    out.battle = header_.id;
    out.viewer = viewer.seat ? seat_id(*viewer.seat) : "spectator";
    out.ruleset = origin.ruleset->id();
    out.ruleset_version = origin.ruleset->version();
    out.title = origin.title;
    out.setup = origin.setup;
    out.options = origin.options;
    out.seats = protocol::seat_infos(*fold_);
    for (const auto& [seat, name] : heirs_) out.seats[static_cast<std::size_t>(seat)].name = name;
    out.status = over()                                             ? protocol::BattleStatus::over
                 : fold_->phase() == protocol::Fold::Phase::running ? protocol::BattleStatus::running
                                                                    : protocol::BattleStatus::waiting;
    out.created_at = header_.created_at;
    out.commitment = fold_->commitment();
    out.server_key = protocol::to_hex(origin.server_key);
    out.signed_head = signed_head();
    return out;
}

Bundle BattleState::request(const protocol::OpenDecision& open, rules::Seat seat) const {
    protocol::Request request{header_.id,
                              open.id,
                              seat_id(seat),
                              open.ask.kind,
                              open.ask.options,
                              open.ask.preset,
                              open.sealed,
                              open.ask.seat == rules::anybody,
                              fold_->is_sealed_for_all(open)};
    if (const auto held = box_.find(seat); held != box_.end() && held->second.decision == open.id) request.pending = held->second.choice;
    if (const auto deadline = clock_.deadline(seat); deadline != 0 && open.ask.seat == seat) request.deadline = protocol::time_text(deadline);
    if (fold_->asks_shares() && key_) request.signed_head = head_of_step(fold_->step());
    return bundle_of(open.id, request);
}

Bundle BattleState::clock(Now now) const {
    if (!clock_.rules()) return nullptr;
    protocol::ClockState shown;
    shown.battle = header_.id;
    shown.now = protocol::time_text(now.ms);
    const bool live = clock_.rules()->mode == protocol::ClockMode::live;
    for (rules::Seat seat = 0; seat < static_cast<rules::Seat>(fold_->seats().size()); ++seat) {
        auto& of_seat = shown.seats.emplace_back(seat_id(seat));
        if (live) of_seat.bank_ms = clock_.bank_ms(seat);
        if (const auto deadline = clock_.deadline(seat); deadline != 0) of_seat.deadline = protocol::time_text(deadline);
        if (gone_.contains(seat) && fold_->can_be_claimed_from(seat))
            of_seat.claimable_at = protocol::time_text(gone_since(seat, now) + clock_.rules()->disconnected_ms);
    }
    return bundle_of(0, shown);
}

std::optional<std::int64_t> BattleState::uncredited(Now now) const {
    if (over() || !time_runs()) return {};
    return now.shift_ms == credited_shift_ms_ ? std::nullopt : std::optional(now.shift_ms);
}

std::vector<rules::Seat> BattleState::overdue(Now now) const {
    if (!clock_.rules() || fold_->phase() != protocol::Fold::Phase::running) return {};
    return clock_.overdue(now.ms);
}

std::vector<rules::Seat> BattleState::to_remind(Now now) const {
    if (!clock_.rules() || fold_->phase() != protocol::Fold::Phase::running) return {};
    return clock_.to_remind(now.ms);
}

bool BattleState::has_own_players() const {
    if (over()) return false;
    return !bots_.empty() || !orders_.empty() || default_due().has_value();
}

std::optional<PlayForSeat> BattleState::default_due() const {
    for (const auto& open : fold_->open())
        if (fold_->has_left(open.ask.seat) && !box_.contains(open.ask.seat)) return PlayForSeat{open.id, open.ask.preset, protocol::How::left};
    return {};
}

std::vector<std::int64_t> BattleState::to_tell(Now now) const { return places_ ? nudges_.due(now.ms) : std::vector<std::int64_t>{}; }

// Older stores may hold a wake of a battle that is over.
std::int64_t BattleState::wake_at() const { return wake_kept_ == 1 && !over() ? 1 : next_moment(); }

std::int64_t BattleState::next_moment() const {
    if (over()) return 0;
    const auto by_clock = clock_.next();
    const auto by_nudges = places_ ? nudges_.next() : 0;
    if (by_clock == 0 || by_nudges == 0) return std::max(by_clock, by_nudges);
    return std::min(by_clock, by_nudges);
}

void BattleState::set_here(rules::Seat seat, bool here, Now now) {
    if (here) here_.insert(seat);
    else here_.erase(seat);
    const bool live = clock_.rules() && clock_.rules()->mode == protocol::ClockMode::live;
    if (here) gone_.erase(seat);
    else if (live && !bots_.contains(seat)) gone_.try_emplace(seat, now);
    note_waiting(now);
}

void BattleState::nobody_is_here(Now now) {
    here_.clear();
    gone_.clear();
    if (!clock_.rules() || clock_.rules()->mode != protocol::ClockMode::live) return;
    for (rules::Seat seat = 0; seat < static_cast<rules::Seat>(fold_->seats().size()); ++seat)
        if (!bots_.contains(seat)) gone_.emplace(seat, now);
}

std::size_t BattleState::weight() const {
    constexpr std::size_t key_bytes = 2'800;  // measured, with OpenSSL 3.0
    std::size_t out = origin_weight_ + nudges_.weight() + fold_->keys() * key_bytes;
    for (const auto& [seat, mine] : orders_) out += weight_of(mine.orders);
    for (const auto& [seat, sealed] : box_) out += weight_of(sealed.choice);
    return out;
}

// Moves with all deadlines: an absence of the server is nobody's own.
std::int64_t BattleState::gone_since(rules::Seat seat, Now now) const {
    const auto& since = gone_.at(seat);
    return since.ms + (now.shift_ms - since.shift_ms);
}

}  // namespace muster::server
