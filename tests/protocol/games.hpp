// Battles played on their fold alone, without a server, and the records of them.
#pragma once
#include <expected>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "protocol/fold.hpp"
#include "protocol/ladder.hpp"
#include "protocol/signed_head.hpp"
#include "tests/support/chance.hpp"

namespace muster::test {

/// Its value. A refusal is thrown, not asserted: programs that are no tests play battles too.
template <typename T>
T must(std::expected<T, Refusal> result) {
    if (!result) throw std::runtime_error(result.error().path + ": " + result.error().message);
    return std::move(*result);
}

struct Game {
    std::unique_ptr<protocol::Fold> fold;
    std::vector<std::string> inputs{};  ///< as the record keeps them
    std::vector<protocol::LoggedEvent> events{};
    int clock = 0;
    protocol::Shown shown{fold->chain().start()};
    /// Of shared dice, by seat: whose ladder it is, from which step on, and what it has sealed.
    struct Holder {
        protocol::Ladder ladder;
        int after = 0;
        Json sealed{};
    };
    std::vector<Holder> holders{};
    std::optional<protocol::Ladder> witness{};  ///< of dice with a witness
    int witness_after = 0;
    bool signs = false;  ///< every seat brings a key, and signs what it decides

    /// Runs one operation of the fold and keeps what it brought forth.
    template <typename Operation>
    void run(Operation operation) {
        protocol::Applied applied(next_time());
        operation(*fold, applied);
        protocol::add_shown(shown, applied, applied.events);
        for (auto& input : applied.inputs) inputs.push_back(std::move(input));
        for (auto& event : applied.events) events.push_back(std::move(event));
    }
    void take(rules::Seat seat, const std::string& name, const std::string& nonce = {});
    /// Who is asked; where anybody is, the first who is still there.
    rules::Seat who_answers(const rules::Ask& ask) const;
    /// Chooses for one decision that is not sealed, or for all of a sealed step (`choices` in the order of open()). `by`: who chooses, where anybody may;
    /// left out, the first who is still there.
    void choose(const std::vector<Json>& choices, rules::Seat by = rules::anybody);
    void concede(rules::Seat seat);
    /// What the seats say for these choices of a step that is sealed for all.
    std::vector<Json> seal(const std::vector<Json>& choices);
    /// What this seat says when it is asked for its share.
    Json share_of(rules::Seat seat) const;
    void give_shares();
    /// From now on this seat has a ladder with another secret.
    void renew_ladder(rules::Seat seat, std::uint16_t secret);
    /// What the witness says: its (first or next) ladder, signed; and its share of the step that is asked for.
    void join_witness(std::uint8_t secret = 99);
    void give_witness_share();
    /// The same with what the rules would choose.
    void choose_best();

    Json event(std::size_t index) const { return Json::parse(events.at(index).body); }
    /// "1 battle_created", "2 seat_taken", …: what a person would compare.
    std::vector<std::string> story() const;
    std::string record() const;
    std::optional<protocol::SignedHead> signed_head() const;

private:
    std::string signature_of(rules::Seat seat, Json input) const;
    std::string next_time();
};

struct Start {
    const rules::Ruleset* ruleset = nullptr;
    Json setup;
    bool confirm = false;
    std::string title = "A trial";
    std::string seed = std::string(32, 's');
    protocol::BattleLimits limits{};
    protocol::Proof proof = protocol::Proof::second;
    Json options = Json::object();  ///< besides those of every battle here, or in their place
    bool signs = false;             ///< seats sign what they decide
};

/// The key that servers of tests sign with.
const protocol::P256Key& test_key();
/// The key by which a seat signs.
const protocol::P256Key& seat_key_for_tests(rules::Seat seat);
/// The key of their witness.
const protocol::P256Key& witness_key();
/// Options of a battle whose dice it feeds: alone, or beside both seats.
Json witnessed_options();
Json shared_and_witnessed_options();

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
