// A battle that an operator plays on his own server against an honest device: he has the attacker's seat and all that his server knows. What he must not
// know, the opponent's and the witness's ladders, is in his hands only from the moment when it was sent to him; everything else here he may read and change.
#pragma once
#include <array>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "protocol/shares.hpp"
#include "tests/hostile/opponent.hpp"

namespace muster::test {

/// Whose dice: one of the three kinds, or both seats' with a witness beside them.
enum class Dice { server, shared, witnessed, shared_and_witnessed };
constexpr std::array all_dice{Dice::server, Dice::shared, Dice::witnessed, Dice::shared_and_witnessed};
std::string_view name_of(Dice dice);
constexpr bool are_shared(Dice dice) { return dice == Dice::shared || dice == Dice::shared_and_witnessed; }

struct Match {
    Dice dice = Dice::server;
    int rounds = 3;
    std::uint64_t number = 0;  ///< what the chance in it follows from
};

/// How a battle came out for the operator.
struct Result {
    double won = 0;        ///< 1: he has won, ½: nobody has; 0 if he was found out
    double score = 0;      ///< the same, and 0 if it was by the server's word
    bool by_word = false;  ///< closed, forfeited, or a choice called late: the record says so, and that it is the server's word
    int tries = 0;         ///< how often he tried what the protocol does not forbid
    int cheats = 0;        ///< how often he went against it
    int refused = 0;       ///< how often he wanted to, and was not let: by the rules of the proof, or by the witness
    std::string named;     ///< what the opponent's device found, or "record": a verifier; empty: nothing
    Json record{};         ///< what he published; null: he was found out before
    protocol::KeptSeat kept{};
};

/// What somebody sits down with. `ladder`: its secret; nothing: that of every game here.
struct Arriving {
    std::string nonce{};
    std::optional<std::uint8_t> ladder{};
};

class Table;

/// How he plays. As it is here: honestly, choosing what does best with dice that he imagines.
class Operator {
public:
    virtual ~Operator() = default;
    virtual void sit(Table& table) const;
    /// Both are about to choose at once.
    virtual void before_hiding(Table& /*table*/) const {}
    /// His choice; `other`: what the opponent has sent already, if both choose at once; else null.
    virtual Json choose(Table& table, const Json& other) const;
    virtual void answer_draw(Table& table) const;
    /// The shares of this step, or the witness's, are in his hands, and nothing is entered yet.
    virtual void knows(Table& /*table*/) const {}
    /// The dice have fallen, and the opponent was told.
    virtual void has_rolled(Table& /*table*/) const {}
    /// What he shows of an event.
    virtual Json shown(Table& /*table*/, Json event) const { return event; }
    /// Whether he signs for the opponent what was decided before dice depend on it.
    virtual bool signs_at_once() const { return true; }
    virtual Json publish(Table& table) const;
};

class Table {
public:
    Table(const Match& match, const Operator& player);
    Table(const Table&) = delete;
    Table& operator=(const Table&) = delete;

    /// From the first seat to the published record.
    Result play();

    Dice dice() const { return match_.dice; }
    bool is_last_round() const;
    /// By how much the operator is ahead.
    static int lead(const rules::Battle& battle);
    int lead() const { return lead(game.fold->battle()); }

    /// A choice alone: how far ahead he will be after its dice, as he imagines them ...
    int imagined(const Json& choice);
    /// ... or works them out from all that he has. `share`: the opponent's or the witness's, if he has it already; else he guesses.
    int foreseen(const Json& choice, const std::optional<protocol::Hash>& share = {}) const;
    /// The same of the first dice, with the default, if he sits down so. Precondition: he does not sit yet.
    int foreseen_with(const Arriving& with) const;
    /// As he would have worked out the dice of his last choice, had he known the share that he knows now. Precondition: knows(), shared dice.
    int foreseen_too_late() const;
    /// Some legal choice of his, and a few of them, the default first.
    Json any();
    std::vector<Json> candidates();
    /// Of these the one with the highest value, the earliest of several.
    Json best_by(const std::function<int(const Json&)>& value);

    /// The battle as it stood after so many inputs.
    Game replayed(std::size_t inputs) const;
    /// As it stands.
    Game copy() const { return replayed(game.inputs.size()); }
    /// The battle as it stood before his last choice.
    Game before_choice() const { return replayed(before_); }
    /// The battle with another choice of his in place of the last one. `late`: the opponent's, made at once, is called so.
    Game with_choice(const Json& choice, bool late = false) const;
    /// The whole battle with others of his, and the opponent's as they were. Precondition: it is over, and its dice are not witnessed.
    Game with_others_of_his();
    /// How far ahead he is once all that is due was given. What he does not know yet of the witness's he guesses. Precondition: knows(), or all was given.
    int settled(Game copy) const;
    /// From now on it is this battle.
    void put(Game other);
    /// The same, and the opponent's device comes back to it as to a server that was restored.
    void go_back(Game other);
    /// What he would say for his own seat: in shared dice the seal of it.
    static Json said(Game& game, const Json& choice);

    protocol::ShareOptions share_request(int step) const;
    /// Whether the witness gives its share of the next step for this head: it never does for two.
    bool witness_gives(const Game& asking);
    /// Asks it for that of the next step before there is a choice. Precondition: it was not asked for it yet.
    protocol::Hash ask_witness_early();
    void close();

    Game game;
    Opponent opponent;
    Result result{};
    Start start;
    Arriving arriving{};                    ///< what the operator sits down with
    Json own{};                             ///< his last choice, ...
    bool is_alone = false;                  ///< ... whether only he was asked, ...
    bool late = false;                      ///< ... and whether he calls the opponent's late
    std::optional<protocol::Hash> early{};  ///< the opponent's share of the next step, if it was asked for too early
    Json opened{};                          ///< what the opponent's share opens; null: nothing

private:
    static void sit_down(Game& game, const Arriving& with);
    static int foreseen_in(Game trial, const Json& choice, const std::optional<protocol::Hash>& share);
    void decide();
    void ask_shares();
    void ask_witness();
    void tell(std::uint32_t floor = 0);
    void make(Game& in, const Json& choice, bool is_late) const;
    void judge();

    const Match match_;
    const Operator& player_;
    SeededChance fancy_;
    std::size_t before_ = 0;  ///< inputs before his last choice
    Json other_{};            ///< what the opponent sent with it
    std::size_t told_ = 0;
    bool drawn_ = false;
    std::map<int, protocol::Hash> witnessed_{};
    int witness_known_ = 0;  ///< the last step of which he has the witness's share
};

/// One battle.
Result played(const Match& match, const Operator& player);

}  // namespace muster::test
