#include "protocol/narration/telling.hpp"

#include "protocol/narration/text.hpp"
#include "protocol/narration/words.hpp"
#include "rules/describe/library.hpp"
#include "rules/describe/place.hpp"

namespace muster::narration {

using rules::describe::Argument;
using rules::describe::ArgumentKind;
using rules::describe::Arguments;
using rules::describe::at_place;
using rules::describe::given_at;
using rules::describe::MessageArguments;
using rules::describe::number_at_place;
using rules::describe::text_at_place;

const rules::describe::Description Telling::unknown{};

namespace {

std::string cell_text(const Json& cell) {
    if (cell.is_array() && cell.size() == 2) return plain(cell[0].dump() + "," + cell[1].dump());
    return plain(cell.dump());
}

/// One of a type, or several: an entry of a list of units, or a word.
std::string unit_text(const Argument& argument, const Json& data) {
    const long long count = argument.also.empty() ? 2 : argument.also.starts_with('/') ? number_at_place(data, argument.also, 1) : 1;
    const auto& value = at_place(data, argument.at);
    return unit_name(value.is_object() ? value : Json{{"unit", value}}, count);
}

std::string units_text(const Argument& argument, const Json& data) {
    Json all = Json::array();
    for (const auto* place : {&argument.at, &argument.also})
        if (const auto& list = at_place(data, *place); !place->empty() && list.is_array()) all.insert(all.end(), list.begin(), list.end());
    return unit_list(all);
}

}  // namespace

Telling::Telling(std::string_view ruleset, const Json& setup) : ruleset_(ruleset) {
    if (const auto* found = rules::describe::description_of(ruleset)) description_ = found;
    if (description_->table.areas.empty()) return;
    if (const auto& list = at_place(setup, description_->table.areas); list.is_array())
        for (const auto& each : list) {
            map_.push_back(text_at(each, "area"));
            if (const auto name = text_at(each, "name"); !name.empty()) areas_[map_.back()] = name;
        }
}

std::string Telling::area(const std::string& word) const {
    if (const auto found = areas_.find(word); found != areas_.end()) return found->second;
    std::string out = plain(worded(word));
    bool begins = true;
    for (auto& each : out) {
        if (begins && each >= 'a' && each <= 'z') each = static_cast<char>(each - 'a' + 'A');
        begins = each == ' ';
    }
    return out;
}

std::optional<std::string> Telling::sentence(std::string_view part, std::string_view name, const MessageArguments& arguments) const {
    const auto& text = value_at(value_at(rules::describe::texts_of(ruleset_, "en"), part), name);
    if (!text.is_string()) return {};
    return rules::describe::told(text.get_ref<const std::string&>(), arguments, "en");
}

MessageArguments Telling::filled(const Arguments& arguments, const Json& data, const Viewer& viewer) const {
    MessageArguments out;
    for (const auto& [name, argument] : arguments) {
        if (argument.as == ArgumentKind::number)
            out[name] = number_at_place(data, argument.at) + (argument.also.empty() ? 0 : number_at_place(data, argument.also));
        else if (argument.as == ArgumentKind::count) out[name] = static_cast<std::int64_t>(at_place(data, argument.at).size());
        else out[name] = filling(argument, data, viewer);
    }
    if (const auto who = arguments.find("who"); who != arguments.end())
        out["you"] = !viewer.own.empty() && text_at_place(data, who->second.at) == viewer.own ? "yes" : "no";
    return out;
}

std::string Telling::filling(const Argument& argument, const Json& data, const Viewer& viewer) const {
    const auto& value = at_place(data, argument.at);
    switch (argument.as) {
        case ArgumentKind::seat: return viewer.who(plain(text_at_place(data, argument.at)));
        case ArgumentKind::unit: return unit_text(argument, data);
        case ArgumentKind::units: return units_text(argument, data);
        case ArgumentKind::cell: return cell_text(value);
        case ArgumentKind::area: return area(text_at_place(data, argument.at));
        case ArgumentKind::word: {
            const auto word = text_at_place(data, argument.at);
            return sentence("tell_" + argument.of, word, {}).value_or(plain(word));
        }
        case ArgumentKind::sum: return sum(value);
        case ArgumentKind::sentences: return sentences(argument, value, viewer);
        case ArgumentKind::data: return data_text(value);
        case ArgumentKind::given: return given_at(data, argument.at) || (!argument.also.empty() && given_at(data, argument.also)) ? "yes" : "no";
        case ArgumentKind::there: return value.is_null() ? "no" : "yes";
        case ArgumentKind::signed_number: {
            const auto number = number_at_place(data, argument.at);
            return (number > 0 ? "+" : "") + std::to_string(number);
        }
        default: return value.is_string() ? plain(value.get_ref<const std::string&>()) : "";
    }
}

std::string Telling::sentences(const Argument& argument, const Json& list, const Viewer& viewer) const {
    const auto item = description_->items.find(argument.of);
    if (item == description_->items.end() || !list.is_structured()) return {};
    std::vector<std::string> parts;
    const auto tell = [&](const Json& each) {
        if (auto told = sentence("tell_items", argument.of, filled(item->second.args, each, viewer))) parts.push_back(std::move(*told));
    };
    for (const auto& [name, value] : list.items()) tell(list.is_array() ? value : Json{{"name", name}, {"value", value}});
    return joined(parts, argument.between.empty() ? ", " : argument.between);
}

std::string Telling::sum(const Json& lines) const {
    std::string out;
    if (!lines.is_array()) return out;
    for (const auto& line : lines) {
        const auto value = number_at(line, "value");
        const auto name = text_at(line, "line");
        if (value < 0) out += out.empty() ? "−" : " − ";
        else if (!out.empty()) out += " + ";
        out += sentence("tell_sums", name, {}).value_or(worded(name)) + " " + std::to_string(value < 0 ? -value : value);
    }
    return out;
}

}  // namespace muster::narration
