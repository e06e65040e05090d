// The loop that everybody who runs a battle shares.
#pragma once
#include <string>
#include <vector>

#include "rules/battle.hpp"
#include "rules/dice.hpp"
#include "rules/fields.hpp"

namespace muster::rules {

/// Rolls and applies while the battle needs dice. `rolls` counts the battle's rolls. False: the dice ran out and the
/// battle still needs some.
bool roll_on(Battle& battle, Dice& dice, int& rolls, std::vector<Event>& events);

/// Bytes of an event's data, with what particular seats see instead of it.
std::size_t data_bytes(const Event& event);

/// As roll_on(), but stops also when the data of `events` has come to more than `bytes_max`: the battle may then still need dice. It
/// looks after each roll. Gives the bytes that it came to, what stood in `events` before included.
std::size_t roll_within(std::size_t bytes_max, Battle& battle, Dice& dice, int& rolls, std::vector<Event>& events);

/// The asks that are open now; empty when the battle is over or needs dice.
const std::vector<Ask>& open_asks(const Battle& battle);

/// The outcome, if the battle is over.
const Outcome* outcome_of(const Battle& battle);

/// The common event `chosen`. `decision` 0: a forced decision, which has no number since nobody was asked. `choice`: canonical; a Json
/// will do.
struct Chosen {
    std::string seat;
    int decision = 0;
    std::string kind;
    const JsonText& choice;
    bool forced = false;
    bool timed_out = false;
    bool standing = false;  ///< an order that the seat had left
    bool left = false;      ///< the default, since the seat has left a battle that others go on with
    bool unfit = false;     ///< the default, since what the seat had sealed could not be chosen

    static void fields(auto& visit, auto& self) {
        list_fields(visit, "seat", self.seat);
        visit("decision", self.decision, Rule{.sparse = true});
        list_fields(visit, "kind", self.kind, "choice", self.choice);
        visit("forced", self.forced, Rule{.sparse = true});
        visit("timed_out", self.timed_out, Rule{.sparse = true});
        visit("standing", self.standing, Rule{.sparse = true});
        visit("left", self.left, Rule{.sparse = true});
        visit("unfit", self.unfit, Rule{.sparse = true});
    }
};
Event chosen_event(const Chosen& chosen);

/// Schemas of the data of the common events, by name; `choice` and `survivors` are open in them.
Json common_event_schemas();

/// Fields of an event's data that records of an earlier time do not have, of the common events above and the ruleset's own.
std::vector<std::string> later_fields_of(const Ruleset& ruleset, std::string_view event);

/// The common event `rolled`: {"seat","roll","purpose","groups":[{"label","dice":[…]}]}; groups with a combat value have
/// "combat_value" and "hits" too, those of other dice than six-sided ones "sides".
Event rolled_event(const std::string& seat_name, const Roll& roll, const Rolled& rolled);

/// The common event `battle_ended`: {"winner": seat or null,"reason","survivors"} and, where there is one, the secret
/// that is revealed. Rulesets do not make it themselves: a battle also ends by concession or agreement.
Event ended_event(const Outcome& outcome, const std::vector<std::string>& seats, const std::string& server_seed = {});

}  // namespace muster::rules
