#include "server/access/address_limits.hpp"

#include "server/base/limits.hpp"

namespace muster::server {

std::shared_ptr<void> Client::connected(const std::shared_ptr<Client>& client) {
    struct Place {
        explicit Place(std::shared_ptr<Client> of) : client(std::move(of)) {}
        Place(const Place&) = delete;
        Place& operator=(const Place&) = delete;
        ~Place() { --client->connections_; }
        std::shared_ptr<Client> client;
    };
    const bool room = ++client->connections_ <= (client->limits_ && client->limits_->connections > 0 ? client->limits_->connections : INT_MAX);
    auto place = std::make_shared<Place>(client);
    return room ? place : nullptr;
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
