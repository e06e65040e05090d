#include "tests/server/flood_sum.hpp"

#include <thread>

#include "server/base/limits.hpp"

namespace muster::test {

namespace {

namespace limits = server::limits;

constexpr std::size_t kib = 1024;
constexpr std::size_t mib = 1024 * kib;

/// How much larger JSON may be when it has been read than its text: `{},` is three bytes, then 80, and a list that grows holds its old place
/// beside the new one for a moment.
constexpr std::size_t json_times = 32;

/// A connection without anything to say: coroutine, strand, timers, WebSocket, its place in tables. No bound: it is what the code is.
constexpr std::size_t connection_base = 16 * kib;

/// A situation that odds know, as limits.hpp says: 500,000 in 100 MB.
constexpr std::size_t situation_bytes = 200;

/// An ending that odds found, in the tables of simulated ones, of chances and of what becomes the answer's text.
constexpr std::size_t ending_bytes = kib;

/// What the store keeps of its file: 16,000 KiB for the writer, 2,000 KiB for each of six readers and the checkpointer (storage/sqlite).
constexpr std::size_t store_cache = (16'000 + 7 * 2'000) * kib;

/// A battle that a connection follows: its name and a place there, its place in the battle's audience.
constexpr std::size_t followed_bytes = 512;

/// A battle that waits for its time, in two maps.
constexpr std::size_t wake_bytes = 256;

/// A nudge under way, without the head of its answer: look-up, socket, TLS, its text.
constexpr std::size_t request_bytes = 128 * kib;

/// What is said in a battle of two seats: once for everybody, and for each seat what it sees, in UTF-8.
constexpr std::size_t said_bytes = std::size_t(3) * 500 * 4;

constexpr std::size_t address_bytes = 512;

/// A battle that is named, but in no store: its queue, strand and timers until that is known.
constexpr std::size_t named_battle_bytes = 4 * kib;

}  // namespace

std::size_t kept_by_allocator() { return limits::record_bytes_max * json_times; }

std::vector<Term> most_memory(const FloodSize& flood) {
    const std::size_t threads = std::max(1U, std::thread::hardware_concurrency());
    const auto seconds = static_cast<std::size_t>(flood.length.count());
    const auto per_connection =
        connection_base + limits::http_header_bytes_max + limits::message_bytes_max + limits::outbox_bytes_max + limits::followed_max * followed_bytes;
    const auto words = flood.addresses * (static_cast<std::size_t>(limits::said_burst + limits::said_per_s * static_cast<double>(seconds)));
    const auto battles = flood.battles + flood.addresses * flood.new_battles_per_address;
    const auto large_bodies = static_cast<std::size_t>(limits::large_bodies_max);
    const auto searches = static_cast<std::size_t>(limits::searches_waiting_max);
    const auto loads = static_cast<std::size_t>(limits::loads_waiting_max);
    // What is left out grows with none of them: a record or a page of events is sent in slices that are smaller than an outbox (record_slice_bytes,
    // events_page_bytes), commands that wait are counted with battles, and only the operator makes bans and his own requests.
    return {
        {"the idle server", flood.idle_bytes},
        {"connections: head, message or body, outbox or answer, what they follow, and themselves", flood.connections * per_connection},
        {"messages being read, one a thread", threads * limits::message_bytes_max * json_times},
        {"large bodies", large_bodies * 2 * limits::record_bytes_max},  // a text that grows doubles
        {"the one record being verified", limits::record_bytes_max * json_times},
        {"odds being worked out", threads * static_cast<std::size_t>(limits::odds_situations_max) * situation_bytes},
        {"endings of odds being worked out", threads * limits::odds_endings_max * ending_bytes},
        {"odds waiting", (limits::odds_queue_max + threads) * std::max(limits::message_bytes_max * json_times, 2 * limits::odds_past_bytes_max)},
        {"odds kept", limits::odds_kept_bytes_max},
        {"searches", searches * limits::events_page_bytes},
        {"battles being looked for", loads * named_battle_bytes},
        {"battles in memory", std::min(limits::battle_bytes_max, battles * 2 * limits::battle_base_bytes + words * said_bytes)},
        {"battles that wait for their time", limits::wakes_held_max * wake_bytes},
        {"nudges that wait", limits::nudge_bytes_max},
        {"nudges under way", limits::nudge_requests_max * (request_bytes + limits::nudge_answer_bytes_max)},
        {"addresses", flood.addresses * address_bytes},
        {"the store's cache", store_cache},
    };
}

std::size_t sum_of(const std::vector<Term>& terms) {
    std::size_t out = 0;
    for (const auto& term : terms) out += term.bytes;
    return out;
}

std::string text_of(const std::vector<Term>& terms) {
    std::string out;
    for (const auto& term : terms) out += std::to_string(term.bytes / mib) + " MiB  " + term.name + "\n";
    return out;
}

}  // namespace muster::test
