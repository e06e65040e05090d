#include "server/access/address_limits.hpp"

#include <climits>

namespace muster::server {

Client::Place Client::take(const std::shared_ptr<Client>& client, std::atomic<int>& count, int most) {
    Place place;
    const int taken = ++count;
    place.count_ = {&count, {client}};
    return taken <= most ? std::move(place) : Place();
}

Client::Place Client::connected(const std::shared_ptr<Client>& client) {
    const int most = client->limits_ ? client->limits_->connections : 0;
    return take(client, client->connections_, most > 0 ? most : INT_MAX);
}

Client::Place Client::follows(const std::shared_ptr<Client>& client) {
    return take(client, client->followed_, client->limits_ ? limits::followed_per_address_max : INT_MAX);
}

Client::Place Client::sends_large_body(const std::shared_ptr<Client>& client) {
    return take(client, client->large_bodies_, client->limits_ ? limits::large_bodies_of_client_max : INT_MAX);
}

std::shared_ptr<Client> Clients::find(const Address& address) {
    if (unlimited_.contains(address)) return std::make_shared<Client>(address, nullptr);
    const auto network = client_network(address);
    const std::lock_guard lock(mutex_);
    const auto found = entries_.find(network);
    if (found != entries_.end()) {
        recent_.splice(recent_.begin(), recent_, found->second);
        return recent_.front().client;
    }
    if (entries_.size() >= limits::addresses_max) make_room();
    recent_.push_front({network, std::make_shared<Client>(address, &limits_)});
    entries_[network] = recent_.begin();
    return recent_.front().client;
}

// Those who are connected are passed over, a few at a time: their number has a bound of its own.
void Clients::make_room() {
    constexpr int looked_at_max = 16;
    for (int i = 0; i < looked_at_max; ++i) {
        const auto oldest = std::prev(recent_.end());
        if (oldest->client.use_count() > 1) {
            recent_.splice(recent_.begin(), recent_, oldest);
            continue;
        }
        entries_.erase(oldest->network);
        recent_.erase(oldest);
        return;
    }
}

std::shared_ptr<Client> Clients::behind(const Address& peer, std::string_view forwarded_for) {
    return find(client_behind(peer, forwarded_for, trusted_proxies_));
}

std::shared_ptr<Client> Clients::accept(const Address& peer) {
    auto client = find(peer);
    if (is_proxy(peer) || client->may_connect()) return client;
    return nullptr;
}

std::size_t Clients::size() const {
    const std::lock_guard lock(mutex_);
    return entries_.size();
}

}  // namespace muster::server
