// Everything that the terminal tells of a battle and asks in it, and what `muster rules` prints, as it is kept in tests/told/terminal.
#include <doctest/doctest.h>

#include "clients/cli/narration.hpp"
#include "clients/cli/prompt.hpp"
#include "rules/systems.hpp"
#include "tests/cli/process.hpp"
#include "tests/told/battles.hpp"
#include "tests/told/goldens.hpp"

using namespace muster;
using namespace muster::cli;
using namespace muster::test;

namespace {

// One letter for how a line is shown.
char mark_of(Tone tone) {
    switch (tone) {
        case Tone::normal: return ' ';
        case Tone::heading: return '#';
        case Tone::quiet: return '.';
        case Tone::attention: return '!';
        case Tone::good: return '+';
        case Tone::bad: return '-';
        case Tone::chat: return '"';
    }
    return '?';
}

// What of a line has a colour of its own: "@4+2-" is two bytes from the fourth on, shown as bad.
std::string marks_of(const std::vector<Span>& spans) {
    std::string out;
    for (const auto& [begin, size, tone] : spans) out += " @" + std::to_string(begin) + "+" + std::to_string(size) + mark_of(tone);
    return out;
}

std::string shown(const std::vector<Line>& lines, const std::string& before = {}) {
    std::string out;
    for (const auto& line : lines) {
        out += before + mark_of(line.tone) + "|" + line.text + marks_of(line.spans) + "\n";
    }
    return out;
}

/// Tells a battle to somebody who watches it, and to whoever has its first seat.
class Told {
public:
    explicit Told(const ToldBattle& battle) : own_(battle.seats.front()) {
        if (battle.events.front().at("event") == "battle_created") return;
        watching_.begin(battle.ruleset, battle.setup, battle.seats);
        own_.begin(battle.ruleset, battle.setup, battle.seats);
        text_ += shown(watching_.armies()) + shown(watching_.terms());
    }

    void tell(const Json& event) {
        const auto lines = watching_.tell(event);
        const auto own = own_.tell(event);
        text_ += shown(lines);
        if (own != lines) text_ += shown(own, "you ");
    }

    /// As a terminal asks: with the armies before it, where they have changed since they were last shown.
    void ask(const Json& request) {
        if (auto armies = shown(watching_.armies(reach_of(request, watching_.telling()))) + shown(watching_.roll()); armies != armies_)
            text_ += armies_ = std::move(armies);
        text_ += "? " + text_at(request, "seat") + "\n" + shown(question(request, watching_.telling())) + prompt_text(request, watching_.telling()) + "\n";
        for (const auto& line : answer_help(request, watching_.telling())) text_ += "  " + line + "\n";
    }

    std::string end() { return text_ + shown(watching_.armies()); }

private:
    Narrator watching_{};
    Narrator own_;
    std::string text_{};
    std::string armies_{};
};

std::string told(const ToldBattle& battle) {
    Told telling(battle);
    auto asked = battle.asked.begin();
    for (std::size_t i = 0; i < battle.events.size(); ++i) {
        telling.tell(battle.events[i]);
        for (; asked != battle.asked.end() && asked->after == i + 1; ++asked) telling.ask(asked->request);
    }
    CHECK(asked == battle.asked.end());
    return telling.end();
}

std::string printed(std::vector<std::string> arguments) {
    const auto run = cli::test::run_muster(arguments);
    CHECK(run.status == 0);
    return run.out;
}

}  // namespace

TEST_CASE("battles, questions and catalogs are told as they are kept") {
    Goldens goldens("terminal");
    for (const auto& battle : told_battles()) {
        if (battle.readable) goldens.readable(battle.name, told(battle));
        else goldens.hashed(battle.name, told(battle));
    }
    goldens.readable("rules", printed({"rules"}));
    for (const auto* ruleset : rules::shipped_rulesets().all()) {
        goldens.readable("rules-" + ruleset->id(), printed({"rules", ruleset->id()}));
        const auto catalog = parse_json(printed({"rules", "--json", ruleset->id()})).value();
        for (const auto& [part, value] : catalog.items()) goldens.hashed("catalog-" + ruleset->id() + "-" + part, value.dump(1) + "\n");
    }
    goldens.finish();
}
