#include "protocol/ledger/ledger.hpp"

#include <algorithm>
#include <cmath>

#include "rules/drive.hpp"

namespace muster::ledger {

namespace {

const Json& member(const Json& object, const char* key) {
    static const Json none;
    if (!object.is_object()) return none;
    const auto found = object.find(key);
    return found == object.end() ? none : *found;
}

std::string text_of(const Json& value) { return value.is_string() ? value.get<std::string>() : std::string(); }

bool is_forced(const Json& chosen) { return member(chosen, "forced") == true; }

/// At how many moments something may have changed.
std::size_t moments_of(const Json& events) {
    return 1 + static_cast<std::size_t>(std::ranges::count_if(events, [](const Json& event) {
               const auto& name = member(event, "event");
               return name == "rolled" || name == "battle_ended" || (name == "chosen" && !is_forced(member(event, "data")));
           }));
}

std::uint64_t seed_of(std::string_view battle) {
    std::uint64_t out = 0;
    for (const char c : battle) out = rules::Random(out ^ static_cast<unsigned char>(c)).bits();
    return out;
}

/// What a die shows; 0: no die shows that.
int value_of(const Json& die) {
    const auto value = die.is_number_integer() ? die.get<std::int64_t>() : 0;
    return value >= 1 && value <= rules::sides_max ? static_cast<int>(value) : 0;
}

std::string at(std::size_t event, const std::string& below = "") { return "/events/" + std::to_string(event) + below; }

/// Goes through a battle's events and writes down what each of them changed.
///
/// Its dice go by stretches: a stretch is what happens between two rolls, and its moments share their dice (Estimator::next_dice). So the error of all
/// choices is that of each stretch from its first moment to its last, and what luck is comes from the moments on both sides of each roll.
class Walk {
public:
    Walk(const Account& account, std::unique_ptr<rules::Battle> battle, const Limits& limits, rules::Patience& patience)
        : account_(account),
          battle_(std::move(battle)),
          seats_(battle_->seats()),
          patience_(patience),
          estimator_(limits, moments_of(account.events), seed_of(account.battle), patience) {}

    std::expected<Ledger, Refusal> run() {
        std::vector<rules::Event> ignored;
        battle_->begin(ignored);
        for (const auto& seat : seats_) ledger_.sides.push_back({.seat = seat});
        if (auto refusal = open()) return std::unexpected(std::move(*refusal));
        for (next_ = 0; next_ < account_.events.size() && !ended_; ++next_)
            if (auto refusal = take(account_.events[next_])) return std::unexpected(std::move(*refusal));
        if (!ended_) return refuse(Code::bad_message, "this battle is not over", "/events");
        close();
        return std::move(ledger_);
    }

private:
    std::optional<Refusal> open() {
        if (!rules::outcome_of(*battle_) && !battle_->odds(rules::Policy::best)) return Refusal{Code::illegal_choice, "nobody wins here, so there are no odds"};
        auto first = estimator_.of(*battle_);
        if (!first) return out_of_patience();
        for (std::size_t seat = 0; seat < seats_.size(); ++seat) ledger_.sides[seat].start = {first->chances[seat], first->error_of(seat)};
        look(*first);
        now_ = first_of_stretch_ = std::move(*first);
        return {};
    }

    std::optional<Refusal> take(const Json& event) {
        const auto name = text_of(member(event, "event"));
        const auto& data = member(event, "data");
        if (name == "battle_started") return started(data);
        if (name == "conceded" || name == "forfeited") by_ = text_of(member(data, "seat"));
        if (name == "claimed") by_ = other_than(text_of(member(data, "seat")));
        if (name == "rolled" || name == "chosen" || name == "draw_answered" || name == "closed") by_.clear();
        if (name == "rolled") return roll(data);
        if (name == "chosen" && started_ && !is_forced(data)) return choose(data);
        if (name == "battle_ended") return end(data);
        return {};
    }

    /// Who has been away if this one of two claims the battle; empty: there are more.
    std::string other_than(const std::string& seat) const { return seats_.size() == 2 ? seats_[seats_[0] == seat ? 1 : 0] : ""; }

    std::optional<Refusal> started(const Json& data) {
        started_ = true;
        const auto& players = member(data, "seats");
        if (!players.is_array()) return {};
        for (const auto& player : players)
            if (const auto seat = rules::seat_named(seats_, text_of(member(player, "seat"))))
                ledger_.sides[static_cast<std::size_t>(*seat)].name = text_of(member(player, "name"));
        return {};
    }

    std::optional<Refusal> roll(const Json& data) {
        const auto* wanted = std::get_if<rules::Roll>(&battle_->need());
        if (!wanted) return differs("no dice are rolled here");
        rules::Rolled rolled{rolls_, {}};
        const auto& groups = member(data, "groups");
        if (groups.is_array())
            for (const auto& group : groups)
                if (const auto& dice = member(group, "dice"); dice.is_array())
                    for (const auto& die : dice) rolled.values.push_back(value_of(die));
        const auto fits = [](int value, int sides) { return value >= 1 && value <= sides; };
        if (!std::ranges::equal(rolled.values, wanted->sides(), fits)) return differs("other dice are rolled here");
        ++rolls_;
        const auto who = seats_[static_cast<std::size_t>(wanted->seat)];
        const auto about = wanted->purpose;
        const auto round = battle_->facts().round;
        std::vector<rules::Event> ignored;
        battle_->apply(std::move(rolled), ignored);
        end_stretch();
        for (std::size_t seat = 0; seat < seats_.size() && !has_rolled_; ++seat) before_first_roll_.push_back(now_.error_of(seat));
        has_rolled_ = true;
        estimator_.next_dice();
        auto refusal = step_to(*battle_, Cause::roll, who, about, round);
        first_of_stretch_ = now_;
        return refusal;
    }

    // Of choices that are made together each changes the chances while those that are told later are still the policy's.
    std::optional<Refusal> choose(const Json& data) {
        const auto& asks = rules::open_asks(*battle_);
        const auto who = text_of(member(data, "seat"));
        const auto seat = rules::seat_named(seats_, who);
        const auto ask = std::ranges::find_if(asks, [&](const rules::Ask& each) { return seat && (each.seat == *seat || each.seat == rules::anybody); });
        if (ask == asks.end()) return differs("nothing is asked of this seat here");
        const auto index = static_cast<std::size_t>(ask - asks.begin());
        made_.resize(asks.size());
        if (made_[index]) return differs("this seat has decided already");
        const FlatJson choice(member(data, "choice"));
        if (!JsonView(choice).is_object()) return differs("this is no choice");
        const auto legal = battle_->check(*seat, choice);
        if (!legal) return differs(legal.error().message);
        made_[index] = *legal;
        const auto about = ask->kind;
        const auto round = battle_->facts().round;
        rules::Decided decided{.choices = {}, .by = *seat};
        for (std::size_t i = 0; i < asks.size(); ++i) decided.choices.emplace_back(made_[i] ? *made_[i] : battle_->choose(asks[i].seat, rules::Policy::best));
        std::vector<rules::Event> ignored;
        if (std::ranges::all_of(made_, [](const auto& each) { return each.has_value(); })) {
            made_.clear();
            battle_->apply(std::move(decided), ignored);
            return step_to(*battle_, Cause::choice, who, about, round);
        }
        const auto supposed = battle_->clone();
        supposed->apply(std::move(decided), ignored);
        return step_to(*supposed, Cause::choice, who, about, round);
    }

    std::optional<Refusal> end(const Json& data) {
        ended_ = true;
        ledger_.reason = text_of(member(data, "reason"));
        const auto& named = member(data, "winner");
        const auto winner = rules::seat_named(seats_, text_of(named));
        if (!named.is_null() && !winner) return differs("no seat has this name");
        if (const auto* outcome = rules::outcome_of(*battle_); outcome && started_) {
            if (outcome->winner != winner) return differs("by the rules somebody else has won");
        } else {
            add_step(certain(winner, seats_.size()), Cause::end, by_, ledger_.reason, started_ ? battle_->facts().round : std::nullopt);
        }
        return {};
    }

    std::optional<Refusal> step_to(const rules::Battle& battle, Cause cause, const std::string& who, const std::string& about, std::optional<int> round) {
        auto after = estimator_.of(battle);
        if (!after) return out_of_patience();
        add_step(std::move(*after), cause, who, about, round);
        return {};
    }

    void add_step(Estimate after, Cause cause, const std::string& who, const std::string& about, std::optional<int> round) {
        look(after);
        auto& step = ledger_.steps.emplace_back(Step{sequence(), cause, who, about, round, {}, after.chances});
        for (std::size_t seat = 0; seat < seats_.size(); ++seat) {
            const Amount change{after.chances[seat] - now_.chances[seat], error_of_change(now_, after, seat)};
            step.changes.push_back(change);
            auto& side = ledger_.sides[seat];
            (cause == Cause::roll ? side.luck : side.choices).sum += change.sum;
            if (cause == Cause::roll || who != side.seat) continue;
            side.own.sum += change.sum;
            side.own.error = std::hypot(side.own.error, change.error);
        }
        now_ = std::move(after);
    }

    /// What its choices leave open, from its first moment to now.
    void end_stretch() {
        for (std::size_t seat = 0; seat < seats_.size(); ++seat) {
            const double error = error_of_change(first_of_stretch_, now_, seat);
            auto& side = ledger_.sides[seat];
            side.choices.error = std::hypot(side.choices.error, error);
            if (has_rolled_) side.luck.error = std::hypot(side.luck.error, error);  // of a stretch between two rolls, which have its ends
        }
    }

    void close() {
        for (std::size_t seat = 0; seat < seats_.size(); ++seat) {
            auto& side = ledger_.sides[seat];
            side.result = std::round(now_.chances[seat]);
            const double last = error_of_change(first_of_stretch_, now_, seat);
            side.choices.error = std::hypot(side.choices.error, last);
            if (has_rolled_) side.luck.error = std::hypot(side.luck.error, before_first_roll_[seat], first_of_stretch_.error_of(seat));
        }
    }

    void look(const Estimate& estimate) { ledger_.exact = ledger_.exact && estimate.is_exact(); }

    std::int64_t sequence() const {
        const auto& seq = member(account_.events[next_], "seq");
        return seq.is_number_integer() ? seq.get<std::int64_t>() : 0;
    }

    Refusal differs(const std::string& why) const {
        return {Code::bad_message, "this does not follow by the rules: " + why + "; \"muster verify\" says where it begins", at(next_, "/data")};
    }
    Refusal out_of_patience() const {
        if (patience_.ran_out()) return {Code::server_busy, "to tell luck from decisions takes too long"};
        return {Code::too_large, "this battle is too large to tell luck from decisions in it"};
    }

    const Account& account_;
    std::unique_ptr<rules::Battle> battle_;
    const std::vector<std::string> seats_;
    rules::Patience& patience_;
    Estimator estimator_;
    Ledger ledger_{};
    Estimate now_{};
    Estimate first_of_stretch_{};
    std::vector<double> before_first_roll_{};        ///< what was open then, by seat
    std::vector<std::optional<SharedJson>> made_{};  ///< of the decisions that are open, those that have been told
    std::string by_{};                               ///< who gave up last
    std::size_t next_ = 0;
    int rolls_ = 0;
    bool started_ = false;
    bool has_rolled_ = false;
    bool ended_ = false;
};

}  // namespace

std::expected<Ledger, Refusal> make_ledger(const Account& account, const Limits& limits, rules::Patience& patience) {
    if (!account.events.is_array()) return refuse(Code::bad_message, "expected a list", "/events");
    if (moments_of(account.events) > limits.moments_max) return refuse(Code::too_large, "this battle is too long to tell luck from decisions in it");
    auto battle = account.ruleset.create(account.setup);
    if (!battle) return refuse(battle.error().code, battle.error().message, "/setup" + battle.error().path);
    return Walk(account, std::move(*battle), limits, patience).run();
}

}  // namespace muster::ledger
