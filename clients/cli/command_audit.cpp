// muster audit: all dice of an export, or of single records.
#include <algorithm>
#include <cstdio>
#include <fstream>
#include <iostream>
#include <unordered_set>

#include "clients/cli/commands.hpp"
#include "clients/cli/files.hpp"
#include "clients/cli/narration.hpp"
#include "clients/cli/terminal.hpp"
#include "protocol/audit.hpp"
#include "protocol/record.hpp"
#include "rules/systems.hpp"

namespace muster::cli {

namespace {

/// Adds up the dice of records, each battle's once.
class Audited {
public:
    /// `text` is one record. The error is a sentence.
    std::expected<void, std::string> add(std::string_view text) {
        const auto record = protocol::read_record(text);
        if (!record) return std::unexpected(refusal_text(record.error()));
        if (record->outcome.is_null()) return std::unexpected("this battle is not over");
        const auto* ruleset = rules::shipped_rulesets().find(record->ruleset);
        if (!ruleset) return std::unexpected("unknown ruleset \"" + plain(record->ruleset) + "\" (/ruleset)");
        std::map<std::string, Faces> by_seat;
        for (std::size_t i = 0; i < record->events.size(); ++i)
            if (record->events[i].event == "rolled" && !protocol::count_roll(FlatJson(record->events[i].data), by_seat))
                return std::unexpected("these are no dice (/events/" + std::to_string(i) + "/data)");
        const auto seats = rules::seats_of(*ruleset, record->setup);  // the record may list others, or none, and so hide what was rolled
        if (!seats) return std::unexpected(refusal_text({seats.error().code, seats.error().message, "/setup" + seats.error().path}));
        for (const auto& [seat, faces] : by_seat)
            if (std::ranges::find(*seats, seat) == seats->end()) return std::unexpected("no seat \"" + plain(seat) + "\" rolls under these rules");
        if (!seen_.insert(record->battle).second) return {};
        for (std::size_t i = 0; i < seats->size(); ++i) {
            const auto& seat = (*seats)[i];
            dice_.add(record->ruleset, protocol::audited_seat(ruleset, i, seat), protocol::player_of(record->options, seat), 1, by_seat[seat]);
        }
        return {};
    }
    protocol::Audit audit() const { return dice_.audit(0); }

private:
    protocol::DiceAudit dice_{};
    std::unordered_set<std::string> seen_{};
};

/// An export has a record a line, and is read so: it may be larger than memory. A record as the server tells it begins with a line that is not whole.
std::expected<void, std::string> add_all(std::istream& in, Audited& audited) {
    std::string line;
    for (std::int64_t number = 1; std::getline(in, line); ++number) {
        if (line.empty()) continue;
        if (number == 1 && !line.ends_with('}')) return audited.add(line + "\n" + std::string(std::istreambuf_iterator<char>(in), {}));
        if (const auto added = audited.add(line); !added) return std::unexpected("line " + std::to_string(number) + ": " + added.error());
    }
    return {};
}

std::expected<void, std::string> add_file(const std::string& path, Audited& audited) {
    if (path == "-") return add_all(std::cin, audited);
    std::ifstream file(path);
    if (!file || file.peek() == std::ifstream::traits_type::eof()) return std::unexpected("it cannot be read, or there is nothing in it");
    return add_all(file, audited);
}

std::string decimal(double value, int digits) {
    char text[64];
    std::snprintf(text, sizeof text, "%.*f", digits, value);
    return text;
}

std::string chance_text(double p) { return p < 0.001 ? "<0.001" : decimal(p, 3); }

using Row = std::vector<std::string>;

Row row_of(const std::string& name, const protocol::DiceFigures& figures) {
    Row row{name, std::to_string(figures.dice)};
    for (const auto count : figures.faces) row.push_back(std::to_string(count));
    row.push_back(decimal(figures.expected, 1));
    row.push_back(decimal(figures.spread, 1));
    row.push_back(decimal(figures.chi_square, 2));
    row.push_back(chance_text(figures.p));
    return row;
}

/// Numbers stand at the right of their column.
void align(std::vector<Row>& rows) {
    for (std::size_t column = 1; column < rows.front().size(); ++column) {
        std::size_t width = 0;
        for (const auto& row : rows) width = std::max(width, row[column].size());
        for (auto& row : rows) row[column].insert(0, width - row[column].size(), ' ');
    }
}

void print_audit(const protocol::Audit& audit) {
    const Screen screen;
    screen.print(counted(audit.battles, "battle") + ", " + std::to_string(audit.dice) +
                 " dice. Of fair ones each face falls as often as expected, give or take the spread.");
    std::vector<Row> rows{{"", "dice", "1", "2", "3", "4", "5", "6", "expected", "spread", "chi2", "p"}};
    rows.push_back(row_of("all", audit));
    for (const auto& ruleset : audit.rulesets) {
        rows.push_back(row_of(plain(ruleset.ruleset), ruleset));
        for (const auto& seat : ruleset.seats) rows.push_back(row_of("  " + plain(seat.seat), seat));
        for (const auto& player : ruleset.players) rows.push_back(row_of("  by " + player.player, player));
    }
    align(rows);
    bool first = true;
    for (auto& row : table(rows, 0)) screen.print(Line{std::exchange(first, false) ? Tone::quiet : Tone::normal, std::move(row)});
    screen.print(Line{Tone::quiet, std::string(protocol::audit_note)});
}

}  // namespace

ExitCode run_audit(const AuditOptions& options) {
    Audited audited;
    for (const auto& path : options.records)
        if (const auto added = add_file(path, audited); !added) return complain(plain(path) + ": " + added.error(), wrong_input);
    const auto audit = audited.audit();
    if (options.json) Screen().print(to_json_value(audit).dump());
    else print_audit(audit);
    return done;
}

}  // namespace muster::cli
