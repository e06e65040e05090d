// The kinds of decision, each in one place: what is offered, what is legal, what is usual, and what it would come to.
#pragma once
#include <variant>

#include "rules/advanced_combat/choices.hpp"
#include "rules/advanced_combat/phase.hpp"
#include "rules/random.hpp"

namespace muster::rules::advanced_combat {

/// Where the battle stands when a seat is asked. Good for as long as the battle stands there.
struct Moment {
    const Table& table;
    const Progress& now;
    int seat;

    const Game& game() const { return table.game; }
    const Side& side() const { return game().side(seat); }
    const Force& own() const { return now.position.of(seat); }
    const Wave& wave() const { return now.wave(seat); }
    const Counts& enemy_wave() const { return now.wave(other(seat)).units; }
    /// The place of each type in the order; nothing if it names none of which `present` has some.
    std::optional<Counts> ranks(const Counts& present, const Preference& preference) const;
};

/// A14
struct WithdrawDecision {
    static constexpr std::string_view kind = "withdraw";

    SharedJson options() const { return Json::object(); }
    std::expected<WithdrawChoice, Refusal> read(JsonView choice) const { return read_fields<WithdrawChoice>(choice, Code::illegal_choice); }
    WithdrawChoice write(const WithdrawChoice& choice) const { return choice; }
    WithdrawChoice usual() const { return {}; }
    WithdrawChoice pick(Policy /*policy*/) const { return {}; }
    WithdrawChoice draw(Random& random) const { return {random.below(2) == 1}; }
};

/// The units that the larger side puts forward.
struct WaveDecision : Moment {
    static constexpr std::string_view kind = "wave";
    int size;

    SharedJson options() const { return wave_options(table, seat, own().units, size); }
    std::expected<Counts, Refusal> read(JsonView choice) const { return read_wave(table, seat, own().units, size, choice); }
    WaveChoice write(const Counts& units) const { return wave_choice(table, seat, units); }
    Counts usual() const;
    Counts pick(Policy policy) const;
    Counts draw(Random& random) const;
    std::optional<Counts> prefer(const Preference& preference) const;
    Json meaning(JsonView choice) const;
};

/// A13
struct SupportDecision : Moment {
    static constexpr std::string_view kind = "air_support";
    int size;  ///< of the waves, one of which may not stand yet (A18)

    SharedJson options() const { return support_options(table, seat, wave().units, own().aircraft); }
    std::expected<Support, Refusal> read(JsonView choice) const { return read_support(table, seat, wave(), enemy_wave(), own().aircraft, choice); }
    AirChoice write(const Support& support) const { return support_choice(table, seat, support); }
    Support usual() const { return usual_support(game(), seat, wave(), enemy_wave(), own().aircraft); }
    Support pick(Policy policy) const { return choose_support(policy, game(), seat, wave(), enemy_wave(), own().aircraft); }
    Support draw(Random& random) const;
    std::optional<Support> prefer(const Preference& preference) const;
    Json meaning(JsonView choice) const;
};

/// A10
struct CasualtyDecision : Moment {
    static constexpr std::string_view kind = "casualties";
    Toll due;

    SharedJson options() const { return casualty_options(table, seat, wave(), now.wave(other(seat)).totals.total, due); }
    std::expected<Losses, Refusal> read(JsonView choice) const { return read_casualties(table, seat, wave(), due, choice); }
    CasualtyChoice write(const Losses& losses) const { return casualty_choice(table, seat, losses); }
    Losses usual() const { return usual_losses(game(), seat, wave(), enemy_wave(), due); }
    Losses pick(Policy policy) const;
    Losses draw(Random& random) const;
    std::optional<Losses> prefer(const Preference& preference) const;
    Json meaning(JsonView choice) const;
};

}  // namespace muster::rules::advanced_combat
