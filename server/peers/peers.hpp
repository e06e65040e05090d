// Any server of a store serves anybody: battles that another one has are passed on there, and go on here when that one is gone. Stands before the lobby, which
// knows the battles that are this server's own. Thread-safe; owned by main.
//
// One step only: what comes from another server is for the lobby alone (Caller::is_passed_on). Bounded: limits::node_battles_max, node_lines_max, nodes_max.
#pragma once
#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>

#include "server/battle/elsewhere.hpp"
#include "server/battle/lobby.hpp"
#include "server/battle/moderation.hpp"
#include "server/http/forwarder.hpp"
#include "server/peers/peer_battle.hpp"
#include "server/peers/ways.hpp"
#include "server/relay/relays.hpp"

namespace muster::server {

class Peers final : public Battles, public Elsewhere, public Forwarder, public Upstream, public PeerBattle::Site, public std::enable_shared_from_this<Peers> {
public:
    /// `ground`, `pass` and `clock` must outlive it.
    static std::shared_ptr<Peers> make(Ground& ground, std::shared_ptr<Lobby> lobby, const NodePass& pass, const Clock& clock);
    /// The server at this address is gone: what it had is looked for anew at once, however its lines look.
    void gone(const std::string& url);
    /// Every line ends, and nothing is passed on any more.
    void stop();

    std::expected<std::shared_ptr<BattlePort>, Refusal> find(const std::string& battle) override;
    std::shared_ptr<BattlePort> existing(const std::string& battle) const override;
    void create(const protocol::Create& message, Battles::Done done) override { lobby_->create(message, std::move(done)); }
    void list(const protocol::List& message, const std::string& id, const std::string& address, Listed done) override {
        lobby_->list(message, id, address, std::move(done));
    }

    std::shared_ptr<BattlePort> at(const std::string& battle, const std::string& url) override;
    std::shared_ptr<BattlePort> passed_on(const std::string& battle) const override;

    /// What the operator wants of a battle that another server has, as far as this one knows.
    void moderate(const std::string& battle, Moderation what, Moderated done);
    void take_order(const std::string& body, std::function<void(HttpResponse)> done) override;

    Cut forward(const HttpRequest& request, const std::string& battle, bool waits, Answered done) override;
    void after(std::chrono::milliseconds pause, std::function<void()> then) override;
    Figures figures() const override;

    /// A line to whoever has the battle: another server, or the lobby.
    std::shared_ptr<Line> open(const Strand& strand, const To& to, std::weak_ptr<Listener> listener) override;

private:
    /// For the spectators' battles. Who is kept out is kept out here already, by the bans that all servers share.
    class Host final : public RelayHost {
    public:
        void admit(const std::string& /*address*/, const std::string& /*relays*/, Verdict done) override { done({}); }
        std::string url() const override { return {}; }
        Refusal only_watches(const std::string& battle) const override;
        Refusal away() const override;
    };
    Peers(Ground& ground, std::shared_ptr<Lobby> lobby, const NodePass& pass, const Clock& clock);

    Upstream& upstream() override { return *this; }
    const Clock& clock() const override { return clock_; }
    Battles& shared() override { return *relays_; }
    Battles& own() override { return *lobby_; }
    std::expected<std::shared_ptr<BattlePort>, Refusal> find_again(const std::string& battle) override { return find(battle); }
    bool may_open() override;
    void closed() override { --ways_open_; }
    void forget(const std::shared_ptr<PeerBattle>& battle) override;

    std::shared_ptr<PeerBattle> known(const std::string& battle) const;
    void look();

    Ground& ground_;
    const std::shared_ptr<Lobby> lobby_;
    const NodePass& pass_;
    const Clock& clock_;
    Ways ways_;
    Host host_{};
    RelayGround relay_;
    std::shared_ptr<Relays> relays_{};
    Strand strand_;
    Timer every_second_;
    Gauge lines_{};
    Counter lost_{};
    Counter requests_{};
    std::atomic<std::size_t> ways_open_{0};
    std::atomic<bool> stopped_{false};
    mutable std::mutex mutex_{};  // guards what follows
    std::unordered_map<std::string, std::shared_ptr<PeerBattle>> battles_{};
};

}  // namespace muster::server
