// The interface that all rulesets share. Read this file first.
//
// A battle is a pure fold over its inputs. It never calls out: `need()` says what it waits for (dice, decisions, or
// nothing because it is over) and somebody outside supplies it through `apply()`. The server, `muster resolve`, the
// verifier, bots and tests drive the same code by the same loop (rules/drive.hpp).
//
// Hidden simultaneous choices: when `need()` asks several seats at once, their choices are sealed. The driver collects
// them outside the battle and applies them together, so the battle's state cannot leak what it does not hold.
#pragma once
#include <expected>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "rules/decision_kind.hpp"
#include "rules/fields.hpp"
#include "rules/json.hpp"
#include "rules/odds/model.hpp"
#include "rules/preference.hpp"
#include "rules/refusal.hpp"
#include "rules/seat.hpp"

namespace muster::rules {

/// Who looks: a seat, or nobody in particular.
struct Viewer {
    std::optional<Seat> seat{};
    static Viewer spectator() { return {}; }
    bool operator==(const Viewer&) const = default;
};

/// How automatic decisions are made: `best` plays to win, `listed` reproduces reference figures, `preset` takes every default. In most
/// rulesets `best` is the default too; where the default is to do nothing, it is not.
enum class Policy { best, listed, preset };
constexpr EnumNames<Policy, 3> names_of(Policy) { return {{{Policy::best, "best"}, {Policy::listed, "listed"}, {Policy::preset, "default"}}}; }

/// One thing that happened. `data` is a JSON object, written once when it happened: as RFC 8785 text, for the proof hashes it as it stands.
struct Event {
    std::string name;
    std::string data;
    /// What particular seats see instead of `data` (a seat's own secret). Everybody else, spectators too, sees `data`.
    std::vector<std::pair<Seat, std::string>> instead{};

    const std::string& data_for(Viewer viewer) const;
};

template <typename Data>
Event make_event(std::string name, const Data& data) {
    return {std::move(name), canonical_text(data).text()};
}

/// Dice of one kind within a roll; `label` says whose they are ("catapults").
struct RollGroup {
    std::string label;
    int dice = 0;
    int combat_value = 0;  ///< if above 0: each die that shows it or less is a hit, and the event `rolled` counts them
    int sides = 6;         ///< 2 to sides_max

    bool hit(int die) const { return die <= combat_value; }
};

inline constexpr int sides_max = 100;

/// Chance owes dice, in the order of the groups.
struct Roll {
    Seat seat = 0;
    std::string purpose;
    std::vector<RollGroup> groups;

    int dice() const;
    /// Of each die.
    std::vector<int> sides() const;
};

/// One decision that somebody must make now, fully described: `options` says all that is legal, `preset` is the choice
/// that a time-out, an absent player or "default" plays (the protocol's `default`), already in canonical form.
struct Ask {
    Seat seat = 0;  ///< or anybody; then it is the only one
    std::string kind;
    SharedJson options;
    SharedJson preset;
};

/// How it ended. `winner` empty: nobody. `survivors` counts what lives, by seat name.
struct Outcome {
    std::optional<Seat> winner{};
    std::string reason;
    Json survivors = Json::object();
};

struct Over {
    Outcome outcome;
};

/// What every seat knows of how a battle stands, in numbers: conditions of standing orders are about these.
struct Facts {
    struct Side {
        int pieces = 0;                     ///< as Outcome::survivors counts them
        std::map<std::string, int> left{};  ///< by name of a piece or of a type of pieces; those that are gone too
    };
    std::optional<int> round{};  ///< the round, phase or turn, from 1; nothing where a ruleset has none
    std::vector<Side> sides{};   ///< by seat
};

/// What the battle waits for. Several asks at once are answered together (sealed until all are in).
using Need = std::variant<Roll, std::vector<Ask>, Over>;

/// Dice for the roll that was needed; `number` is the roll's number in the battle, `values` in group order.
struct Rolled {
    int number = 0;
    std::vector<int> values;
};

/// One canonical choice for each ask of `need()`, in the same order.
struct Decided {
    std::vector<FlatJson> choices;
    Seat by = anybody;  ///< where anybody was asked: who answers
};

using Input = std::variant<Rolled, Decided>;

/// A battle in progress. Not thread-safe; whoever owns it calls it from one place at a time.
class Battle {
public:
    virtual ~Battle() = default;

    /// Its seats' names, at most seats_max, in the order in which ties are broken. They never change.
    virtual const std::vector<std::string>& seats() const = 0;

    /// What is waited for now. The reference is good until the next apply(). Before begin(): undefined.
    virtual const Need& need() const = 0;

    /// Whether `seat`, who is asked now or may answer as anybody may, may choose this. Gives the canonical form of the choice (defaults filled in,
    /// aliases resolved) or illegal_choice with a path that starts at the choice's own root ("/units/0/count").
    /// Never changes anything.
    virtual std::expected<SharedJson, Refusal> check(Seat seat, const FlatJson& choice) const = 0;

    /// What this choice of `seat`, who is asked now, would come to, so that whoever makes it needs no rules of his own: as its DecisionKind
    /// has it, also of a choice that is still being made, as far as it can be read. Null: there is nothing to say. A small, bounded piece of
    /// work that rolls nothing and changes nothing. Precondition: the choice is an object.
    virtual Json meaning(Seat /*seat*/, const FlatJson& /*choice*/) const { return {}; }

    /// The choice that `policy` makes for `seat`, who is asked now. Always legal and canonical.
    virtual SharedJson choose(Seat seat, Policy policy) const = 0;

    /// A choice for `seat`, who is asked now, drawn uniformly from all that are legal (a ruleset's README says where it
    /// comes near that only). Canonical.
    virtual SharedJson random_choice(Seat seat, Random& random) const = 0;

    /// Starts the battle: appends its first events and settles the first need(). Called once.
    virtual void begin(std::vector<Event>& events) = 0;

    /// Takes what need() asked for, appends what happens. Decisions with one legal choice are made here and shown as
    /// `chosen` with `"forced":true`. Precondition: the input answers need() and each choice came from check() or
    /// choose().
    virtual void apply(const Input& input, std::vector<Event>& events) = 0;

    /// The present state as this viewer may know it.
    virtual Json view(Viewer viewer) const = 0;

    /// What lives on each side now, by seat name, as in Outcome::survivors.
    virtual Json survivors() const = 0;

    /// How it stands, in numbers that no seat hides from another. From the battle's creation on.
    virtual Facts facts() const = 0;

    /// The choice for `seat`, who is asked now, that takes pieces in this order (names of Facts::Side::left; what is not
    /// named comes last); nothing where the order says nothing. Always legal and canonical.
    virtual std::optional<SharedJson> preferred(Seat seat, const Preference& preference) const = 0;

    /// How it may go on from here if `policy` makes all decisions. Precondition: it has begun. The model keeps nothing of
    /// the battle's. Null where nobody wins.
    virtual std::unique_ptr<OddsModel> odds(Policy policy) const = 0;

    virtual std::unique_ptr<Battle> clone() const = 0;
};

class TypedOrders;

/// One rule system in one version: immutable, shared, made once.
class Ruleset {
public:
    virtual ~Ruleset() = default;

    virtual const std::string& id() const = 0;
    virtual int version() const = 0;
    /// The seats that a battle of it has whose setup names none; none: every setup does.
    virtual const std::vector<std::string>& seats() const = 0;
    /// Whether every battle of it has these seats.
    virtual bool has_fixed_seats() const { return !seats().empty(); }
    /// Every kind of decision that a battle may ask.
    virtual std::span<const DecisionKind> decision_kinds() const = 0;
    /// Every kind of event that a battle may bring forth beside the common ones (rules/drive.hpp).
    virtual std::span<const EventKind> event_kinds() const = 0;

    /// Whether somebody wins in the end. Where nobody does, a battle goes on as long as anybody is there.
    virtual bool is_contest() const { return true; }

    /// Reads a setup strictly; the refusal is bad_setup with a path from the setup's root ("/attacker/army/0/unit").
    virtual std::expected<std::unique_ptr<Battle>, Refusal> create(const Json& setup) const = 0;

    /// The same setup in full, for create() again: the same battle, whatever becomes of our rosters and of the defaults of fields. Older
    /// names are resolved, every default is written, and of units, weapons and profiles it defines all that it uses and no others, in the
    /// order of first use. A resolved setup is its own. Refuses what create() refuses.
    virtual std::expected<Json, Refusal> resolve(const Json& setup) const = 0;

    /// What a client needs to know: title, summary, seats, rosters, house rules with meaning and default, JSON Schemas
    /// of the setup and of each kind of choice, and an example setup.
    virtual Json catalog() const = 0;

    /// How its decisions are typed and its table is shown in a terminal; null: as its description says.
    virtual const TypedOrders* typed() const { return nullptr; }
};

/// The seats that a battle of this setup has. Refuses what create() refuses, unless they are the ruleset's own.
std::expected<std::vector<std::string>, Refusal> seats_of(const Ruleset& ruleset, const Json& setup);

/// The rulesets known to a program, in the order in which they are shown. Owns nothing: rulesets are made once, by the table of systems.hpp
/// or by a test.
class Rulesets {
public:
    explicit Rulesets(std::vector<const Ruleset*> all);

    /// The newest version of `id`, or null.
    const Ruleset* find(std::string_view id) const;
    const Ruleset* find(std::string_view id, int version) const;
    /// Every version that is kept: battles that began under it go on by it, and their records are verified by it.
    std::span<const Ruleset* const> all() const { return all_; }
    /// Of each the newest version, by which new battles are fought.
    std::span<const Ruleset* const> newest() const { return newest_; }

private:
    std::vector<const Ruleset*> all_;
    std::vector<const Ruleset*> newest_;
};

}  // namespace muster::rules
