#include <algorithm>

#include "rules/phased_combat/odds_model.hpp"

namespace muster::rules::phased_combat {

namespace {

/// Hits that a side may take for exact odds; all its futures are kept by their number.
constexpr int exact_capacity_max = 1000;
constexpr std::size_t futures_kept_max = 1'000'000;
constexpr std::int64_t steps_of_a_branch = 30;  ///< a situation is written
constexpr int defenders_turn = 8;               ///< beside the phase in a situation's first byte

/// A number in as few bytes as it needs: situations are many.
void put(int number, std::string& out) {
    for (; number > 127; number >>= 7) out += static_cast<char>((number & 127) | 128);
    out += static_cast<char>(number);
}

int taken(std::string_view bytes, std::size_t& next) {
    int out = 0;
    for (int shift = 0;; shift += 7) {
        const int byte = static_cast<unsigned char>(bytes[next++]);
        out |= (byte & 127) << shift;
        if (byte < 128) return out;
    }
}

unsigned int bit(UnitClass unit_class) { return 1U << static_cast<unsigned int>(unit_class); }

/// Falls with each hit, when kept hits kill after all (C7), after the air, and from before the attacker's dice to before the
/// defender's (`amid`).
std::int64_t rank(int vigour, int pending, bool air, bool amid) { return std::int64_t{vigour} * 16 + air * 8 + pending * 2 + amid; }

/// The chances of 0 to `last`, all from `last` on together; those that are 0 are left out.
void each_number(const std::vector<double>& chances, std::size_t last, auto&& visit) {
    double rest = 0;
    for (std::size_t n = last; n < chances.size(); ++n) rest += chances[n];
    for (std::size_t n = 0; n < std::min(last, chances.size()); ++n)
        if (chances[n] > 0) visit(n, chances[n]);
    if (rest > 0) visit(last, rest);
}

}  // namespace

bool PhasedModel::exact() const {
    for (const int seat : {attacker, defender})
        if (capacity(game().side(seat), start_.position.of(seat)) > exact_capacity_max) return false;
    return true;
}

bool PhasedModel::branches(std::string_view situation, Branches& out, Patience& patience) {
    if (futures_kept_ > futures_kept_max) {
        futures_.clear();
        futures_kept_ = 0;
    }
    chances_.trim();
    if (situation.empty()) from_start(out, patience);
    else if (unpack(situation)) spread_defenders_dice(firing_, remains_now(defender), 1, false, out, patience);
    else from_attackers_dice(situation, out, patience);
    return !patience.ran_out();
}

std::string PhasedModel::start() { return start_.step == Step::roll_attacker ? packed(start_) : std::string(); }

void PhasedModel::from_start(Branches& out, Patience& patience) {
    now_ = start_;
    if (now_.step == Step::roll_defender) {
        const auto* defenders = futures(defender, patience);
        if (!defenders) return;
        const auto hits = std::min(static_cast<std::size_t>(start_.hits_by(attacker)), defenders->size() - 1);
        spread_defenders_dice(firing(game(), now_, defender), (*defenders)[hits], 1, false, out, patience);
        return;
    }
    if (now_.step != Step::retreat) {
        if (const auto finish = settle()) return out.end(ending(*finish, strength_now(attacker), strength_now(defender)), 1);
        if (next_phase(game(), now_)) return out.go(packed(now_), 0, 1);
    }
    start_round(game(), now_);
    out.go(packed(now_), 0, 1);
}

/// In the phases of a round nobody may be hit, and then it is as before: all phases of a round are spread from here, and
/// what is left of the chance comes back.
void PhasedModel::from_attackers_dice(std::string_view situation, Branches& out, Patience& patience) {
    const Remains attackers = remains_now(attacker);
    const Remains defenders = remains_now(defender);
    const int first = now_.phase;
    double chance = 1;
    do {
        const double still = spread_attackers_dice(attackers, defenders, chance, out, patience);
        if (still == 0) return;
        chance = spread_defenders_dice(firing(game(), now_, defender), defenders, still, !attackers.pending, out, patience);
        now_.phase = phase_after(now_.phase, attackers.classes | defenders.classes);
    } while (now_.phase != first && chance > 0);
    if (chance > 0) out.go(std::string(situation), rank(attackers.vigour + defenders.vigour, 0, false, false), chance);
}

double PhasedModel::spread_attackers_dice(const Remains& attackers, const Remains& defenders, double chance, Branches& out, Patience& patience) {
    const auto* left_by = futures(defender, patience);
    if (!left_by || !patience.spend(steps_of_a_branch * static_cast<std::int64_t>(left_by->size()))) return 0;
    const bool air = in_the_air();
    const int vigour = vigour_now(attacker);
    const Counts defending = firing(game(), now_, defender);
    const bool nobody_fires_back = capacity(game().side(defender), defending) == 0;
    const std::string before = packed_attacker();
    const std::string fire = packed_fire(defending);
    double still = 0;
    each_number(chances_.of(game().side(attacker), firing(game(), now_, attacker)), left_by->size() - 1, [&](std::size_t hits, double share) {
        const auto& left = (*left_by)[hits];
        if (hits == 0 && !defenders.pending && !air) still = chance * share;
        else if (nobody_fires_back) spread_defenders_dice(defending, left, chance * share, false, out, patience);
        else out.go(before + left.bytes + fire, rank(vigour + left.vigour, attackers.pending + left.pending, air, true), chance * share);
    });
    return still;
}

double PhasedModel::spread_defenders_dice(const Counts& firing, const Remains& hit, double chance, bool still, Branches& out, Patience& patience) {
    const auto* left_by = futures(attacker, patience);
    if (!left_by || !patience.spend(steps_of_a_branch)) return 0;
    const auto& chances = chances_.of(game().side(defender), firing);
    if (!patience.spend(steps_of_a_branch * static_cast<std::int64_t>(chances.size()))) return 0;
    double idle = 0;
    each_number(chances, left_by->size() - 1, [&](std::size_t hits, double share) {
        if (hits == 0 && still) idle = chance * share;
        else after_phase((*left_by)[hits], hit, chance * share, out);
    });
    return idle;
}

void PhasedModel::after_phase(const Remains& attackers, const Remains& defenders, double chance, Branches& out) const {
    if (const auto finish = finish_after_phase(attackers.strength, defenders.strength))
        return out.end(ending(*finish, attackers.strength, defenders.strength), chance);
    std::string next(1, static_cast<char>(phase_after(now_.phase, attackers.classes | defenders.classes)));
    next += attackers.bytes;
    next += defenders.bytes;
    out.go(std::move(next), rank(attackers.vigour + defenders.vigour, attackers.pending + defenders.pending, false, false), chance);
}

const std::vector<Remains>* PhasedModel::futures(int seat, Patience& patience) {
    std::string key{static_cast<char>(seat), static_cast<char>(now_.phase)};
    put_side(seat, now_.position.of(seat), now_.position.kept_by(seat), key);
    if (const auto known = futures_.find(key); known != futures_.end()) return &known->second;
    const auto& side = game().side(seat);
    const int last = vigour_now(seat);
    const Progress before = now_;
    std::vector<Remains> out;
    for (int hits = 0; hits <= last && patience.spend(steps_of_a_branch + types()); ++hits) {
        now_.hits = {};
        now_.stated = {};
        now_.hits_by(other(seat)) = hits;
        Counts living = now_.position.of(seat);
        const Counts losses = losses_of(seat);
        for (int i = 0; i < phased_combat::types(side); ++i) at(living, i) -= at(losses, i);
        out.push_back(remains(seat, living, now_.position.kept_by(seat) + hits - capacity(side, losses)));
    }
    now_ = before;
    if (patience.ran_out()) return nullptr;
    futures_kept_ += out.size();
    return &futures_.emplace(std::move(key), std::move(out)).first->second;
}

Remains PhasedModel::remains(int seat, const Counts& living, int kept) const {
    const auto& side = game().side(seat);
    Remains out;
    out.strength = strength(side, living);
    kept = kept_of(game(), in_the_air(), out.strength, kept);
    for (int i = 0; i < phased_combat::types(side); ++i) {
        if (is_aircraft(type(side, i)) || at(living, i) == 0) continue;
        out.vigour += at(living, i) * type(side, i).era;
        out.pending = out.pending || type(side, i).era <= kept;
        out.classes |= bit(type(side, i).unit_class);
    }
    out.vigour = std::max(0, out.vigour - kept);
    put_side(seat, living, kept, out.bytes);
    return out;
}

int PhasedModel::vigour_now(int seat) const {
    const auto& side = game().side(seat);
    int out = -now_.position.kept_by(seat);
    for (int i = 0; i < phased_combat::types(side); ++i)
        if (in_the_air() || !is_aircraft(type(side, i))) out += at(now_.position.of(seat), i) * type(side, i).era;
    return std::max(0, out);
}

int PhasedModel::phase_after(int phase, unsigned int classes) const {
    const auto order = phases(game().fleets);
    for (;;) {
        phase = phase + 1 == static_cast<int>(order.size()) ? 1 : phase + 1;
        if ((classes & bit(order[static_cast<std::size_t>(phase)])) != 0) return phase;
    }
}

// ---- situations as bytes -------------------------------------------------------------------------------------------

void PhasedModel::put_side(int seat, const Counts& living, int kept, std::string& out) const {
    const auto& side = game().side(seat);
    for (int i = 0; i < phased_combat::types(side); ++i) put(at(living, i), out);
    put(kept, out);
}

std::string PhasedModel::packed(const Progress& now) const {
    std::string out(1, static_cast<char>(now.phase));
    for (const int seat : {attacker, defender}) put_side(seat, now.position.of(seat), now.position.kept_by(seat), out);
    return out;
}

std::string PhasedModel::packed_attacker() const {
    std::string out(1, static_cast<char>(now_.phase | defenders_turn));
    put_side(attacker, now_.position.of(attacker), now_.position.kept_by(attacker), out);
    return out;
}

std::string PhasedModel::packed_fire(const Counts& firing) const {
    const auto& side = game().side(defender);
    std::string out;
    for (int i = 0; i < phased_combat::types(side); ++i)
        if (type(side, i).unit_class == firing_class(game(), now_)) put(at(firing, i), out);
    return out;
}

bool PhasedModel::unpack(std::string_view situation) {
    std::size_t next = 1;
    const bool turn = (situation[0] & defenders_turn) != 0;
    now_ = Progress{.round = 1, .phase = situation[0] & ~defenders_turn};
    for (const int seat : {attacker, defender}) {
        const auto& side = game().side(seat);
        for (int i = 0; i < phased_combat::types(side); ++i) at(now_.position.of(seat), i) = taken(situation, next);
        now_.position.kept_by(seat) = taken(situation, next);
    }
    if (!turn) return false;
    const auto& side = game().side(defender);
    firing_ = {};
    for (int i = 0; i < phased_combat::types(side); ++i)
        if (type(side, i).unit_class == firing_class(game(), now_)) at(firing_, i) = taken(situation, next);
    return true;
}

}  // namespace muster::rules::phased_combat
