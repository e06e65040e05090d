#include "tests/hostile/duel.hpp"

#include <array>

#include "rules/drive.hpp"
#include "rules/fields.hpp"
#include "rules/odds/played_model.hpp"
#include "rules/schema.hpp"

namespace muster::test {

using namespace muster::rules;

enum class Call { high, low };
constexpr EnumNames<Call, 2> names_of(Call) { return {{{Call::high, "high"}, {Call::low, "low"}}}; }

enum class Hand { left, right };
constexpr EnumNames<Hand, 2> names_of(Hand) { return {{{Hand::left, "left"}, {Hand::right, "right"}}}; }

namespace {

constexpr Seat attacker = 0;
constexpr Seat defender = 1;

struct Setup {
    int rounds = 0;
    static void fields(auto& visit, auto& self) { visit("rounds", self.rounds, Rule{.min = 1, .max = 100}); }
};

struct CallChoice {
    Call call = Call::high;
    static void fields(auto& visit, auto& self) { list_fields(visit, "call", self.call); }
};

struct HideChoice {
    Hand hand = Hand::left;
    static void fields(auto& visit, auto& self) { list_fields(visit, "hand", self.hand); }
};

struct CallOptions {
    std::vector<Call> calls{};
    static void fields(auto& visit, auto& self) { list_fields(visit, "calls", self.calls); }
};

struct HideOptions {
    std::vector<Hand> hands{};
    static void fields(auto& visit, auto& self) { list_fields(visit, "hands", self.hands); }
};

struct Scored {
    std::string seat;
    int score = 0;
    static void fields(auto& visit, auto& self) { list_fields(visit, "seat", self.seat, "score", self.score); }
};

const std::vector<std::string>& seat_names() {
    static const std::vector<std::string> names{"attacker", "defender"};
    return names;
}

class DuelBattle final : public Battle {
public:
    explicit DuelBattle(int rounds) : rounds_(rounds) {}

    const std::vector<std::string>& seats() const override { return seat_names(); }
    const Need& need() const override { return need_; }

    std::expected<SharedJson, Refusal> check(Seat /*seat*/, const FlatJson& choice) const override {
        return is_hiding() ? canonical<HideChoice>(choice) : canonical<CallChoice>(choice);
    }
    SharedJson choose(Seat /*seat*/, Policy /*policy*/) const override { return is_hiding() ? to_json_value(HideChoice{}) : to_json_value(CallChoice{}); }
    SharedJson random_choice(Seat /*seat*/, Random& random) const override {
        const bool other = random.below(2) == 1;
        return is_hiding() ? to_json_value(HideChoice{other ? Hand::right : Hand::left}) : to_json_value(CallChoice{other ? Call::low : Call::high});
    }
    std::unique_ptr<OddsModel> odds(Policy policy) const override { return played_model(clone(), policy, false); }

    void begin(std::vector<Event>& /*events*/) override { ask_for_call(); }

    void apply(const Input& input, std::vector<Event>& events) override {
        if (const auto* rolled = std::get_if<Rolled>(&input)) {
            events.push_back(rolled_event(seat_names()[attacker], std::get<Roll>(need_), *rolled));
            score((rolled->values.front() >= 4) == (call_ == Call::high), events);
            return ask_for_hands();
        }
        const auto& choices = std::get<Decided>(input).choices;
        if (!is_hiding()) {
            call_ = read_fields<CallChoice>(choices.front(), Code::illegal_choice).value().call;
            need_ = Roll{attacker, "call", {{"die", 1}}};
            return;
        }
        const auto hand = [&](Seat seat) { return read_fields<HideChoice>(choices[static_cast<std::size_t>(seat)], Code::illegal_choice).value().hand; };
        score(hand(attacker) == hand(defender), events);
        if (++round_ < rounds_) return ask_for_call();
        Outcome outcome{{}, "points", survivors()};
        if (scores_[attacker] != scores_[defender]) outcome.winner = scores_[attacker] > scores_[defender] ? attacker : defender;
        need_ = Over{std::move(outcome)};
    }

    Json view(Viewer /*viewer*/) const override { return {{"round", round_}, {"scores", scores_}}; }
    Json survivors() const override { return {{"attacker", scores_[attacker]}, {"defender", scores_[defender]}}; }
    Facts facts() const override { return {round_ + 1, {{scores_[attacker], {}}, {scores_[defender], {}}}}; }
    std::optional<SharedJson> preferred(Seat /*seat*/, const Preference& /*preference*/) const override { return {}; }
    std::unique_ptr<Battle> clone() const override { return std::make_unique<DuelBattle>(*this); }

private:
    template <typename Choice>
    static std::expected<SharedJson, Refusal> canonical(const FlatJson& choice) {
        const auto read = read_fields<Choice>(choice, Code::illegal_choice);
        if (!read) return std::unexpected(read.error());
        return shared_json(*read);
    }

    bool is_hiding() const {
        const auto* asks = std::get_if<std::vector<Ask>>(&need_);
        return asks && asks->size() == 2;
    }
    void ask_for_call() { need_ = std::vector<Ask>{{attacker, "call", to_json_value(CallOptions{{Call::high, Call::low}}), to_json_value(CallChoice{})}}; }
    void ask_for_hands() {
        const auto options = to_json_value(HideOptions{{Hand::left, Hand::right}});
        need_ = std::vector<Ask>{{attacker, "hide", options, to_json_value(HideChoice{})}, {defender, "hide", options, to_json_value(HideChoice{})}};
    }
    void score(bool right, std::vector<Event>& events) {
        const Seat seat = right ? attacker : defender;
        events.push_back(make_event("scored", Scored{seat_names()[static_cast<std::size_t>(seat)], ++scores_[static_cast<std::size_t>(seat)]}));
    }

    int rounds_;
    int round_ = 0;
    std::array<int, 2> scores_{};
    Call call_ = Call::high;
    Need need_{};
};

constexpr std::array kinds{decision_kind<CallChoice, CallOptions>("call"), decision_kind<HideChoice, HideOptions>("hide")};
constexpr std::array happenings{event_kind<Scored>("scored")};

class Duel final : public Ruleset {
public:
    const std::string& id() const override { return id_; }
    int version() const override { return 1; }
    const std::vector<std::string>& seats() const override { return seat_names(); }
    std::span<const DecisionKind> decision_kinds() const override { return kinds; }
    std::span<const EventKind> event_kinds() const override { return happenings; }
    std::expected<std::unique_ptr<Battle>, Refusal> create(const Json& json) const override {
        const auto setup = read_fields<Setup>(json, Code::bad_setup);
        if (!setup) return std::unexpected(setup.error());
        return std::make_unique<DuelBattle>(setup->rounds);
    }
    std::expected<Json, Refusal> resolve(const Json& json) const override {
        const auto setup = read_fields<Setup>(json, Code::bad_setup);
        if (!setup) return std::unexpected(setup.error());
        return to_json_value(*setup);
    }
    Json catalog() const override {
        return {{"title", "Duel"},
                {"summary", "Call a die, hide a coin."},
                {"seats", seat_names()},
                {"setup_schema", schema_of<Setup>()},
                {"choice_schemas", choice_schemas(kinds)},
                {"example", {{"rounds", 3}}}};
    }

private:
    const std::string id_ = "duel";
};

}  // namespace

const Ruleset& duel() {
    static const Duel instance;
    return instance;
}

}  // namespace muster::test
