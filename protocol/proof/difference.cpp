#include "protocol/proof/difference.hpp"

#include <algorithm>
#include <vector>

#include "rules/characters.hpp"
#include "rules/fields.hpp"

namespace muster::protocol::proof {

namespace {

constexpr std::size_t longest = 80;  // in characters, as everywhere

std::vector<std::string_view> fields_of_both(const Json& one, const Json& other) {
    std::vector<std::string_view> out;
    for (const auto* each : {&one, &other})
        for (const auto& [key, value] : each->get_ref<const Json::object_t&>()) out.emplace_back(key);
    std::ranges::sort(out, is_before_in_jcs);
    const auto twins = std::ranges::unique(out);
    out.erase(twins.begin(), twins.end());
    return out;
}

const Json* item(const Json& array, std::size_t index) { return index < array.size() ? &array[index] : nullptr; }

}  // namespace

std::string shortened(const Json* value) {
    if (!value) return "nothing";
    std::string text;
    append_canonical(text, FlatJson(*value));
    if (text.size() <= longest || count_characters(text) <= longest) return text;
    std::size_t end = 0;
    for (std::size_t characters = 0; characters < longest; ++end)
        if ((static_cast<unsigned char>(text[end]) & 0xc0) != 0x80) ++characters;
    text.resize(end - 1);  // before the last of them
    return text + "…";
}

std::optional<Difference> first_difference(const Json* recorded, const Json* due, const std::string& path) {
    if (recorded == due || (recorded && due && *recorded == *due)) return {};
    if (recorded && due && recorded->is_array() && due->is_array()) {
        for (std::size_t i = 0; i < std::max(recorded->size(), due->size()); ++i)
            if (auto found = first_difference(item(*recorded, i), item(*due, i), path + "/" + std::to_string(i))) return found;
    }
    if (recorded && due && recorded->is_object() && due->is_object()) {
        for (const auto key : fields_of_both(*recorded, *due))
            if (auto found = first_difference(find_field(*recorded, key), find_field(*due, key), below(path, key))) return found;
    }
    return Difference{path, shortened(recorded), shortened(due)};
}

std::optional<Problem> difference_problem(const Json* recorded, const Json* due, const std::string& path) {
    auto found = first_difference(recorded, due, path);
    if (!found) return {};
    return Problem{std::move(found->path), "the record says " + found->recorded + ", but it should be " + found->due};
}

std::optional<Problem> unknown_field(const Json& said, std::span<const std::string_view> fields, const std::string& path) {
    const auto name = [](std::string_view field) { return field.ends_with('?') ? field.substr(0, field.size() - 1) : field; };
    std::optional<std::string_view> unknown;
    for (const auto& [key, value] : said.get_ref<const Json::object_t&>())
        if (std::ranges::find(fields, key, name) == fields.end() && (!unknown || is_before_in_jcs(key, *unknown))) unknown = key;
    if (!unknown) return {};
    return Problem{below(path, *unknown), "there is no such field here"};
}

std::string below(const std::string& path, std::string_view key) { return (JsonPath(path) / key).text(); }

const Json* find_field(const Json& object, std::string_view key) {
    const auto found = object.find(key);
    return found == object.end() ? nullptr : &*found;
}

}  // namespace muster::protocol::proof
