// Luck told from decisions: start + luck + choices = result, for each seat of a battle that is over.
//
// Between two moments the chances of winning change because dice fell, or because somebody decided something else than the odds assume. So the battle is
// played again from its events, and stands still after each decision, with its dice yet to be rolled, and after each roll. The odds are those of
// `muster odds`, whose policy is `best`; a battle that nobody wins counts nothing for anybody, as there.
#pragma once
#include <expected>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "protocol/ledger/estimate.hpp"
#include "rules/battle.hpp"

namespace muster::ledger {

/// Why chances changed. `end`: somebody gave up, let his time pass or agreed to a draw, or the battle was closed: that counts as a choice.
enum class Cause { roll, choice, end };
constexpr EnumNames<Cause, 3> names_of(Cause) { return {{{Cause::roll, "roll"}, {Cause::choice, "choice"}, {Cause::end, "end"}}}; }

/// A sum and the standard error of it; 0 where all chances behind it are exact, or all simulated battles agreed.
struct Amount {
    double sum = 0;
    double error = 0;
    static void fields(auto& visit, auto& self) {
        list_fields(visit, "sum", self.sum);
        visit("error", self.error, Rule{.about = "its standard error; 0: it is exact, or all simulated battles agreed"});
    }
};

struct Step {
    std::int64_t seq = 0;  ///< of the event
    Cause cause = Cause::roll;
    std::string seat{};   ///< who rolled, decided or gave up; empty: nobody alone
    std::string about{};  ///< the purpose of the roll, the kind of the decision, or the reason of the end
    std::optional<int> round{};
    std::vector<Amount> changes{};  ///< by seat
    std::vector<double> chances{};  ///< by seat, afterwards
    static void fields(auto& visit, auto& self) {
        visit("seq", self.seq, Rule{.about = "the event's"});
        list_fields(visit, "cause", self.cause);
        visit("seat", self.seat, Rule{.sparse = true, .about = "who rolled, decided or gave up; left out: nobody alone"});
        visit("about", self.about, Rule{.about = "the purpose of the roll, the kind of the decision, or the reason of the end"});
        visit("round", self.round, Rule{.sparse = true, .about = "the round, phase or turn in which it was"});
        visit("changes", self.changes, Rule{.about = "what it changed, in the order of `sides`"});
        visit("chances", self.chances, Rule{.about = "how likely each is to win afterwards, in the order of `sides`"});
    }
};

/// What became of one seat's chance to win.
struct Side {
    std::string seat{};
    std::string name{};  ///< of who played it; empty: nobody did
    Amount start{};
    Amount luck{};     ///< what rolls changed, whoever's they were
    Amount choices{};  ///< what decisions changed, whoever's they were
    Amount own{};      ///< of that its own decisions
    double result = 0;
    static void fields(auto& visit, auto& self) {
        list_fields(visit, "seat", self.seat, "name", self.name);
        visit("start", self.start, Rule{.about = "its chance to win when the battle began"});
        visit("luck", self.luck, Rule{.about = "what all rolls changed"});
        visit("choices", self.choices, Rule{.about = "what all decisions changed, against the play that odds assume; start + luck + choices = result"});
        visit("own", self.own, Rule{.about = "of `choices`: its own decisions"});
        visit("result", self.result, Rule{.about = "1: it has won; 0: it has not"});
    }
};

struct Ledger {
    std::string reason{};  ///< how it ended
    bool exact = true;     ///< all chances are
    std::vector<Side> sides{};
    std::vector<Step> steps{};
};

/// A battle as a record has it.
struct Account {
    const rules::Ruleset& ruleset;
    const Json& setup;
    std::string_view battle;  ///< its id: simulated dice follow from it
    const Json& events;       ///< a list of {"seq","event","data"}, as a spectator sees them
};

/// Refuses a battle that is not over or says what its rules do not (bad_message), with the place in the record; one that nobody wins (illegal_choice);
/// one that takes more than `limits` (too_large), or than the caller has patience for (server_busy).
std::expected<Ledger, Refusal> make_ledger(const Account& account, const Limits& limits, rules::Patience& patience);

}  // namespace muster::ledger
