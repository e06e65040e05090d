// Who looks, and what everybody is told of a change.
#include "server/battle/audience.hpp"

#include <algorithm>
#include <set>

#include "protocol/server_messages.hpp"
#include "server/base/limits.hpp"

namespace muster::server {

Audience::Audience(const History& history, Metrics& metrics, Host host) : history_(history), metrics_(metrics), host_(std::move(host)) {}

void Audience::admit(Newcomer newcomer) {
    drop(newcomer.connection);
    Viewing viewing;
    viewing.connection = newcomer.connection;
    viewing.name = std::move(newcomer.name);
    viewing.viewer = newcomer.viewer;
    viewing.sent = newcomer.since;
    viewing.held = std::move(newcomer.first);
    viewing.generation = ++generations_;
    viewing.presence_seen = presence_revision_;  // it is part of the next one
    viewing.counted = Gauge::Held(viewing.viewer.seat ? metrics_.players : metrics_.spectators);
    spectators_ += viewing.viewer.seat ? 0 : 1;
    index_[newcomer.connection.get()] = viewers_.size();
    viewers_.push_back(std::move(viewing));
    send_history(newcomer.connection, generations_);
}

std::optional<Audience::Left> Audience::drop(const Connection& connection) {
    const auto found = index_.find(connection.get());
    if (found == index_.end()) return {};
    const auto index = found->second;
    let_go(viewers_[index]);
    const Left left{viewers_[index].viewer.seat};
    spectators_ -= left.seat ? 0 : 1;
    index_.erase(found);
    if (index + 1 < viewers_.size()) {
        viewers_[index] = std::move(viewers_.back());
        index_[viewers_[index].connection.get()] = index;
        sweep_again_ = sweeping_;  // whoever moved may have been passed over
    }
    viewers_.pop_back();
    return left;
}

void Audience::unseat(rules::Seat seat, const Bundle& why, const Connection& except) {
    std::vector<Connection> gone;
    for (auto& viewing : viewers_)
        if (viewing.viewer.seat == seat && viewing.connection != except) gone.push_back(viewing.connection);
    for (const auto& connection : gone) {
        hold(*find(*connection), why);
        drop(connection);
    }
}

void Audience::dismiss(const Bundle& why) {
    while (!viewers_.empty()) {
        hold(viewers_.back(), why);
        drop(Connection(viewers_.back().connection));
    }
}

void Audience::send_away() {
    while (!viewers_.empty()) {
        const Connection connection = viewers_.back().connection;
        drop(connection);
        connection->come_again();
    }
}

std::vector<Onlooker> Audience::onlookers(const std::function<std::string(rules::Seat)>& seat_id) const {
    std::vector<Onlooker> out;
    for (const auto& each : viewers_)
        if (!each.connection->gone()) out.push_back({each.viewer.seat ? seat_id(*each.viewer.seat) : "", each.name, each.connection->address()});
    return out;
}

bool Audience::has(rules::Seat seat) const {
    return std::ranges::any_of(viewers_, [&](const Viewing& viewing) { return viewing.viewer.seat == seat; });
}

std::size_t Audience::players() const {
    std::set<rules::Seat> seats;
    for (const auto& viewing : viewers_)
        if (viewing.viewer.seat) seats.insert(*viewing.viewer.seat);
    return seats.size();
}

Sender Audience::sender(const Subscriber& connection) const {
    Sender out{.token = connection.token()};
    const auto found = index_.find(&connection);
    if (found == index_.end()) return out;
    const auto& viewing = viewers_[found->second];
    if (viewing.viewer.seat) out.seat = viewing.viewer.seat;
    else out.watches = viewing.name;
    return out;
}

Audience::Viewing* Audience::find(const Subscriber& connection) {
    const auto found = index_.find(&connection);
    return found == index_.end() ? nullptr : &viewers_[found->second];
}

void Audience::stand(std::vector<Asked> asked, Bundle clock) {
    asked_ = std::move(asked);
    clock_ = std::move(clock);
    ++clock_revision_;
}

void Audience::publish(const Change& change, Bundle clock, const Connection& sender, const std::string& battle) {
    if (clock) {
        clock_ = std::move(clock);
        ++clock_revision_;
    }
    auto* asker = sender ? find(*sender) : nullptr;
    if (change.answer && asker) hold(*asker, change.answer);
    else if (change.answer && sender) sender->deliver(change.answer);
    for (const auto& [seat, bundle] : change.told) to_seat(seat, bundle);
    tell_requests(change, sender);
    for (auto& viewing : viewers_)
        if (viewing.viewer.seat) add_news(viewing);
    close_requests(change, battle);
    serve_players();
    if (asker && !asker->viewer.seat) let_go(*asker);  // a spectator that talked has its answer before the crowd has its news
    start_sweep();
}

void Audience::tell_requests(const Change& change, const Connection& sender) {
    for (const auto& [decision, sender_too] : change.asked_again) {
        for (const auto& each : asked_)
            if (each.decision == decision) ask_again(each, sender_too ? nullptr : sender);
    }
}

// Whoever is still told what came before the request hears of it after that: it would not know what it is asked about.
void Audience::ask_again(const Asked& asked, const Connection& except) {
    for (auto& viewing : viewers_) {
        if (viewing.viewer.seat != asked.seat || viewing.connection == except) continue;
        if (viewing.catching_up) viewing.requested = std::min(viewing.requested, asked.decision - 1);
        else if (asked.decision <= viewing.requested) hold(viewing, asked.request);
    }
}

void Audience::close_requests(const Change& change, const std::string& battle) {
    for (const auto& [decision, seat] : change.closed) to_seat(seat, bundle_of(decision, protocol::RequestClosed{battle, decision}));
}

void Audience::tell_players(const Bundle& bundle, const Connection& except) {
    for (auto& viewing : viewers_) {
        if (!viewing.viewer.seat || viewing.connection == except) continue;
        hold(viewing, bundle);
        let_go(viewing);
    }
}

void Audience::catch_up() {
    serve_players();
    start_sweep();
}

void Audience::to_seat(rules::Seat seat, const Bundle& bundle, const Connection& except) {
    for (auto& viewing : viewers_)
        if (viewing.viewer.seat == seat && viewing.connection != except) hold(viewing, bundle);
}

}  // namespace muster::server
