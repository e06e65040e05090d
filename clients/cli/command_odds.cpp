// muster odds: who wins how often.
#include <cmath>
#include <thread>

#include "clients/cli/commands.hpp"
#include "clients/cli/files.hpp"
#include "clients/cli/narration.hpp"
#include "clients/cli/terminal.hpp"
#include "protocol/odds.hpp"
#include "rules/drive.hpp"
#include "rules/odds/played_model.hpp"
#include "rules/systems.hpp"

namespace muster::cli {

namespace {

constexpr auto no_limit = std::chrono::hours(24 * 365);
constexpr std::int64_t situations_max = 50'000'000;  // about 10 GB

/// A chance as a person reads it: "41.28 %", and what is rare not as 0.
std::string percent(double chance) {
    char text[32];
    std::snprintf(text, sizeof text, chance > 0 && chance < 0.0001 ? "%.2g %%" : "%.2f %%", chance * 100);
    return text;
}

std::string bar(double chance) {
    constexpr int columns = 40;
    const int full = static_cast<int>(std::lround(chance * columns));
    return std::string(static_cast<std::size_t>(full), '#') + std::string(static_cast<std::size_t>(columns - full), '.');
}

std::string how(const Json& odds) {
    const auto policy = std::string("; every side decides by the policy \"") + text_at(odds, "policy") + "\"";
    char text[160];
    if (text_at(odds, "method") == "exact")
        std::snprintf(text, sizeof text, "Exact, from %lld situations in %.1f ms", number_at(odds, "states"), odds.at("milliseconds").get<double>());
    else
        std::snprintf(text, sizeof text, "From %lld simulated battles in %.1f ms, standard error %s", number_at(odds, "runs"),
                      odds.at("milliseconds").get<double>(), percent(odds.at("standard_error")).c_str());
    return text + policy;
}

/// The command line takes these words only.
rules::Policy policy_named(std::string_view word) {
    for (const auto& [policy, text] : names_of(rules::Policy{}))
        if (text == word) return policy;
    return rules::Policy::best;
}

std::expected<protocol::Odds, std::string> find(const rules::Battle& battle, const std::vector<std::string>& seats, rules::Policy policy,
                                                const OddsOptions& options) {
    if (const auto* outcome = rules::outcome_of(battle)) return protocol::certain_odds(rules::ending_of(*outcome, seats));
    const auto model = battle.odds(policy);
    if (!model) return std::unexpected("nobody wins here, so there are no odds");
    protocol::OddsLimits limits;
    limits.threads = static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
    if (options.runs > 0) {
        limits.runs_max = options.runs;
        limits.simulate_max = no_limit;
        return protocol::simulated_odds(*model, limits).value();
    }
    if (!options.exact) {
        auto found = protocol::find_odds(*model, limits);
        if (!found) return std::unexpected("a single battle of this size takes longer than a second; choose with --runs how many to simulate");
        return std::move(*found);
    }
    limits.exact_max = no_limit;
    limits.situations_max = situations_max;
    auto exact = protocol::exact_odds(*model, limits);
    if (!exact) return std::unexpected("this battle is too large for exact chances; leave --exact out to simulate it");
    return std::move(*exact);
}

void print_text(const Json& odds, const std::vector<std::string>& seats) {
    const Screen screen;
    std::vector<std::vector<std::string>> rows;
    for (const auto& seat : seats) {
        char kept[48];
        std::snprintf(kept, sizeof kept, "%.2f survivors on average", odds.at("expected_survivors").at(seat).get<double>());
        rows.push_back({seat + " wins", percent(odds.at(seat)), bar(odds.at(seat)), kept});
    }
    rows.push_back({"nobody wins", percent(odds.at("nobody")), bar(odds.at("nobody"))});
    for (auto& row : table(rows, 0)) screen.print(std::move(row));
    screen.print("");
    rows.clear();
    for (const auto& [reason, chance] : odds.at("reasons").items()) rows.push_back({percent(chance), worded(reason)});
    for (auto& row : table(rows, 2)) screen.print(std::move(row));
    screen.print("");
    screen.print(Line{Tone::quiet, how(odds)});
}

}  // namespace

ExitCode run_odds(const OddsOptions& options) {
    const auto setup = read_setup(options.setup, options.example);
    if (!setup) return complain(setup.error(), wrong_input);
    const auto* ruleset = rules::shipped_rulesets().find(setup->at("ruleset").get<std::string>());
    if (!ruleset) return complain("there is no ruleset \"" + text_at(*setup, "ruleset") + "\"; muster rules lists them", wrong_input);
    auto battle = ruleset->create(setup->at("setup"));
    if (!battle) {
        battle.error().path.insert(0, "/setup");
        return complain(refusal_text(battle.error()), wrong_input);
    }
    std::vector<rules::Event> events;
    (*battle)->begin(events);
    const auto policy = policy_named(options.policy);
    const auto odds = find(**battle, (*battle)->seats(), policy, options);
    if (!odds) return complain(odds.error(), wrong_input);
    const auto text = protocol::odds_text(*odds, (*battle)->seats(), policy);
    if (options.json) Screen().print(text);
    else print_text(parse_json(text).value(), (*battle)->seats());
    return done;
}

}  // namespace muster::cli
