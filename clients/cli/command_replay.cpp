// muster replay: a battle seen again, from the server's record or from a file.
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <filesystem>

#include "clients/cli/commands.hpp"
#include "clients/cli/files.hpp"
#include "clients/cli/narration.hpp"
#include "clients/cli/replay_ledger.hpp"
#include "clients/cli/terminal.hpp"

namespace muster::cli {

namespace {

// The lines of every event, and the armies as they stand after it. Events that say nothing are no steps.
struct Step {
    std::vector<Line> lines;
    std::vector<Line> armies;
};

std::vector<Step> steps_of(const Json& events) {
    Narrator narrator;
    std::vector<Step> steps;
    for (const auto& event : events) {
        auto lines = narrator.tell(event);
        if (!lines.empty()) steps.push_back({std::move(lines), narrator.armies()});
    }
    return steps;
}

// Where the armies always stand on top, they need not be told among the events too.
void drop_told_armies(std::vector<Step>& steps) {
    for (auto& [lines, armies] : steps)
        if (!armies.empty() && lines.size() > armies.size() && std::equal(armies.rbegin(), armies.rend(), lines.rbegin()))
            lines.resize(lines.size() - armies.size());
}

constexpr double speeds[] = {0.25, 0.5, 1, 2, 4, 8, 16, 32};

class Replay {
public:
    Replay(std::vector<Step> steps, double speed) : steps_(std::move(steps)), playing_(speed > 0) {
        while (speed_ + 1 < std::size(speeds) && speeds[speed_] < speed) ++speed_;
        if (speed <= 0) speed_ = 2;
    }

    void run() {
        RawTerminal terminal;
        while (true) {
            terminal.show(picture());
            const auto key = terminal.key(playing_ ? static_cast<int>(1000 / speeds[speed_]) : -1);
            if (key == Key::quit) return;
            press(key);
        }
    }

private:
    void press(Key key) {
        const auto last = steps_.size() - 1;
        switch (key) {
            case Key::none:
                if (playing_) at_ = std::min(at_ + 1, last);
                if (at_ == last) playing_ = false;
                break;
            case Key::next: at_ = std::min(at_ + 1, last); break;
            case Key::back: at_ = at_ > 0 ? at_ - 1 : 0; break;
            case Key::first: at_ = 0; break;
            case Key::last: at_ = last; break;
            case Key::play:
                playing_ = !playing_;
                if (playing_ && at_ == last) at_ = 0;
                break;
            case Key::faster: speed_ = std::min(speed_ + 1, std::size(speeds) - 1); break;
            case Key::slower: speed_ = speed_ > 0 ? speed_ - 1 : 0; break;
            case Key::quit: break;
        }
    }

    // The armies on top, what was told last below them, the keys at the bottom.
    std::vector<std::string> picture() const {
        const auto size = terminal_size();
        const auto& armies = steps_[at_].armies;
        const std::size_t room = size.rows > armies.size() + 3 ? size.rows - armies.size() - 3 : 1;
        std::vector<Line> told;
        for (std::size_t i = at_ + 1; i-- > 0 && told.size() < room;) {
            auto lines = steps_[i].lines;
            if (i != at_)
                for (auto& line : lines) line.tone = line.tone == Tone::heading ? Tone::heading : Tone::quiet;
            told.insert(told.begin(), lines.begin(), lines.end());
        }
        if (told.size() > room) told.erase(told.begin(), told.end() - static_cast<std::ptrdiff_t>(room));
        std::vector<std::string> out;
        const auto add = [&](Line line) {
            line.text = shortened(line.text, size.columns);
            out.push_back(screen_.painted(line));
        };
        for (const auto& line : armies) add(line);
        add({});
        for (const auto& line : told) add(line);
        out.resize(std::max(out.size(), size.rows > 1 ? size.rows - 1 : 1));
        add({Tone::quiet, status()});
        return out;
    }

    std::string status() const {
        std::string speed = std::to_string(speeds[speed_]);
        speed.erase(speed.find_last_not_of('0') + 1);
        if (speed.ends_with('.')) speed.pop_back();
        return std::to_string(at_ + 1) + "/" + std::to_string(steps_.size()) + (playing_ ? " playing " : " ") + speed +
               "/s   → next  ← back  g first  G last  a play/pause  +/- speed  q quit";
    }

    std::vector<Step> steps_;
    Screen screen_{};
    std::size_t at_ = 0;
    std::size_t speed_ = 0;
    bool playing_ = false;
};

std::expected<Json, ExitCode> read_record(const ReplayOptions& options) {
    std::error_code error;
    if (options.battle == "-" || std::filesystem::is_regular_file(options.battle, error)) {
        const auto text = read_file(options.battle);
        if (!text) return std::unexpected(complain(text.error(), wrong_input));
        auto json = parse_json(*text);
        if (!json) return std::unexpected(complain(plain(options.battle) + ": " + refusal_text(json.error()), wrong_input));
        return std::move(*json);
    }
    const auto link = find_battle(options.server, options.battle);
    if (!link) return std::unexpected(link.error());
    return api(link->server, "/api/v1/battles/" + link->battle + "/record", link->token);
}

}  // namespace

ExitCode run_replay(const ReplayOptions& options) {
    const auto record = read_record(options);
    if (!record) return record.error();
    if (options.ledger) return print_ledger(*record, options.json);
    const auto& events = value_at(*record, "events");
    auto steps = events.is_array() ? steps_of(events) : std::vector<Step>{};
    if (steps.empty()) return complain("this is not a record: it has no events", wrong_input);
    const Screen screen;
    if (options.all || !screen.is_terminal() || isatty(STDIN_FILENO) != 1) {
        for (const auto& step : steps) screen.print(step.lines);
        if (value_at(*record, "outcome").is_null()) screen.print(Line{Tone::quiet, "The battle goes on."});
        return done;
    }
    drop_told_armies(steps);
    Replay(std::move(steps), options.speed).run();
    return done;
}

}  // namespace muster::cli
