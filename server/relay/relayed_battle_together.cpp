// Rooms in which a relayed battle is looked back at: they are where the battle is, and each member here has a way there.
#include "server/base/refusals.hpp"
#include "server/relay/relayed_battle.hpp"

namespace muster::server {

void RelayedBattle::together(Connection connection, std::string id, protocol::TogetherBody message) {
    const auto* meet = std::get_if<protocol::Meet>(&message);
    if (!meet) return pass_to_room(connection, id, std::move(message), false);
    if (!meet->token.empty() && !all_.passes_tokens) return connection->deliver(rejection(all_.origin.only_watches(battle_), id, battle_));
    ++coming_;
    const auto address = connection->address();
    all_.origin.admit(address.substr(0, address.find('/')), {},
                      [self = shared_from_this(), connection = std::move(connection), id = std::move(id),
                       message = std::move(message)](const std::optional<Refusal>& refusal) mutable {
                          if (!refusal) return self->pass_to_room(connection, id, std::move(message), true);
                          self->turn_away({connection, id, {}}, *refusal);
                      });
}

void RelayedBattle::pass_to_room(const Connection& connection, const std::string& id, protocol::TogetherBody message, bool comes) {
    on_strand([connection, id, message = std::move(message), comes](RelayedBattle& here) {
        if (comes) --here.coming_;
        if (auto* const way = here.way_to_room(connection, id, comes)) way->send(id, message);
        here.watch();
        here.leave_if_idle();
    });
}

/// Null: it was told why there is none.
TogetherWay* RelayedBattle::way_to_room(const Connection& connection, const std::string& id, bool comes) {
    if (connection->gone()) return nullptr;
    if (const auto found = together_.find(connection); found != together_.end()) return found->second.get();
    const auto refuse = [&](const Refusal& refusal) {
        connection->deliver(rejection(refusal, id, battle_));
        return nullptr;
    };
    if (!comes) return refuse({Code::not_your_seat, "come into this room first, by `meet`", "/room"});
    if (retired_) return refuse(all_.origin.away());
    if (all_.together_lines.value() >= static_cast<std::int64_t>(limits::together_lines_open_max))
        return refuse({Code::server_busy, "too many are in rooms here already; try again later"});
    if (const auto refusal = refuse_fetching([&] { return connection->may_fetch(); })) return refuse(*refusal);
    // Whoever ends is called from; it goes when that has returned.
    auto ended = [weak = weak_from_this(), of = std::weak_ptr(connection)] {
        const auto self = weak.lock();
        const auto whose = of.lock();
        if (!self || !whose) return;
        const auto found = self->together_.find(whose);
        if (found == self->together_.end()) return;
        self->on_strand([way = std::move(found->second)](RelayedBattle& here) { here.watch(); });
        self->together_.erase(found);
    };
    const auto way = std::make_shared<TogetherWay>(battle_, connection, all_.together_lines, std::move(ended));
    together_.emplace(connection, way);
    way->open(all_.upstream, strand_);
    return way.get();
}

void RelayedBattle::leave_room(const Connection& connection) {
    if (const auto found = together_.find(connection); found != together_.end()) std::shared_ptr(found->second)->end();
}

void RelayedBattle::end_ways() {
    std::vector<std::shared_ptr<TogetherWay>> ways;  // each goes by it
    for (const auto& [connection, way] : together_) ways.push_back(way);
    for (const auto& each : ways) each->end();
}

}  // namespace muster::server
