// The store as the server sees it: named operations on plain structs. The engines behind it are chosen by open.hpp; nothing
// here or above knows which one it is.
//
// Writing is asynchronous: an operation is queued, many battles' operations share one transaction (group commit), and
// `done` is called on the writer's thread once the transaction is durable, or has failed (failure.hpp says what a failure
// means). Reading is blocking; call it from a thread that may wait. It fails as refused when it may work again in a moment,
// as broken when it will not, never as unknown. Everything here is thread-safe.
#pragma once
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <expected>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "storage/battle.hpp"
#include "storage/dice.hpp"
#include "storage/failure.hpp"
#include "storage/witnessed.hpp"

namespace muster::storage {

/// What an engine tells of its insides to whoever looks after it; shown as `muster_store_NAME`.
struct Figure {
    enum class Kind { level, total };  ///< as it is now, or counted since the store was opened
    std::string name;                  ///< lower case with _; that of a total ends in _total
    std::string about;                 ///< one sentence without its full stop
    Kind kind = Kind::level;
    std::int64_t value = 0;
};

/// What the store did since it was opened; for metrics.
struct Statistics {
    std::int64_t operations = 0;    ///< stored
    std::int64_t failed = 0;        ///< failed, in whatever way
    std::int64_t commits = 0;       ///< transactions; operations / commits is the size of a group
    std::int64_t waiting = 0;       ///< in the queue now
    std::vector<Figure> figures{};  ///< the engine's own
};

/// Whose a battle is.
struct Place {
    bool here = true;
    std::int64_t number = 0;                ///< of a battle that is this server's now, and is to be let go of (let_go()); 0: none is
    std::string url{};                      ///< of the server whose it is instead, as that says it; may be empty
    std::optional<std::int64_t> away_ms{};  ///< it was taken from a server that is gone, and was seen so long ago last
};

class Store {
public:
    /// Called once, on the writer's thread, or at once on the caller's when the queue is full or the store is closed (both refused).
    /// It must not throw, and must not call close().
    using Done = std::function<void(Result)>;

    virtual ~Store() = default;

    /// Something that is to be written of a battle, and who is told.
    struct Write {
        std::variant<Creation, Append> what;
        Done done;
    };
    /// Stores new battles and appends steps to battles; those of one call are in one transaction, as far as a group goes. Steps of one
    /// battle are applied in the order of these calls; when one fails, those of the same battle that are waiting behind it are refused.
    virtual void write_all(std::vector<Write> writes) = 0;
    void write_one(std::variant<Creation, Append> what, Done done) {
        std::vector<Write> one;  // not from a braced list, which would copy it
        one.push_back({std::move(what), std::move(done)});
        write_all(std::move(one));
    }
    /// Keeps something of the server's own; an empty value forgets it. In order with what was queued before.
    virtual void remember(std::string key, std::string value, Done done) = 0;
    /// The same, which is not empty, in the place of `before` alone (empty: of nothing); where something else is kept, that stays. Several servers change the
    /// same so that none undoes what another did: recall() tells whose it is.
    virtual void remember_instead(std::string key, std::string before, std::string value, Done done) = 0;
    /// Of several servers that draw what all need, the first one's counts.
    void remember_first(std::string key, std::string value, Done done) { remember_instead(std::move(key), {}, std::move(value), std::move(done)); }
    /// Adds what the dice of uncounted battles have shown to the sums, in one commit; what was counted before adds nothing.
    virtual void count_dice(std::vector<CountedBattle> battles, Done done) = 0;
    /// Keeps this of a battle that this server is the witness of, in the place of what was kept of the same. Refused: it is a new one, and there are
    /// `limits.max` that have all asked since then.
    virtual void keep_witnessed(Witnessed battle, WitnessedLimits limits, Done done) = 0;
    /// Gives the store another generation: from then on nobody may take what he knows of a battle for a part of what is here.
    virtual void renew_generation(Done done) = 0;
    /// Moves the battles that ended before this time (RFC 3339) where they take no room among the others; nobody who reads
    /// them notices. Blocking, for as long as it takes, or soon after `given_up` is set: some may then be left. How many it were.
    virtual Result archive(const std::string& finished_before, const std::atomic<bool>* given_up = nullptr) = 0;
    // Several servers may write one store, and a battle is written by one of them: whose it is. A new battle is its maker's, also one that a step begins
    // (Step::begins); an ended one, to which words might still be added, is like any other. Where one server alone may write, all battles are here always.

    /// Makes the battle this server's, unless it is that of another one that lives. Read it after that, never before. Blocking.
    virtual std::expected<Place, Failure> claim(const std::string& /*id*/) { return Place{}; }
    /// It has left this server's memory, and may be anybody's. In order with what was queued before.
    virtual void let_go(std::int64_t /*number*/) {}
    /// Everything is nobody's from now on, in order with what was queued before: this server ends, and others need not find out.
    virtual void hand_over() {}
    /// The time of day by the clock that all servers of the store go by, however far apart their own are, in ms; nothing: it is their machine's.
    virtual std::optional<std::int64_t> clock_ms() const { return {}; }
    /// Called with the id of each battle that was this server's and is not any more, without its doing; on a thread of the store's. Set before anything is
    /// claimed.
    virtual void on_lost(std::function<void(const std::string& id)> /*call*/) {}
    /// Called with what is kept under this key, first soon after this call and then whenever any server of the store has kept something else there; the latest
    /// at last, on a thread of the store's. For one key, which is never forgotten. Where one server alone may write, never.
    virtual void on_remembered(std::string /*key*/, std::function<void(const std::string& value)> /*call*/) {}
    /// Battles that have wanted attention by then and belong to no server that lives: the soonest first, `count` at most.
    virtual std::expected<std::vector<Wake>, Failure> due_wakes(std::int64_t /*now_ms*/, std::size_t /*count*/) { return std::vector<Wake>(); }
    /// Whether another server that lives writes this store too.
    virtual std::expected<bool, Failure> is_shared() { return false; }
    /// False: for so long nothing was heard from where the store is that others may be about to take what is this server's.
    virtual bool is_near() const { return true; }

    /// Finishes what is queued and calls every `done`; afterwards all writing is refused. Reading goes on until the store
    /// is destroyed.
    virtual void close() = 0;

    /// 16 hex digits, drawn at random when the store was made, and anew when its contents were replaced by others: by
    /// renew_generation(), by restore(). Two answers that are alike say that no battle has lost anything in between.
    virtual std::string generation() const = 0;

    /// The whole battle, or nothing if there is none with this id. `given_up` as in a Query: a long battle is read step by step.
    virtual std::expected<std::optional<StoredBattle>, Failure> load(const std::string& id, const std::atomic<bool>* given_up = nullptr) = 0;
    /// The same without its steps.
    virtual std::expected<std::optional<StoredBattle>, Failure> outline(const std::string& id) = 0;
    /// The battle's next steps with an event after `seq`, in order, as load() gives them; those without events are left out.
    /// As many as have up to `bytes_max` bytes of text together, but one at least; none: there is nothing after `seq`. So a
    /// long battle is read in slices, each from the last_seq of the one before.
    virtual std::expected<std::vector<Step>, Failure> events_after(std::int64_t number, std::int64_t seq, std::size_t bytes_max) = 0;

    virtual std::expected<std::optional<Summary>, Failure> summary(const std::string& id) = 0;
    /// Public battles, newest first.
    virtual std::expected<std::vector<Summary>, Failure> list(const Query& query) = 0;
    virtual std::expected<Counts, Failure> counts() = 0;

    /// Battles that want attention some time and are not over, but for those of other servers that live: the soonest first, those of one moment by id. The
    /// first `count` after that one.
    virtual std::expected<std::vector<Wake>, Failure> wakes(std::size_t count, const Wake& after = {}) = 0;
    /// The keys by which battles that are not over are signed (Header::server_key), each once. Looks at all battles: for a start that needs to know.
    virtual std::expected<std::vector<std::string>, Failure> keys_of_unfinished() = 0;
    /// What was remembered under this key; empty if nothing was.
    virtual std::expected<std::string, Failure> recall(const std::string& key) = 0;

    /// Battles that have ended here and that count_dice() has not had yet, also hidden and private ones, in the order of their notes: the first `count`
    /// after that one. Who was played elsewhere and came in whole (Creation) is not among them: those are not dice of this store's server.
    virtual std::expected<std::vector<Uncounted>, Failure> uncounted(std::int64_t after, int count) = 0;
    /// The sums of what was counted, over the days from `from` on and before `to` (2026-11-21; empty: no bound), by ruleset, seat and player.
    virtual std::expected<std::vector<DiceSum>, Failure> dice(const std::string& from, const std::string& to) = 0;

    /// What is kept of the battle that began with these 32 bytes, H(0).
    virtual std::expected<std::optional<Witnessed>, Failure> witnessed(const std::string& start) = 0;

    virtual Statistics statistics() const = 0;
};

}  // namespace muster::storage
