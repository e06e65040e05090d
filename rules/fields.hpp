// Strict reading and writing of structs that list their fields (rules/field_list.hpp). rules/schema.hpp describes them.
#pragma once
#include <algorithm>
#include <array>
#include <concepts>
#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

#include "rules/field_text.hpp"
#include "rules/json_path.hpp"

namespace muster {

namespace fields_detail {

// Not templates, so that they are compiled once (fields.cpp).
std::optional<Refusal> read_int(JsonView json, const Rule& rule, Code code, const JsonPath& path, std::int64_t& out);
std::optional<Refusal> read_text(JsonView json, const Rule& rule, Code code, const JsonPath& path, std::string& out);
std::optional<Refusal> wrong_type(JsonView json, std::string_view expected, Code code, const JsonPath& path);
/// Which of these words it is, into `index`.
std::optional<Refusal> read_word(JsonView json, std::span<const std::string_view> words, Code code, const JsonPath& path, std::size_t& index);
/// Whether it is an array of a size that the rule allows.
std::optional<Refusal> check_array(JsonView json, const Rule& rule, Code code, const JsonPath& path);
std::optional<Refusal> check_object(JsonView json, const Rule& rule, Code code, const JsonPath& path);
Json json_of(bool value);
Json json_of(std::int64_t value);
Json json_of(std::uint64_t value);
Json json_of(std::string_view value);
Json empty_array();
Json empty_object();
void put(Json& object, std::string_view key, Json&& value);
void push(Json& array, Json&& value);

/// The rule, as far as T can hold what it allows.
template <std::integral T>
Rule narrowed(Rule rule) {
    rule.min = std::max<std::int64_t>(rule.min, std::numeric_limits<T>::min());
    rule.max = std::min<std::int64_t>(rule.max, std::numeric_limits<T>::max());
    return rule;
}

/// An enum's spellings alone, in the order of `names_of`.
template <typename E>
inline constexpr auto words_of = [] {
    constexpr auto names = names_of(E{});
    std::array<std::string_view, names.size()> words{};
    for (std::size_t i = 0; i < names.size(); ++i) words[i] = names[i].second;
    return words;
}();

}  // namespace fields_detail

template <typename T>
std::optional<Refusal> read_value(JsonView json, const Rule& rule, Code code, const JsonPath& path, T& out);

/// Visits a struct's fields and takes each from one JSON object; stops at the first thing that is wrong.
class FieldReader {
public:
    FieldReader(JsonView object, Code code, const JsonPath& path) : object_(object), code_(code), path_(path) {}

    template <typename T>
    void operator()(std::string_view key, T& field, const Rule& rule) {
        if (const auto found = find(key, rule)) refusal_ = read_value(*found, rule, code_, path_ / key, field);
    }

    /// Whether nothing is wrong but that there are fields that were not visited.
    bool has_unknown() const { return !refusal_ && found_ < object_.size(); }
    /// The first of them by name.
    Refusal unknown(std::span<const std::string_view> known) const;
    /// What else is wrong.
    std::optional<Refusal> finish();

private:
    /// Its value; nothing: there is none to read.
    std::optional<JsonView> find(std::string_view key, const Rule& rule);

    JsonView object_;
    JsonView::Iterator next_ = object_.begin();  ///< most of those who write name the fields in their order
    Code code_;
    const JsonPath& path_;
    std::size_t found_ = 0;
    std::string_view missing_{};
    std::optional<Refusal> refusal_{};
};

/// Visits a struct's fields for their names alone.
class FieldNames {
public:
    void operator()(std::string_view key, const auto& /*field*/, const Rule& /*rule*/) { all.push_back(key); }

    std::vector<std::string_view> all{};
};

template <typename T>
std::optional<Refusal> read_value(JsonView json, const Rule& rule, Code code, const JsonPath& path, T& out) {
    namespace d = fields_detail;
    if constexpr (std::is_same_v<T, Json>) {
        out = json.json();
        return {};
    } else if constexpr (std::is_same_v<T, FlatJson>) {
        out = FlatJson(json);
        return {};
    } else if constexpr (std::is_same_v<T, bool>) {
        if (json.kind() != JsonView::Kind::boolean) return d::wrong_type(json, "true or false", code, path);
        out = json.boolean();
        return {};
    } else if constexpr (std::is_enum_v<T>) {
        std::size_t index = 0;
        if (auto refusal = d::read_word(json, d::words_of<T>, code, path, index)) return refusal;
        out = names_of(T{})[index].first;
        return {};
    } else if constexpr (std::is_integral_v<T>) {
        std::int64_t wide = 0;
        if (auto refusal = d::read_int(json, d::narrowed<T>(rule), code, path, wide)) return refusal;
        out = static_cast<T>(wide);
        return {};
    } else if constexpr (std::is_same_v<T, std::string>) {
        return d::read_text(json, rule, code, path, out);
    } else if constexpr (d::is_int_array<T>) {
        static_assert(std::tuple_size_v<T> == 2, "nothing else is read so far");
        if (!json.is_array() || json.size() != 2) return d::wrong_type(json, "two integers", code, path);
        std::size_t i = 0;
        for (const auto item : json) {
            if (auto refusal = read_value(item, rule.each(), code, path / i, out[i])) return refusal;
            ++i;
        }
        return {};
    } else if constexpr (d::is_optional<T>) {
        if (json.is_null()) {
            out.reset();
            return {};
        }
        return read_value(json, rule, code, path, out.emplace());
    } else if constexpr (d::is_vector<T>) {
        if (auto refusal = d::check_array(json, rule, code, path)) return refusal;
        out.clear();
        constexpr std::size_t reserved_max = 1'000;  // what stands for an item may be much smaller than it
        out.reserve(std::min(json.size(), reserved_max));
        for (const auto each : json) {
            typename T::value_type item{};
            if (auto refusal = read_value(each, rule.each(), code, path / out.size(), item)) return refusal;
            out.push_back(std::move(item));
        }
        return {};
    } else if constexpr (d::is_map<T>) {
        if (auto refusal = d::check_object(json, rule, code, path)) return refusal;
        out.clear();
        for (const auto entry : json.sorted())
            if (auto refusal = read_value(entry, rule.each(), code, path / entry.key(), out[std::string(entry.key())])) return refusal;
        return {};
    } else {
        static_assert(std::is_class_v<T>, "no way to read this type");
        if (!json.is_object()) return d::wrong_type(json, "an object", code, path);
        FieldReader reader(json, code, path);
        T::fields(reader, out);
        if (!reader.has_unknown()) return reader.finish();
        FieldNames names;  // a misspelt key is told before the key that is missing because of it
        T::fields(names, out);
        return reader.unknown(names.all);
    }
}

/// Reads a struct strictly: every key known, every type and bound right. `path` is where `json` stands in the message.
template <typename T>
std::expected<T, Refusal> read_fields(JsonView json, Code code, const JsonPath& path = "") {
    T out{};
    if (auto refusal = read_value(json, Rule{}, code, path, out)) return std::unexpected(std::move(*refusal));
    return out;
}

template <typename T>
std::expected<T, Refusal> read_fields(const Json& json, Code code, const JsonPath& path = "") {
    return read_fields<T>(JsonView(FlatJson(json)), code, path);
}

template <typename T>
Json to_json_value(const T& value);

class FieldJsonWriter {
public:
    explicit FieldJsonWriter(Json& object) : object_(object) {}

    template <typename T>
    void operator()(std::string_view key, const T& field, const Rule& rule) {
        if (rule.sparse && fields_detail::is_default(field)) return;
        fields_detail::put(object_, key, to_json_value(field));
    }

private:
    Json& object_;
};

/// The same value as to_text(), as a Json.
template <typename T>
Json to_json_value(const T& value) {
    namespace d = fields_detail;
    if constexpr (std::is_same_v<T, Json>) {
        return value;
    } else if constexpr (std::is_same_v<T, double>) {
        return Json(value);
    } else if constexpr (std::is_integral_v<T>) {
        return d::json_of(d::widened(value));
    } else if constexpr (std::is_same_v<T, std::string>) {
        return d::json_of(std::string_view(value));
    } else if constexpr (std::is_same_v<T, SharedJson>) {
        return *value;
    } else if constexpr (std::is_same_v<T, FlatJson>) {
        return JsonView(value).json();
    } else if constexpr (std::is_enum_v<T>) {
        return d::json_of(name_of(value));
    } else if constexpr (d::is_optional<T>) {
        return value ? to_json_value(*value) : Json();
    } else if constexpr (d::is_vector<T> || d::is_int_array<T>) {
        Json array = d::empty_array();
        for (const auto& item : value) d::push(array, to_json_value(item));
        return array;
    } else {
        Json object = d::empty_object();
        if constexpr (d::is_map<T>) {
            for (const auto& [key, item] : value) d::put(object, key, to_json_value(item));
        } else {
            FieldJsonWriter writer(object);
            T::fields(writer, value);
        }
        return object;
    }
}

namespace fields_detail {

template <typename T>
class StructSource final : public SharedJson::LateSource {
public:
    explicit StructSource(T value) : value_(std::move(value)) {}
    Json json() const override { return to_json_value(value_); }
    void write(std::string& out) const override { write_text<SortedTextWriter>(out, value_); }

private:
    T value_;
};

}  // namespace fields_detail

/// What to_json_value() gives, made if and when somebody wants it.
template <typename T>
SharedJson shared_json(T value) {
    return SharedJson(std::make_shared<const fields_detail::StructSource<T>>(std::move(value)));
}

}  // namespace muster
