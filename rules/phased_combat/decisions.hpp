// The kinds of decision, each in one place: what is offered, what is legal, what is usual, and what it would come to.
#pragma once
#include "rules/phased_combat/choices.hpp"
#include "rules/phased_combat/phase.hpp"
#include "rules/random.hpp"

namespace muster::rules::phased_combat {

/// Where the battle stands when a seat is asked. Good for as long as the battle stands there.
struct Moment {
    const Table& table;
    const Progress& now;
    int seat;

    const Game& game() const { return table.game; }
    const Counts& living(int whose) const { return now.position.of(whose); }
};

/// C5
struct ClassDecision : Moment {
    static constexpr std::string_view kind = "hit_class";

    std::vector<UnitClass> classes() const { return classes_of_enemy(game(), now.position, seat); }
    SharedJson options() const { return class_options(classes(), now.hits_by(seat)); }
    std::expected<UnitClass, Refusal> read(JsonView choice) const { return read_class(classes(), choice); }
    ClassChoice write(UnitClass hit_class) const { return {std::string(name_of(hit_class))}; }
    UnitClass usual() const { return usual_class(game(), now, seat); }
    UnitClass pick(Policy policy) const { return choose_class(policy, game(), now, seat); }
    UnitClass draw(Random& random) const;
    /// The class of the first piece in the order that the enemy has.
    std::optional<UnitClass> prefer(const Preference& preference) const;
};

/// C6, C7
struct CasualtyDecision : Moment {
    static constexpr std::string_view kind = "casualties";

    Toll due() const { return toll(game(), now, seat); }
    SharedJson options() const { return casualty_options(table, seat, living(seat), due(), now.position.kept_by(seat)); }
    std::expected<Counts, Refusal> read(JsonView choice) const { return read_casualties(table, seat, living(seat), due(), choice); }
    CasualtyChoice write(const Counts& losses) const { return casualty_choice(table, seat, losses); }
    Counts usual() const { return usual_losses(game(), seat, living(seat), now.phase, due()); }
    Counts pick(Policy policy) const { return choose_losses(policy, game(), seat, living(seat), now.phase, due()); }
    Counts draw(Random& random) const;
    std::optional<Counts> prefer(const Preference& preference) const;
    Json meaning(JsonView choice) const { return casualty_meaning(table, seat, living(seat), due(), choice); }
};

/// C9; C10: by default the attacker stays.
struct RetreatDecision : Moment {
    static constexpr std::string_view kind = "retreat";

    SharedJson options() const { return retreat_options(table); }
    std::expected<RetreatChoice, Refusal> read(JsonView choice) const { return read_retreat(table, choice); }
    RetreatChoice write(const RetreatChoice& choice) const { return choice; }
    RetreatChoice usual() const { return {}; }
    RetreatChoice pick(Policy /*policy*/) const { return {}; }
    RetreatChoice draw(Random& random) const;
};

}  // namespace muster::rules::phased_combat
