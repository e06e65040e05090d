// The battles of the server upstream that somebody watches here. Thread-safe; owned by main.
//
// Bounded in number (limits::relayed_battles_max; one that nobody watches makes room, else server_busy), in how fast new ones are asked for by one address and
// by all, in what their histories take (those that nobody watches leave first), and in who watches them (relayed_battle.hpp).
#pragma once
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <unordered_map>

#include "server/battle/battles.hpp"
#include "server/relay/relayed_battle.hpp"

namespace muster::server {

class Relays final : public Battles, public RelayedBattle::Keeper, public std::enable_shared_from_this<Relays> {
public:
    /// How upstream's list of battles is asked for: the query, and on whose behalf. It is answered as the question about an address is.
    using AskList = std::function<void(const std::string& query, const std::string& for_address, Origin::Answered done)>;
    Relays(RelayGround& all, AskList ask_list, std::size_t battles_max = limits::relayed_battles_max)
        : all_(all), ask_list_(std::move(ask_list)), battles_max_(battles_max) {}

    std::expected<std::shared_ptr<BattlePort>, Refusal> find(const std::string& battle) override;
    std::shared_ptr<BattlePort> existing(const std::string& battle) const override;
    void create(const protocol::Create& message, Done done) override;
    void list(const protocol::List& message, const std::string& id, const std::string& address, Listed done) override;

    /// Begins to follow a battle for those who will come, as far as this one may have that done.
    void prepare(const std::string& battle, const std::shared_ptr<Caller>& caller);
    /// The generation of a battle's history, if that is here.
    std::optional<std::string> generation(const std::string& battle) const;
    /// RelayedBattle::look_again(), if it is here.
    void look_again(const std::string& battle, bool lost);
    /// Once a second.
    void look();
    /// Everybody is told, and no line stays open.
    void stop();

    struct Figures {
        std::size_t battles = 0;
        std::size_t paused = 0;   ///< of these, whose upstream is missed now
        std::int64_t lag_ms = 0;  ///< for how long, at most
    };
    Figures figures() const;

private:
    void forget(const std::shared_ptr<RelayedBattle>& battle) override;
    void free_memory(std::size_t most) override;
    bool make_room();

    RelayGround& all_;
    const AskList ask_list_;
    const std::size_t battles_max_;
    mutable std::mutex mutex_{};  // guards what follows
    std::unordered_map<std::string, std::shared_ptr<RelayedBattle>> battles_{};
};

}  // namespace muster::server
