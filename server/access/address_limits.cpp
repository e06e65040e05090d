#include "server/access/address_limits.hpp"

#include <climits>

namespace muster::server {

Caller::Place Caller::take(const std::shared_ptr<Caller>& caller, std::atomic<int>& count, int most) {
    Place place;
    const int taken = ++count;
    place.count_ = {&count, {caller}};
    return taken <= most ? std::move(place) : Place();
}

Caller::Place Caller::connected(const std::shared_ptr<Caller>& caller) {
    const int most = caller->rules_ ? (*caller->rules_)->limits.connections : 0;
    return take(caller, caller->connections_, most > 0 ? most : INT_MAX);
}

Caller::Place Caller::follows(const std::shared_ptr<Caller>& caller) {
    return take(caller, caller->followed_, caller->rules_ ? limits::followed_per_address_max : INT_MAX);
}

Caller::Place Caller::sends_large_body(const std::shared_ptr<Caller>& caller) {
    return take(caller, caller->large_bodies_, caller->rules_ ? limits::large_bodies_per_address_max : INT_MAX);
}

Caller::Place Caller::told_off(const std::shared_ptr<Caller>& caller) { return take(caller, caller->told_off_, limits::told_off_per_address_max); }

std::shared_ptr<Caller> Callers::find(const Address& address) {
    if (rules_->unlimited.contains(address)) return std::make_shared<Caller>(address, nullptr);
    const auto network = caller_network(address);
    const std::lock_guard lock(mutex_);
    const auto found = entries_.find(network);
    if (found != entries_.end()) {
        recent_.splice(recent_.begin(), recent_, found->second);
        return recent_.front().caller;
    }
    if (entries_.size() >= limits::addresses_max) make_room();
    recent_.push_front({network, std::make_shared<Caller>(address, &rules_)});
    entries_[network] = recent_.begin();
    return recent_.front().caller;
}

// Those who are connected are passed over, a few at a time: their number has a bound of its own.
void Callers::make_room() {
    constexpr int looked_at_max = 16;
    for (int i = 0; i < looked_at_max; ++i) {
        const auto oldest = std::prev(recent_.end());
        if (oldest->caller.use_count() > 1) {
            recent_.splice(recent_.begin(), recent_, oldest);
            continue;
        }
        entries_.erase(oldest->network);
        recent_.erase(oldest);
        return;
    }
}

std::shared_ptr<Caller> Callers::behind(const Address& peer, std::string_view forwarded_for) {
    return find(caller_behind(peer, forwarded_for, rules_->trusted_proxies));
}

// Whoever may be one of these knows the store's secret; more of them than there can be servers are none.
void Callers::vouch(const Address& peer) {
    const std::lock_guard lock(vouched_mutex_);
    if (vouched_.size() >= limits::nodes_max) vouched_.clear();
    vouched_.insert(caller_network(peer));
}

bool Callers::is_vouched(const Address& peer) const {
    const std::lock_guard lock(vouched_mutex_);
    return !vouched_.empty() && vouched_.contains(caller_network(peer));
}

bool Callers::may_connect(const Address& peer, Caller& caller) { return is_proxy(peer) || is_vouched(peer) || caller.may_connect(); }

bool Callers::is_to_be_logged(Caller& caller) {
    constexpr Pace::Rate once_a_minute{1.0 / 60, 1};
    constexpr Pace::Rate of_all{1, 10};
    const auto now = std::chrono::steady_clock::now();
    return caller.logged_.take(once_a_minute, now) && logged_.take(of_all, now);
}

std::size_t Callers::size() const {
    const std::lock_guard lock(mutex_);
    return entries_.size();
}

}  // namespace muster::server
