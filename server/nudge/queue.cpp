#include "server/nudge/queue.hpp"

#include <algorithm>

#include "protocol/ids.hpp"
#include "server/base/limits.hpp"

namespace muster::server {

namespace {

std::int64_t ms(std::chrono::milliseconds span) { return span.count(); }

constexpr std::size_t of_place = 768;  // with its entries in three maps, and its name in two of them

std::size_t texts(const Turn& turn) { return turn.battle.size() + turn.title.size() + turn.ruleset.size() + turn.seat.size() + turn.kind.size(); }

std::size_t texts(const protocol::NudgeTarget& target) {
    const auto& push = target.subscription;
    return target.url.size() + target.secret.size() + (push ? push->endpoint.size() + push->keys.p256dh.size() + push->keys.auth.size() : 0);
}

bool same_decision(const Turn& turn, const std::string& battle, std::int64_t decision) { return turn.decision == decision && turn.battle == battle; }

}  // namespace

std::string place_of(const protocol::NudgeTarget& target) {
    return std::string(protocol::bytes_of(protocol::sha256(to_text(target))));  // addresses are secrets: not even this map spells them out
}

void NudgeQueue::schedule(const std::string& name, Place& place, std::int64_t due_ms) {
    if (place.due_ms > 0) due_.erase({place.due_ms, name});
    place.due_ms = due_ms;
    if (due_ms > 0) due_.emplace(due_ms, name);
}

void NudgeQueue::count(Place& place) {
    std::size_t bytes = of_place + texts(place.target) + place.host.size();
    for (const auto* turns : {&place.waiting, &place.sending}) {
        bytes += turns->capacity() * sizeof(Waiting);
        for (const auto& each : *turns) bytes += texts(each.turn) + each.listener.size();
    }
    bytes_ = bytes_ - place.counted + bytes;
    place.counted = bytes;
}

void NudgeQueue::forget(Places::iterator place) {
    schedule(place->first, place->second, 0);
    bytes_ -= place->second.counted;
    places_.erase(place);
}

bool NudgeQueue::has_room() const { return bytes_ < limits::nudge_bytes_max; }

void NudgeQueue::add(std::int64_t now_ms, const Turn& turn, const NudgeSubscription& listener, const std::string& host) {
    const auto name = place_of(listener.target);
    auto found = places_.find(name);
    if (found == places_.end()) {
        if (!has_room()) {
            ++counters_.dropped;
            return;
        }
        found = places_.emplace(name, Place{listener.target, host}).first;
        schedule(name, found->second, now_ms);
    }
    auto& waiting = found->second.waiting;
    const auto same = [&](const Waiting& each) { return each.listener == listener.id && same_decision(each.turn, turn.battle, turn.decision); };
    if (const auto told = std::ranges::find_if(waiting, same); told != waiting.end()) told->turn = turn;
    else if (waiting.size() < limits::nudge_turns_max && has_room()) waiting.push_back({turn, listener.id});
    else ++counters_.dropped;
    count(found->second);
}

void NudgeQueue::close(const std::string& battle, std::int64_t decision) {
    erase_if([&](const Waiting& each) { return same_decision(each.turn, battle, decision); });
}

void NudgeQueue::drop(const std::string& battle, const std::string& listener) {
    erase_if([&](const Waiting& each) { return each.listener == listener && each.turn.battle == battle; });
}

void NudgeQueue::erase_if(const std::function<bool(const Waiting&)>& unwanted) {
    for (auto& [name, place] : places_) {
        const auto erased = std::erase_if(place.waiting, unwanted) + std::erase_if(place.sending, unwanted);  // on its way: it need not be repeated
        if (erased > 0) count(place);
    }
}

std::vector<NudgeQueue::Job> NudgeQueue::take_due(std::int64_t now_ms) {
    std::vector<Job> out;
    for (auto at = due_.begin(); at != due_.end() && at->first <= now_ms && under_way_ < limits::nudge_requests_max;) {
        const auto name = at->second;
        const auto found = places_.find(name);
        auto& place = found->second;
        ++at;  // what follows takes this entry out
        if (place.waiting.empty()) {
            forget(found);
            continue;
        }
        auto& busy = busy_hosts_[place.host];
        if (busy >= limits::nudge_requests_per_host_max) continue;
        schedule(name, place, 0);
        ++busy;
        ++under_way_;
        out.push_back(start(name, place));
    }
    return out;
}

NudgeQueue::Job NudgeQueue::start(const std::string& name, Place& place) {
    place.sending = std::exchange(place.waiting, {});
    count(place);
    Job job{name, place.target, {}};
    for (const auto& each : place.sending) {
        if (job.digest.turns.size() < limits::nudge_listed_max) job.digest.turns.push_back(each.turn);
        else ++job.digest.more;
    }
    return job;
}

std::vector<NudgeQueue::Lost> NudgeQueue::finished(const std::string& name, NudgeOutcome outcome, std::int64_t now_ms, std::int64_t retry_after_ms) {
    const auto found = places_.find(name);
    auto& place = found->second;
    --under_way_;
    if (const auto busy = busy_hosts_.find(place.host); --busy->second == 0) busy_hosts_.erase(busy);
    if (outcome == NudgeOutcome::gone) {
        ++counters_.failed;
        auto lost = lost_with(place);
        forget(found);
        return lost;
    }
    if (outcome == NudgeOutcome::failed && ++place.attempts < limits::nudge_attempts_max) {
        ++counters_.retried;
        try_again(name, place, now_ms, retry_after_ms);
        return {};
    }
    ++(outcome == NudgeOutcome::taken ? counters_.sent : counters_.failed);
    place.attempts = 0;
    place.sending = {};
    count(place);
    schedule(name, place, now_ms + ms(limits::nudge_gather));  // sends what has come by then, or forgets the place
    return {};
}

std::vector<NudgeQueue::Lost> NudgeQueue::lost_with(const Place& place) {
    std::vector<Lost> lost;
    for (const auto* turns : {&place.sending, &place.waiting})
        for (const auto& each : *turns)
            if (const Lost one{each.turn.battle, each.listener}; std::ranges::find(lost, one) == lost.end()) lost.push_back(one);
    return lost;
}

// The pause grows fourfold; half of it is chance, so that what failed together does not come back together.
void NudgeQueue::try_again(const std::string& name, Place& place, std::int64_t now_ms, std::int64_t retry_after_ms) {
    place.waiting.insert(place.waiting.begin(), std::make_move_iterator(place.sending.begin()), std::make_move_iterator(place.sending.end()));
    place.sending = {};
    if (place.waiting.size() > limits::nudge_turns_max) {
        counters_.dropped += static_cast<std::int64_t>(place.waiting.size() - limits::nudge_turns_max);
        place.waiting.resize(limits::nudge_turns_max);
    }
    count(place);
    std::int64_t pause = ms(limits::nudge_first_pause);
    for (int i = 1; i < place.attempts; ++i) pause *= 4;
    const auto scattered = pause / 2 + scatter_(pause / 2);
    schedule(name, place, now_ms + std::max(scattered, std::min(retry_after_ms, ms(limits::nudge_pause_max))));
}

// What is due already and was not taken waits for a request to end, not for a time.
std::optional<std::int64_t> NudgeQueue::next_due_ms(std::int64_t now_ms) const {
    const auto next = std::ranges::find_if(due_, [&](const auto& each) { return each.first > now_ms; });
    return next == due_.end() ? std::nullopt : std::optional(next->first);
}

NudgeCounters NudgeQueue::counters() const {
    auto out = counters_;
    for (const auto& [name, place] : places_) out.waiting += static_cast<std::int64_t>(place.waiting.size());
    return out;
}

}  // namespace muster::server
