#include "server/battle/battle_nudges.hpp"

#include <algorithm>

#include "protocol/ids.hpp"
#include "server/base/limits.hpp"
#include "server/battle/weight.hpp"

namespace muster::server {

namespace {

// Names of what is kept: one row for each subscription, and one for what waits.
const std::string subscription_name = "nudge:";
const std::string waiting_name = "nudges";

bool same_place(const protocol::NudgeTarget& a, const protocol::NudgeTarget& b) {
    if (a.kind != b.kind) return false;
    return a.kind == protocol::NudgeKind::push ? a.subscription->endpoint == b.subscription->endpoint : a.url == b.url;
}

}  // namespace

struct BattleNudges::Kept {
    std::vector<Waiting> waiting{};
    std::optional<std::int64_t> shift_ms{};
    static void fields(auto& visit, auto& self) {
        list_fields(visit, "waiting", self.waiting);
        visit("shift_ms", self.shift_ms, Rule{.sparse = true});
    }
};

bool BattleNudges::restore(const std::vector<storage::Kept>& kept, std::int64_t& shift_ms) {
    *this = {};
    for (const auto& each : kept) {
        const bool is_subscription = each.name.starts_with(subscription_name);
        if (!is_subscription && each.name != waiting_name) continue;
        const auto json = parse_flat_json(each.value);
        if (!json) return false;
        if (is_subscription) {
            auto target = read_fields<protocol::NudgeTarget>(*json, Code::internal);
            if (!target) return false;
            subscriptions_.push_back({each.name.substr(subscription_name.size()), each.seat, std::move(*target)});
        } else {
            auto read = read_fields<Kept>(*json, Code::internal);
            if (!read) return false;
            waiting_ = std::move(read->waiting);
            shift_ms = read->shift_ms.value_or(shift_ms);
            kept_waiting_ = each.value;
        }
    }
    return true;
}

std::expected<NudgeSubscription, Refusal> BattleNudges::subscribe(const std::string& seat, protocol::NudgeTarget target, std::string_view id) {
    auto found = std::ranges::find_if(subscriptions_, [&](const NudgeSubscription& each) { return each.seat == seat && same_place(each.target, target); });
    if (found == subscriptions_.end()) {
        if (of_seat(seat).size() >= limits::nudges_per_seat_max)
            return refuse(Code::server_busy, "there are " + std::to_string(limits::nudges_per_seat_max) + " subscriptions already; remove one first");
        subscriptions_.push_back({protocol::to_base64url(id), seat, {}});
        found = subscriptions_.end() - 1;
    }
    found->target = std::move(target);
    changes_.push_back({seat, subscription_name + found->id, to_text(found->target)});
    return *found;
}

void BattleNudges::forget(const NudgeSubscription& subscription) { changes_.push_back({subscription.seat, subscription_name + subscription.id, {}}); }

bool BattleNudges::unsubscribe(const std::string& seat, const std::string& id) {
    const auto found = std::ranges::find_if(subscriptions_, [&](const NudgeSubscription& each) { return each.seat == seat && each.id == id; });
    if (found == subscriptions_.end()) return false;
    forget(*found);
    subscriptions_.erase(found);
    return true;
}

std::vector<std::string> BattleNudges::unsubscribe_all(const std::string& seat) {
    std::vector<std::string> out;
    for (const auto& each : of_seat(seat)) {
        unsubscribe(seat, each.id);
        out.push_back(each.id);
    }
    return out;
}

bool BattleNudges::drop(const std::string& id) {
    const auto found = std::ranges::find(subscriptions_, id, &NudgeSubscription::id);
    return found != subscriptions_.end() && unsubscribe(std::string(found->seat), id);
}

std::vector<NudgeSubscription> BattleNudges::of_seat(const std::string& seat) const {
    std::vector<NudgeSubscription> out;
    std::ranges::copy_if(subscriptions_, std::back_inserter(out), [&](const NudgeSubscription& each) { return each.seat == seat; });
    return out;
}

std::size_t BattleNudges::weight() const {
    std::size_t out = 0;
    for (const auto& each : subscriptions_) out += sizeof each + weight_of(each.target);
    return out;
}

void BattleNudges::update(const std::vector<Asked>& asked, std::int64_t now_ms) {
    std::vector<Waiting> next;
    for (const auto& each : asked) {
        const auto known = std::ranges::find(waiting_, each.decision, &Waiting::decision);
        auto& now = next.emplace_back(known == waiting_.end() ? Waiting{each.decision, now_ms, false, each.seat} : *known);
        if (now.here && !each.here) now.since = now_ms;  // a page that is loaded anew is gone for a moment
        now.here = each.here;
    }
    waiting_ = std::move(next);
}

void BattleNudges::credit(std::int64_t ms) {
    for (auto& each : waiting_) each.since += ms;
}

// Who is away is told soon; who has the page open but does not look at it, later.
std::int64_t BattleNudges::due_at(const Waiting& waiting) const {
    const bool heard = std::ranges::any_of(subscriptions_, [&](const NudgeSubscription& each) { return each.seat.empty() || each.seat == waiting.seat; });
    if (waiting.told || !heard) return 0;
    const std::chrono::milliseconds patience = waiting.here ? limits::nudge_present_after : std::chrono::milliseconds(limits::nudge_absent_after);
    return waiting.since + patience.count();
}

std::vector<std::int64_t> BattleNudges::due(std::int64_t now_ms) const {
    std::vector<std::int64_t> out;
    for (const auto& each : waiting_)
        if (const auto at = due_at(each); at != 0 && at <= now_ms) out.push_back(each.decision);
    return out;
}

void BattleNudges::told(const std::vector<std::int64_t>& decisions) {
    for (auto& each : waiting_)
        if (std::ranges::find(decisions, each.decision) != decisions.end()) each.told = true;
}

std::int64_t BattleNudges::next() const {
    std::int64_t soonest = 0;
    for (const auto& each : waiting_)
        if (const auto at = due_at(each); at != 0 && (soonest == 0 || at < soonest)) soonest = at;
    return soonest;
}

std::string BattleNudges::waiting_text(std::int64_t shift_ms) const {
    return subscriptions_.empty() || waiting_.empty() ? "" : to_text(Kept{waiting_, shift_ms});
}

std::vector<storage::Kept> BattleNudges::changes(std::int64_t shift_ms) {
    if (auto text = waiting_text(shift_ms); text != kept_waiting_) {
        changes_.push_back({{}, waiting_name, text});
        kept_waiting_ = std::move(text);
    }
    return std::exchange(changes_, {});
}

}  // namespace muster::server
