#include "clients/cli/prompt.hpp"

#include <algorithm>
#include <charconv>
#include <optional>

#include "clients/cli/field_prompt.hpp"
#include "clients/cli/narration.hpp"

namespace muster::cli {

namespace {

std::string_view trimmed(std::string_view text) {
    const auto first = text.find_first_not_of(" \t\r");
    if (first == std::string_view::npos) return {};
    return text.substr(first, text.find_last_not_of(" \t\r") - first + 1);
}

std::vector<std::string_view> words_of(std::string_view line) {
    std::vector<std::string_view> out;
    for (auto rest = trimmed(line); !rest.empty();) {
        const auto end = std::min(rest.find_first_of(" \t,"), rest.size());
        if (end > 0) out.push_back(rest.substr(0, end));
        rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    return out;
}

std::optional<long long> number_of(std::string_view text) {
    long long value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size() || value < 0 || value > 1'000'000) return {};
    return value;
}

const Json& options_of(const Json& request) { return value_at(request, "options"); }
const Json& default_of(const Json& request) { return value_at(request, "default"); }

const Json& candidates_of(const Json& request) {
    const auto& available = value_at(options_of(request), "available");
    return available.is_array() ? available : value_at(options_of(request), "candidates");
}

// A choice of one word: the list of words among the options, and the choice's field that takes one.
struct WordField {
    const char* offered;
    const char* chosen;
};

WordField word_field(const Json& request) {
    if (value_at(options_of(request), "tokens").is_array()) return {"tokens", "token"};
    return {"classes", "class"};
}

const Json& words_offered(const Json& request) { return value_at(options_of(request), word_field(request).offered); }

bool is_troop(const Json& entry) { return value_at(entry, "unit").is_string() && value_at(entry, "count").is_number_integer(); }

// How many of `candidate` the default takes.
long long count_in_default(const Json& request, const Json& candidate) {
    const auto& units = value_at(default_of(request), "units");
    if (!units.is_array()) return 0;
    for (const auto& each : units)
        if (text_at(each, "unit") == text_at(candidate, "unit") && flag_at(each, "enhanced") == flag_at(candidate, "enhanced")) return number_at(each, "count");
    return 0;
}

/// A unit's move or shots.
std::string field_choice_text(const Json& choice) {
    const auto unit = text_at(choice, "unit");
    if (const auto& path = value_at(choice, "path"); path.is_array())
        return unit + (path.empty() ? " stays in place" : " moves to " + plain(path.back().dump()));
    const auto& shots = value_at(choice, "shots");
    if (!shots.is_array() || shots.empty()) return unit + " holds its fire";
    std::string out = unit;
    for (const auto& shot : shots) out += " " + std::to_string(number_at(shot, "weapon")) + ">" + text_at(shot, "target");
    return out;
}

std::string default_text(const Json& request) {
    const auto& preset = default_of(request);
    if (shape_of(request) == Shape::units) return unit_list(value_at(preset, "units"));
    if (shape_of(request) == Shape::yes_no) return preset.begin()->get<bool>() ? "yes" : "no";
    if (shape_of(request) == Shape::region)
        return !flag_at(preset, "retreat") ? "stay"
                                           : "retreat " + (text_at(preset, "region").empty() ? "with nowhere to go" : "to " + text_at(preset, "region"));
    if (shape_of(request) == Shape::word) return text_at(preset, word_field(request).chosen);
    if (shape_of(request) == Shape::move || shape_of(request) == Shape::fire) return field_choice_text(preset);
    return preset.dump();
}

// Hits that are to be placed on whole units, in a certain order.
std::string hits_heading(const Json& options) {
    const auto kept = number_at(options, "kept");
    auto first = text_at(options, "class");
    if (const auto& candidates = value_at(options, "candidates"); candidates.is_array())
        for (const auto& each : candidates)
            if (text_at(each, "class") == "aircraft") first = "aircraft";
    return "Your casualties: assign " + counted(number_at(options, "hits") + kept, "hit") + (kept > 0 ? " (" + std::to_string(kept) + " carried over)" : "") +
           (first.empty() ? "" : ", " + first + " first") + "; as long as they can kill, they must.";
}

std::string heading(const Json& request) {
    const auto kind = text_at(request, "kind");
    const auto& options = options_of(request);
    if (kind == "wave") return "Your wave: send " + counted(number_at(options, "size"), "unit") + ".";
    if (kind == "ready") return "Do you accept this battle, its setup and its house rules?";
    if (kind == "air_support") return "Your aircraft (" + unit_list(value_at(options, "aircraft")) + "): which class of your wave do they support?";
    if (kind == "hit_class") return "You scored " + counted(number_at(options, "hits"), "hit") + ": which enemy class takes them first?";
    if (kind == "retreat") return "The round is over: will your army stay or retreat?";
    if (asks_move(request)) return "Move a unit, or leave one in place.";
    if (asks_fire(request)) return "Fire with a unit, or let one hold its fire.";
    if (kind == "withdraw") return "The phase is over: will you withdraw, and lose the battle?";
    if (kind == "remove")
        return "You lose a token: of your " + std::to_string(number_at(options, "population")) + " population and " +
               counted(number_at(options, "armies"), "army token") + ", which kind?";
    if (kind == "casualties") {
        std::vector<std::string> dues;
        if (const auto& must = value_at(options, "must_lose"); must.is_array())
            for (const auto& each : must) dues.push_back(std::to_string(number_at(each, "count")) + " of era " + std::to_string(number_at(each, "era")));
        if (dues.empty() && value_at(options, "hits").is_number_integer()) return hits_heading(options);
        return "Your casualties: choose which units are lost" + (dues.empty() ? "" : ", " + joined(dues, " and ")) + ".";
    }
    return "Your decision: " + worded(kind) + ".";
}

std::vector<std::string> unit_rows(const Json& request) {
    std::vector<std::vector<std::string>> rows;
    for (const auto& each : candidates_of(request)) {
        const auto count = number_at(each, "count");
        auto what = std::to_string(count) + " " + unit_name(each, count);
        const auto unit_class = text_at(each, "class");
        if (const auto era = number_at(each, "era"); era > 0)
            what += unit_class.empty() ? ", era " + std::to_string(era) : ", " + unit_class + ", " + counted(era, "hit") + (count == 1 ? "" : " each");
        if (const auto supported = number_at(each, "supported"); supported > 0) what += " (" + std::to_string(supported) + " with aircraft)";
        const auto taken = count_in_default(request, each);
        rows.push_back({std::to_string(rows.size() + 1), std::move(what), taken > 0 ? "default " + std::to_string(taken) : ""});
    }
    return table(rows, 4);
}

std::expected<Json, std::string> read_units(const Json& request, std::string_view line) {
    const auto& candidates = candidates_of(request);
    std::vector<long long> counts(candidates.size(), 0);
    const auto words = words_of(line);
    const bool by_number = std::ranges::any_of(words, [](std::string_view word) { return word.find_first_of("xX*") != std::string_view::npos; });
    if (!by_number && words.size() != counts.size())
        return std::unexpected("give " + counted(static_cast<long long>(counts.size()), "count") + ", one for each line, or type it like 1x3 2x2");
    for (std::size_t i = 0; i < words.size(); ++i) {
        const auto times = words[i].find_first_of("xX*");
        const auto option = by_number ? number_of(words[i].substr(0, times)) : static_cast<long long>(i) + 1;
        const auto count = times == std::string_view::npos ? (by_number ? std::nullopt : number_of(words[i])) : number_of(words[i].substr(times + 1));
        if (!option || !count) return std::unexpected("\"" + plain(words[i]) + "\" is not a number of units; type it like 1x3 2x2");
        if (*option < 1 || *option > static_cast<long long>(counts.size())) return std::unexpected("there is no line " + std::to_string(*option));
        counts[static_cast<std::size_t>(*option - 1)] += *count;
    }
    Json units = Json::array();
    long long total = 0;
    for (std::size_t i = 0; i < counts.size(); ++i) {
        const auto& each = candidates[i];
        if (counts[i] > number_at(each, "count"))
            return std::unexpected("there are only " + std::to_string(number_at(each, "count")) + " " + unit_name(each, number_at(each, "count")));
        total += counts[i];
        if (counts[i] == 0) continue;
        Json unit{{"unit", each.at("unit")}, {"count", counts[i]}};
        if (each.contains("enhanced")) unit["enhanced"] = each.at("enhanced");
        units.push_back(std::move(unit));
    }
    if (const auto size = number_at(options_of(request), "size"); size > 0 && total != size)
        return std::unexpected("that makes " + counted(total, "unit") + ", the wave has " + std::to_string(size));
    return Json{{"units", std::move(units)}};
}

std::expected<Json, std::string> read_word(const Json& request, std::string_view line) {
    const auto& offered = words_offered(request);
    const char* field = word_field(request).chosen;
    if (const auto number = number_of(line); number && *number >= 1 && *number <= static_cast<long long>(offered.size()))
        return Json{{field, offered[static_cast<std::size_t>(*number - 1)]}};
    for (const auto& each : offered)
        if (each == std::string(line)) return Json{{field, each}};
    return std::unexpected("answer with a number from 1 to " + std::to_string(offered.size()));
}

std::optional<bool> yes_or_no(std::string_view line) {
    if (line == "y" || line == "Y" || line == "yes") return true;
    if (line == "n" || line == "N" || line == "no") return false;
    return {};
}

std::expected<Json, std::string> read_region(const Json& request, std::string_view line) {
    const auto& regions = value_at(options_of(request), "regions");
    if (line == "0" || line == "stay") return Json{{"retreat", false}};
    const auto number = number_of(line);
    if (!number || *number < 1 || *number > static_cast<long long>(std::max<std::size_t>(regions.size(), 1)))
        return std::unexpected("answer with the number of a line");
    if (regions.empty()) return Json{{"retreat", true}};
    const auto& region = regions[static_cast<std::size_t>(*number - 1)];
    return Json{{"retreat", true}, {"region", region.is_object() ? value_at(region, "name") : region}};
}

}  // namespace

Shape shape_of(const Json& request) {
    const auto& preset = default_of(request);
    if (!preset.is_object()) return Shape::json;
    if (asks_move(request)) return Shape::move;
    if (asks_fire(request)) return Shape::fire;
    const auto& candidates = candidates_of(request);
    if (candidates.is_array() && !candidates.empty() && std::ranges::all_of(candidates, is_troop) && preset.contains("units")) return Shape::units;
    const auto& words = words_offered(request);
    if (words.is_array() && !words.empty() && std::ranges::all_of(words, [](const Json& each) { return each.is_string(); }) &&
        preset.contains(word_field(request).chosen))
        return Shape::word;
    if (preset.contains("retreat") && value_at(options_of(request), "regions").is_array()) return Shape::region;
    if (preset.size() == 1 && preset.begin()->is_boolean() && !preset.contains("retreat")) return Shape::yes_no;
    return Shape::json;
}

std::vector<Line> question(const Json& request) {
    std::vector<Line> out{{}, {Tone::attention, heading(request)}};
    const auto add = [&](std::string text) { out.push_back({Tone::normal, std::move(text)}); };
    switch (shape_of(request)) {
        case Shape::units:
            for (auto& row : unit_rows(request)) add(std::move(row));
            break;
        case Shape::word: {
            int number = 0;
            for (const auto& each : words_offered(request)) add("    " + std::to_string(++number) + "  " + plain(each.get_ref<const std::string&>()));
            break;
        }
        case Shape::region: {
            add("    0  stay");
            int number = 0;
            const auto& regions = value_at(options_of(request), "regions");
            for (const auto& each : regions)
                add("    " + std::to_string(++number) + "  retreat to " + (each.is_object() ? text_at(each, "name") : data_text(each)));
            if (regions.empty()) add("    1  leave, and be destroyed: there is nowhere to go");
            break;
        }
        case Shape::move:
            for (auto& row : move_rows(request)) add(std::move(row));
            break;
        case Shape::fire:
            for (auto& row : fire_rows(request)) add(std::move(row));
            break;
        case Shape::yes_no: break;
        case Shape::json: add("    " + plain(options_of(request).dump())); break;
    }
    out.push_back({Tone::quiet, "    Default: " + plain(default_text(request))});
    if (const auto deadline = text_at(request, "deadline"); !deadline.empty()) out.push_back({Tone::quiet, "    Until " + deadline});
    return out;
}

std::string prompt_text(const Json& request) {
    const bool yes_no = shape_of(request) == Shape::yes_no;
    return worded(text_at(request, "kind")) + (yes_no ? " [y/n, Enter = default, ? = help] > " : " [Enter = default, ? = help] > ");
}

std::vector<std::string> answer_help(const Json& request) {
    switch (shape_of(request)) {
        case Shape::units: return {"1x3 2x2    three of line 1 and two of line 2", "3 2 0      a count for each line"};
        case Shape::word: return {"1          the number of a line"};
        case Shape::region: return {"0          stay", "1          the number of a line: leave"};
        case Shape::yes_no: return {"y, n       yes, no"};
        case Shape::move: return {"n1 5,3     the unit goes there, the cheapest way", "n1 stay    it stays", "n1         where it can go"};
        case Shape::fire: return {"n1 0>s2 1>s3   weapon 0 at s2, then weapon 1 at s3", "n1 s2      all that can fire at s2", "n1 hold    it holds its fire"};
        case Shape::json: break;
    }
    return {};
}

std::expected<Json, std::string> read_choice(const Json& request, std::string_view line) {
    line = trimmed(line);
    if (line.empty()) return Json("default");
    if (line.front() == '{') {
        auto json = parse_json(line);
        if (!json) return std::unexpected(json.error().message);
        return std::move(*json);
    }
    switch (shape_of(request)) {
        case Shape::units: return read_units(request, line);
        case Shape::word: return read_word(request, line);
        case Shape::region: return read_region(request, line);
        case Shape::yes_no:
            if (const auto answer = yes_or_no(line)) return Json{{default_of(request).begin().key(), *answer}};
            return std::unexpected("answer with y or n");
        case Shape::move: return read_move(request, line);
        case Shape::fire: return read_fire(request, line);
        case Shape::json: break;
    }
    return std::unexpected("answer with a JSON object like the default, or Enter for the default");
}

Command read_command(const Json& request, std::string_view line) {
    using Kind = Command::Kind;
    line = trimmed(line);
    if (!request.is_null() && asks_for_reach(request, line)) return {Kind::reach, std::string(line)};
    if (yes_or_no(line)) {
        if (!request.is_null() && shape_of(request) == Shape::yes_no) return {Kind::answer, std::string(line)};
        return {*yes_or_no(line) ? Kind::yes : Kind::no, {}};
    }
    if (line == "?" || line == "h" || line == "help") return {Kind::help, {}};
    if (line == "a") return {Kind::armies, {}};
    if (line == "u") return {Kind::undo, {}};
    if (line == "c") return {Kind::concede, {}};
    if (line == "d") return {Kind::draw, {}};
    if (line == "t") return {Kind::clock, {}};
    if (line == "q") return {Kind::quit, {}};
    if (line == "rematch") return {Kind::rematch, {}};
    if (line == "rematch swap") return {Kind::rematch, "swap"};
    if (line == "withdraw") return {Kind::withdraw, {}};
    if (line == "s" || line.starts_with("s ")) return {Kind::say, std::string(trimmed(line.substr(1)))};
    return {Kind::answer, std::string(line)};
}

std::vector<std::string> command_help() {
    return {"Enter      the default",
            "{…}        a choice as JSON",
            "a          both armies as they are now",
            "u          take back a decision that is still sealed",
            "c          concede",
            "d          offer a draw; y or n answers one",
            "s TEXT     say something",
            "t          how much time you and the other side have left",
            "rematch    once it is over: ask for a rematch; rematch swap swaps the sides",
            "withdraw   take back your rematch request",
            "q          leave; the battle goes on and waits for you"};
}

}  // namespace muster::cli
