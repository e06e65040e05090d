// A battle as stores keep it: plain structs, texts that only the server reads, no tokens but their hashes.
#pragma once
#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace muster::storage {

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
    std::string commitment;    ///< hex
    std::string server_seed;   ///< 32 bytes
    std::string server_key{};  ///< 65 bytes; empty: of the time before muster/2
};

struct Beginning;

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
    std::optional<bool> open{};  ///< whether anybody may take a seat of it from now on
    std::optional<Status> status{};
    std::string outcome{};                      ///< JSON, with status over
    std::optional<int> winner{};                ///< with status over: the place of the seat that has won; none: nobody has
    std::string finished_at{};                  ///< with status over
    std::shared_ptr<const Beginning> begins{};  ///< another battle, stored with this step or not at all; null: none

    /// All it does is to change what is kept besides the history. It leaves nothing behind in that, however often it is repeated. The first step
    /// of a battle never is.
    bool is_silent() const { return last_seq < first_seq && events.empty() && inputs.empty() && answers.empty(); }
};

/// A new battle with its seats and its first step.
struct Beginning {
    Header header;
    std::vector<Seat> seats;
    Step first;
};

/// A battle that is to be stored, in one commit: with one step if it begins here, with all of one that was played elsewhere.
struct Creation {
    Header header;
    std::vector<Seat> seats;
    std::vector<Step> steps;  ///< at least one
};

/// A step that is to follow those of a battle, by the battle's number.
struct Append {
    std::int64_t number = 0;
    Step step;
};

/// A whole battle as it was stored, steps in order, but for the silent ones.
struct StoredBattle {
    std::int64_t number = 0;  ///< the store's own name for it, used to append
    Header header;
    std::vector<Seat> seats;
    std::vector<Sealed> sealed;
    std::vector<Kept> kept{};
    std::int64_t wake_at = 0;
    std::vector<Step> steps{};  ///< only first_seq, last_seq, events, inputs and answers are filled
    bool open = false;
    Status status = Status::waiting;
    std::string outcome{};
    std::optional<int> winner{};
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
    bool open = false;        ///< anybody may take a seat of it
};

constexpr int list_limit_max = 101;  ///< battles of one page of a list, and the one that tells that there is another

/// Battles that are over, by who has won them.
struct WonBy {
    std::optional<int> seat{};  ///< its place; none: nobody
    bool operator==(const WonBy&) const = default;
};

struct Query {
    std::optional<Status> status{};
    std::string ruleset{};
    std::string player{};                           ///< part of a seat's name, case-insensitive for ASCII
    std::string text{};                             ///< part of the title, likewise
    bool open = false;                              ///< only those in which anybody may take a seat
    std::optional<WonBy> won{};                     ///< only those that are over, and have ended so
    std::optional<std::vector<std::string>> ids{};  ///< only those of these
    std::string from{};                             ///< RFC 3339 as in Summary: only those that ended then or later; not over, began
    std::string to{};                               ///< likewise, before this
    std::optional<std::int64_t> before{};           ///< only numbers below this one (keyset page)
    int limit = 20;                                 ///< 1 to list_limit_max; beyond, the nearest of these
    const std::atomic<bool>* given_up = nullptr;    ///< once it is set nobody wants the answer, and it is refused like one that takes too long
};

/// All battles of the store, whoever may see them.
struct Counts {
    std::int64_t waiting = 0;
    std::int64_t running = 0;
    std::int64_t over = 0;
    std::int64_t uncounted = 0;  ///< of these: whose dice are in no sum yet (dice.hpp)
    bool operator==(const Counts&) const = default;
};

inline std::int64_t& counter_of(Counts& counts, Status status) {
    return status == Status::waiting ? counts.waiting : status == Status::running ? counts.running : counts.over;
}

}  // namespace muster::storage
