// muster rules: the rulesets of this build.
#include "clients/cli/commands.hpp"
#include "clients/cli/files.hpp"
#include "clients/cli/narration.hpp"
#include "clients/cli/terminal.hpp"
#include "protocol/battle_schemas.hpp"
#include "rules/refusal.hpp"
#include "rules/systems.hpp"

namespace muster::cli {

namespace {

constexpr std::size_t text_columns = 96;

void print_wrapped(const Screen& screen, std::string_view text, std::size_t indent) {
    for (const auto& line : wrapped(std::string(indent, ' ') + std::string(text), text_columns, indent)) screen.print(line);
}

std::string scalar(const Json& value) { return value.is_string() ? plain(value.get_ref<const std::string&>()) : value.is_null() ? "" : value.dump(); }

/// "3 4 5 - - -", "light_gun machine_gun", "yes".
std::string cell(const Json& value) {
    if (value.is_boolean()) return value.get<bool>() ? "yes" : "";
    if (!value.is_array()) return scalar(value);
    std::vector<std::string> parts;
    for (const auto& each : value) parts.push_back(each.is_null() ? "-" : scalar(each));
    return joined(parts, " ");
}

void print_list(const Screen& screen, const Telling& telling, const rules::describe::ListDescription& described, const Json& list) {
    std::vector<std::vector<std::string>> rows(1);
    for (const auto& column : described.columns) rows[0].push_back(telling.sentence("tell_columns", column, {}).value_or(worded(column)));
    for (const auto& each : list) {
        rows.emplace_back();
        for (const auto& column : described.columns) rows.back().push_back(cell(value_at(each, column)));
    }
    screen.print(Line{Tone::heading, "\n  " + capitalised(worded(described.list))});
    bool first = true;
    for (auto& row : table(rows, 4)) screen.print(Line{std::exchange(first, false) ? Tone::quiet : Tone::normal, std::move(row)});
}

void print_house_rules(const Screen& screen, const Json& house_rules) {
    for (const auto& rule : house_rules) {
        screen.print("    " + text_at(rule, "id") + ": " + text_at(rule, "question"));
        const auto preset = scalar(value_at(rule, "default"));
        const auto& values = value_at(rule, "values");
        if (!values.is_object()) continue;
        for (const auto& [value, meaning] : values.items())
            print_wrapped(screen, plain(value) + (value == preset ? " (default)" : "") + ": " + scalar(meaning), 8);
    }
}

void print_presets(const Screen& screen, const Json& presets) {
    screen.print(Line{Tone::heading, "\n  Presets"});
    for (const auto& each : presets) print_wrapped(screen, text_at(each, "preset") + ": " + text_at(each, "title") + ". " + text_at(each, "summary"), 4);
}

void print_whole(const Screen& screen, const rules::Ruleset& ruleset, const Json& catalog) {
    screen.print(Line{Tone::heading, text_at(catalog, "title") + " (" + ruleset.id() + ", version " + std::to_string(ruleset.version()) + ")"});
    print_wrapped(screen, text_at(catalog, "summary"), 2);
    screen.print("");
    screen.print("  Seats: " + (ruleset.seats().empty() ? "as the setup names them" : joined(ruleset.seats(), ", ")));
    const Telling telling(ruleset.id());
    for (const auto& each : telling.description().lists)
        if (const auto& list = value_at(catalog, each.list); list.is_array() && !list.empty()) print_list(screen, telling, each, list);
    if (const auto& house_rules = value_at(catalog, "house_rules"); house_rules.is_array() && !house_rules.empty()) {
        screen.print(Line{Tone::heading, "\n  House rules"});
        print_house_rules(screen, house_rules);
    }
    if (const auto credits = text_at(catalog, "credits"); !credits.empty()) {
        screen.print("");
        print_wrapped(screen, credits + " " + text_at(catalog, "licence"), 2);
    }
    print_presets(screen, value_at(catalog, "presets"));
    screen.print("\n  To try it: muster create --example " + ruleset.id() + "/" + text_at(value_at(catalog, "presets").front(), "preset"));
}

void print_all(const Screen& screen, const rules::Rulesets& rulesets) {
    for (const auto* ruleset : rulesets.newest()) {
        const auto catalog = ruleset->catalog();
        screen.print(Line{Tone::heading, ruleset->id() + ": " + text_at(catalog, "title") + ", version " + std::to_string(ruleset->version())});
        print_wrapped(screen, text_at(catalog, "summary"), 2);
    }
    screen.print(Line{Tone::quiet, "\nmuster rules ID shows rosters and house rules."});
}

void print_all_json(const Screen& screen, const rules::Rulesets& rulesets) {
    Json all = Json::array();
    for (const auto* ruleset : rulesets.newest()) all.push_back(protocol::catalog_of(*ruleset));
    screen.print(all.dump(1));
}

ExitCode no_such_ruleset(const std::string& id, const rules::Rulesets& rulesets) {
    std::vector<std::string> known;
    for (const auto* each : rulesets.newest()) known.push_back(each->id());
    return complain("there is no ruleset \"" + plain(id) + "\"" + did_you_mean(id, known) + " (there are: " + joined(known, ", ") + ")", wrong_input);
}

}  // namespace

ExitCode run_rules(const RulesOptions& options) {
    const Screen screen;
    const auto& rulesets = rules::shipped_rulesets();
    if (options.schemas) {
        screen.print(protocol::battle_schemas(rulesets).dump(1));
        return done;
    }
    if (options.id.empty()) {
        if (options.json) print_all_json(screen, rulesets);
        else print_all(screen, rulesets);
        return done;
    }
    const auto* ruleset = rulesets.find(options.id);
    if (!ruleset) return no_such_ruleset(options.id, rulesets);
    if (options.json) screen.print(protocol::whole_catalog_of(*ruleset).dump(1));
    else print_whole(screen, *ruleset, ruleset->catalog());
    return done;
}

}  // namespace muster::cli
