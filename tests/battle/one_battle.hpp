// One battle as plain values: no network, no store, no threads, and the time that a test says. What a command changes is given to the
// state and looked at; what would be stored is kept as a store would keep it.
#pragma once
#include <doctest/doctest.h>

#include <map>
#include <string>
#include <vector>

#include "server/battle/codec.hpp"
#include "server/battle/creation.hpp"
#include "server/battle/policies.hpp"

namespace muster::test {

/// Rock-paper of three people, for whoever wants to change something of it.
protocol::Create rock_paper_wanted(const Json& options = Json::object(), int rounds = 2);

/// Somebody says this.
inline protocol::Say words(const std::string& text) { return {"", text}; }

using Names = std::vector<std::string>;

class OneBattle {
public:
    static constexpr std::int64_t start_ms = 1'800'000'000'000;  ///< 2027-01-15T08:00:00Z

    /// Rock-paper with all three seats taken.
    explicit OneBattle(const Json& options = Json::object(), int rounds = 2);
    /// Any battle, where nobody but bots sits yet. `places`: where nudges may go, for as long as it lives; null: nobody is told.
    OneBattle(const protocol::Create& message, const server::NudgePlaces* places);

    /// Takes its seat and is here.
    void sit_down(const std::string& name);
    /// Everybody does whose seat nobody has.
    void all_sit_down();
    /// Whether the seat has a connection from now on.
    void set_here(const std::string& name, bool here) { state->set_here(seat(name), here, now); }

    /// Carries a command out; its step is kept. The change, or a refusal.
    server::BattleState::Applied apply(const server::Command& command);
    /// The same for a message of a seat.
    server::BattleState::Applied send(const std::string& seat, server::SeatMessage message, const std::string& id = {});
    /// "accepted 7", another answer's type, or the refusal's code.
    std::string outcome(const server::BattleState::Applied& applied) const;
    std::string tell(const std::string& seat, server::SeatMessage message, const std::string& id = {}) { return outcome(send(seat, std::move(message), id)); }
    /// The answer itself; it must not be a refusal.
    static Json answer(const server::BattleState::Applied& applied);
    Json ask(const std::string& seat, server::SeatMessage message) { return answer(send(seat, std::move(message))); }
    std::string throws(const std::string& seat, const std::string& hand, const std::string& id = {});

    /// What comes by itself at this moment is carried out until nothing does; the names of these commands.
    std::vector<std::string> let_time_act();
    void pass(std::int64_t ms) { now.ms += ms; }

    /// The same battle as it is read from what was stored.
    void reload();
    std::vector<std::string> events(std::int64_t after = 0) const;  ///< names
    std::string text_of(std::int64_t seq, rules::Viewer viewer = {}) const { return history.body(seq, viewer); }
    std::int64_t decision_of(const std::string& seat) const;
    rules::Seat seat(const std::string& name) const;

    server::Now now{start_ms, 0};
    storage::StoredBattle stored{};
    std::map<std::string, std::string> tokens{};
    std::unique_ptr<server::BattleState> state{};
    server::History history{""};

private:
    server::Surroundings around() const;
    void take(std::expected<server::LoadedBattle, Refusal> battle);
    void store(const storage::Step& step);

    const server::NudgePlaces* places_ = nullptr;
    int sent_ = 0;
};

}  // namespace muster::test
