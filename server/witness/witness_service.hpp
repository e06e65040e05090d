// Being the witness of battles elsewhere (protocol/README.md, "Witnessed dice"): draws their ladders, and gives one share for one head of each step,
// which is stored before. Thread-safe.
//
// Bounded: limits::witnessed_max battles, of which those make room that have not asked for limits::witnessed_idle, or for
// limits::witnessed_unused if they never asked for a share; all have: server_busy. One question
// about a battle at a time; more: server_busy.
#pragma once
#include <functional>
#include <memory>
#include <mutex>
#include <set>
#include <string>

#include "protocol/witness.hpp"
#include "server/battle/services.hpp"

namespace muster::server {

class WitnessService : public std::enable_shared_from_this<WitnessService> {
public:
    explicit WitnessService(Services& services) : services_(services) {}

    /// By which it signs, hex.
    std::string key() const;

    /// `done` is called once, on any thread. Refuses bad_message (also what the server that asks has not signed), illegal_choice (a head that is not the one
    /// that was answered, or not of the next step), server_busy.
    using Done = std::function<void(std::expected<protocol::WitnessAnswer, Refusal>)>;
    void answer(protocol::WitnessQuestion question, Done done);

private:
    /// A question whose form is right.
    struct Asked;
    using Answer = std::expected<protocol::WitnessAnswer, Refusal>;
    struct Turn;
    std::shared_ptr<Turn> take_turn(const Asked& asked);
    void look(const Asked& asked, const Done& done);
    std::expected<storage::Witnessed, Refusal> next(const Asked& asked, const std::optional<storage::Witnessed>& kept) const;
    Answer told(const Asked& asked, const storage::Witnessed& kept) const;

    Services& services_;
    std::mutex mutex_{};  // guards what follows
    std::set<std::string> under_way_{};
};

}  // namespace muster::server
