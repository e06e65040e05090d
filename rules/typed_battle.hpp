// What the battles of all rulesets that Muster ships have in common: the state machine around a typed core, and what the rest of
// Muster asks of a battle in JSON, told of the core's own types.
#pragma once
#include <ranges>

#include "rules/drive.hpp"
#include "rules/finish.hpp"

namespace muster::rules {

/// One kind of decision is one struct, made for a seat that is asked now. In the core's types, of which `choice` is any, it has
///   kind                                              as DecisionKind has it
///   SharedJson options() const                        what is offered
///   std::expected<…, Refusal> read(JsonView) const    a choice that is legal
///   auto write(const choice&) const                   its canonical form: a struct with fields()
///   choice usual() const                              the default. It is a rule: it never depends on what a policy finds best
///   choice pick(Policy) const                         as Battle::choose() for the other policies
///   choice draw(Random&) const                        as Battle::random_choice()
/// and may have
///   std::optional<…> prefer(const Preference&) const  as Battle::preferred()
///   Json meaning(JsonView) const                      as Battle::meaning()
///
/// `Self` is the battle. It makes TypedBattle its friend and has
///   std::variant<…> decision(Seat) const              what a seat that is asked now decides, which looks into the battle
///   void take(Seat, choice, Events&)                  takes it in, for each type of choice
///   bool step(Events&)                                takes a step; true: need_ is settled
///   int pieces(Seat) const                            what lives, as Outcome::survivors counts it
///   void count_left(Seat, std::map<std::string, int>&) const   what lives, as Facts::Side::left names it
///   Json situation() const                            the view of what is no seat's; nothing is hidden in these rulesets
///   Json situation_of(Seat) const                     and of what is a seat's
/// and seats() and odds(). It may have instead of those below
///   void open(Events&)                                what happens before its first step
///   void take_dice(Seat, const std::vector<int>&, Events&)   takes in what the seat rolled
///   std::optional<int> round() const                  as Facts has it
template <typename Self>
class TypedBattle : public Battle {
public:
    const Need& need() const final { return need_; }

    void begin(std::vector<Event>& events) final {
        self().open(events);
        run(events);
    }

    void apply(const Input& input, std::vector<Event>& events) final {
        if (const auto* rolled = std::get_if<Rolled>(&input)) take_roll(*rolled, events);
        else take_choices(std::get<Decided>(input), events);
        run(events);
    }

    std::expected<SharedJson, Refusal> check(Seat seat, const FlatJson& choice) const final {
        return decided(seat, [&](const auto& decision) -> std::expected<SharedJson, Refusal> {
            const auto read = decision.read(choice);
            if (!read) return std::unexpected(read.error());
            return written(decision, *read);
        });
    }
    SharedJson choose(Seat seat, Policy policy) const final {
        return decided(seat, [&](const auto& decision) { return written(decision, policy == Policy::preset ? decision.usual() : decision.pick(policy)); });
    }
    SharedJson random_choice(Seat seat, Random& random) const final {
        return decided(seat, [&](const auto& decision) { return written(decision, decision.draw(random)); });
    }
    std::optional<SharedJson> preferred(Seat seat, const Preference& preference) const final {
        return decided(seat, [&](const auto& decision) -> std::optional<SharedJson> {
            if constexpr (requires { decision.prefer(preference); })
                return decision.prefer(preference).transform([&](const auto& choice) { return written(decision, choice); });
            else return std::nullopt;
        });
    }
    Json meaning(Seat seat, const FlatJson& choice) const final {
        return decided(seat, [&](const auto& decision) -> Json {
            if constexpr (requires { decision.meaning(choice); }) return decision.meaning(choice);
            else return {};
        });
    }

    Json view(Viewer /*viewer*/) const final {
        Json out = self().situation();
        for (const Seat seat : each_seat()) out[seat_id(seat)] = self().situation_of(seat);
        return out;
    }

    Facts facts() const final {
        Facts out{self().round(), {}};
        for (const Seat seat : each_seat()) self().count_left(seat, out.sides.emplace_back(Facts::Side{self().pieces(seat), {}}).left);
        return out;
    }

    Json survivors() const final {
        Json out = Json::object();
        for (const Seat seat : each_seat()) out[seat_id(seat)] = self().pieces(seat);
        return out;
    }

    std::unique_ptr<Battle> clone() const final { return std::make_unique<Self>(self()); }

protected:
    using Events = std::vector<Event>;

    void open(Events& /*events*/) {}
    void take_dice(Seat /*seat*/, const std::vector<int>& /*values*/, Events& /*events*/) {}
    std::optional<int> round() const { return {}; }

    const std::string& seat_id(Seat seat) const { return seats()[static_cast<std::size_t>(seat)]; }
    auto each_seat() const { return std::views::iota(Seat{0}, static_cast<Seat>(seats().size())); }

    /// Asks all of `seats` at once what each has to decide.
    bool ask(std::span<const Seat> seats) {
        std::vector<Ask> asks;
        asks.reserve(seats.size());
        for (const Seat seat : seats)
            asks.push_back(decided(seat, [&](const auto& decision) -> Ask {
                return {seat, std::string(decision.kind), decision.options(), written(decision, decision.usual())};
            }));
        need_ = std::move(asks);
        return true;
    }
    bool ask(Seat seat) { return ask(std::span(&seat, 1)); }

    /// The battle is over.
    bool end(const Finish& finish) {
        need_ = Over{{finish.winner, finish.reason, survivors()}};
        return true;
    }

    /// A decision with one legal choice, which the rules make.
    void forced_choice(Seat seat, const auto& decision, const auto& choice, Events& events) const {
        events.push_back(
            chosen_event({.seat = seat_id(seat), .kind = std::string(decision.kind), .choice = canonical_text(decision.write(choice)), .forced = true}));
    }

    Need need_{};

private:
    friend Self;
    TypedBattle() = default;

    void run(Events& events) {
        while (!std::holds_alternative<Over>(need_) && !self().step(events)) {}
    }

    void take_roll(const Rolled& rolled, Events& events) {
        const auto& roll = std::get<Roll>(need_);
        events.push_back(rolled_event(seat_id(roll.seat), roll, rolled));
        self().take_dice(roll.seat, rolled.values, events);
    }

    // A choice may end the battle, which then needs something else.
    void take_choices(const Decided& made, Events& events) {
        const auto asks = std::get<std::vector<Ask>>(std::exchange(need_, {}));
        for (std::size_t i = 0; i < asks.size(); ++i) {
            const Seat seat = asks[i].seat == anybody ? made.by : asks[i].seat;
            decided(seat, [&](const auto& decision) { self().take(seat, decision.read(made.choices[i]).value(), events); });
        }
    }

    auto decided(Seat seat, auto&& ask) const { return std::visit(ask, self().decision(seat)); }

    static SharedJson written(const auto& decision, const auto& choice) { return shared_json(decision.write(choice)); }
    template <typename... Each>
    static SharedJson written(const auto& decision, const std::variant<Each...>& choice) {
        return std::visit([&](const auto& each) { return written(decision, each); }, choice);
    }

    Self& self() { return static_cast<Self&>(*this); }
    const Self& self() const { return static_cast<const Self&>(*this); }
};

}  // namespace muster::rules
