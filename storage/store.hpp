// The store as the server sees it: named operations on plain structs. Two implementations: sqlite/ (durable) and
// memory_store (keeps nothing; trials and benchmarks).
//
// Writing is asynchronous: an operation is queued, many battles' operations share one transaction (group commit), and
// `done` is called on the writer's thread once the transaction is durable, or has failed and changed nothing.
// Reading is blocking; call it from a thread that may wait. Everything here is thread-safe.
#pragma once
#include <cstdint>
#include <expected>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace muster::storage {

/// Why the store could not do it. `unavailable` passes (disk full, I/O error, locked); `broken` does not (corrupt file).
struct Failure {
    enum class Kind { unavailable, unknown, broken };
    Kind kind = Kind::unavailable;
    std::string message;
};

enum class Status { waiting, running, over };

struct Seat {
    std::string seat;
    std::string token_hash;  ///< SHA-256 of the token, 32 bytes; the token itself is never stored
    std::string name{};      ///< who took the seat; empty until then
    bool taken = false;
};

/// A choice that is kept sealed until all asked seats have chosen.
struct Sealed {
    std::string seat;
    std::int64_t decision = 0;
    std::string choice;  ///< canonical JSON
    std::string how{};   ///< who made it, if not the seat itself at that moment; the server's word
    bool operator==(const Sealed&) const = default;
};

/// What the server keeps for a battle (`seat` empty) or for one of its seats besides the record: its clock, standing orders.
struct Kept {
    std::string seat;
    std::string name;
    std::string value;  ///< empty: keep it no longer
    bool operator==(const Kept&) const = default;
};

/// When a battle wants the server's attention although nobody asks anything: milliseconds since 1970.
struct Wake {
    std::string battle;
    std::int64_t at = 0;
    bool operator==(const Wake&) const = default;
};

/// What does not change in a battle. Texts are JSON where the protocol has JSON.
struct Header {
    std::string id;
    std::string ruleset;
    int ruleset_version = 0;
    std::string title;
    std::string visibility;  ///< public | unlisted | private
    std::string setup;
    std::string options;
    std::string created_at;
    std::string commitment;   ///< hex
    std::string server_seed;  ///< 32 bytes
};

/// One commit of one battle: what goes in together or not at all. The three texts are lines that only the server reads.
struct Step {
    std::int64_t first_seq = 0;  ///< the seq of its first event: the battle's head + 1, or the step is refused as broken
    std::int64_t last_seq = 0;   ///< the battle's head after this step; first_seq - 1 for a step without events
    std::string events{};
    std::string inputs{};
    std::string answers{};         ///< acknowledgements by the client's message id, for idempotent resends
    std::vector<Sealed> seal{};    ///< replaces what the seat had sealed for that decision
    std::vector<Sealed> unseal{};  ///< seat and decision count, the choice does not
    struct Taken {
        std::string seat;
        std::string name;
    };
    std::vector<Taken> taken{};
    struct Token {
        std::string seat;
        std::string hash;  ///< takes the place of the seat's token_hash
    };
    std::vector<Token> tokens{};
    std::vector<Kept> keep{};
    std::optional<std::int64_t> wake_at{};  ///< as in Wake; 0: it needs no attention any more
    std::optional<std::string> visibility{};
    std::optional<Status> status{};
    std::string outcome{};      ///< JSON, with status over
    std::string finished_at{};  ///< with status over
};

/// A whole battle as it was stored, steps in order.
struct StoredBattle {
    std::int64_t number = 0;  ///< the store's own name for it, used to append
    Header header;
    std::vector<Seat> seats;
    std::vector<Sealed> sealed;
    std::vector<Kept> kept{};
    std::int64_t wake_at = 0;
    std::vector<Step> steps{};  ///< only first_seq, last_seq, events, inputs and answers are filled
    Status status = Status::waiting;
    std::string outcome{};
    std::string finished_at{};
};

/// A line of the lobby and of the archive.
struct Summary {
    std::int64_t number = 0;
    std::string id;
    std::string ruleset;
    int ruleset_version = 0;
    std::string title;
    std::string visibility;
    Status status = Status::waiting;
    std::string options;  ///< JSON
    std::string created_at;
    std::string finished_at;
    std::string outcome;  ///< JSON or empty
    std::int64_t head = 0;
    std::vector<Seat> seats;  ///< token_hash left empty
};

struct Query {
    std::optional<Status> status{};
    std::string ruleset{};
    std::string player{};                  ///< part of a seat's name, case-insensitive for ASCII
    std::string text{};                    ///< part of the title, likewise
    std::optional<std::int64_t> before{};  ///< only numbers below this one (keyset page)
    int limit = 20;                        ///< 1 to 100; beyond, the nearest of these
};

/// All battles of the store, whoever may see them.
struct Counts {
    std::int64_t waiting = 0;
    std::int64_t running = 0;
    std::int64_t over = 0;
    bool operator==(const Counts&) const = default;
};

inline std::int64_t& counter_of(Counts& counts, Status status) {
    return status == Status::waiting ? counts.waiting : status == Status::running ? counts.running : counts.over;
}

/// What the store did since it was opened; for metrics.
struct Statistics {
    std::int64_t operations = 0;   ///< create and append, stored
    std::int64_t failed = 0;       ///< create and append, refused or failed
    std::int64_t commits = 0;      ///< transactions; operations / commits is the size of a group
    std::int64_t waiting = 0;      ///< in the queue now
    std::int64_t checkpoints = 0;  ///< passes that moved pages from the write-ahead log to the file
    std::int64_t wal_pages = 0;    ///< length of the write-ahead log now
};

class Store {
public:
    /// The battle's number (0 for remember), or why nothing was stored. Called once, on the writer's thread, or at once on the caller's
    /// when the queue is full or the store is closed. It must not throw, and must not call close().
    using Done = std::function<void(std::expected<std::int64_t, Failure>)>;

    virtual ~Store() = default;

    /// Stores a new battle with its seats and its first step.
    virtual void create(Header header, std::vector<Seat> seats, Step first, Done done) = 0;
    /// Stores a battle that was played elsewhere, with all its steps, in one commit. At least one step.
    virtual void adopt(Header header, std::vector<Seat> seats, std::vector<Step> steps, Done done) = 0;
    /// Appends a step to a battle. Steps of one battle are applied in the order of these calls; when one fails, those
    /// of the same battle that are waiting behind it fail too.
    virtual void append(std::int64_t number, Step step, Done done) = 0;
    /// Keeps something of the server's own; an empty value forgets it. In order with what was queued before.
    virtual void remember(std::string key, std::string value, Done done) = 0;
    /// Moves the battles that ended before this time (RFC 3339) where they take no room in the store; nobody who reads them
    /// notices. Blocking, for as long as it takes; how many it were.
    virtual std::expected<std::int64_t, Failure> archive(const std::string& finished_before) = 0;
    /// Finishes what is queued and calls every `done`; afterwards all writing is refused as unavailable. Reading
    /// goes on until the store is destroyed.
    virtual void close() = 0;

    /// The whole battle, or nothing if there is none with this id.
    virtual std::expected<std::optional<StoredBattle>, Failure> load(const std::string& id) = 0;
    virtual std::expected<std::optional<Summary>, Failure> summary(const std::string& id) = 0;
    /// Public battles, newest first.
    virtual std::expected<std::vector<Summary>, Failure> list(const Query& query) = 0;
    virtual std::expected<Counts, Failure> counts() = 0;

    /// All battles that want attention some time, the soonest first.
    virtual std::expected<std::vector<Wake>, Failure> wakes() = 0;
    /// What was remembered under this key; empty if nothing was.
    virtual std::expected<std::string, Failure> recall(const std::string& key) = 0;

    virtual Statistics statistics() const { return {}; }
};

}  // namespace muster::storage
