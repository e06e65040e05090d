#include "rules/armies/fight.hpp"

namespace muster::rules::armies {

namespace {

/// Who loses a token in the conflict's step number `step`, counted from 0 (D4).
Removal removal_of(const Advantage& advantage, int step) {
    Removal out;
    if (step < advantage.removed_before) {
        out.loses[static_cast<std::size_t>(*advantage.first)] = true;
        return out;
    }
    if (!advantage.first) return {Step::simultaneous, {true, true}};
    const bool first = (step - advantage.removed_before) % 2 == 0;
    out.step = Step::alternating;
    out.loses[static_cast<std::size_t>(first ? *advantage.first : other(*advantage.first))] = true;
    return out;
}

}  // namespace

bool Fight::one_side_empty() const { return forces_[0].total() == 0 || forces_[1].total() == 0; }

void Fight::begin(std::vector<Happening>& happened) {
    if (area_.city && forces_[attacker].total() > 0 && forces_[defender].total() == 0) return assault(happened);
    if (one_side_empty() || total(forces_) <= limit()) return end({{}, "no_conflict"});  // D1
    start_conflict(happened);
}

// D2: counted once for a conflict. The one for the city's tokens is another.
void Fight::start_conflict(std::vector<Happening>& happened) {
    advantage_ = count_advantage(area_.advances, forces_);
    steps_ = 0;
    happened.emplace_back(advantage_);
    next_ = removal_of(advantage_, 0);
}

void Fight::remove(const Given& given, std::vector<Happening>& happened) {
    for (const int seat : {attacker, defender}) {
        const auto index = static_cast<std::size_t>(seat);
        if (!given[index]) continue;
        --forces_[index].of(*given[index]);
        happened.emplace_back(Removed{seat, *given[index], next_->step});
    }
    ++steps_;
    go_on(happened);
}

// D5: asked after every step.
void Fight::go_on(std::vector<Happening>& happened) {
    if (!one_side_empty()) {
        if (total(forces_) <= limit()) return end({{}, "within_limit"});
        next_ = removal_of(advantage_, steps_);
        return;
    }
    if (forces_[attacker].total() > 0) {
        if (city_stands()) return assault(happened);
        return end({attacker, "annihilation"});
    }
    // A city that nobody is left to assault is the defender's, whoever else is gone.
    if (forces_[defender].total() > 0 || city_stands()) return end({defender, "annihilation"});
    end({{}, "annihilation"});
}

// D6
void Fight::assault(std::vector<Happening>& happened) {
    const CityAssault assault{forces_[attacker].total(), *area_.city};
    happened.emplace_back(assault);
    if (!assault.falls()) {
        forces_[attacker] = {};
        return end({defender, "repelled"});
    }
    fallen_ = true;
    forces_[defender] = {assault.city.placed, 0};
    start_conflict(happened);
}

void Fight::end(const Finish& finish) {
    next_.reset();
    finish_ = finish;
}

}  // namespace muster::rules::armies
