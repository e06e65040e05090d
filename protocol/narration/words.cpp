#include "protocol/narration/words.hpp"

#include <algorithm>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "protocol/narration/text.hpp"
#include "rules/describe/library.hpp"
#include "rules/systems.hpp"

namespace muster::narration {

namespace {

// "a", "a and b", "a, b and c".
std::string listed(const std::vector<std::string>& parts) {
    std::string out;
    for (std::size_t i = 0; i < parts.size(); ++i) {
        if (i > 0) out += i + 1 == parts.size() ? " and " : ", ";
        out += parts[i];
    }
    return out;
}

bool is_unit_list(const Json& value) {
    return value.is_array() && !value.empty() &&
           std::ranges::all_of(value, [](const Json& each) { return value_at(each, "unit").is_string() && each.contains("count"); });
}

std::string numbers_text(const Json& numbers) {
    std::string out;
    for (const auto& each : numbers) out += (out.empty() ? "" : " ") + (each.is_string() ? plain(each.get_ref<const std::string&>()) : each.dump());
    return out;
}

// As the rulesets tell it: whoever shows an outcome may not know of which battle.
std::optional<std::string> ending_text(std::string_view part, const std::string& reason) {
    for (const auto* ruleset : rules::shipped_rulesets().newest()) {
        const auto& text = value_at(value_at(rules::describe::texts_of(ruleset->id(), "en"), part), reason);
        if (text.is_string()) return text.get<std::string>();
    }
    return {};
}

using Sentences = std::span<const std::pair<std::string_view, std::string_view>>;

std::optional<std::string> sentence_of(Sentences sentences, const std::string& reason) {
    const auto found = std::ranges::find(sentences, std::string_view(reason), &Sentences::value_type::first);
    return found == sentences.end() ? std::nullopt : std::optional(std::string(found->second));
}

}  // namespace

// Of more than two there is no other side.
std::string reason_text(const std::string& reason, std::size_t seats) {
    static constexpr Sentences::value_type sentences[] = {
        {"conceded", "the other side conceded"},
        {"timeout", "time ran out"},
        {"share", "a share of the dice was not given in time"},
        {"abandoned", "the other side was away too long"},
        {"closed", "the server's operator ended it"},
        {"limit", "the battle got too long for the server"},
        {"agreed", "all sides agreed to a draw"},
        {"declined", "the battle was declined before it began"},
    };
    static constexpr Sentences::value_type of_many[] = {{"conceded", "all others conceded"}, {"abandoned", "all others were away too long"}};
    std::optional<std::string> out;
    if (seats > 2) out = sentence_of(of_many, reason);
    if (!out && seats > 2) out = ending_text("endings_of_many", reason);
    if (!out) out = sentence_of(sentences, reason);
    if (!out) out = ending_text("endings", reason);
    return out.value_or(worded(reason));
}

std::string worded(std::string_view id) {
    auto out = plain(id);
    std::ranges::replace(out, '_', ' ');
    return out;
}

std::string capitalised(std::string_view text) {
    std::string out(text);
    if (!out.empty() && out[0] >= 'a' && out[0] <= 'z') out[0] = static_cast<char>(out[0] - 'a' + 'A');
    return out;
}

std::string singular(std::string_view id) {
    auto words = worded(id);
    if (words.ends_with("men")) return words.substr(0, words.size() - 3) + "man";
    if (words.ends_with("s") && !words.ends_with("ss") && !words.ends_with("us")) return words.substr(0, words.size() - 1);
    return words;
}

std::string unit_name(const Json& entry, long long count) {
    const auto id = text_at(entry, "unit");
    const auto name = count == 1 ? singular(id) : worded(id);
    return flag_at(entry, "enhanced") ? "enhanced " + name : name;
}

std::string unit_list(const Json& entries) {
    std::vector<std::string> parts;
    if (entries.is_array()) {
        for (const auto& entry : entries) {
            const auto count = number_at(entry, "count", 1);
            auto part = std::to_string(count) + " " + unit_name(entry, count);
            if (const auto supported = number_at(entry, "supported"); supported > 0) part += " (" + std::to_string(supported) + " with aircraft)";
            parts.push_back(std::move(part));
        }
    }
    return parts.empty() ? "nothing" : listed(parts);
}

std::string dice_text(const Json& rolled) {
    std::vector<std::string> parts;
    if (const auto& groups = value_at(rolled, "groups"); groups.is_array()) {
        for (const auto& group : groups) {
            std::string part = worded(text_at(group, "label"));
            if (const auto& dice = value_at(group, "dice"); dice.is_array()) part += (part.empty() ? "" : " ") + numbers_text(dice);
            Json rest = group;
            if (const auto value = number_at(group, "combat_value"); value > 0) {
                part += " (" + counted(number_at(group, "hits"), "hit") + ", " + (value >= 6 ? "every die" : std::to_string(value) + " or lower") + ")";
            } else if (rest.is_object()) {
                rest.erase("label");
                rest.erase("dice");
                if (!rest.empty()) part += " (" + data_text(rest) + ")";
            }
            parts.push_back(std::move(part));
        }
    }
    return joined(parts, " · ");
}

std::string data_text(const Json& value) {
    if (value.is_string()) return worded(value.get_ref<const std::string&>());
    if (value.is_boolean()) return value.get<bool>() ? "yes" : "no";
    if (value.is_null()) return "none";
    if (is_unit_list(value)) return unit_list(value);
    std::vector<std::string> parts;
    if (value.is_array()) {
        for (const auto& each : value) parts.push_back(each.is_structured() ? "(" + data_text(each) + ")" : data_text(each));
        return parts.empty() ? "nothing" : joined(parts, ", ");
    }
    if (value.is_object()) {
        for (const auto& [key, each] : value.items()) parts.push_back(worded(key) + " " + data_text(each));
        return joined(parts, ", ");
    }
    return value.dump();
}

std::string duration_text(std::string_view iso) {
    static constexpr std::pair<char, std::string_view> units[] = {{'D', "day"}, {'H', "hour"}, {'M', "minute"}, {'S', "second"}};
    std::string out;
    long long number = 0;
    for (const char c : iso) {
        if (c >= '0' && c <= '9' && number < 1'000'000'000) number = number * 10 + (c - '0');
        for (const auto& [letter, name] : units)
            if (c == letter) out += (out.empty() ? "" : " ") + counted(std::exchange(number, 0), name);
    }
    return out.empty() ? plain(iso) : out;
}

std::string clock_text(const Json& options) {
    const auto& clock = value_at(options, "clock");
    if (!clock.is_object()) return {};
    const auto length = [&](std::string_view key) { return duration_text(text_at(clock, key)); };
    const auto given = [&](std::string_view key) { return !text_at(clock, key).empty(); };
    std::string out = given("per_decision") ? length("per_decision") + " per decision" : length("bank") + " each";
    if (given("increment")) out += ", plus " + length("increment") + " per decision";
    if (given("decision_max")) out += ", at most " + length("decision_max") + " per decision";
    return out + (text_at(options, "on_timeout") == "forfeit" ? "; if time runs out, the battle is lost" : "; if time runs out, the default is played");
}

std::string whose_dice(const Json& options) {
    const auto dice = text_at(options, "dice");
    const auto witness = text_at(value_at(options, "witness"), "address");
    if (dice == "shared") return witness.empty() ? "the server's and both players'" : "the server's, both players' and those of a witness, " + witness;
    return dice == "witnessed" ? "the server's and those of its witness, " + witness : "the server's";
}

std::string outcome_text(const Json& outcome) {
    const auto winner = text_at(outcome, "winner");
    const auto why = reason_text(text_at(outcome, "reason"), value_at(outcome, "survivors").size());
    const auto who = winner.empty() ? std::string("No winner") : capitalised(worded(winner)) + " wins";
    return why.empty() ? who + "." : who + ": " + why + ".";
}

std::string closing_text(const Json& outcome, bool shared) {
    const auto reason = text_at(outcome, "reason");
    const auto why = reason == "conceded" ? std::string(shared ? "one of the two has left" : "everybody has left")
                                          : reason_text(reason, value_at(outcome, "survivors").size());
    return why.empty() ? "The table is closed." : "The table is closed: " + why + ".";
}

std::string survivors_text(const Json& survivors) {
    if (!survivors.is_object()) return {};
    std::vector<std::string> parts;
    for (const auto& [seat, left] : survivors.items()) {
        const bool nothing = left == 0 || (left.is_structured() && left.empty());
        parts.push_back(worded(seat) + " " + (nothing ? "none" : data_text(left)));
    }
    return joined(parts, ", ");
}

}  // namespace muster::narration
