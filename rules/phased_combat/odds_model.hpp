// The model behind the odds: simulated in odds.cpp, exact in odds_exact.cpp.
#pragma once
#include <unordered_map>

#include "rules/phased_combat/hit_chances.hpp"
#include "rules/phased_combat/odds.hpp"

namespace muster::rules::phased_combat {

/// A side as the next phase finds it.
struct Remains {
    std::string bytes;  ///< living pieces and kept hits
    int vigour = 0;     ///< hits until all are dead
    Strength strength{};
    bool pending = false;      ///< the kept hits can kill: the aircraft that were in their way do not count any more (C7)
    unsigned int classes = 0;  ///< bits of the classes that live
};

/// A situation is a moment before the attacker's dice of a phase, or before the defender's: then what the attacker's hits
/// leave of the defender is known already, and the pieces that still fire are told beside it. So the two rolls are spread
/// one after the other, not their product. A moment in the midst of a phase is the model's own start, written as nothing.
class PhasedModel final : public OddsModel {
public:
    PhasedModel(std::shared_ptr<const Table> table, const Progress& now, Policy policy) : table_(std::move(table)), start_(now), policy_(policy) {}

    std::unique_ptr<OddsModel> clone() const override { return std::make_unique<PhasedModel>(table_, start_, policy_); }
    std::optional<Ending> play(Random& random, Patience& patience) override;
    bool exact() const override;
    std::string start() override;
    bool branches(std::string_view situation, Branches& out, Patience& patience) override;

private:
    void roll(int seat, Random& random);
    /// The losses of a seat in this phase; the policy settles what is not settled yet.
    Counts losses_of(int seat);
    /// Both sides' losses, and whether that is the end.
    std::optional<Finish> settle();
    Strength strength_now(int seat) const { return strength(game().side(seat), now_.position.of(seat)); }
    static Ending ending(const Finish& finish, const Strength& attackers, const Strength& defenders);

    void from_start(Branches& out, Patience& patience);
    void from_attackers_dice(std::string_view situation, Branches& out, Patience& patience);
    /// Spreads the hits of the attacker's dice in this phase. Gives the chance, which is not spread, that nothing comes of them:
    /// no hit, and no kept hit kills now that the aircraft are gone.
    double spread_attackers_dice(const Remains& attackers, const Remains& defenders, double chance, Branches& out, Patience& patience);
    /// Spreads the hits of `firing`; `hit` is what the attacker's leave of the defender. If nobody was hit so far
    /// (`still`), gives the chance that nobody is, which is not spread.
    double spread_defenders_dice(const Counts& firing, const Remains& hit, double chance, bool still, Branches& out, Patience& patience);
    void after_phase(const Remains& attackers, const Remains& defenders, double chance, Branches& out) const;

    /// What is left of a side by the hits that it takes in this phase, from 0 on; the last: so many or more. Null: patience ran out.
    const std::vector<Remains>* futures(int seat, Patience& patience);
    Remains remains(int seat, const Counts& living, int kept) const;
    Remains remains_now(int seat) const { return remains(seat, now_.position.of(seat), now_.position.kept_by(seat)); }
    int vigour_now(int seat) const;
    bool in_the_air() const { return firing_class(game(), now_) == UnitClass::aircraft; }
    /// The phase after `phase` in which units of these classes fire; the rounds go on for ever.
    int phase_after(int phase, unsigned int classes) const;

    std::string packed(const Progress& now) const;
    /// The situation before the defender's dice is: all of the attacker that may still be hit, what is left of the defender, and
    /// its pieces that fire, dead ones too.
    std::string packed_attacker() const;
    std::string packed_fire(const Counts& firing) const;
    void put_side(int seat, const Counts& living, int kept, std::string& out) const;
    bool unpack(std::string_view situation);  ///< into now_ and firing_; true: the defender's dice come next

    const Game& game() const { return table_->game; }
    int types() const { return phased_combat::types(game().side(attacker)) + phased_combat::types(game().side(defender)); }

    std::shared_ptr<const Table> table_;
    Progress start_;
    Policy policy_;
    // Working memory, kept between calls.
    Progress now_{};
    Counts firing_{};
    std::vector<int> dice_{};
    HitChances chances_{};
    std::unordered_map<std::string, std::vector<Remains>> futures_{};
    std::size_t futures_kept_ = 0;
};

}  // namespace muster::rules::phased_combat
