#include "rules/simple_combat/odds.hpp"

#include "rules/simple_combat/effects.hpp"
#include "rules/simple_combat/plan.hpp"
#include "rules/simple_combat/tactics.hpp"
#include "rules/simple_combat/turn.hpp"

namespace muster::rules::simple_combat {

namespace {

constexpr char damage_bits = 0x0f;  // capacity_max fits
constexpr char acted_bit = 0x10;
constexpr char struck_bit = 0x20;
constexpr std::size_t head_size = 9;        // of a situation, before its units: turn (four bytes), quiet turns, stage, seat, effect
constexpr std::int32_t turns_spent = 0xff;  // of a weapon that fires no more; reload_max is less

class SimpleModel final : public OddsModel {
public:
    SimpleModel(std::shared_ptr<const Table> table, State now, Policy policy)
        : table_(std::move(table)), start_(std::move(now)), moves_(policy != Policy::preset) {
        sights_.look(game(), start_);
    }

    std::unique_ptr<OddsModel> clone() const override { return std::make_unique<SimpleModel>(*this); }
    std::optional<Ending> play(Random& random, Patience& patience) override;
    /// E19: a blast has more endings than can be followed.
    bool exact() const override { return !moves_ && !game().has_area; }
    /// The model's own start, in whatever stage and declaration, is written as nothing.
    std::string start() override { return {}; }
    bool branches(std::string_view situation, Branches& out, Patience& patience) override;

private:
    void restart();
    /// Takes all steps up to the next die, or to the end. Nothing also if patience ran out.
    std::optional<Ending> advance(Patience& patience);
    bool move(Patience& patience);
    std::optional<Ending> finish_fire();
    void suffer(int die);
    Ending ending(const Finish& finish) const { return {finish.winner.value_or(-1), finish.reason, {state_.living[north], state_.living[south]}}; }

    void branch_initiative(Branches& out, Patience& patience);
    void branch_effect(Branches& out, Patience& patience);
    void branch_volley(double chance, Branches& out, Patience& patience);
    void go_on(double chance, Branches& out, Patience& patience);
    std::string packed() const;
    /// A declaration that has just been made is none of a situation, and made again from it: its weapons are still loaded there.
    bool is_declared(int unit, int weapon) const;
    void unpack(std::string_view situation);

    const Game& game() const { return table_->game; }
    /// Whether lines that units block may have changed, and all are looked at again; spends what that takes.
    bool see_again(Patience& patience) const { return !game().units_block_sight || patience.spend(Sights::steps(game())); }

    std::shared_ptr<const Table> table_;
    State start_;
    bool moves_;
    // Working memory, kept between calls.
    State state_{};
    Sights sights_{};
    Planner planner_{};
    Plan by_eye_{};
    Tactics tactics_{};
};

// E9: where nobody moves, lines of sight stay as they are unless units that block them die.
void SimpleModel::restart() {
    state_ = start_;
    if (moves_ || game().units_block_sight) sights_.look(game(), state_);
    planner_.forget();
}

/// False: patience ran out.
bool SimpleModel::move(Patience& patience) {
    if (moves_) {
        if (!patience.spend(Tactics::steps_to_choose(game()))) return false;
        const Step step = tactics_.choose(game(), state_);
        take_move(game(), state_, step.unit, step.cell, step.cost);
        if (state_.stage == Stage::move) return true;
        if (!patience.spend(Sights::steps(game()))) return false;
        sights_.look(game(), state_);
        planner_.forget();
        return true;
    }
    int unit = game().first_of(state_.seat);
    while (!waits(game(), state_, unit)) ++unit;
    take_move(game(), state_, unit, state_.body(unit).cell, 0);
    return true;
}

std::optional<Ending> SimpleModel::advance(Patience& patience) {
    while (patience.spend(game().end_of(south))) {
        switch (state_.stage) {
            case Stage::done:
                if (state_.turn > 0)
                    if (const auto finish = finish_after_turn(game(), state_)) return ending(*finish);
                start_turn(state_);
                // What was spent in the turn of the start; and weapons that fire again, or no more.
                if (state_.turn <= start_.turn + 1 || game().has_loading) planner_.forget();
                break;
            case Stage::move:
                if (!move(patience)) return {};
                break;
            case Stage::fire: {
                if (state_.volley.unit >= 0) return {};
                if (!moves_ && !game().premeasure) by_eye_ = plan_by_eye(game(), state_);
                const Plan* plan = !moves_ && !game().premeasure ? &by_eye_ : planner_.plan(game(), state_, sights_, patience);
                if (!plan) return {};
                declare(game(), state_, sights_, plan->unit, plan->all());
                if (plan->shots > 0) return {};
                finish_volley(game(), state_);
                break;
            }
            case Stage::effects:
                if (const auto finish = finish_after_fire(state_)) return ending(*finish);
                if (next_effect(game(), state_)) return {};
                break;
            default: return {};
        }
    }
    return {};
}

std::optional<Ending> SimpleModel::finish_fire() {
    planner_.take_in(game(), state_);
    finish_volley(game(), state_);
    if (const auto finish = finish_after_fire(state_)) return ending(*finish);
    return {};
}

void SimpleModel::suffer(int die) {
    if (take_effect(game(), state_, sights_, die).damaged) planner_.forget();
}

std::optional<Ending> SimpleModel::play(Random& random, Patience& patience) {
    if (moves_ && !patience.spend(Sights::steps(game()))) return {};
    if (!see_again(patience)) return {};
    restart();
    for (;;) {
        if (const auto end = advance(patience)) return end;
        if (patience.ran_out()) return {};
        if (state_.stage == Stage::initiative) {
            const int norths = random.die();
            const int souths = random.die();
            if (const int first = initiative_of(state_, norths, souths); first >= 0) take_initiative(state_, first);
            continue;
        }
        if (state_.stage == Stage::effects) {
            suffer(random.die());
            if (!see_again(patience)) return {};
            continue;
        }
        while (next_die(game(), state_, sights_) != Die::none) {
            const auto before = state_.living;
            take_die(game(), state_, sights_, random.die());
            if (state_.living != before && !see_again(patience)) return {};
        }
        if (const auto end = finish_fire()) return end;
    }
}

// ---- exact ---------------------------------------------------------------------------------------------------------

bool SimpleModel::branches(std::string_view situation, Branches& out, Patience& patience) {
    if (!see_again(patience)) return false;
    if (situation.empty()) restart();
    else unpack(situation);
    if (const auto end = advance(patience)) out.end(*end, 1);
    else if (patience.ran_out()) return false;
    else if (state_.stage == Stage::initiative) branch_initiative(out, patience);
    else if (state_.stage == Stage::effects) branch_effect(out, patience);
    else branch_volley(1, out, patience);
    return !patience.ran_out();
}

void SimpleModel::branch_initiative(Branches& out, Patience& patience) {
    std::array<int, 2> ways{};  // E4: ties are rolled again
    for (int norths = 1; norths <= 6; ++norths)
        for (int souths = 1; souths <= 6; ++souths)
            if (const int first = initiative_of(state_, norths, souths); first >= 0) ++ways[static_cast<std::size_t>(first)];
    const State before = state_;
    for (const int first : {north, south}) {
        state_ = before;
        take_initiative(state_, first);
        go_on(static_cast<double>(ways[static_cast<std::size_t>(first)]) / (ways[north] + ways[south]), out, patience);
    }
}

void SimpleModel::branch_effect(Branches& out, Patience& patience) {
    const int needed = turn_effects()[static_cast<std::size_t>(state_.effect.kind)].needed;
    if (!see_again(patience)) return;
    const double chance = ways(false, needed) / 6.0;
    const State before = state_;
    suffer(6);
    go_on(chance, out, patience);
    state_ = before;
    if (game().units_block_sight) sights_.look(game(), state_);
    suffer(1);
    go_on(1 - chance, out, patience);
}

/// The first face that reaches `needed`, or that does not.
int face(bool natural, int needed, bool reached) {
    int die = 1;
    while (reaches(natural, die, needed) != reached) ++die;
    return die;
}

/// A shot takes effect or not; whether a shot without effect hit makes no difference.
void SimpleModel::branch_volley(double chance, Branches& out, Patience& patience) {
    const Die die = next_die(game(), state_, sights_);
    if (die == Die::none) {
        if (const auto end = finish_fire()) out.end(*end, chance);
        else go_on(chance, out, patience);
        return;
    }
    if (!see_again(patience)) return;
    const bool natural = game().natural;
    const Aim aim = state_.volley.current().aim;
    const int hits = die == Die::to_hit ? ways(natural, aim.to_hit) : 6;
    const int damages = ways(natural, aim.to_damage);
    const double effect = hits * damages / 36.0;
    const State before = state_;
    if (effect > 0) {
        if (die == Die::to_hit) take_die(game(), state_, sights_, face(natural, aim.to_hit, true));
        take_die(game(), state_, sights_, face(natural, aim.to_damage, true));
        branch_volley(chance * effect, out, patience);
    }
    if (effect >= 1) return;
    state_ = before;
    if (game().units_block_sight) sights_.look(game(), state_);
    if (hits < 6) {
        take_die(game(), state_, sights_, face(natural, aim.to_hit, false));
    } else {
        if (die == Die::to_hit) take_die(game(), state_, sights_, face(natural, aim.to_hit, true));
        take_die(game(), state_, sights_, face(natural, aim.to_damage, false));
    }
    branch_volley(chance * (1 - effect), out, patience);
}

/// On to the next situation. Fewer units wait with every declaration, and turns go up.
void SimpleModel::go_on(double chance, Branches& out, Patience& patience) {
    planner_.forget();
    if (const auto end = advance(patience)) return out.end(*end, chance);
    if (patience.ran_out()) return;
    const bool fire = state_.stage == Stage::fire;
    const bool effects = state_.stage == Stage::effects;
    const std::int64_t stage =
        (state_.turn * 2 + (fire || effects ? 1 : 0)) * (1 + static_cast<std::int64_t>(turn_effects().size())) + (effects ? 1 + state_.effect.kind : 0);
    const std::int64_t waiting = fire ? state_.waiting[north] + state_.waiting[south] : effects ? game().end_of(south) - state_.effect.unit : 0;
    out.go(packed(), -stage * (2 * units_max + 1) + waiting, chance);
}

std::string SimpleModel::packed() const {
    std::string out;
    for (int shift = 0; shift < 32; shift += 8) out += static_cast<char>(state_.turn >> shift);
    out += static_cast<char>(game().to_the_end ? state_.quiet : 0);
    for (const int each : {static_cast<int>(state_.stage), state_.stage == Stage::fire ? state_.seat : 0, state_.effect.kind, state_.effect.unit})
        out += static_cast<char>(each);
    for (const auto& body : state_.bodies) {
        const auto unit = static_cast<int>(&body - state_.bodies.data());
        const bool acted = state_.stage == Stage::fire && body.acted && alive(game(), state_, unit);
        const bool struck = game().burning && state_.stage != Stage::initiative && body.struck && alive(game(), state_, unit);
        out += static_cast<char>(body.damage | (acted ? acted_bit : 0) | (struck ? struck_bit : 0));
        for (std::size_t weapon = 0; game().has_loading && weapon < weapons_max; ++weapon) {
            const bool loads = body.ready[weapon] > state_.turn && !is_declared(unit, static_cast<int>(weapon));
            out += static_cast<char>(loads ? std::min(body.ready[weapon] - state_.turn, turns_spent) : 0);
        }
    }
    return out;
}

bool SimpleModel::is_declared(int unit, int weapon) const {
    const auto& volley = state_.volley;
    const auto taken = std::span(volley.taken).first(static_cast<std::size_t>(volley.shots));
    return volley.unit == unit && std::ranges::any_of(taken, [&](const ShotTaken& each) { return each.shot.weapon == weapon; });
}

void SimpleModel::unpack(std::string_view situation) {
    state_ = start_;
    state_.volley = {};
    const auto byte = [&](std::size_t at) { return static_cast<int>(static_cast<unsigned char>(situation[at])); };
    state_.turn = byte(0) | byte(1) << 8 | byte(2) << 16 | byte(3) << 24;
    state_.quiet = static_cast<signed char>(situation[4]);
    state_.stage = static_cast<Stage>(byte(5));
    state_.seat = byte(6);
    state_.effect = {byte(7), byte(8)};
    state_.living = {};
    state_.waiting = {};
    for (int unit = 0; unit < game().end_of(south); ++unit) {
        auto& body = state_.body(unit);
        const std::size_t at = head_size + static_cast<std::size_t>(unit) * (game().has_loading ? 1 + weapons_max : 1);
        const char packed = situation[at];
        for (std::size_t weapon = 0; game().has_loading && weapon < weapons_max; ++weapon)
            body.ready[weapon] = byte(at + 1 + weapon) == turns_spent ? never_ready : state_.turn + byte(at + 1 + weapon);
        body.damage = packed & damage_bits;
        body.acted = (packed & acted_bit) != 0;
        body.struck = (packed & struck_bit) != 0;
        if (state_.turn > start_.turn) body.spent = 0;
        const auto seat = static_cast<std::size_t>(game().seat_of(unit));
        if (alive(game(), state_, unit)) {
            ++state_.living[seat];
            if (!body.acted) ++state_.waiting[seat];
        } else if (state_.occupant_of(body.cell) == unit) {
            state_.vacate(body.cell);
        }
    }
    if (game().units_block_sight) sights_.look(game(), state_);
    planner_.forget();
}

}  // namespace

std::unique_ptr<OddsModel> odds_model(std::shared_ptr<const Table> table, State now, Policy policy) {
    return std::make_unique<SimpleModel>(std::move(table), std::move(now), policy);
}

}  // namespace muster::rules::simple_combat
