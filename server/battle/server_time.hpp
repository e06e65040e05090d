// The one clock of the server: steady time plus an offset to the time of day, and the offset changes in one place. Whatever somebody
// does to the time of day, and however long the machine or the process stood still, a moment that was so many milliseconds after
// another is told as such; what was no time of play is added to `shift_ms`, together with the new offset. So whoever
// compares a deadline with a moment and looks at the shift first can never take an absence for play. Thread-safe.
#pragma once
#include <chrono>
#include <mutex>

#include "server/base/clock.hpp"
#include "server/battle/now.hpp"

namespace muster::server {

class ServerTime {
public:
    explicit ServerTime(const Clock& clock);

    Now now() const;
    /// The same, as a time of day that bans and rates are compared with.
    std::int64_t now_ms() const { return now().ms; }

    /// Compares with the time of day; to be called once a second (`look_every`), since between two looks no more than `still_max` passes.
    /// By how much all deadlines moved, if they did.
    std::int64_t look();

    /// The shift as it was stored, and how long the server has been away since. Before anything is served.
    void begin_with(std::int64_t shift_ms);

    static constexpr std::chrono::milliseconds look_every{1'000};
    /// No more passes between two looks; what is over it is no time of play. So a stop, of the process or the machine, costs nobody more than
    /// this, and where a busy machine is late, time goes a little slower.
    static constexpr std::chrono::milliseconds still_max{2'000};
    /// The server's time may be off the time of day by less: by short stops, and by the slow correction that every machine makes.
    static constexpr std::chrono::milliseconds jump_min{2'000};

private:
    std::int64_t seen_ms(std::int64_t steady_ms) const;
    std::int64_t played_ms(std::int64_t steady_ms) const;

    const Clock& clock_;
    mutable std::mutex mutex_;  // guards what follows
    std::int64_t offset_ms_;    // time of day minus steady time
    std::int64_t looked_ms_;    // steady time of the last look
    std::int64_t shift_ms_ = 0;
};

}  // namespace muster::server
