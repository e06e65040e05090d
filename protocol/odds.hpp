// Who wins how often: the question, the work behind it in bounded time, and the answer as `muster odds --json` and
// `POST /api/v1/odds` give it.
#pragma once
#include <chrono>
#include <map>
#include <optional>

#include "rules/battle.hpp"
#include "rules/give_up.hpp"

namespace muster::protocol {

/// The body of `POST /api/v1/odds`: a setup, or a battle from where it stands now or stood once.
struct OddsQuestion {
    std::string battle;
    std::optional<std::int64_t> seq;
    std::string ruleset;
    std::optional<Json> setup;
    rules::Policy policy = rules::Policy::best;
    std::optional<std::int64_t> runs;
    static void fields(auto& visit, auto& self) {
        visit("battle", self.battle, Rule{.sparse = true, .max = 64, .about = "a battle's id: from its current state"});
        visit("seq", self.seq, Rule{.sparse = true, .min = 0, .about = "with `battle`: from its state after this event"});
        visit("ruleset", self.ruleset, Rule{.sparse = true, .max = 40, .about = "with `setup`: from the beginning"});
        visit("setup", self.setup, Rule{.sparse = true});
        visit("policy", self.policy,
              Rule{.optional = true, .about = "the policy assumed: best or listed, as the server's own players play, or default, as for someone who is away"});
        visit("runs", self.runs, Rule{.sparse = true, .min = 1, .max = 10'000'000, .about = "simulate this many battles instead of computing exact chances"});
    }
};

struct OddsLimits {
    // Times are of work (worked_time.hpp).
    std::chrono::milliseconds exact_max{1000};     ///< then it is simulated
    std::chrono::milliseconds simulate_max{1000};  ///< then the error is what it is; no battle is begun in the last tenth
    std::int64_t situations_max = 4'000'000;       ///< for exact odds; about 200 bytes each
    std::size_t endings_max = 4'000'000;           ///< different ones, in exact odds and in those that one thread simulates; then they end
    std::int64_t runs_max = 1'000'000;
    int threads = 1;
    GiveUp stop{};  ///< ends either way early; every thread asks it
};

/// Of more different numbers of survivors an answer's text lists the likeliest.
inline constexpr std::size_t odds_listed_max = 3'000;

struct Odds {
    std::map<rules::Ending, double> chances;
    bool exact = false;
    std::int64_t runs = 0;
    std::int64_t situations = 0;
    std::chrono::microseconds took{};
};

/// The chances of all endings, if they can be had within the limits (time, situations).
std::optional<Odds> exact_odds(rules::OddsModel& model, const OddsLimits& limits);

/// What simulated battles ended in, as many as the limits allow; nothing if not one came to its end in time. All runs that the
/// limits allow give the same chances on any number of threads.
std::optional<Odds> simulated_odds(const rules::OddsModel& model, const OddsLimits& limits);

/// Exact odds where they can be had, else simulated ones, if those can.
std::optional<Odds> find_odds(rules::OddsModel& model, const OddsLimits& limits);

/// What is certain: a battle that is over.
Odds certain_odds(const rules::Ending& ending);

/// The answer: each seat's chance under its name, `nobody`, `reasons`, `expected_survivors`, `survivors` (likeliest
/// first), `method`, `runs`, `standard_error` (the largest of the chances to win), `policy`, `states`, `milliseconds`.
std::string odds_text(const Odds& odds, const std::vector<std::string>& seats, rules::Policy policy);

}  // namespace muster::protocol
