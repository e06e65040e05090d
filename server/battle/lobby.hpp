// Which battles are in memory, and the making of new ones. Maps an id to a BattlePort; nobody outside sees what stands behind it.
// Thread-safe.
//
// Bounded in number and bytes (limits::battles_in_memory_max, battle_bytes_max, idle_battle_bytes_max): of those that nobody looks at the one
// that rested longest leaves first; where all are in use, a further one is refused as server_busy.
#pragma once
#include <list>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <unordered_map>

#include "server/battle/battles.hpp"
#include "server/battle/services.hpp"

namespace muster::server {

class BattleActor;
struct DraftBattle;
struct NewBattle;

class Lobby final : public Battles, public std::enable_shared_from_this<Lobby> {
public:
    explicit Lobby(Services& services) : services_(services) {}

    /// It reads itself from the store when it is first used.
    std::expected<std::shared_ptr<BattlePort>, Refusal> find(const std::string& battle) override;
    std::shared_ptr<BattlePort> existing(const std::string& battle) const override;
    void create(const protocol::Create& message, Done done) override;
    void list(const protocol::List& message, const std::string& id, const std::string& address, Listed done) override;

    /// Its time has come, as storage::Step::wake_at said.
    void wake(const std::string& battle);
    /// Another server of the store has taken it.
    void lost(const std::string& battle);
    /// Whoever looks at a battle here is to come again, and perhaps finds another server.
    void send_away();
    /// All deadlines have moved: battles in memory say so to whoever looks.
    void wake_all();

    std::size_t size() const;
    /// Ends the timers of all battles.
    void stop();

private:
    std::vector<std::shared_ptr<BattleActor>> all() const;
    struct Entry {
        std::shared_ptr<BattleActor> actor{};
        std::optional<std::list<std::string>::iterator> idle{};  ///< its place among those that nobody looks at
        Volume::Held idle_bytes{};
        Volume::Held leaving_bytes{};  ///< it was let go, and leaves as soon as its strand comes to it
    };
    std::expected<std::shared_ptr<BattleActor>, Refusal> find_actor(const std::string& battle);
    std::shared_ptr<BattleActor> make_actor(const std::string& battle);
    void rest(const std::shared_ptr<BattleActor>& actor, bool idle, std::size_t bytes);
    void retire(const std::shared_ptr<BattleActor>& actor);
    bool make_room();
    bool may_grow(std::size_t bytes);
    bool has_room(std::size_t bytes) const;
    void take_from_idle(Entry& entry);
    void witness_answered(DraftBattle& draft, const std::expected<protocol::WitnessAnswer, Refusal>& answer, const Done& done);
    void store(DraftBattle draft, const std::optional<protocol::WitnessAnswer>& witness, Done done);
    void created(const std::shared_ptr<NewBattle>& battle, const storage::Result& number, const Done& done);

    Services& services_;
    mutable std::mutex mutex_;  // guards what follows
    Volume idle_bytes_{};
    Volume leaving_bytes_{};
    std::unordered_map<std::string, Entry> battles_{};  // after the volumes that its entries are counted in
    std::list<std::string> idle_{};                     ///< the one that rested longest first
};

}  // namespace muster::server
