// muster arena: bots against each other, and how strong they are.
#include <algorithm>
#include <cmath>
#include <csignal>

#include "clients/cli/arena.hpp"
#include "clients/cli/commands.hpp"
#include "clients/cli/files.hpp"
#include "clients/cli/narration.hpp"
#include "clients/cli/terminal.hpp"
#include "rules/systems.hpp"

namespace muster::cli {

namespace {

std::atomic<bool> interrupted{false};
static_assert(std::atomic<bool>::is_always_lock_free);

// Commands must not be left alone: the first time those that run are ended in order. The second time this program just ends.
void listen_for_signals() {
    struct sigaction once{};
    once.sa_handler = [](int) { interrupted = true; };
    once.sa_flags = static_cast<int>(SA_RESETHAND);
    for (const int each : {SIGINT, SIGTERM, SIGHUP}) sigaction(each, &once, nullptr);
    std::signal(SIGPIPE, SIG_IGN);  // a command may end while something is written to it
}

/// What is played, and its name.
struct Setups {
    const rules::Ruleset* ruleset = nullptr;
    std::vector<std::string> names{};
    std::vector<Json> setups{};
};

std::expected<Setups, std::string> find_setups(const std::string& wanted) {
    const auto slash = wanted.find('/');
    const auto one = read_setup({}, wanted);  // the complaint, too, if there is no such thing
    if (!one) return std::unexpected(one.error());
    Setups out{.ruleset = rules::shipped_rulesets().find(wanted.substr(0, slash))};
    if (!out.ruleset->is_contest()) return std::unexpected("nobody wins under " + out.ruleset->id() + ", so nobody can be rated");
    if (slash != std::string::npos) {
        out.names.push_back(wanted.substr(slash + 1));
        out.setups.push_back(one->at("setup"));
        return out;
    }
    const Json catalog = out.ruleset->catalog();
    for (const auto& preset : catalog.at("presets")) {
        out.names.push_back(text_at(preset, "preset"));
        out.setups.push_back(preset.at("setup"));
    }
    return out;
}

double rounded(double value, double steps) { return std::round(value * steps) / steps; }

std::string number(const char* format, double value) {
    char text[48];
    std::snprintf(text, sizeof text, format, value);
    return text;
}

/// The same bot twice is told apart.
std::vector<std::string> names_of_bots(const std::vector<std::string>& bots) {
    std::vector<std::string> out;
    for (std::size_t i = 0; i < bots.size(); ++i) {
        const auto before = std::ranges::count(bots.begin(), bots.begin() + static_cast<std::ptrdiff_t>(i), bots[i]);
        out.push_back(before == 0 ? bots[i] : bots[i] + " #" + std::to_string(before + 1));
    }
    return out;
}

Json score_json(const Score& score) {
    const auto interval = wilson(score);
    return {{"won", score.won},
            {"lost", score.lost},
            {"nobody", score.nobody},
            {"score", rounded(score.points() / static_cast<double>(score.battles()), 1e5)},
            {"low", rounded(interval.low, 1e5)},
            {"high", rounded(interval.high, 1e5)}};
}

Json answer_of(const ArenaOptions& options, const Setups& setups, const ArenaResult& result, double seconds) {
    const auto names = names_of_bots(options.bots);
    const auto ratings = ratings_of(result.scores);
    Json bots = Json::array();
    Json pairs = Json::array();
    for (std::size_t a = 0; a < names.size(); ++a) {
        Score all;
        for (std::size_t b = 0; b < names.size(); ++b) {
            all += result.scores[a][b];
            if (b <= a) continue;
            auto& pair = pairs.emplace_back(score_json(result.scores[a][b]));
            pair["first"] = names[a];
            pair["second"] = names[b];
        }
        auto& bot = bots.emplace_back(score_json(all));
        bot["bot"] = names[a];
        bot["rating"] = rounded(ratings[a].points, 10);
        bot["error"] = rounded(ratings[a].error, 10);
        bot["refused"] = result.refused[a];
        bot["failed"] = result.failed[a];
    }
    return {{"ruleset", setups.ruleset->id()},
            {"ruleset_version", setups.ruleset->version()},
            {"presets", setups.names},
            {"games", options.games},
            {"seed", options.seed},
            {"bots", std::move(bots)},
            {"pairs", std::move(pairs)},
            {"milliseconds", rounded(seconds * 1000, 10)}};
}

std::string percent(const Json& share) { return number("%.1f %%", share.get<double>() * 100); }

std::string between(const Json& score) {
    return percent(score.at("score")) + " (" + number("%.1f", score.at("low").get<double>() * 100) + " to " +
           number("%.1f", score.at("high").get<double>() * 100) + ")";
}

std::string counted(const Json& score) {
    return std::to_string(number_at(score, "won")) + " won, " + std::to_string(number_at(score, "lost")) + " lost, " +
           std::to_string(number_at(score, "nobody")) + " undecided";
}

void print_text(Json answer) {
    const Screen screen;
    auto& bots = answer.at("bots");
    const auto battles = static_cast<double>(answer.at("pairs").size()) * answer.at("games").get<double>();
    const auto milliseconds = answer.at("milliseconds").get<double>();
    screen.print(Line{Tone::heading, text_at(answer, "ruleset") + ", " + std::to_string(answer.at("presets").size()) +
                                         (answer.at("presets").size() == 1 ? " setup" : " setups") + ", seed " +
                                         std::to_string(answer.at("seed").get<std::uint64_t>())});
    std::sort(bots.begin(), bots.end(), [](const Json& a, const Json& b) { return a.at("rating") > b.at("rating"); });
    std::vector<std::vector<std::string>> rows;
    for (const auto& bot : bots)
        rows.push_back({plain(text_at(bot, "bot")), number("%.0f", bot.at("rating").get<double>()) + " ± " + number("%.0f", bot.at("error").get<double>()),
                        counted(bot), between(bot)});
    for (auto& row : table(rows, 0)) screen.print(std::move(row));
    screen.print("");
    rows.clear();
    for (const auto& pair : answer.at("pairs"))
        rows.push_back({plain(text_at(pair, "first")) + " - " + plain(text_at(pair, "second")), counted(pair), between(pair)});
    for (auto& row : table(rows, 2)) screen.print(std::move(row));
    screen.print("");
    for (const auto& bot : bots) {
        const auto refused = number_at(bot, "refused");
        const auto failed = number_at(bot, "failed");
        if (refused + failed > 0)
            screen.print(plain(text_at(bot, "bot")) + ": " + std::to_string(refused) + " choices refused (the default was played), " + std::to_string(failed) +
                         " battles lost by failing");
    }
    screen.print(Line{Tone::quiet, number("%.0f battles in ", battles) + number("%.2f s (", milliseconds / 1000) +
                                       number("%.0f a second)", battles / std::max(milliseconds / 1000, 1e-9)) +
                                       "; intervals of 95 %, the mean rating is 1500"});
}

}  // namespace

ExitCode run_arena(const ArenaOptions& options) {
    if (options.games % 2 != 0) return complain("--games must be even: each setup is played twice, with sides swapped", wrong_input);
    const auto setups = find_setups(options.ruleset);
    if (!setups) return complain(setups.error(), wrong_input);
    listen_for_signals();
    const auto started = std::chrono::steady_clock::now();
    const auto result =
        hold_arena({*setups->ruleset, setups->setups, options.bots, options.games, options.seed, std::chrono::duration<double>(options.patience), interrupted});
    if (!result) return complain(result.error(), wrong_input);
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - started;
    auto answer = answer_of(options, *setups, *result, took.count());
    if (options.json) Screen().print(answer.dump());
    else print_text(std::move(answer));
    auto code = done;
    for (std::size_t i = 0; i < options.bots.size(); ++i)
        if (result->failed[i] > 0)
            code = complain(plain(options.bots[i]) + " " + result->why_failed[i] +
                                "; battles lost by failing, which its rating counts: " + std::to_string(result->failed[i]),
                            answer_is_no);
    return code;
}

}  // namespace muster::cli
