// Bounds for one address, whatever number of connections it has: connections, messages, new battles, searches, talk, questions about odds,
// battles that a relay is to fetch.
// The table of addresses is bounded: the one that was seen longest ago is forgotten first, unless it is connected.
#pragma once
#include <list>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <unordered_map>

#include "server/access/caller_address.hpp"
#include "server/base/current.hpp"
#include "server/base/limits.hpp"
#include "server/base/pace.hpp"

namespace muster::server {

/// What one address may do; 0: as much as it likes.
struct CallerLimits {
    int connections = 200;  ///< a school or a club behind one address has room
    Pace::Rate connecting{20, 200};
    Pace::Rate connecting_here{};    ///< from this machine itself: many programs open a connection for each request
    Pace::Rate messages{500, 2000};  ///< WebSocket messages and HTTP requests
    Pace::Rate creating{300.0 / 3600, 60};
    Pace::Rate asking_odds{2, 40};
    Pace::Rate searching{5, 40};  ///< lists of battles, and summaries
    Pace::Rate talking{limits::said_per_s, limits::said_burst};
    Pace::Rate fetching{limits::relayed_new_per_address_per_s, limits::relayed_new_per_address_burst};
};

/// What holds for addresses, as the operator has set it.
struct CallerRules {
    CallerLimits limits{};
    AddressSet unlimited{};  ///< may do as much as they like
    AddressSet trusted_proxies{};
};

/// One address and what it has used. Shared by its connections; thread-safe.
class Caller {
public:
    /// One of the places that an address has, for as long as this lives: it gives itself back. Empty (false): all were taken.
    class Place {
    public:
        Place() = default;
        explicit operator bool() const { return count_ != nullptr; }

    private:
        friend class Caller;
        struct GiveBack {
            std::shared_ptr<Caller> caller;
            void operator()(std::atomic<int>* count) const { --*count; }
        };
        std::unique_ptr<std::atomic<int>, GiveBack> count_{nullptr, GiveBack{}};
    };

    Caller(Address address, const Current<CallerRules>* rules) : address_(std::move(address)), rules_(rules) {}
    /// Somebody whose limits another server of the store has looked after, which passes on what he sends.
    static std::shared_ptr<Caller> passed_on(Address address) {
        auto caller = std::make_shared<Caller>(std::move(address), nullptr);
        caller->passed_on_ = true;
        return caller;
    }
    /// It comes by another server of the store: once more it is not passed on.
    bool is_passed_on() const { return passed_on_; }

    const Address& address() const { return address_; }
    // Each takes one, if there is one.
    Pace::Taken may_send() { return may(messages_, &CallerLimits::messages); }
    Pace::Taken may_create() { return may(creating_, &CallerLimits::creating); }
    Pace::Taken may_ask_odds() { return may(asking_odds_, &CallerLimits::asking_odds); }
    Pace::Taken may_search() { return may(searching_, &CallerLimits::searching); }
    Pace::Taken may_talk() { return may(talking_, &CallerLimits::talking); }
    /// At a relay: one battle more that it does not follow yet.
    Pace::Taken may_fetch() { return may(fetching_, &CallerLimits::fetching); }

    /// A place for one connection of it, or for what is one behind a proxy: a request, a stream, a WebSocket.
    static Place connected(const std::shared_ptr<Caller>& caller);
    /// A place for one battle that a WebSocket of it follows.
    static Place follows(const std::shared_ptr<Caller>& caller);
    /// A place for one connection that is told that there are too many.
    static Place told_off(const std::shared_ptr<Caller>& caller);
    /// A place for one body over limits::message_bytes_max that is read from it.
    static Place sends_large_body(const std::shared_ptr<Caller>& caller);

private:
    friend class Callers;
    bool may_connect() { return static_cast<bool>(may(connecting_, address_.is_loopback() ? &CallerLimits::connecting_here : &CallerLimits::connecting)); }
    Pace::Taken may(Pace& used, Pace::Rate CallerLimits::* limit) {
        return rules_ ? used.take((*rules_)->limits.*limit, std::chrono::steady_clock::now()) : Pace::Taken();
    }

    const Address address_;
    const Current<CallerRules>* const rules_;  // null: it may do as much as it likes
    bool passed_on_ = false;
    static Place take(const std::shared_ptr<Caller>& caller, std::atomic<int>& count, int most);

    std::atomic<int> connections_{0};
    std::atomic<int> followed_{0};
    std::atomic<int> large_bodies_{0};
    std::atomic<int> told_off_{0};
    Pace connecting_{}, messages_{}, creating_{}, asking_odds_{}, searching_{}, talking_{}, fetching_{}, logged_{};
};

/// All addresses that were seen lately. Owned by main, outlives every connection; thread-safe.
class Callers {
public:
    Callers(CallerLimits limits, AddressSet unlimited, AddressSet trusted_proxies)
        : rules_(CallerRules{limits, std::move(unlimited), std::move(trusted_proxies)}) {}

    /// Limits hold at once, for whoever is connected too; which addresses are exempt or a proxy's, for connections that begin from now on.
    void change(const CallerRules& rules) {
        rules_.change([&](CallerRules& each) { each = rules; });
    }
    bool is_proxy(const Address& peer) const { return rules_->trusted_proxies.contains(peer); }
    /// Whoever speaks on a connection of `peer` with this X-Forwarded-For.
    std::shared_ptr<Caller> behind(const Address& peer, std::string_view forwarded_for);
    std::shared_ptr<Caller> find(const Address& address);
    /// Another server of the store speaks from this address: as many connections from there are let in as come, each of which has to say whose it is.
    void vouch(const Address& peer);
    bool is_vouched(const Address& peer) const;
    /// Whether a connection that has just been accepted is not one too many in this second. A proxy's are not counted.
    bool may_connect(const Address& peer, Caller& caller);
    /// Whether the log is to hear that it opens too many: of one address once a minute, and of all not much more often than once a second.
    bool is_to_be_logged(Caller& caller);

    /// Somebody on this machine says for whom he asks, but is no proxy of ours: most likely one that the operator forgot, behind which everybody is
    /// one and the same. True once; then the log has heard it.
    bool is_forgotten_proxy(const Address& peer) { return peer.is_loopback() && !forgotten_.test() && !forgotten_.test_and_set(); }

    std::size_t size() const;

private:
    using Network = asio::ip::address_v6;
    struct Entry {
        Network network;
        std::shared_ptr<Caller> caller;
    };
    void make_room();

    Current<CallerRules> rules_;
    Pace logged_{};
    std::atomic_flag forgotten_{};
    mutable std::mutex vouched_mutex_{};
    std::set<Network> vouched_{};  // guarded by vouched_mutex_
    mutable std::mutex mutex_{};
    std::list<Entry> recent_{};  // the latest first
    std::unordered_map<Network, std::list<Entry>::iterator> entries_{};
};

}  // namespace muster::server
