#include "tests/support/rock_paper.hpp"

#include <algorithm>
#include <array>

#include "rules/drive.hpp"
#include "rules/fields.hpp"
#include "rules/odds/played_model.hpp"
#include "rules/schema.hpp"

namespace muster::test {

using namespace muster::rules;

enum class Throw { rock, paper, scissors };
constexpr EnumNames<Throw, 3> names_of(Throw) { return {{{Throw::rock, "rock"}, {Throw::paper, "paper"}, {Throw::scissors, "scissors"}}}; }

namespace {

struct Setup {
    int rounds = 0;
    static void fields(auto& visit, auto& self) { visit("rounds", self.rounds, Rule{.min = 1, .max = 2'000}); }
};

struct ThrowChoice {
    Throw hand = Throw::rock;
    static void fields(auto& visit, auto& self) { list_fields(visit, "throw", self.hand); }
};

struct ThrowOptions {
    std::vector<Throw> throws{};
    static void fields(auto& visit, auto& self) { list_fields(visit, "throws", self.throws); }
};

struct RoundStarted {
    int round = 0;
    static void fields(auto& visit, auto& self) { list_fields(visit, "round", self.round); }
};

struct Scored {
    int round = 0;
    std::string seat;
    std::optional<int> score;
    static void fields(auto& visit, auto& self) {
        list_fields(visit, "round", self.round, "seat", self.seat);
        visit("score", self.score, Rule{.sparse = true});
    }
};

bool beats(Throw a, Throw b) { return (static_cast<int>(a) + 2) % 3 == static_cast<int>(b); }

class RockPaperBattle final : public Battle {
public:
    RockPaperBattle(const std::vector<std::string>& seats, int rounds, int version)
        : seats_(&seats), rounds_(rounds), version_(version), scores_(seats.size()), hands_(seats.size()) {}

    const std::vector<std::string>& seats() const override { return *seats_; }
    const Need& need() const override { return need_; }

    std::expected<SharedJson, Refusal> check(Seat /*seat*/, const FlatJson& choice) const override {
        const auto read = read_fields<ThrowChoice>(choice, Code::illegal_choice);
        if (!read) return std::unexpected(read.error());
        return shared_json(*read);
    }

    SharedJson choose(Seat seat, Policy policy) const override {
        return to_json_value(ThrowChoice{policy != Policy::listed ? Throw::rock : static_cast<Throw>(seat)});
    }

    SharedJson random_choice(Seat /*seat*/, Random& random) const override { return to_json_value(ThrowChoice{static_cast<Throw>(random.below(3))}); }

    std::unique_ptr<OddsModel> odds(Policy policy) const override { return played_model(clone(), policy, false); }

    void begin(std::vector<Event>& events) override { start_round(events); }

    void apply(const Input& input, std::vector<Event>& events) override {
        if (const auto* decided = std::get_if<Decided>(&input)) {
            for (std::size_t i = 0; i < hands_.size(); ++i) hands_[i] = read_fields<ThrowChoice>(decided->choices[i], Code::illegal_choice).value().hand;
            need_ = Roll{0, "luck", {{"luck", 1}}};
        } else {
            score(std::get<Rolled>(input), events);
        }
    }

    Json view(Viewer viewer) const override {
        Json out{{"round", round_}, {"rounds", rounds_}};
        if (viewer.seat) out["score"] = scores_[static_cast<std::size_t>(*viewer.seat)];
        return out;
    }

    Json survivors() const override {
        Json out = Json::object();
        for (const auto& name : seats()) out[name] = 1;
        return out;
    }

    Facts facts() const override {
        Facts out{round_, {}};
        for (std::size_t i = 0; i < scores_.size(); ++i) out.sides.push_back({1, {}});
        return out;
    }

    std::optional<SharedJson> preferred(Seat /*seat*/, const Preference& /*preference*/) const override { return {}; }

    std::unique_ptr<Battle> clone() const override { return std::make_unique<RockPaperBattle>(*this); }

private:
    Seat players() const { return static_cast<Seat>(seats_->size()); }

    void start_round(std::vector<Event>& events) {
        events.push_back(make_event("round_started", RoundStarted{++round_}));
        std::vector<Ask> asks;
        for (Seat seat = 0; seat < players(); ++seat)
            asks.push_back({seat, "throw", to_json_value(ThrowOptions{{Throw::rock, Throw::paper, Throw::scissors}}), choose(seat, Policy::best)});
        need_ = std::move(asks);
    }

    void score(const Rolled& rolled, std::vector<Event>& events) {
        events.push_back(rolled_event(seats().front(), std::get<Roll>(need_), rolled));
        for (std::size_t i = 0; i < scores_.size(); ++i)
            for (const auto hand : hands_) scores_[i] += beats(hands_[i], hand) ? 1 : 0;
        ++scores_[static_cast<std::size_t>((rolled.values.front() - version_) % players())];
        for (Seat seat = 0; seat < players(); ++seat) {
            const auto index = static_cast<std::size_t>(seat);
            auto event = make_event("scored", Scored{round_, seats()[index], {}});
            event.instead.emplace_back(seat, canonical_text(Scored{round_, seats()[index], scores_[index]}).text());
            events.push_back(std::move(event));
        }
        if (round_ < rounds_) return start_round(events);
        const auto top = std::ranges::max_element(scores_);
        Outcome outcome{{}, "points", survivors()};
        if (std::ranges::count(scores_, *top) == 1) outcome.winner = static_cast<Seat>(top - scores_.begin());
        need_ = Over{std::move(outcome)};
    }

    const std::vector<std::string>* seats_;
    int rounds_;
    int version_;
    int round_ = 0;
    std::vector<int> scores_;
    std::vector<Throw> hands_;
    Need need_{};
};

constexpr std::array kinds{decision_kind<ThrowChoice, ThrowOptions>("throw")};
constexpr std::array happenings{event_kind<RoundStarted>("round_started"), event_kind<Scored>("scored")};

class RockPaper final : public Ruleset {
public:
    RockPaper(std::string id, std::vector<std::string> seats, int version = 1) : id_(std::move(id)), seats_(std::move(seats)), version_(version) {}
    const std::string& id() const override { return id_; }
    int version() const override { return version_; }
    const std::vector<std::string>& seats() const override { return seats_; }
    std::span<const DecisionKind> decision_kinds() const override { return kinds; }
    std::span<const EventKind> event_kinds() const override { return happenings; }
    std::expected<std::unique_ptr<Battle>, Refusal> create(const Json& json) const override {
        const auto setup = read_fields<Setup>(json, Code::bad_setup);
        if (!setup) return std::unexpected(setup.error());
        return std::make_unique<RockPaperBattle>(seats_, setup->rounds, version_);
    }
    std::expected<Json, Refusal> resolve(const Json& json) const override {
        const auto setup = read_fields<Setup>(json, Code::bad_setup);
        if (!setup) return std::unexpected(setup.error());
        return to_json_value(*setup);
    }
    Json catalog() const override {
        return {{"title", "Rock, paper, scissors"},   {"summary", "All seats choose in secret."}, {"seats", seats_},
                {"setup_schema", schema_of<Setup>()}, {"choice_schemas", choice_schemas(kinds)},  {"example", {{"rounds", 3}}}};
    }

private:
    const std::string id_;
    const std::vector<std::string> seats_;
    const int version_;
};

}  // namespace

const Ruleset& rock_paper() {
    static const RockPaper instance("rock-paper", {"red", "green", "blue"});
    return instance;
}

const Ruleset& rock_paper_second() {
    static const RockPaper instance("rock-paper", {"red", "green", "blue"}, 2);
    return instance;
}

const Ruleset& rock_paper_duel() {
    static const RockPaper instance("rock-paper-duel", {"red", "green"});
    return instance;
}

}  // namespace muster::test
