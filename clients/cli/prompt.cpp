#include "clients/cli/prompt.hpp"

#include <algorithm>
#include <charconv>
#include <optional>

#include "clients/cli/field_prompt.hpp"
#include "clients/cli/narration.hpp"
#include "rules/describe/place.hpp"
#include "rules/systems.hpp"
#include "rules/typed_orders.hpp"

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

bool is_troop(const Json& entry) { return value_at(entry, "unit").is_string() && value_at(entry, "count").is_number_integer(); }

/// What is picked of a list: the word itself, or the name of what has one.
const Json& word_of(const Json& entry) { return entry.is_object() ? value_at(entry, "name") : entry; }

bool all_are(const Json& list, bool (*wanted)(const Json&)) { return list.is_array() && std::ranges::all_of(list, wanted); }

/// How the form of a decision can be seen: in what shape it is offered and its default is.
enum class Shape { counts, pick, path, shots, yes_no, orders, json };

/// A decision that is open, as it is described.
class Asked {
public:
    Asked(const Json& request, const Telling& telling) : request_(request), telling_(telling) {
        const auto& decisions = telling.description().decisions;
        if (const auto found = decisions.find(kind()); found != decisions.end()) how_ = &found->second;
        shape_ = how_ ? described_shape() : default_.is_object() && default_.size() == 1 && default_.begin()->is_boolean() ? Shape::yes_no : Shape::json;
    }

    Shape shape() const { return shape_; }
    std::string kind() const { return text_at(request_, "kind"); }
    const Json& preset() const { return default_; }

    /// How orders are typed; null: they are not.
    const rules::TypedOrders* typed() const {
        const auto* ruleset = rules::shipped_rulesets().find(telling_.ruleset());
        return ruleset ? ruleset->typed() : nullptr;
    }
    rules::AskedOrders orders() const {
        return {kind(), options_, default_, telling_.areas(), [this](const std::string& area) { return telling_.area(area); }};
    }

    /// What there is to choose among.
    const Json& list() const { return rules::describe::at_place(options_, form() == Form::pairs ? how_->among : how_->list); }
    Json firing() const { return units_that_fire(list(), value_at(options_, "enemies")); }
    long long total() const { return rules::describe::number_at_place(options_, how_->total); }

    /// Whether one may also pick nothing.
    bool may_pass() const { return !how_->whether.empty(); }

    /// The choice of this; null: of none in particular.
    Json choice(Json chosen, bool passes = false) const {
        Json out = Json::object();
        if (how_ && may_pass()) out[Json::json_pointer(how_->whether)] = !passes;
        if (!chosen.is_null()) out[Json::json_pointer(how_ ? how_->choice : "/" + default_.begin().key())] = std::move(chosen);
        return out;
    }

    /// What the default chooses.
    const Json& chosen() const { return how_ ? rules::describe::at_place(default_, how_->choice) : *default_.begin(); }

    /// The field of a move has no cells.
    bool free() const { return text_at(options_, "grid") == "free"; }

    std::string heading() const {
        if (kind() == "ready") return "Do you accept this battle, its setup and its house rules?";
        if (how_)
            if (auto asked = telling_.sentence("tell_ask", kind(), telling_.filled(how_->args, options_, viewer))) return std::move(*asked);
        return "Your decision: " + worded(kind()) + ".";
    }

    /// A choice in words; nothing: there are none for it.
    std::optional<std::string> told(const Json& choice) const {
        if (!how_) return {};
        return telling_.sentence("tell_choices", kind(), telling_.filled(how_->said, choice, viewer));
    }

    /// What is said of one in the list.
    std::optional<std::string> said(const Json& entry) const {
        const auto& items = telling_.description().items;
        const auto item = items.find(how_->item);
        if (item == items.end()) return {};
        return telling_.sentence("tell_items", how_->item, telling_.filled(item->second.args, entry, viewer));
    }

    /// One of those that there is a number of.
    std::string row(const Json& entry) const {
        if (auto told = said(entry)) return std::move(*told);
        const auto count = number_at(entry, "count");
        return std::to_string(count) + " " + unit_name(entry, count);
    }

private:
    using Form = rules::describe::Form;
    static inline const Telling::Viewer viewer{worded, {}};

    Form form() const { return how_->form; }

    Shape described_shape() const {
        switch (form()) {
            case Form::counts: return all_are(list(), is_troop) && !list().empty() && chosen().is_array() ? Shape::counts : Shape::json;
            case Form::pick:
            case Form::pairs: {
                if (!all_are(list(), [](const Json& each) { return word_of(each).is_string(); })) return Shape::json;
                if (may_pass()) return rules::describe::at_place(default_, how_->whether).is_boolean() ? Shape::pick : Shape::json;
                return !list().empty() && chosen().is_string() ? Shape::pick : Shape::json;
            }
            case Form::path: return list().is_array() && default_.contains("path") ? Shape::path : Shape::json;
            case Form::shots: return list().is_array() && default_.contains("shots") ? Shape::shots : Shape::json;
            case Form::yes_no: return chosen().is_boolean() ? Shape::yes_no : Shape::json;
            case Form::orders: return typed() && typed()->fits(kind(), options_, default_) ? Shape::orders : Shape::json;
            default: return Shape::json;
        }
    }

    const Json& request_;
    const Telling& telling_;
    const Json& options_ = value_at(request_, "options");
    const Json& default_ = value_at(request_, "default");
    const rules::describe::DecisionDescription* how_ = nullptr;
    Shape shape_ = Shape::json;
};

// How many of `candidate` the default takes.
long long count_in_default(const Asked& asked, const Json& candidate) {
    for (const auto& each : asked.chosen())
        if (text_at(each, "unit") == text_at(candidate, "unit") && flag_at(each, "enhanced") == flag_at(candidate, "enhanced")) return number_at(each, "count");
    return 0;
}

std::string default_text(const Asked& asked) {
    if (asked.shape() == Shape::counts) return unit_list(asked.chosen());
    if (asked.shape() == Shape::yes_no) return asked.chosen().get<bool>() ? "yes" : "no";
    if (auto told = asked.told(asked.preset()); told && asked.shape() != Shape::json) return std::move(*told);
    if (asked.shape() == Shape::orders) return asked.typed()->said(asked.kind(), asked.preset(), asked.orders().name);
    return asked.shape() == Shape::pick && asked.chosen().is_string() ? asked.chosen().get<std::string>() : asked.preset().dump();
}

std::vector<std::string> unit_rows(const Asked& asked) {
    std::vector<std::vector<std::string>> rows;
    for (const auto& each : asked.list()) {
        const auto taken = count_in_default(asked, each);
        rows.push_back({std::to_string(rows.size() + 1), asked.row(each), taken > 0 ? "default " + std::to_string(taken) : ""});
    }
    return table(rows, 4);
}

/// What can be picked, from 1 on; 0: nothing, where one may. Who has to go somewhere and has nowhere to goes.
std::vector<std::string> pick_rows(const Asked& asked) {
    std::vector<std::string> out;
    const auto row = [&](std::size_t number, const Json& choice, const std::string& word, const std::optional<std::string>& said = {}) {
        out.push_back("    " + std::to_string(number) + "  " + asked.told(choice).value_or(plain(word)) + (said ? ", " + *said : ""));
    };
    if (asked.may_pass()) row(0, asked.choice({}, true), "no");
    std::size_t number = 0;
    for (const auto& each : asked.list()) row(++number, asked.choice(word_of(each)), word_of(each).get<std::string>(), asked.said(each));
    if (asked.list().empty()) row(1, asked.choice({}), "yes");
    return out;
}

std::expected<Json, std::string> read_units(const Asked& asked, std::string_view line) {
    const auto& candidates = asked.list();
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
    if (const auto wanted = asked.total(); wanted > 0 && total != wanted)
        return std::unexpected("that makes " + counted(total, "unit") + ", it has to be " + std::to_string(wanted));
    return asked.choice(std::move(units));
}

std::expected<Json, std::string> read_pick(const Asked& asked, std::string_view line) {
    const auto& offered = asked.list();
    const std::size_t last = std::max<std::size_t>(offered.size(), 1);
    const auto pass = asked.may_pass() ? asked.choice({}, true) : Json();
    if (asked.may_pass() && (line == "0" || line == asked.told(pass))) return pass;
    if (const auto number = number_of(line); number && *number >= 1 && *number <= static_cast<long long>(last))
        return asked.choice(offered.empty() ? Json() : word_of(offered[static_cast<std::size_t>(*number - 1)]));
    for (const auto& each : offered)
        if (word_of(each) == std::string(line)) return asked.choice(word_of(each));
    return std::unexpected("answer with a number from " + std::string(asked.may_pass() ? "0" : "1") + " to " + std::to_string(last));
}

std::optional<bool> yes_or_no(std::string_view line) {
    if (line == "y" || line == "Y" || line == "yes") return true;
    if (line == "n" || line == "N" || line == "no") return false;
    return {};
}

}  // namespace

std::vector<Line> question(const Json& request, const Telling& telling) {
    const Asked asked(request, telling);
    std::vector<Line> out{{}, {Tone::attention, asked.heading()}};
    const auto add = [&](std::vector<std::string> rows) {
        for (auto& row : rows) out.push_back({Tone::normal, std::move(row)});
    };
    switch (asked.shape()) {
        case Shape::counts: add(unit_rows(asked)); break;
        case Shape::pick: add(pick_rows(asked)); break;
        case Shape::path: add(move_rows(asked.list(), asked.free())); break;
        case Shape::shots: add(fire_rows(asked.firing())); break;
        case Shape::orders: add(table(asked.typed()->rows(asked.orders()), 4)); break;
        case Shape::yes_no: break;
        case Shape::json: add({"    " + plain(value_at(request, "options").dump())}); break;
    }
    out.push_back({Tone::quiet, "    Default: " + plain(default_text(asked))});
    if (const auto deadline = text_at(request, "deadline"); !deadline.empty()) out.push_back({Tone::quiet, "    Until " + deadline});
    return out;
}

std::string prompt_text(const Json& request, const Telling& telling) {
    const Asked asked(request, telling);
    return worded(asked.kind()) + (asked.shape() == Shape::yes_no ? " [y/n, Enter = default, ? = help] > " : " [Enter = default, ? = help] > ");
}

std::vector<std::string> answer_help(const Json& request, const Telling& telling) {
    const Asked asked(request, telling);
    switch (asked.shape()) {
        case Shape::counts: return {"1x3 2x2    three of line 1 and two of line 2", "3 2 0      a count for each line"};
        case Shape::pick:
            if (asked.may_pass()) return {"0          " + asked.told(asked.choice({}, true)).value_or("no"), "1          the number of a line"};
            return {"1          the number of a line"};
        case Shape::yes_no: return {"y, n       yes, no"};
        case Shape::path:
            if (asked.free())
                return {"n1 55,30         the unit goes there, the shortest way; x and y in tenths of a DU", "n1 55,30 70,30   it turns at the first",
                        "n1 stay          it stays", "n1               some of the points where it can go"};
            return {"n1 5,3     the unit goes there, the cheapest way", "n1 stay    it stays", "n1         where it can go"};
        case Shape::shots: return {"n1 0>s2 1>s3   weapon 0 at s2, then weapon 1 at s3", "n1 s2      all that can fire at s2", "n1 hold    it holds its fire"};
        case Shape::orders: {
            auto out = asked.typed()->help(asked.kind());
            out.emplace_back("…;            an order, and more to come: Enter sends them all, u takes back the last");
            return out;
        }
        case Shape::json: break;
    }
    return {};
}

bool takes_orders(const Json& request, const Telling& telling) { return Asked(request, telling).shape() == Shape::orders; }

std::expected<Json, std::string> read_choice(const Json& request, const Telling& telling, std::string_view line) {
    line = trimmed(line);
    if (line.empty()) return Json("default");
    if (line.front() == '{') {
        auto json = parse_json(line);
        if (!json) return std::unexpected(json.error().message);
        return std::move(*json);
    }
    const Asked asked(request, telling);
    switch (asked.shape()) {
        case Shape::counts: return read_units(asked, line);
        case Shape::pick: return read_pick(asked, line);
        case Shape::yes_no:
            if (const auto answer = yes_or_no(line)) return asked.choice(*answer);
            return std::unexpected("answer with y or n");
        case Shape::path: return read_move(asked.list(), line, asked.free());
        case Shape::shots: return read_fire(asked.firing(), line);
        case Shape::orders: return asked.typed()->read(asked.orders(), line);
        case Shape::json: break;
    }
    return std::unexpected("answer with a JSON object like the default, or Enter for the default");
}

Json reach_of(const Json& request, const Telling& telling, const std::string& unit) {
    const Asked asked(request, telling);
    if (asked.shape() != Shape::path) return Json::array();
    return reach_of(asked.list(), unit.empty() ? text_at(asked.preset(), "unit") : unit);
}

Command read_command(const Json& request, const Telling& telling, std::string_view line) {
    using Kind = Command::Kind;
    line = trimmed(line);
    const Asked asked(request, telling);
    if (asked.shape() == Shape::path && has_unit(asked.list(), std::string(line))) return {Kind::reach, std::string(line)};
    if (yes_or_no(line)) {
        if (asked.shape() == Shape::yes_no) return {Kind::answer, std::string(line)};
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
            "a          all armies as they are now",
            "u          take back a decision that is still sealed",
            "c          concede",
            "d          offer a draw; y or n answers one",
            "s TEXT     say something",
            "t          how much time you and the others have left",
            "rematch    once it is over: ask for a rematch; rematch swap swaps the sides",
            "withdraw   take back your rematch request",
            "q          leave; the battle goes on and waits for you"};
}

}  // namespace muster::cli
