#include "rules/advanced_combat/odds.hpp"

#include "rules/advanced_combat/dice_sums.hpp"

namespace muster::rules::advanced_combat {

namespace {

/// A wave's dice are spread as one distribution of their sum; it grows with the square of their number.
constexpr int exact_units_max = 300;

/// A chance of a seat's losses in a phase, and what is left of its force.
struct Remains {
    Force force;
    int units = 0;
    double chance = 0;
};

class AdvancedModel final : public OddsModel {
public:
    AdvancedModel(std::shared_ptr<const Table> table, Progress now, Policy policy) : table_(std::move(table)), start_(std::move(now)), policy_(policy) {}

    std::unique_ptr<OddsModel> clone() const override { return std::make_unique<AdvancedModel>(table_, start_, policy_); }
    std::optional<Ending> play(Random& random, Patience& patience) override;
    bool exact() const override;
    std::string start() override;
    bool branches(std::string_view situation, Branches& out, Patience& patience) override;

private:
    /// The decisions from now_.step on up to the dice.
    void form_up();
    void roll(int seat, Random& random);
    void lose(int seat);
    Ending ending(const Finish& finish) const;

    /// What may be left of a seat's force after this phase; not all of it if patience runs out.
    std::vector<Remains> remains(int seat, Patience& patience);
    void add_remains(int seat, int damage, double chance, std::vector<Remains>& out, Toll& last) const;
    bool has_rolled(int seat) const { return now_.step > (seat == attacker ? Step::roll_attacker : Step::roll_defender); }

    std::string packed(const Position& position, int idle_phases) const;
    void unpack(std::string_view situation);

    const Game& game() const { return table_->game; }
    int units(int seat) const { return ground_units(game(), now_.position, seat); }
    int types() const { return static_cast<int>(game().side(attacker).units.size() + game().side(defender).units.size()); }
    /// Steps of a phase without its dice: both sides' waves are searched, type by type.
    std::int64_t steps_to_form_up() const { return std::int64_t{types()} * types(); }

    std::shared_ptr<const Table> table_;
    Progress start_;
    Policy policy_;
    // Working memory, kept between calls.
    Progress now_{};
    WaveFinder finder_{};
    std::vector<int> dice_{};
    DiceSums sums_{};
};

void AdvancedModel::form_up() {
    if (now_.step <= Step::wave) {
        const int larger = larger_side(game(), now_.position);
        const int size = std::min(units(attacker), units(defender));
        auto& smaller = now_.wave(other(larger));
        smaller.units = now_.position.of(other(larger)).units;
        if (now_.step <= Step::air_first && supports_first(game(), now_.position))
            smaller.support = choose_support(policy_, game(), other(larger), smaller, {}, now_.position.of(other(larger)).aircraft);
        now_.wave(larger).units =
            units(attacker) == units(defender) ? now_.position.of(larger).units : choose_wave(policy_, game(), now_.position, larger, size, finder_);
    }
    for (const int seat : {attacker, defender}) {
        if (now_.step > (seat == attacker ? Step::air_attacker : Step::air_defender) || aircraft(game(), now_.position, seat) == 0) continue;
        if (now_.support_declared(seat)) continue;
        now_.wave(seat).support = choose_support(policy_, game(), seat, now_.wave(seat), now_.wave(other(seat)).units, now_.position.of(seat).aircraft);
    }
}

void AdvancedModel::roll(int seat, Random& random) {
    const auto& side = game().side(seat);
    int dice = sum(now_.wave(seat).units, side.units.size());
    for (const auto& pair : now_.wave(seat).support.pairs) dice += pair.count;
    dice_.resize(static_cast<std::size_t>(dice));
    Random drawn = random;  // by itself it stays in registers
    for (auto& die : dice_) die = drawn.die();
    random = drawn;
    now_.wave(seat).totals = total_of(game(), now_, seat, dice_);
}

void AdvancedModel::lose(int seat) {
    const auto& enemy = now_.wave(other(seat));
    const Toll due = toll(game().side(seat), now_.wave(seat).units, enemy.totals.total);
    take_losses(game(), now_, seat, choose_losses(policy_, game(), seat, now_.wave(seat), enemy.units, due));
}

std::optional<Ending> AdvancedModel::play(Random& random, Patience& patience) {
    now_ = start_;
    for (;;) {
        if (!patience.spend(steps_to_form_up() + units(attacker) + units(defender))) return {};
        if (now_.step <= Step::start) {
            if (const auto finish = finish_before_phase(game(), now_, finder_)) return ending(*finish);
            now_.changed = false;
            for (auto& wave : now_.waves) wave.support.pairs.clear();  // form_up() fills in the rest
        }
        form_up();
        if (now_.step <= Step::roll_attacker) roll(attacker, random);
        if (now_.step <= Step::roll_defender) roll(defender, random);
        if (now_.step <= Step::loss_attacker) lose(attacker);
        if (now_.step <= Step::loss_defender) lose(defender);
        if (const auto finish = finish_after_phase(game(), now_.position)) return ending(*finish);
        next_phase(game(), now_);
    }
}

Ending AdvancedModel::ending(const Finish& finish) const { return {finish.winner.value_or(-1), finish.reason, {units(attacker), units(defender)}}; }

// ---- exact ---------------------------------------------------------------------------------------------------------

bool AdvancedModel::exact() const {
    for (const int seat : {attacker, defender})
        if (ground_units(game(), start_.position, seat) > exact_units_max || aircraft(game(), start_.position, seat) > exact_units_max) return false;
    return true;
}

/// Between phases a situation is the position; in the midst of one it is the model's own start, written as nothing.
std::string AdvancedModel::start() {
    const bool supported_first = start_.step == Step::wave && (start_.support_declared(attacker) || start_.support_declared(defender));
    return start_.step <= Step::wave && !supported_first ? packed(start_.position, start_.idle_phases) : std::string();
}

std::string AdvancedModel::packed(const Position& position, int idle_phases) const {
    std::string out(1, static_cast<char>(idle_phases));
    const auto put = [&](const Counts& counts, std::size_t types) {
        for (std::size_t i = 0; i < types; ++i) {
            out += static_cast<char>(counts[i] & 0xff);
            out += static_cast<char>(counts[i] >> 8);
        }
    };
    for (const int seat : {attacker, defender}) {
        put(position.of(seat).units, game().side(seat).units.size());
        put(position.of(seat).aircraft, game().side(seat).strengths.size());
    }
    return out;
}

void AdvancedModel::unpack(std::string_view situation) {
    std::size_t next = 0;
    const auto byte = [&] { return static_cast<int>(static_cast<unsigned char>(situation[next++])); };
    const auto take = [&](Counts& counts, std::size_t types) {
        for (std::size_t i = 0; i < types; ++i) {
            counts[i] = byte();
            counts[i] |= byte() << 8;
        }
    };
    now_ = Progress{.position = start_.position};
    now_.idle_phases = byte();
    for (const int seat : {attacker, defender}) {
        take(now_.position.of(seat).units, game().side(seat).units.size());
        take(now_.position.of(seat).aircraft, game().side(seat).strengths.size());
    }
}

void AdvancedModel::add_remains(int seat, int damage, double chance, std::vector<Remains>& out, Toll& last) const {
    const Toll due = toll(game().side(seat), now_.wave(seat).units, damage);
    if (!out.empty() && due.by_era == last.by_era) {
        out.back().chance += chance;
        return;
    }
    last = due;
    Progress after = now_;
    take_losses(game(), after, seat, choose_losses(policy_, game(), seat, now_.wave(seat), now_.wave(other(seat)).units, due));
    out.push_back({after.position.of(seat), ground_units(game(), after.position, seat), chance});
}

std::vector<Remains> AdvancedModel::remains(int seat, Patience& patience) {
    std::vector<Remains> out;
    Toll last;
    if (now_.step > (seat == attacker ? Step::loss_attacker : Step::loss_defender)) return {{now_.position.of(seat), units(seat), 1}};
    const int enemy = other(seat);
    if (has_rolled(enemy)) {
        add_remains(seat, now_.wave(enemy).totals.total, 1, out, last);
        return out;
    }
    const auto& side = game().side(enemy);
    const auto& wave = now_.wave(enemy);
    const Totals flat = bonuses(game(), enemy, wave.units, now_.wave(seat).units, settlement_pieces(game(), now_.position));
    const auto* sums = sums_.of(side, wave.units, taking_part(wave.support), patience);
    for (std::size_t dice = 0; sums && dice < sums->size(); ++dice) {
        const double chance = (*sums)[dice];
        if (chance == 0) continue;
        if (!patience.spend(types())) break;
        const int total = std::max(0, static_cast<int>(dice) + flat.unit_modifiers + flat.science + flat.cia + flat.settlement);  // A8
        add_remains(seat, total, chance, out, last);
    }
    return out;
}

bool AdvancedModel::branches(std::string_view situation, Branches& out, Patience& patience) {
    if (situation.empty()) now_ = start_;
    else unpack(situation);
    if (!patience.spend(steps_to_form_up())) return false;
    if (now_.step <= Step::start) {
        if (const auto finish = finish_before_phase(game(), now_, finder_)) {
            out.end(ending(*finish), 1);
            return true;
        }
        now_.changed = false;
    }
    form_up();
    const auto attackers = remains(attacker, patience);
    const auto defenders = remains(defender, patience);
    const int before = units(attacker) + units(defender);
    for (const auto& a : attackers) {
        if (!patience.spend(types() * static_cast<std::int64_t>(defenders.size()))) return false;
        for (const auto& d : defenders) {
            const Position after{{a.force, d.force}};
            const double chance = a.chance * d.chance;
            if (const auto finish = finish_after_phase(game(), after)) {
                out.end({finish->winner.value_or(-1), finish->reason, {a.units, d.units}}, chance);
                continue;
            }
            const bool idle = !now_.changed && a.units + d.units == before;
            if (idle && !situation.empty()) out.go(std::string(situation), a.units + d.units, chance);
            else out.go(packed(after, idle ? now_.idle_phases + 1 : 0), a.units + d.units, chance);
        }
    }
    out.end_if_idle(idle_phases_max - now_.idle_phases, ending(standoff_finish(game())));
    return !patience.ran_out();
}

}  // namespace

std::unique_ptr<OddsModel> odds_model(std::shared_ptr<const Table> table, Progress now, Policy policy) {
    return std::make_unique<AdvancedModel>(std::move(table), std::move(now), policy);
}

}  // namespace muster::rules::advanced_combat
