#include "rules/describe/library.hpp"

#include <algorithm>

#include "rules/describe/data_files.hpp"

namespace muster::rules::describe {

namespace {

using Descriptions = std::map<std::string, Description, std::less<>>;

/// Adds what `out` has not itself.
void add(Description& out, const Description& used) {
    out.events.insert(used.events.begin(), used.events.end());
    out.items.insert(used.items.begin(), used.items.end());
    out.rolls.insert(used.rolls.begin(), used.rolls.end());
    out.decisions.insert(used.decisions.begin(), used.decisions.end());
    out.reasons.insert(out.reasons.end(), used.reasons.begin(), used.reasons.end());
    out.by_points.insert(out.by_points.end(), used.by_points.begin(), used.by_points.end());
    if (out.table.view == View::none) out.table = used.table;
    if (out.lists.empty()) out.lists = used.lists;
    if (out.symbols.empty()) out.symbols = used.symbols;
}

/// The text between `start` and `end` of a file's name; nothing: it has another.
std::string_view between(std::string_view path, std::string_view start, std::string_view end) {
    const auto name = path.substr(path.rfind('/') + 1);
    if (!name.starts_with(start) || !name.ends_with(end)) return {};
    return name.substr(start.size(), name.size() - start.size() - end.size());
}

// Our own files are read as a test has read them: nothing is wrong with them.
Descriptions read_descriptions() {
    Descriptions out;
    for (const auto& file : data_files()) {
        if (!file.path.ends_with("/describe.json")) continue;
        for (const auto& [id, json] : parse_json(file.text).value().items())
            out[id] = read_fields<Description>(json, Code::bad_message, std::string(file.path) + "/" + id).value();
    }
    Descriptions whole = out;
    for (auto& [id, each] : whole)
        for (const auto& used : each.uses) add(each, out.at(used));
    return whole;
}

const Descriptions& descriptions() {
    static const Descriptions all = read_descriptions();
    return all;
}

/// By language: what each says of itself.
using Texts = std::map<std::string, std::map<std::string, Json, std::less<>>, std::less<>>;

/// Puts `own` over what stands in `out`.
void merge(Json& out, const Json& own) {
    for (const auto& [key, each] : own.items()) {
        if (out.contains(key) && out[key].is_object() && each.is_object()) merge(out[key], each);
        else out[key] = each;
    }
}

Texts read_texts() {
    Texts written;
    for (const auto& file : data_files())
        if (const auto language = between(file.path, "texts.", ".json"); !language.empty())
            for (const auto& [id, texts] : parse_json(file.text).value().items()) written[std::string(language)][id] = texts;
    Texts whole;
    for (const auto& [language, by_id] : written)
        for (const auto& [id, description] : descriptions()) {
            Json& out = whole[language][id] = Json::object();
            for (const auto& from : {std::string("en"), language}) {
                for (auto used = description.uses.rbegin(); used != description.uses.rend(); ++used) merge(out, written[from][*used]);
                merge(out, written[from][id]);
            }
        }
    return whole;
}

const Texts& texts() {
    static const Texts all = read_texts();
    return all;
}

}  // namespace

const Description* description_of(std::string_view ruleset) {
    const auto found = descriptions().find(ruleset);
    return found == descriptions().end() ? nullptr : &found->second;
}

const std::vector<std::string>& text_languages() {
    static const std::vector<std::string> all = [] {
        std::vector<std::string> out;
        for (const auto& [language, each] : texts()) out.push_back(language);
        return out;
    }();
    return all;
}

const Json& texts_of(std::string_view ruleset, std::string_view language) {
    static const Json none = Json::object();
    const auto spoken = texts().find(language);
    const auto& by_id = spoken == texts().end() ? texts().at("en") : spoken->second;
    const auto found = by_id.find(ruleset);
    return found == by_id.end() ? none : found->second;
}

}  // namespace muster::rules::describe
