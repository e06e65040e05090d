#include "clients/cli/replay_ledger.hpp"

#include <cmath>

#include "clients/cli/files.hpp"
#include "clients/cli/narration.hpp"
#include "clients/cli/terminal.hpp"
#include "protocol/ledger/chapter.hpp"
#include "protocol/ledger/ledger_json.hpp"
#include "protocol/ledger/sentence.hpp"
#include "rules/systems.hpp"

namespace muster::cli {

namespace {

using ledger::Amount;
using ledger::Ledger;
using Rows = std::vector<std::vector<std::string>>;

constexpr double too_small = 0.0005;  // to be shown in points with one digit

template <typename... Values>
std::string formatted(const char* format, Values... values) {
    char text[64];
    std::snprintf(text, sizeof text, format, values...);
    return text;
}

std::string percent(double chance) { return formatted("%.1f %%", chance * 100); }
std::string with_error(std::string text, double error) { return error > 0 ? std::move(text) + formatted(" ± %.1f", error * 100) : std::move(text); }
std::string points(const Amount& change) {
    const bool shown = std::abs(change.sum) >= too_small;
    return with_error(shown ? formatted("%+.1f", change.sum * 100) : "0", change.error);
}

bool is_small(const ledger::Step& step) {
    for (const auto& change : step.changes)
        if (std::abs(change.sum) >= too_small) return false;
    return true;
}

std::string what(const Ledger& ledger, const ledger::Step& step) {
    std::string who;
    for (std::size_t place = 0; place < ledger.sides.size(); ++place)
        if (ledger.sides[place].seat == step.seat) who = plain(ledger::who(ledger, place));
    const auto about = worded(plain(step.about));
    if (step.cause == ledger::Cause::end) return (who.empty() ? "the end: " : who + ", the end: ") + about;
    return who + (step.cause == ledger::Cause::roll ? " rolls: " : " decides: ") + about;
}

void print_steps(const Screen& screen, const Ledger& ledger, const std::string& chapter) {
    Rows rows{{"event", chapter, "what"}};
    for (std::size_t place = 0; place < ledger.sides.size(); ++place) rows.front().push_back(plain(ledger::who(ledger, place)));
    long long small = 0;
    for (const auto& step : ledger.steps) {
        if (is_small(step)) {
            ++small;
            continue;
        }
        auto& row = rows.emplace_back(std::vector<std::string>{std::to_string(step.seq), step.round ? std::to_string(*step.round) : "", what(ledger, step)});
        for (const auto& change : step.changes) row.push_back(points(change));
    }
    if (rows.size() > 1)
        for (auto& row : table(rows, 0)) screen.print(std::move(row));
    if (small > 0) screen.print(Line{Tone::quiet, counted(small, rows.size() > 1 ? "more step" : "step") + " changed nothing that shows"});
    screen.print("");
}

void print_sums(const Screen& screen, const Ledger& ledger) {
    Rows rows{{"points"}, {"start"}, {"luck"}, {"choices"}, {"  own"}, {"result"}};
    for (std::size_t place = 0; place < ledger.sides.size(); ++place) {
        const auto& side = ledger.sides[place];
        rows[0].push_back(plain(ledger::who(ledger, place)));
        rows[1].push_back(with_error(percent(side.start.sum), side.start.error));
        rows[2].push_back(points(side.luck));
        rows[3].push_back(points(side.choices));
        rows[4].push_back(points(side.own));
        rows[5].push_back(percent(side.result));
    }
    for (auto& row : table(rows, 0)) screen.print(std::move(row));
    screen.print("");
}

}  // namespace

ExitCode print_ledger(const Json& record, bool json) {
    const auto id = text_at(record, "ruleset");
    const auto version = number_at(record, "ruleset_version");
    const auto* ruleset = rules::shipped_rulesets().find(id, static_cast<int>(version));
    if (!ruleset) return complain("this program does not keep the rules of this record: " + id + " version " + std::to_string(version), wrong_input);
    const auto battle = text_at(record, "battle");
    auto patience = rules::Patience::endless();
    const auto ledger = ledger::make_ledger({*ruleset, value_at(record, "setup"), battle, value_at(record, "events")}, {}, patience);
    if (!ledger) return complain(refusal_text(ledger.error()), wrong_input);
    const auto chapter = ledger::chapter_of(id);
    const Screen screen;
    if (json) {
        screen.print(ledger::ledger_text(battle, *ledger, chapter));
        return done;
    }
    print_steps(screen, *ledger, chapter);
    print_sums(screen, *ledger);
    screen.print(plain(ledger::sentence_of(*ledger, chapter)));
    screen.print(Line{Tone::quiet, ledger->exact ? "A point is a hundredth of the chance to win. Exact; measured by the play that muster odds assumes."
                                                 : "A point is a hundredth of the chance to win, ± its standard error. Partly simulated, always with the same "
                                                   "dice; measured by the play that muster odds assumes."});
    return done;
}

}  // namespace muster::cli
