// Which other servers of a store live, from one look to the next, and which of them are to be called gone. That is told to whoever then claims at once what
// they had (Neighbours), so it is said later than it is true of a claim: a lock may be free because a connection broke whose server connects anew, and after
// the database was away everybody looks as if he were gone to the one who is back first. No clock of its own.
#pragma once
#include <chrono>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "storage/postgres/living.hpp"

namespace muster::storage::postgres {

class Others {
public:
    using Time = std::chrono::steady_clock::time_point;
    /// A server whose lease has not ended.
    struct Seen {
        std::int64_t owner = 0;
        std::string url{};
        std::chrono::milliseconds silent{0};
        bool has_lock = true;
    };
    /// Whoever has no lock any more is gone once he is silent for so long: two signs of life are missing.
    static constexpr std::chrono::milliseconds overdue{1'000};
    /// So long after this server was away itself nobody is called gone: the others have as long to come back.
    static constexpr std::chrono::milliseconds quiet{1'000};

    /// `seen`: all of them at this time.
    void look(const std::vector<Seen>& seen, Time now);
    /// Those that have gone since this was called last, by their addresses; no server that others reach there lives.
    std::set<std::string> take_gone() { return std::exchange(gone_, {}); }
    bool any() const { return any_; }
    /// Until when something changes if nobody says anything.
    std::chrono::milliseconds next_look() const { return next_look_; }

private:
    std::map<std::int64_t, std::string> known_{};  ///< not called gone yet, by their tokens: their addresses
    std::set<std::string> gone_{};
    bool any_ = false;
    std::chrono::milliseconds next_look_ = beat_every;
    Time looked_{};
    Time quiet_until_{};
};

}  // namespace muster::storage::postgres
