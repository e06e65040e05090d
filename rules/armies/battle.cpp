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
            if (!fight.next()) return end(fight.finish().winner, std::string(name_of(fight.finish().reason)));
            if (auto asks = asks_for(*fight.next(), events); !asks.empty()) return ask(std::move(asks));
            std::vector<Happening> happened;
            fight.remove(std::exchange(given_, {}), happened);
            tell(happened, events);
            return false;
        },
        conflict_);
}

// Of those who lose a token at once only those are asked who have a choice; who has none is seen to have none.
std::vector<Ask> ArmiesBattle::asks_for(const Removal& removal, Events& events) {
    std::vector<Ask> asks;
    for (const int seat : each_seat()) {
        auto& given = given_[static_cast<std::size_t>(seat)];
        if (!removal.by(seat) || given) continue;
        const auto& own = tokens(seat);
        if (own.both_sorts()) {
            asks.push_back(question(seat, "remove", shared_json(RemoveOptions{{Token::population, Token::army}, own.population, own.armies, removal.step})));
        } else {
            given = cheapest(own);
            forced_choice(seat, "remove", *given, events);
        }
    }
    return asks;
}

// ---- decisions -----------------------------------------------------------------------------------------------------

// Who is asked has both sorts, so every token that can be read is legal.
std::expected<ArmiesBattle::Choice, Refusal> ArmiesBattle::read(Seat /*seat*/, JsonView choice) const {
    const auto read = read_fields<RemoveChoice>(choice, Code::illegal_choice);
    if (!read) return std::unexpected(read.error());
    return read->token;
}

ArmiesBattle::Choice ArmiesBattle::pick(Seat seat, Policy /*policy*/) const { return cheapest(tokens(seat)); }  // D7

ArmiesBattle::Choice ArmiesBattle::draw(Seat /*seat*/, Random& random) const { return random.below(2) == 0 ? Token::population : Token::army; }

// Who is asked has both sorts, so the first that is named goes.
std::optional<ArmiesBattle::Choice> ArmiesBattle::prefer(Seat /*seat*/, const Preference& preference) const {
    const int population = preference.rank(name_of(Token::population));
    const int army = preference.rank(name_of(Token::army));
    if (population == army) return {};  // neither is named
    return population < army ? Token::population : Token::army;
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
