// muster resolve: a scenario played without a server.
#include "clients/cli/commands.hpp"
#include "clients/cli/files.hpp"
#include "clients/cli/narration.hpp"
#include "clients/cli/prompt.hpp"
#include "rules/scenario.hpp"
#include "rules/systems.hpp"

namespace muster::cli {

namespace {

void print_json(const rules::ScenarioRun& run) {
    const Screen screen;
    for (const auto& event : run.events) screen.print(rules::event_line(event));
    screen.print(rules::final_line(run));
}

// What the battle waits for, as a player would be asked it.
void print_pending(const rules::ScenarioRun& run, const Telling& telling, const Screen& screen) {
    screen.print(Line{});
    if (run.needs_dice) screen.print(Line{Tone::heading, "The dice have run out; the battle needs more to go on."});
    for (const auto& ask : run.pending) {
        const auto who = ask.seat == rules::anybody ? "Anybody may" : capitalised(worded(run.seats[static_cast<std::size_t>(ask.seat)])) + " has to";
        screen.print(Line{Tone::heading, who + " decide (" + ask.kind + "); there are " +
                                             (run.dice_left == 1 ? "1 die" : std::to_string(run.dice_left) + " dice") + " left."});
        screen.print(question(Json{{"kind", ask.kind}, {"options", ask.options}, {"default", ask.preset}}, telling));
    }
}

void print_text(const Json& scenario, const rules::ScenarioRun& run) {
    const Screen screen;
    Narrator narrator;
    narrator.begin(text_at(scenario, "ruleset"), value_at(scenario, "setup"), run.seats);
    screen.print(narrator.armies());
    screen.print(narrator.terms());
    for (const auto& event : run.events) {
        const auto data = parse_json(event.data);
        screen.print(narrator.tell(Json{{"event", event.name}, {"data", data ? *data : Json()}}));
    }
    if (!run.outcome) print_pending(run, narrator.telling(), screen);
}

}  // namespace

ExitCode run_resolve(const ResolveOptions& options) {
    const auto text = read_file(options.scenario);
    if (!text) return complain(text.error(), wrong_input);
    const auto scenario = parse_json(*text);
    if (!scenario) return complain(options.scenario + ": " + refusal_text(scenario.error()), wrong_input);
    const auto run = rules::run_scenario(*scenario, rules::shipped_rulesets());
    if (!run) return complain(options.scenario + ": " + refusal_text(run.error()), wrong_input);
    if (options.json) print_json(*run);
    else print_text(*scenario, *run);
    return done;
}

}  // namespace muster::cli
