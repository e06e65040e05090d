// How long one transfer may take: a request's body that comes, an answer that goes. Slow but steady is well; what stalls, or
// drips so slowly that it would hold its memory for ever, is not. Knows no clock and no socket.
#pragma once
#include <algorithm>
#include <chrono>
#include <cstddef>

#include "server/base/limits.hpp"

namespace muster::server {

class TransferDeadline {
public:
    using Time = std::chrono::steady_clock::time_point;
    using Duration = std::chrono::steady_clock::duration;

    explicit TransferDeadline(Time begin) : earned_until_(begin + limits::transfer_grace) {}

    /// So many bytes have moved.
    void moved(std::size_t bytes) { earned_until_ += std::chrono::nanoseconds(std::chrono::seconds(1)) * bytes / limits::transfer_bytes_per_s_min; }
    /// How long from `now` the next byte may take; not more than nothing: the transfer is to be cut.
    Duration left(Time now) const { return std::min<Duration>(earned_until_ - now, limits::transfer_stall_max); }

private:
    Time earned_until_;
};

}  // namespace muster::server
