// Two connections that play battles against each other, one battle after the other. While a battle goes on the next one
// is made and both seats are taken, so that a decision never waits for a battle to be created.
#pragma once
#include <deque>
#include <functional>
#include <utility>

#include "tests/bench/setups.hpp"
#include "tests/bench/wsload.hpp"

namespace muster::bench {

/// A decision that a seat has been asked.
struct Asked {
    std::size_t seat = 0;
    std::string decision{};
};

/// A decision on its way: until both seats have seen the event `chosen` of it.
struct Submitted {
    std::string decision{};
    std::uint64_t since_ns = 0;
    unsigned seen = 0;
};

struct Match {
    std::string battle{};
    std::deque<Asked> asked{};
    std::vector<Submitted> submitted{};
    unsigned ended = 0;  ///< seats that saw battle_ended
};

/// What a pair reports. `latency_ns` runs until the later of the two players has read the event.
struct PairEvents {
    std::function<void(class Pair&)> on_asked;
    std::function<void(std::uint64_t latency_ns)> on_decided;
};

class Pair {
public:
    Pair(Client& client, const PairEvents& events, std::string create) : client_(client), events_(events), create_(std::move(create)) {
        for (auto& seat : seats_) seat = &client.add("/ws");
    }

    /// Once both connections are open.
    void begin() { client_.send(*seats_[0], create_); }
    bool owns(const Conn& conn) const { return &conn == seats_[0] || &conn == seats_[1]; }
    bool has_asked() const { return !current_.asked.empty(); }
    const std::string& battle() const { return current_.battle; }
    std::uint64_t choices() const { return choices_; }
    void on_text(const Conn& conn, std::string_view text);
    /// Answers the oldest open decision with its default; its latency counts from `since_ns`.
    void submit(std::uint64_t since_ns);

    std::uint64_t events_seen = 0;  ///< of the battles played, on the attacker's connection
    std::uint64_t event_bytes = 0;  ///< frames of these
    std::uint64_t accepted = 0;
    std::uint64_t battles_ended = 0;

private:
    void on_created(std::string_view text);
    void on_event(std::size_t seat, const Conn& conn, std::string_view text);
    void on_request(std::string_view text);
    void next_match();
    Match* match_of(std::string_view battle);

    Client& client_;
    const PairEvents& events_;
    std::string create_;
    Conn* seats_[2]{};
    Match current_{}, spare_{};
    std::uint64_t choices_ = 0;
};

bool is_event(std::string_view text);
std::string create_message(const BattleSetup& setup);
std::string follow_message(std::string_view battle, std::string_view token);

}  // namespace muster::bench
