// Whether a record holds: commitment, chains, every die, and the same events from the same rules.
#pragma once
#include <string>

#include "protocol/proof/by_word.hpp"
#include "protocol/proof/seat_signed.hpp"
#include "protocol/record.hpp"
#include "rules/battle.hpp"
#include "rules/give_up.hpp"

namespace muster::protocol {

/// Who can tell what differs: anybody, by what the record itself proves and says twice (protocol/proof/); or only who plays its inputs again by the rules.
enum class Part { proof, rules };
constexpr EnumNames<Part, 2> names_of(Part) { return {{{Part::proof, "proof"}, {Part::rules, "rules"}}}; }

struct Place {
    std::string path;
    std::string message;
    static void fields(auto& visit, auto& self) { list_fields(visit, "path", self.path, "message", self.message); }
};

struct Verdict {
    bool holds = false;
    std::string message;              ///< what was checked, or the first thing that differs
    std::string path{};               ///< where in the record ("/events/12/data/groups/0/dice/3")
    std::optional<Part> part{};       ///< of what; nothing: it holds
    std::optional<Place> by_rules{};  ///< where the rules differ first, if a hash or the signature is all that is wrong with the proof, which tells no place
    std::string uncovered{};          ///< what a proof of its kind says nothing about, although it holds
    std::optional<proof::ByWord> by_word{};       ///< if the proof holds: what of it is the server's word
    std::vector<proof::SeatSigned> signatures{};  ///< muster/2, if the proof holds: of each seat
    int rolls = 0;
    int dice = 0;
    bool given_up = false;  ///< it is not known whether it holds
    static void fields(auto& visit, auto& self) {
        list_fields(visit, "holds", self.holds);
        visit("message", self.message, Rule{.about = "what was checked, or the first thing that differs"});
        visit("path", self.path, Rule{.sparse = true, .about = "where in the record"});
        visit("part", self.part,
              Rule{.sparse = true,
                   .about = "proof: anybody can tell, without the rules; rules: only who plays it again. The rules are asked if the proof holds"});
        visit("by_rules", self.by_rules,
              Rule{.sparse = true, .about = "where the rules differ first, if a hash or the signature is all that is wrong with the proof"});
        visit("uncovered", self.uncovered, Rule{.sparse = true, .about = "what a proof of this kind says nothing about, although it holds"});
        visit("by_word", self.by_word, Rule{.sparse = true, .about = "what no proof shows, although it holds: that is the server's word"});
        visit("signatures", self.signatures, Rule{.sparse = true, .about = "what each seat has signed of its inputs"});
        list_fields(visit, "rolls", self.rolls, "dice", self.dice);
    }
};

/// Checks the whole proof (protocol/proof/), and then plays the battle again: so what is wrong with the proof is told first, wherever it stands, as whoever
/// has no rules tells it (the SDK's verifier). A battle that is not over cannot be checked, since its secret is still kept; the
/// verdict says so. Chat (`said`) and times are not covered by the proof.
/// `give_up` is asked before each event, and again before each input and each roll: true ends it without a verdict. `limits` are those that the battle was
/// played with.
Verdict verify(const Record& record, const rules::Rulesets& rulesets, const GiveUp& give_up = {}, const BattleLimits& limits = {});

}  // namespace muster::protocol
