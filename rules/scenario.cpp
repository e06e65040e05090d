#include "rules/scenario.hpp"

#include "rules/drive.hpp"
#include "rules/fields.hpp"

namespace muster::rules {

namespace {

constexpr std::int64_t dice_max = 1'000'000;
constexpr std::int64_t choices_max = 100'000;

struct ScenarioChoice {
    std::string seat;
    std::string kind;
    Json choice;
    static void fields(auto& visit, auto& self) {
        visit("seat", self.seat, Rule{.max = 40});
        visit("kind", self.kind, Rule{.max = 40});
        list_fields(visit, "choice", self.choice);
    }
};

struct Scenario {
    std::string ruleset;
    Json setup;
    std::vector<int> dice;
    std::vector<ScenarioChoice> choices;
    std::optional<Policy> policy;
    static void fields(auto& visit, auto& self) {
        visit("ruleset", self.ruleset, Rule{.max = 80});
        list_fields(visit, "setup", self.setup);
        visit("dice", self.dice, Rule{.optional = true, .max = dice_max, .each_min = 1, .each_max = sides_max});
        visit("choices", self.choices, Rule{.optional = true, .max = choices_max});
        visit("policy", self.policy, Rule{.optional = true});
    }
};

struct OutcomeData {
    std::optional<std::string> winner;
    std::string reason;
    Json survivors;
    static void fields(auto& visit, auto& self) { list_fields(visit, "winner", self.winner, "reason", self.reason, "survivors", self.survivors); }
};

struct PendingData {
    std::string seat;
    std::string kind;
    SharedJson options;
    SharedJson preset;
    static void fields(auto& visit, auto& self) { list_fields(visit, "seat", self.seat, "kind", self.kind, "options", self.options, "default", self.preset); }
};

struct StoppedData {
    std::vector<PendingData> pending;
    std::int64_t dice_left = 0;
    bool needs_dice = false;
    static void fields(auto& visit, auto& self) { list_fields(visit, "pending", self.pending, "dice_left", self.dice_left, "needs_dice", self.needs_dice); }
};

/// "anybody", for one.
std::string seat_name(const std::vector<std::string>& seats, Seat seat) { return seat == anybody ? "anybody" : seats[static_cast<std::size_t>(seat)]; }

/// The choices of a scenario, taken in order.
class Script {
public:
    explicit Script(const Scenario& scenario) : scenario_(scenario) {}

    bool done() const { return next_ == scenario_.choices.size(); }
    std::string path() const { return "/choices/" + std::to_string(next_); }
    /// Whose the last choice is.
    Seat by() const { return by_; }

    /// Takes the next choice as the answer to one of `asks` that has none yet.
    std::optional<Refusal> take(const Battle& battle, const std::vector<Ask>& asks, std::vector<std::optional<SharedJson>>& answers) {
        const auto& entry = scenario_.choices[next_];
        std::string open;
        bool seat_asked = false;
        for (std::size_t i = 0; i < asks.size(); ++i) {
            if (answers[i]) continue;
            const auto seat = seat_named(battle.seats(), entry.seat);
            const bool is_its = seat && (asks[i].seat == anybody || asks[i].seat == *seat);
            open += (open.empty() ? "" : ", ") + seat_name(battle.seats(), asks[i].seat) + ' ' + asks[i].kind;
            seat_asked = seat_asked || is_its;
            if (!is_its || asks[i].kind != entry.kind) continue;
            auto answer = entry.choice == "default" ? asks[i].preset : battle.check(*seat, entry.choice);
            if (!answer) return Refusal{answer.error().code, answer.error().message, path() + "/choice" + answer.error().path};
            answers[i] = std::move(*answer);
            by_ = *seat;
            ++next_;
            return {};
        }
        return Refusal{Code::illegal_choice, "the choice (" + entry.seat + ' ' + entry.kind + ") does not match what is being asked: " + open,
                       path() + (seat_asked ? "/kind" : "/seat")};
    }

private:
    const Scenario& scenario_;
    std::size_t next_ = 0;
    Seat by_ = anybody;
};

/// Answers what is open, from the script and then by the policy. False: something has no answer; it is in run.pending.
std::expected<bool, Refusal> decide(Battle& battle, const Scenario& scenario, Script& script, int& decisions, ScenarioRun& run) {
    const auto asks = open_asks(battle);
    std::vector<std::optional<SharedJson>> answers(asks.size());
    for (std::size_t missing = asks.size(); missing > 0 && !script.done(); --missing)
        if (auto refusal = script.take(battle, asks, answers)) return std::unexpected(std::move(*refusal));
    Decided decided;
    for (std::size_t i = 0; i < asks.size(); ++i) {
        if (!answers[i] && scenario.policy && asks[i].seat != anybody) answers[i] = battle.choose(asks[i].seat, *scenario.policy);
        if (!answers[i]) run.pending.push_back(asks[i]);
    }
    if (!run.pending.empty()) return false;
    decided.by = script.by();
    for (std::size_t i = 0; i < asks.size(); ++i) {
        JsonText choice(answers[i]->dump());
        decided.choices.emplace_back(choice);
        run.events.push_back(chosen_event({.seat = seat_name(run.seats, asks[i].seat == anybody ? decided.by : asks[i].seat),
                                           .decision = ++decisions,
                                           .kind = asks[i].kind,
                                           .choice = std::move(choice)}));
    }
    battle.apply(decided, run.events);
    return true;
}

}  // namespace

std::expected<ScenarioRun, Refusal> run_scenario(const Json& json, const Rulesets& rulesets) {
    const auto scenario = read_fields<Scenario>(json, Code::bad_message);
    if (!scenario) return std::unexpected(scenario.error());
    ScenarioRun run;
    run.ruleset = rulesets.find(scenario->ruleset);
    if (!run.ruleset) {
        std::vector<std::string> ids;
        for (const auto* each : rulesets.newest()) ids.push_back(each->id());
        return refuse(Code::bad_setup, "no ruleset \"" + scenario->ruleset + "\"" + did_you_mean(scenario->ruleset, ids), "/ruleset");
    }
    auto battle = run.ruleset->create(scenario->setup);
    if (!battle) return refuse(battle.error().code, battle.error().message, "/setup" + battle.error().path);

    run.seats = (*battle)->seats();

    ScriptedDice dice(scenario->dice);
    Script script(*scenario);
    int rolls = 0;
    int decisions = 0;
    (*battle)->begin(run.events);
    for (bool going = true; going;) {
        run.needs_dice = !roll_on(**battle, dice, rolls, run.events);
        if (run.needs_dice || outcome_of(**battle)) break;
        const auto decided = decide(**battle, *scenario, script, decisions, run);
        if (!decided) return std::unexpected(decided.error());
        going = *decided;
    }
    if (const auto misfit = dice.misfit())
        return refuse(Code::bad_message, "this die has not so many sides: " + std::to_string(scenario->dice[*misfit]), "/dice/" + std::to_string(*misfit));
    run.dice_left = dice.left();
    if (const auto* outcome = outcome_of(**battle)) {
        if (!script.done()) return refuse(Code::illegal_choice, "the battle is over before this choice; nothing is open", script.path());
        run.outcome = *outcome;
        run.events.push_back(ended_event(*outcome, run.seats));
    }
    return run;
}

std::string event_line(const Event& event) {
    std::string line = "{\"event\":";
    append_json_string(line, event.name);
    return line + ",\"data\":" + event.data + "}";
}

std::string final_line(const ScenarioRun& run) {
    if (run.outcome) {
        OutcomeData data{{}, run.outcome->reason, run.outcome->survivors};
        if (run.outcome->winner) data.winner = seat_name(run.seats, *run.outcome->winner);
        return "{\"outcome\":" + to_text(data) + "}";
    }
    StoppedData data{{}, static_cast<std::int64_t>(run.dice_left), run.needs_dice};
    for (const auto& ask : run.pending) data.pending.push_back({seat_name(run.seats, ask.seat), ask.kind, ask.options, ask.preset});
    return to_text(data);
}

}  // namespace muster::rules
