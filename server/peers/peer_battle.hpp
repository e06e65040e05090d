// A battle that another server has, or had, as everybody here sees it. Spectators share one follow (relay/relayed_battle.hpp); each connection of a seat has a
// way of its own (passage.hpp). Whose the battle is may change while they stay. Lives on a strand of its own.
#pragma once
#include <atomic>
#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>

#include "server/battle/battles.hpp"
#include "server/peers/passage.hpp"

namespace muster::server {

class PeerBattle final : public BattlePort, public std::enable_shared_from_this<PeerBattle> {
public:
    /// What it stands on; outlives it.
    class Site {
    public:
        virtual ~Site() = default;
        virtual Upstream& upstream() = 0;
        virtual const Clock& clock() const = 0;
        /// Those of spectators, and this server's own.
        virtual Battles& shared() = 0;
        virtual Battles& own() = 0;
        /// Whoever came for it too late finds it, or what has taken its place.
        virtual std::expected<std::shared_ptr<BattlePort>, Refusal> find_again(const std::string& battle) = 0;
        /// One way more; false: there are too many.
        virtual bool may_open() = 0;
        virtual void closed() = 0;
        /// Nobody here wants it any more.
        virtual void forget(const std::shared_ptr<PeerBattle>& battle) = 0;
    };
    PeerBattle(std::string battle, IoContext& io, std::weak_ptr<Site> site);

    /// Whose it is, as far as is known; empty: it is looked for anew, and may be this server's own.
    std::string url() const;
    void set_url(std::string url);
    /// That server has it no longer; whether it was taken to have it.
    bool forget_url(const std::string& url);
    /// Whose it was is gone: everybody's way is opened anew (`all`), or where there is none now.
    void look_again(bool all);
    /// Once a second: forgets itself when nobody is here.
    void look();
    /// Everybody's way ends.
    void end();

    const std::string& battle() const override { return battle_; }
    void follow(Connection connection, std::string id, protocol::Follow message) override;
    void unfollow(Connection connection, std::string id) override;
    void send(Connection connection, std::string id, SeatMessage message) override;
    void together(Connection connection, std::string id, protocol::TogetherBody message) override;
    void leave(Connection connection) override;
    // Refused where another server has the battle: who asks may ask there.
    void command(Command command, Answer<void> answer) override;
    void wake() override {}
    void read_events(EventsQuestion question, Answer<std::string> answer) override;
    void read_record(std::string token, RecordCursor cursor, Answer<RecordSlice> answer) override;
    void read_standing(std::string token, rules::Policy policy, Answer<Standing> answer) override;
    void read_past(std::string token, Answer<Past> answer) override;
    void read_glance(Answer<Glance> answer) override;
    void read_audience(Answer<std::vector<Onlooker>> answer) override;

private:
    using Work = std::function<void(PeerBattle& here, Site& site)>;
    void on_strand(Work work);
    Passage* passage_of(const Connection& connection, Site& site, const std::string& id);
    void drop(const Connection& connection);
    std::expected<std::shared_ptr<BattlePort>, Refusal> own(Site& site) const;
    template <typename T, typename Ask>
    void ask_own(const Answer<T>& answer, const Ask& ask);

    const std::string battle_;
    Strand strand_;
    const std::weak_ptr<Site> site_;
    std::unordered_map<Connection, std::shared_ptr<Passage>> passages_{};
    std::unordered_map<Connection, protocol::Follow> spectators_{};  ///< and by what they follow
    bool retired_ = false;
    mutable std::mutex mutex_{};  // guards what follows
    std::string url_{};
};

}  // namespace muster::server
