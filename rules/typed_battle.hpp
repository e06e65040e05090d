// What the battles of all rulesets that Muster ships have in common: the state machine around a typed core, and what the rest of
// Muster asks of a battle in JSON, told of the core's own types.
#pragma once
#include <ranges>

#include "rules/drive.hpp"

namespace muster::rules {

/// `Self` is the battle. It makes TypedBattle its friend and has
///   using Choice = std::variant<…>                    all that may be chosen in it, in the core's types
///   bool step(Events&)                                takes a step; true: need_ is settled
///   int pieces(Seat) const                            what lives, as Outcome::survivors counts it
///   void count_left(Seat, std::map<std::string, int>&) const   what lives, as Facts::Side::left names it
///   Json situation() const                            the view of what is no seat's; nothing is hidden in these rulesets
///   Json situation_of(Seat) const                     and of what is a seat's
/// and of the decisions, for a seat that is asked now,
///   std::expected<Choice, Refusal> read(Seat, JsonView) const   a choice that is legal
///   auto write(Seat, const Each&) const               its canonical form, for each of Choice: a struct with fields()
///   void take(Seat, Each, Events&)                    takes it in, for each of Choice
///   Choice pick(Seat, Policy) const                   as Battle::choose()
///   Choice draw(Seat, Random&) const                  as Battle::random_choice()
///   std::optional<Choice> prefer(Seat, const Preference&) const    as Battle::preferred()
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
        const auto read = self().read(seat, choice);
        if (!read) return std::unexpected(read.error());
        return written(seat, *read);
    }
    SharedJson choose(Seat seat, Policy policy) const final { return written(seat, self().pick(seat, policy)); }
    SharedJson random_choice(Seat seat, Random& random) const final { return written(seat, self().draw(seat, random)); }
    std::optional<SharedJson> preferred(Seat seat, const Preference& preference) const final {
        return self().prefer(seat, preference).transform([&](const auto& choice) { return written(seat, choice); });
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

    /// A decision for `seat`, with its default.
    Ask question(Seat seat, const char* kind, SharedJson options) const { return {seat, kind, std::move(options), choose(seat, Policy::preset)}; }

    bool ask(std::vector<Ask> asks) {
        need_ = std::move(asks);
        return true;
    }
    bool ask(Seat seat, const char* kind, SharedJson options) {
        std::vector<Ask> alone;  // not from a braced list, which would copy it
        alone.push_back(question(seat, kind, std::move(options)));
        return ask(std::move(alone));
    }

    /// The battle is over.
    bool end(std::optional<Seat> winner, std::string reason) {
        need_ = Over{{winner, std::move(reason), survivors()}};
        return true;
    }

    /// A decision with one legal choice, which the rules make.
    void forced_choice(Seat seat, const char* kind, const auto& choice, Events& events) const {
        events.push_back(chosen_event({.seat = seat_id(seat), .kind = kind, .choice = canonical_text(self().write(seat, choice)), .forced = true}));
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
    void take_choices(const Decided& decided, Events& events) {
        const auto asks = std::get<std::vector<Ask>>(std::exchange(need_, {}));
        for (std::size_t i = 0; i < asks.size(); ++i) {
            const Seat seat = asks[i].seat == anybody ? decided.by : asks[i].seat;
            auto choice = self().read(seat, decided.choices[i]).value();
            std::visit([&](auto& each) { self().take(seat, std::move(each), events); }, choice);
        }
    }

    SharedJson written(Seat seat, const auto& choice) const {
        return std::visit([&](const auto& each) { return shared_json(self().write(seat, each)); }, choice);
    }

    Self& self() { return static_cast<Self&>(*this); }
    const Self& self() const { return static_cast<const Self&>(*this); }
};

}  // namespace muster::rules
