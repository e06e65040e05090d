#include "rules/armies/battle.hpp"

#include "rules/armies/choices.hpp"
#include "rules/armies/setup.hpp"
#include "rules/odds/played_model.hpp"

namespace muster::rules::armies {

namespace {

Json choice_json(Token token) { return to_json_value(RemoveChoice{token}); }

std::optional<std::string> named(std::optional<int> seat) { return seat ? std::optional(seat_name(*seat)) : std::nullopt; }

Event event_of(const Advantage& advantage) {
    return {"advantage_counted", to_text(AdvantageCounted{{advantage.levels[attacker], advantage.levels[defender]},
                                                          advantage.net,
                                                          named(advantage.holder),
                                                          advantage.column,
                                                          advantage.removed_before,
                                                          named(advantage.first)})};
}

Event event_of(const Removed& removed) { return {"removed", to_text(TokenRemoved{seat_name(removed.seat), removed.token, removed.step})}; }

Event event_of(const CityAssault& assault) {
    const bool falls = assault.falls();
    return {"city_assaulted", to_text(CityAssaulted{assault.attackers, assault.city.needed, falls, falls ? assault.city.placed : 0})};
}

void tell(const std::vector<Happening>& happened, std::vector<Event>& events) {
    for (const auto& each : happened) events.push_back(std::visit([](const auto& what) { return event_of(what); }, each));
}

}  // namespace

void ArmiesBattle::open(Events& events) {
    std::vector<Happening> happened;
    fight_.begin(happened);
    tell(happened, events);
}

void ArmiesBattle::take_choices(const Decided& decided, Events& events) {
    const auto& asks = std::get<std::vector<Ask>>(need_);
    for (std::size_t i = 0; i < asks.size(); ++i)
        given_[static_cast<std::size_t>(asks[i].seat)] = read_fields<RemoveChoice>(decided.choices[i], Code::illegal_choice).value().token;
    remove(events);
}

bool ArmiesBattle::step(Events& events) {
    const auto removal = fight_.next();
    if (!removal) return end(fight_.finish().winner, std::string(name_of(fight_.finish().reason)));
    if (ask(*removal, events)) return true;
    remove(events);
    return false;
}

// Of two who lose a token at once only those are asked who have a choice; who has none is seen to have none.
bool ArmiesBattle::ask(const Removal& removal, Events& events) {
    std::vector<Ask> asks;
    for (const int seat : {attacker, defender}) {
        if (!removal.by(seat)) continue;
        const auto& own = tokens(seat);
        const Json preset = choice_json(cheapest(own));
        if (own.both_sorts()) {
            const RemoveOptions options{{Token::population, Token::army}, own.population, own.armies, removal.step};
            asks.push_back({seat, "remove", to_json_value(options), preset});
        } else {
            forced_choice(seat, "remove", preset, events);
            given_[static_cast<std::size_t>(seat)] = cheapest(own);
        }
    }
    if (asks.empty()) return false;
    need_ = std::move(asks);
    return true;
}

void ArmiesBattle::remove(Events& events) {
    std::vector<Happening> happened;
    fight_.remove(std::exchange(given_, {}), happened);
    tell(happened, events);
}

// Who is asked has both sorts, so every token that can be read is legal.
std::expected<Json, Refusal> ArmiesBattle::check(Seat /*seat*/, const Json& choice) const {
    return canonical(read_fields<RemoveChoice>(choice, Code::illegal_choice), [](const RemoveChoice& read) { return choice_json(read.token); });
}

Json ArmiesBattle::choose(Seat seat, Policy /*policy*/) const { return choice_json(cheapest(tokens(seat))); }  // D7

Json ArmiesBattle::random_choice(Seat /*seat*/, Random& random) const { return choice_json(random.below(2) == 0 ? Token::population : Token::army); }

// Who is asked has both sorts, so the first that is named goes.
std::optional<Json> ArmiesBattle::preferred(Seat /*seat*/, const Preference& preference) const {
    const int population = preference.rank(name_of(Token::population));
    const int army = preference.rank(name_of(Token::army));
    if (population == army) return {};  // neither is named
    return choice_json(population < army ? Token::population : Token::army);
}

std::unique_ptr<OddsModel> ArmiesBattle::odds(Policy policy) const { return played_model(clone(), seat_names(), policy, true); }

Facts ArmiesBattle::facts() const {
    Facts out;
    for (const int seat : {attacker, defender})
        out.sides.push_back({tokens(seat).total(),
                             {{std::string(name_of(Token::population)), tokens(seat).population}, {std::string(name_of(Token::army)), tokens(seat).armies}}});
    return out;
}

// Nothing is hidden in this ruleset.
Json ArmiesBattle::view(Viewer /*viewer*/) const {
    Json out{{"population_limit", fight_.limit()}, {"city", fight_.city_stands()}};
    for (const int seat : {attacker, defender}) out[seat_name(seat)] = {{"population", tokens(seat).population}, {"armies", tokens(seat).armies}};
    return out;
}

}  // namespace muster::rules::armies
