// Every bound of the server in one table. What happens at each is said beside it.
#pragma once
#include <chrono>
#include <cstddef>
#include <cstdint>

namespace muster::server::limits {

using namespace std::chrono_literals;

inline constexpr std::size_t message_bytes_max = 64 * 1024;    ///< a longer message: close 1009
inline constexpr std::size_t outbox_bytes_max = 256 * 1024;    ///< unsent to one connection beyond this: close 4008
inline constexpr std::size_t history_slice_bytes = 48 * 1024;  ///< history goes out in slices, the next when one is written
inline constexpr std::size_t news_bytes_max = 128 * 1024;      ///< a commit that says more goes out in slices, like history
inline constexpr int socket_send_bytes = 128 * 1024;           ///< the kernel's part of the same bound
inline constexpr std::size_t followed_max = 64;                ///< battles one connection may follow; more: server_busy
inline constexpr std::size_t session_queue_max = 1000;         ///< commands waiting for one battle; more: server_busy
inline constexpr std::size_t fanout_slice = 256;               ///< spectators served before other battles get a turn
inline constexpr auto write_stall_max = 10s;                   ///< a blocked write this long: the connection is dropped
inline constexpr auto handshake_max = 10s;                     ///< HTTP request or WebSocket handshake or close
inline constexpr auto idle_max = 40s;                          ///< silence on a WebSocket; pings go out after half of it
inline constexpr auto http_idle_max = 30s;                     ///< between requests of a kept-alive connection
inline constexpr std::size_t http_header_bytes_max = 16 * 1024;
inline constexpr auto shutdown_max = 3s;           ///< then connections that do not close are cut
inline constexpr auto presence_every = 1s;         ///< presence is conflated: at most one message in this time
inline constexpr int flood_rejections_max = 1000;  ///< messages refused as rate_limited in a row: close 4009
inline constexpr std::size_t name_characters_max = 40;
inline constexpr std::size_t title_characters_max = 100;
inline constexpr double said_per_s = 1;  ///< chat per connection, with a burst
inline constexpr double said_burst = 10;
inline constexpr auto odds_exact_max = 1s;                           ///< work on exact odds; then they are simulated
inline constexpr auto odds_simulate_max = 1s;                        ///< work on simulated odds; then their error is what it is
inline constexpr std::int64_t odds_situations_max = 500'000;         ///< in the memory of one question (100 MB); then simulated
inline constexpr std::size_t odds_queue_max = 16;                    ///< questions waiting; more: server_busy
inline constexpr std::size_t odds_askers_max = 10'000;               ///< who wait for the same answer; more: server_busy
inline constexpr std::size_t odds_kept_bytes_max = 4 * 1024 * 1024;  ///< answers kept for those who ask again; the oldest go

}  // namespace muster::server::limits
