// What the battles of all rulesets with two seats have in common: the state machine around a typed core.
#pragma once
#include "rules/drive.hpp"

namespace muster::rules {

/// `Self` is the battle; `seat_name` names its seats. It makes TypedBattle its friend and has
///   void open(Events&)                           what happens before its first step
///   bool step(Events&)                           takes a step; true: need_ is settled
///   void take_dice(const Rolled&, Events&)       takes in what was rolled
///   void take_choices(const Decided&, Events&)   takes in what was chosen; it is legal, so that reading it gives a value
///   int pieces(Seat) const                       what lives, as Outcome::survivors counts it
template <typename Self, const std::string& (*seat_name)(int)>
class TypedBattle : public Battle {
public:
    const Need& need() const final { return need_; }

    void begin(std::vector<Event>& events) final {
        self().open(events);
        run(events);
    }

    void apply(const Input& input, std::vector<Event>& events) final {
        if (const auto* rolled = std::get_if<Rolled>(&input)) self().take_dice(*rolled, events);
        else self().take_choices(std::get<Decided>(input), events);
        run(events);
    }

    Json survivors() const final { return {{seat_name(0), self().pieces(0)}, {seat_name(1), self().pieces(1)}}; }

    std::unique_ptr<Battle> clone() const final { return std::make_unique<Self>(self()); }

protected:
    using Events = std::vector<Event>;

    /// The battle is over.
    bool end(std::optional<Seat> winner, std::string reason) {
        need_ = Over{{winner, std::move(reason), survivors()}};
        return true;
    }

    /// A decision with one legal choice, which the rules make.
    static void forced_choice(Seat seat, const char* kind, const Json& choice, Events& events) {
        events.push_back(chosen_event({.seat = seat_name(seat), .kind = kind, .choice = choice, .forced = true}));
    }

    /// The canonical form of a choice that could be read.
    static std::expected<Json, Refusal> canonical(const auto& read, auto&& write) {
        if (!read) return std::unexpected(read.error());
        return write(*read);
    }

    Need need_{};

private:
    void run(Events& events) {
        while (!std::holds_alternative<Over>(need_) && !self().step(events)) {}
    }
    Self& self() { return static_cast<Self&>(*this); }
    const Self& self() const { return static_cast<const Self&>(*this); }
};

}  // namespace muster::rules
