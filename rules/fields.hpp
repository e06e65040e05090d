// Strict reading and writing of structs that list their fields (rules/field_list.hpp). rules/schema.hpp describes them.
#pragma once
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

#include "rules/field_list.hpp"
#include "rules/json.hpp"

namespace muster {

namespace fields_detail {

template <typename T>
inline constexpr bool is_optional = false;
template <typename T>
inline constexpr bool is_optional<std::optional<T>> = true;
template <typename T>
inline constexpr bool is_vector = false;
template <typename T>
inline constexpr bool is_vector<std::vector<T>> = true;
template <typename T>
inline constexpr bool is_int_array = false;
template <std::size_t N>
inline constexpr bool is_int_array<std::array<int, N>> = true;
template <typename T>
inline constexpr bool is_map = false;
template <typename T>
inline constexpr bool is_map<std::map<std::string, T>> = true;

template <typename T>
bool is_default(const T& value) {
    if constexpr (std::is_same_v<T, std::string> || is_vector<T> || is_map<T>) return value.empty();
    else if constexpr (is_optional<T>) return !value;
    else if constexpr (std::is_same_v<T, Json>) return value.is_null();
    else if constexpr (std::is_same_v<T, SharedJson>) return (*value).is_null();
    else if constexpr (std::is_class_v<T> && !is_int_array<T>) return false;
    else return value == T{};
}

// Not templates, so that they are compiled once (fields.cpp).
std::optional<Refusal> read_int(const Json& json, const Rule& rule, Code code, const std::string& path, std::int64_t& out);
std::optional<Refusal> read_text(const Json& json, const Rule& rule, Code code, const std::string& path, std::string& out);
std::optional<Refusal> wrong_type(const Json& json, std::string_view expected, Code code, const std::string& path);
/// Which of these words it is, into `index`.
std::optional<Refusal> read_word(const Json& json, std::span<const std::string_view> words, Code code, const std::string& path, std::size_t& index);
/// The entries of an array of a size that the rule allows, into `items`.
std::optional<Refusal> read_array(const Json& json, const Rule& rule, Code code, const std::string& path, const Json::array_t*& items);
std::optional<Refusal> read_object(const Json& json, const Rule& rule, Code code, const std::string& path, const Json::object_t*& entries);
std::string child(const std::string& path, std::string_view key);
std::string child(const std::string& path, std::size_t index);
void append_integer(std::string& out, std::int64_t value);
void append_integer(std::string& out, std::uint64_t value);
Json json_of(bool value);
Json json_of(std::int64_t value);
Json json_of(std::uint64_t value);
Json json_of(std::string_view value);
Json empty_array();
Json empty_object();
void put(Json& object, std::string_view key, Json&& value);
void push(Json& array, Json&& value);

template <std::integral T>
auto widened(T value) {
    return static_cast<std::conditional_t<std::is_same_v<T, bool>, bool, std::conditional_t<std::is_signed_v<T>, std::int64_t, std::uint64_t>>>(value);
}

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
std::optional<Refusal> read_value(const Json& json, const Rule& rule, Code code, const std::string& path, T& out);

/// Visits a struct's fields and takes each from one JSON object; stops at the first thing that is wrong.
class FieldReader {
public:
    FieldReader(const Json& object, Code code, const std::string& path) : object_(object), code_(code), path_(path) {}

    template <typename T>
    void operator()(std::string_view key, T& field, const Rule& rule) {
        if (const Json* found = find(key, rule)) refusal_ = read_value(*found, rule, code_, fields_detail::child(path_, key), field);
    }

    /// A misspelt key is named before the key that is missing because of it.
    std::optional<Refusal> finish();

private:
    /// Its value; nullptr: there is none to read.
    const Json* find(std::string_view key, const Rule& rule);

    const Json& object_;
    Code code_;
    const std::string& path_;
    std::vector<std::string_view> known_{};
    std::string missing_{};
    std::optional<Refusal> refusal_{};
};

template <typename T>
std::optional<Refusal> read_value(const Json& json, const Rule& rule, Code code, const std::string& path, T& out) {
    namespace d = fields_detail;
    if constexpr (std::is_same_v<T, Json>) {
        out = json;
        return {};
    } else if constexpr (std::is_same_v<T, bool>) {
        if (!json.is_boolean()) return d::wrong_type(json, "true or false", code, path);
        out = json.get<bool>();
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
        for (std::size_t i = 0; i < 2; ++i)
            if (auto refusal = read_value(json[i], rule.each(), code, d::child(path, i), out[i])) return refusal;
        return {};
    } else if constexpr (d::is_optional<T>) {
        if (json.is_null()) {
            out.reset();
            return {};
        }
        return read_value(json, rule, code, path, out.emplace());
    } else if constexpr (d::is_vector<T>) {
        const Json::array_t* items = nullptr;
        if (auto refusal = d::read_array(json, rule, code, path, items)) return refusal;
        out.clear();
        out.reserve(items->size());
        for (std::size_t i = 0; i < items->size(); ++i) {
            typename T::value_type item{};
            if (auto refusal = read_value((*items)[i], rule.each(), code, d::child(path, i), item)) return refusal;
            out.push_back(std::move(item));
        }
        return {};
    } else if constexpr (d::is_map<T>) {
        const Json::object_t* entries = nullptr;
        if (auto refusal = d::read_object(json, rule, code, path, entries)) return refusal;
        out.clear();
        for (const auto& [key, value] : *entries)
            if (auto refusal = read_value(value, rule.each(), code, d::child(path, key), out[key])) return refusal;
        return {};
    } else {
        static_assert(std::is_class_v<T>, "no way to read this type");
        if (!json.is_object()) return d::wrong_type(json, "an object", code, path);
        FieldReader reader(json, code, path);
        T::fields(reader, out);
        return reader.finish();
    }
}

/// Reads a struct strictly: every key known, every type and bound right. `path` is where `json` stands in the message.
template <typename T>
std::expected<T, Refusal> read_fields(const Json& json, Code code, const std::string& path = {}) {
    T out{};
    if (auto refusal = read_value(json, Rule{}, code, path, out)) return std::unexpected(std::move(*refusal));
    return out;
}

template <typename T>
void write_text(std::string& out, const T& value);

/// Appends a struct's fields as compact JSON text, in the order of their definition.
class FieldTextWriter {
public:
    explicit FieldTextWriter(std::string& out) : out_(out) {}

    template <typename T>
    void operator()(std::string_view key, const T& field, const Rule& rule) {
        if (rule.sparse && fields_detail::is_default(field)) return;
        begin(key);
        write_text(out_, field);
    }

private:
    void begin(std::string_view key);

    std::string& out_;
    bool first_ = true;
};

template <typename T>
void write_text(std::string& out, const T& value) {
    namespace d = fields_detail;
    if constexpr (std::is_same_v<T, Json> || std::is_same_v<T, SharedJson>) {
        out += value.dump();
    } else if constexpr (std::is_same_v<T, bool>) {
        out += value ? "true" : "false";
    } else if constexpr (std::is_enum_v<T>) {
        append_json_string(out, name_of(value));
    } else if constexpr (std::is_integral_v<T>) {
        d::append_integer(out, d::widened(value));
    } else if constexpr (std::is_same_v<T, std::string>) {
        append_json_string(out, value);
    } else if constexpr (d::is_optional<T>) {
        if (value) write_text(out, *value);
        else out += "null";
    } else if constexpr (d::is_vector<T> || d::is_int_array<T>) {
        out += '[';
        bool first = true;
        for (const auto& item : value) {
            if (!first) out += ',';
            first = false;
            write_text(out, item);
        }
        out += ']';
    } else if constexpr (d::is_map<T>) {
        out += '{';
        bool first = true;
        for (const auto& [key, item] : value) {
            if (!first) out += ',';
            first = false;
            append_json_string(out, key);
            out += ':';
            write_text(out, item);
        }
        out += '}';
    } else {
        out += '{';
        FieldTextWriter writer(out);
        T::fields(writer, value);
        out += '}';
    }
}

template <typename T>
std::string to_text(const T& value) {
    std::string out;
    out.reserve(256);  // most messages and events fit: growing costs more than the memory
    write_text(out, value);
    return out;
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

}  // namespace muster
