#include "rules/describe/place.hpp"

#include <algorithm>
#include <charconv>

namespace muster::rules::describe {

namespace {

constexpr Json::size_type nowhere = static_cast<Json::size_type>(-1);

/// The first step of a place, which is taken from it.
std::string_view step_of(std::string_view& place) {
    place.remove_prefix(1);
    const auto step = place.substr(0, place.find('/'));
    place.remove_prefix(step.size());
    return step;
}

Json::size_type index_of(const Json& list, std::string_view step) {
    if (step == "-") return list.empty() ? nowhere : list.size() - 1;
    Json::size_type index = nowhere;
    const auto [end, error] = std::from_chars(step.data(), step.data() + step.size(), index);
    return error == std::errc() && end == step.data() + step.size() && index < list.size() ? index : nowhere;
}

/// Calls `look` with what stands at a place, or with each that does, until it says that it has seen enough.
template <typename Look>
bool any_at(const Json& json, std::string_view place, const Look& look) {
    if (place.empty()) return look(json);
    if (place.front() != '/') return false;
    const auto step = step_of(place);
    if (json.is_object()) {
        const auto found = json.find(step);
        return found != json.end() && any_at(*found, place, look);
    }
    if (!json.is_array()) return false;
    if (step == "*") return std::ranges::any_of(json, [&](const Json& each) { return any_at(each, place, look); });
    const auto index = index_of(json, step);
    return index != nowhere && any_at(json[index], place, look);
}

bool is_given(const Json& value) {
    if (value.is_boolean()) return value.get<bool>();
    if (value.is_number()) return value != 0;
    if (value.is_string()) return !value.get_ref<const std::string&>().empty();
    return !value.empty();  // null is
}

}  // namespace

const Json& at_place(const Json& json, std::string_view place) {
    static const Json none;
    const Json* found = &none;
    any_at(json, place, [&](const Json& value) {
        found = &value;
        return true;
    });
    return *found;
}

bool given_at(const Json& json, std::string_view place) {
    const auto equals = place.find('=');
    if (equals == std::string_view::npos) return any_at(json, place, is_given);
    return any_at(json, place.substr(0, equals), [&](const Json& value) { return value.is_string() && value == place.substr(equals + 1); });
}

std::string text_at_place(const Json& json, std::string_view place) {
    if (!place.empty() && place.front() != '/') return std::string(place);
    const auto& value = at_place(json, place);
    return value.is_string() ? value.get<std::string>() : std::string();
}

long long number_at_place(const Json& json, std::string_view place, long long otherwise) {
    const auto& value = at_place(json, place);
    if (!value.is_number_integer()) return otherwise;
    if (value.is_number_unsigned()) return static_cast<long long>(std::min(value.get<std::uint64_t>(), static_cast<std::uint64_t>(number_max)));
    return std::clamp(value.get<long long>(), -number_max, number_max);
}

}  // namespace muster::rules::describe
