// Asks the witnesses that the operator has named, over HTTPS, or over plain HTTP where he has named it so; on a thread of its own. Whoever the operator has
// not named is never connected to.
//
// Each witness has a line of its own, so that one that is slow holds up nobody who asks another; in it battles that are played come before those that do
// not exist yet, but for one place. Bounded: limits::witness_requests_max questions at once to each, limits::witness_waiting_max of either kind that wait;
// more: server_busy. Which keys they have is asked once for all who want to know it meanwhile, and told again for limits::witness_keys_kept.
#pragma once
#include <atomic>
#include <chrono>
#include <deque>
#include <map>
#include <optional>

#include "server/base/own_loop.hpp"
#include "server/battle/witnesses.hpp"
#include "server/nudge/https_poster.hpp"

namespace muster::server {

class WitnessClient final : public Witnesses {
public:
    explicit WitnessClient(std::vector<std::string> addresses, Resolve resolve = resolve_with_system);
    ~WitnessClient() override;
    WitnessClient(const WitnessClient&) = delete;
    WitnessClient& operator=(const WitnessClient&) = delete;

    const std::vector<std::string>& addresses() const override { return addresses_; }
    void keys(KeysDone done) override;
    void ask(const std::string& address, const protocol::WitnessQuestion& question, Done done) override;
    /// Cuts what is under way. Afterwards nobody is asked, and whoever wants to is told so.
    void stop();

private:
    struct Waiting {
        HttpsRequest request;
        Done done;
    };
    struct Lane {
        std::atomic<std::size_t> asked{0};  ///< waiting or under way
        std::deque<Waiting> waiting{};      ///< on the loop
        std::size_t under_way = 0;          ///< there, too
    };
    struct Line {
        Lane played{};      ///< of battles that are played
        Lane wanted{};      ///< of those that somebody wants to begin
        std::string key{};  ///< as it said last; empty: it didn't answer, or none
        std::optional<std::chrono::steady_clock::time_point> key_at{};
    };
    void send_next(const std::string& address, Line& line);
    void send(const std::string& address, Line& line, Lane& lane);
    void ask_keys();
    void tell_keys();

    const std::vector<std::string> addresses_;
    std::map<std::string, Line> lines_{};  ///< by address; all are there from the beginning
    std::vector<KeysDone> want_keys_{};
    std::size_t keys_awaited_ = 0;
    OwnLoop loop_{"asking a witness failed"};
    HttpsPoster poster_;
};

}  // namespace muster::server
