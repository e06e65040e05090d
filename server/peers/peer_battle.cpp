#include "server/peers/peer_battle.hpp"

#include "protocol/server_messages.hpp"
#include "server/base/log.hpp"
#include "server/base/refusals.hpp"
#include "server/battle/mistakes.hpp"

namespace muster::server {

namespace {

Refusal too_many_ways() {
    return {Code::server_busy, "too many play here at battles of other servers of this site; try again in a moment, or by another address"};
}

}  // namespace

PeerBattle::PeerBattle(std::string battle, IoContext& io, std::weak_ptr<Site> site)
    : battle_(std::move(battle)), strand_(asio::make_strand(io)), site_(std::move(site)) {}

std::string PeerBattle::url() const {
    const std::lock_guard lock(mutex_);
    return url_;
}

void PeerBattle::set_url(std::string url) {
    const std::lock_guard lock(mutex_);
    url_ = std::move(url);
}

bool PeerBattle::forget_url(const std::string& url) {
    const std::lock_guard lock(mutex_);
    if (url_ != url) return false;
    url_.clear();
    return true;
}

// A mistake ends here, in the log: whoever waits is refused when his time is over.
void PeerBattle::on_strand(Work work) {
    asio::post(strand_, [self = shared_from_this(), work = std::move(work)] {
        if (const auto site = self->site_.lock()) fails(self->battle_, [&] { work(*self, *site); });
    });
}

void PeerBattle::follow(Connection connection, std::string id, protocol::Follow message) {
    on_strand([connection = std::move(connection), id = std::move(id), message = std::move(message)](PeerBattle& here, Site& site) mutable {
        if (connection->gone()) return;
        if (connection->stays_here()) {
            const auto own = here.own(site);
            if (!own) return connection->deliver(rejection(own.error(), id, here.battle_));
            return (*own)->follow(std::move(connection), std::move(id), std::move(message));
        }
        const bool watches = message.token.empty();
        if (here.retired_ || watches) {
            const auto found = here.retired_ ? site.find_again(here.battle_) : site.shared().find(here.battle_);
            if (!found) return connection->deliver(rejection(found.error(), id, here.battle_));
            if (!here.retired_) {
                if (const auto seat = here.passages_.extract(connection)) seat.mapped()->end();
                here.spectators_[connection] = message;
            }
            return (*found)->follow(std::move(connection), std::move(id), std::move(message));
        }
        auto* const passage = here.passage_of(connection, site, id);
        if (!passage) return;
        const bool watched = here.spectators_.erase(connection) > 0;
        if (const auto shared = watched ? site.shared().existing(here.battle_) : nullptr) shared->leave(connection);
        passage->follow(std::move(id), std::move(message));
    });
}

void PeerBattle::send(Connection connection, std::string id, SeatMessage message) {
    on_strand([connection = std::move(connection), id = std::move(id), message = std::move(message)](PeerBattle& here, Site& site) mutable {
        if (connection->gone()) return;
        if (connection->stays_here()) {
            const auto own = here.own(site);
            if (!own) return connection->deliver(rejection(own.error(), id, here.battle_, decision_of(message)));
            return (*own)->send(std::move(connection), std::move(id), std::move(message));
        }
        if (here.retired_) {
            const auto found = site.find_again(here.battle_);
            if (!found) return connection->deliver(rejection(found.error(), id, here.battle_, decision_of(message)));
            return (*found)->send(std::move(connection), std::move(id), std::move(message));
        }
        const bool is_new = !here.passages_.contains(connection);
        auto* const passage = here.passage_of(connection, site, id);
        if (!passage) return;
        const auto watches = here.spectators_.find(connection);
        if (is_new && watches != here.spectators_.end()) {
            auto as = watches->second;
            as.snapshot = true;
            as.generation.clear();
            as.since = 0;
            passage->stand_by(std::move(as));
        }
        passage->send(std::move(id), std::move(message));
    });
}

/// Made if there is none yet; null: there are too many, and it was told so.
Passage* PeerBattle::passage_of(const Connection& connection, Site& site, const std::string& id) {
    if (const auto found = passages_.find(connection); found != passages_.end()) return found->second.get();
    if (!site.may_open()) {
        connection->deliver(rejection(too_many_ways(), id, battle_));
        return nullptr;
    }
    // Whoever ends is called from; it goes when that has returned.
    auto ended = [weak = weak_from_this(), site = site_, of = std::weak_ptr(connection)] {
        if (const auto from = site.lock()) from->closed();
        const auto self = weak.lock();
        const auto whose = of.lock();
        if (!self || !whose) return;
        const auto found = self->passages_.find(whose);
        if (found == self->passages_.end()) return;
        asio::post(self->strand_, [passage = std::move(found->second)] {});
        self->passages_.erase(found);
    };
    const auto made = std::make_shared<Passage>(battle_, connection, strand_, site.upstream(), site.clock(), std::move(ended));
    passages_.emplace(connection, made);
    return made.get();
}

// As spectators are: by what this server shares of the battle. The room is where the battle is.
void PeerBattle::together(Connection connection, std::string id, protocol::TogetherBody message) {
    on_strand([connection = std::move(connection), id = std::move(id), message = std::move(message)](PeerBattle& here, Site& site) mutable {
        if (connection->gone()) return;
        const auto found = connection->stays_here() ? here.own(site) : here.retired_ ? site.find_again(here.battle_) : site.shared().find(here.battle_);
        if (!found) return connection->deliver(rejection(found.error(), id, here.battle_));
        (*found)->together(std::move(connection), std::move(id), std::move(message));
    });
}

void PeerBattle::unfollow(Connection connection, std::string id) {
    on_strand([connection = std::move(connection), id = std::move(id)](PeerBattle& here, Site& site) mutable {
        const bool watched = here.spectators_.contains(connection);
        here.drop(connection);
        const auto shared = watched ? site.shared().existing(here.battle_) : nullptr;
        if (shared) return shared->unfollow(std::move(connection), std::move(id));
        connection->deliver(following_bundle(0, protocol::Unfollowed{here.battle_}, id));
    });
}

// It may follow this server's own, from before this one was anybody's.
void PeerBattle::leave(Connection connection) {
    on_strand([connection = std::move(connection)](PeerBattle& here, Site& site) {
        here.drop(connection);
        if (const auto shared = site.shared().existing(here.battle_)) shared->leave(connection);
        if (const auto own = site.own().existing(here.battle_)) own->leave(connection);
    });
}

void PeerBattle::drop(const Connection& connection) {
    spectators_.erase(connection);
    if (const auto found = passages_.find(connection); found != passages_.end()) found->second->end();
}

void PeerBattle::look() {
    on_strand([](PeerBattle& here, Site& site) {
        std::erase_if(here.spectators_, [](const auto& each) { return each.first->gone(); });
        std::vector<std::shared_ptr<Passage>> gone;
        for (const auto& [connection, passage] : here.passages_)
            if (connection->gone()) gone.push_back(passage);
        for (const auto& each : gone) each->end();
        if (here.retired_ || !here.passages_.empty() || !here.spectators_.empty() || site.shared().existing(here.battle_)) return;
        here.retired_ = true;
        site.forget(here.shared_from_this());
    });
}

void PeerBattle::look_again(bool all) {
    on_strand([all](PeerBattle& here, Site&) {
        std::vector<std::shared_ptr<Passage>> passages;  // one may end by it
        for (const auto& [connection, passage] : here.passages_) passages.push_back(passage);
        for (const auto& each : passages) each->look_again(all);
    });
}

void PeerBattle::end() {
    on_strand([](PeerBattle& here, Site&) {
        here.retired_ = true;
        here.spectators_.clear();
        for (auto passages = std::exchange(here.passages_, {}); const auto& [connection, passage] : passages) passage->end();
    });
}

/// This server's own, unless another one is known to have it.
std::expected<std::shared_ptr<BattlePort>, Refusal> PeerBattle::own(Site& site) const {
    if (!url().empty()) return std::unexpected(another_servers());
    return site.own().find(battle_);
}

template <typename T, typename Ask>
void PeerBattle::ask_own(const Answer<T>& answer, const Ask& ask) {
    const auto site = site_.lock();
    if (!site) return answer(std::unexpected(another_servers()));
    const auto found = own(*site);
    if (found) ask(**found);
    else answer(std::unexpected(found.error()));
}

void PeerBattle::command(Command command, Answer<void> answer) {
    if (!answer) answer = [](const std::expected<void, Refusal>&) {};
    ask_own(answer, [&](BattlePort& own) { own.command(std::move(command), answer); });
}
void PeerBattle::read_events(EventsQuestion question, Answer<std::string> answer) {
    ask_own(answer, [&](BattlePort& own) { own.read_events(std::move(question), answer); });
}
void PeerBattle::read_record(std::string token, RecordCursor cursor, Answer<RecordSlice> answer) {
    ask_own(answer, [&](BattlePort& own) { own.read_record(std::move(token), cursor, answer); });
}
void PeerBattle::read_standing(std::string token, rules::Policy policy, Answer<Standing> answer) {
    ask_own(answer, [&](BattlePort& own) { own.read_standing(std::move(token), policy, answer); });
}
void PeerBattle::read_past(std::string token, Answer<Past> answer) {
    ask_own(answer, [&](BattlePort& own) { own.read_past(std::move(token), answer); });
}
void PeerBattle::read_glance(Answer<Glance> answer) {
    ask_own(answer, [&](BattlePort& own) { own.read_glance(answer); });
}
void PeerBattle::read_audience(Answer<std::vector<Onlooker>> answer) {
    ask_own(answer, [&](BattlePort& own) { own.read_audience(answer); });
}

}  // namespace muster::server
