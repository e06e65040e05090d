// Battles played on their fold alone, without a server, and the records of them.
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "protocol/fold.hpp"
#include "tests/support/chance.hpp"

namespace muster::test {

struct Game {
    std::unique_ptr<protocol::Fold> fold;
    std::vector<std::string> inputs{};  ///< JCS texts, as the record keeps them
    std::vector<protocol::LoggedEvent> events{};
    int clock = 0;

    /// Runs one operation of the fold and keeps what it brought forth.
    template <typename Operation>
    void run(Operation operation) {
        protocol::Applied applied(next_time());
        operation(*fold, applied);
        for (auto& input : applied.inputs) inputs.push_back(std::move(input));
        for (auto& event : applied.events) events.push_back(std::move(event));
    }
    void take(rules::Seat seat, const std::string& name, const std::string& nonce = {});
    /// Chooses for one decision that is not sealed, or for all of a sealed step (`choices` in the order of open()).
    void choose(const std::vector<Json>& choices);
    /// The same with what the rules would choose.
    void choose_best();

    Json event(std::size_t index) const { return Json::parse(events.at(index).body); }
    /// "1 battle_created", "2 seat_taken", …: what a person would compare.
    std::vector<std::string> story() const;
    std::string record() const;

private:
    std::string next_time();
};

struct Start {
    const rules::Ruleset* ruleset = nullptr;
    Json setup;
    bool confirm = false;
    std::string title = "A trial";
    std::string seed = std::string(32, 's');
    protocol::BattleLimits limits{};
};

protocol::Origin origin_of(const Start& start);
/// Created, with event 1.
Game created(const Start& start);
/// The same with all seats taken.
Game seated(const Start& start);

/// How a random battle goes on besides its choices.
struct Manners {
    bool talk = true;  ///< notes between: chat, seals taken back
    int concede_one_in = 40;
    int draw_one_in = 15;
};

/// Played to its end with random legal choices, draw offers, concessions and talk.
Game random_game(const Start& start, Chance& chance, const Manners& manners = {});

/// The small setups that tests play.
Json skirmish();

}  // namespace muster::test
