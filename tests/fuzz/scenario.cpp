// Scenario files: a setup, dice and choices, all of them anything.
#include "rules/scenario.hpp"
#include "rules/systems.hpp"
#include "tests/fuzz/promise.hpp"

using namespace muster;

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
    const auto scenario = parse_json(fuzz::text_of(data, size));
    if (!scenario) return 0;
    const auto run = rules::run_scenario(*scenario, rules::shipped_rulesets());
    if (!run) {
        fuzz::promise(!run.error().message.empty(), "a refusal says why");
        return 0;
    }
    for (const auto& event : run->events) fuzz::promise(parse_json(rules::event_line(event)).has_value(), "every event is good JSON");
    fuzz::promise(parse_json(rules::final_line(*run)).has_value(), "the last line is good JSON");
    fuzz::promise(run->outcome.has_value() || run->needs_dice || !run->pending.empty(), "a battle is over or waits for something");
    return 0;
}
