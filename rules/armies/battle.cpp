#include "rules/armies/battle.hpp"

#include "rules/armies/setup.hpp"
#include "rules/odds/played_model.hpp"

namespace muster::rules::armies {

namespace {

using Seats = std::vector<std::string>;

const std::string& named(const Seats& seats, int seat) { return seats[static_cast<std::size_t>(seat)]; }
std::optional<std::string> named(const Seats& seats, std::optional<int> seat) { return seat ? std::optional(named(seats, *seat)) : std::nullopt; }

Event event_of(const Advantage& advantage, const Seats& seats) {
    return make_event("advantage_counted", AdvantageCounted{{advantage.levels[attacker], advantage.levels[defender]},
                                                            advantage.net,
                                                            named(seats, advantage.holder),
                                                            advantage.column,
                                                            advantage.removed_before,
                                                            named(seats, advantage.first)});
}

Event event_of(const Melee& melee, const Seats& seats) {
    LevelsCounted out;
    for (std::size_t seat = 0; seat < seats.size(); ++seat) out.nations.push_back({seats[seat], melee.levels[seat], melee.tokens[seat], melee.before[seat]});
    for (const auto& group : melee.order) {
        auto& equals = out.order.emplace_back();
        for (const int seat : group) equals.push_back(named(seats, seat));
    }
    return make_event("levels_counted", out);
}

Event event_of(const Removed& removed, const Seats& seats) {
    return make_event("removed", TokenRemoved{named(seats, removed.seat), removed.token, removed.step});
}

Event event_of(const CityAssault& assault, const Seats& /*seats*/) {
    const bool falls = assault.falls();
    return make_event("city_assaulted", CityAssaulted{assault.attackers, assault.city.needed, falls, falls ? assault.city.placed : 0});
}

}  // namespace

void ArmiesBattle::tell(const std::vector<Happening>& happened, Events& events) const {
    for (const auto& each : happened) events.push_back(std::visit([&](const auto& what) { return event_of(what, seats()); }, each));
}

void ArmiesBattle::open(Events& events) {
    std::vector<Happening> happened;
    std::visit([&](auto& fight) { fight.begin(happened); }, conflict_);
    tell(happened, events);
}

bool ArmiesBattle::step(Events& events) {
    return std::visit(
        [&](auto& fight) {
            if (!fight.next()) return end(fight.finish());
            if (const auto asked = asked_for(*fight.next(), events); !asked.empty()) return ask(asked);
            std::vector<Happening> happened;
            fight.remove(std::exchange(given_, {}), happened);
            tell(happened, events);
            return false;
        },
        conflict_);
}

// Of those who lose a token at once only those are asked who have a choice; who has none is seen to have none.
std::vector<Seat> ArmiesBattle::asked_for(const Removal& removal, Events& events) {
    std::vector<Seat> asked;
    for (const int seat : each_seat()) {
        auto& given = given_[static_cast<std::size_t>(seat)];
        if (!removal.by(seat) || given) continue;
        if (tokens(seat).both_sorts()) {
            asked.push_back(seat);
        } else {
            const RemoveDecision decision{tokens(seat), removal.step};
            given = decision.usual();
            forced_choice(seat, decision, *given, events);
        }
    }
    return asked;
}

std::unique_ptr<OddsModel> ArmiesBattle::odds(Policy policy) const { return played_model(clone(), policy, true); }

// ---- how it stands -------------------------------------------------------------------------------------------------

void ArmiesBattle::count_left(Seat seat, std::map<std::string, int>& left) const {
    left.emplace(name_of(Token::population), tokens(seat).population);
    left.emplace(name_of(Token::army), tokens(seat).armies);
}

Json ArmiesBattle::situation() const {
    return std::visit([](const auto& fight) { return Json{{"population_limit", fight.limit()}, {"city", fight.city_stands()}}; }, conflict_);
}

Json ArmiesBattle::situation_of(Seat seat) const { return {{"population", tokens(seat).population}, {"armies", tokens(seat).armies}}; }

}  // namespace muster::rules::armies
