// Structs that list their fields (rules/field_list.hpp) as compact JSON text, without a Json in between.
#pragma once
#include <array>
#include <concepts>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

#include "rules/field_list.hpp"
#include "rules/flat_json.hpp"
#include "rules/json.hpp"
#include "rules/shared_json.hpp"

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
    else if constexpr (std::is_same_v<T, FlatJson>) return JsonView(value).is_null();
    else if constexpr (std::is_same_v<T, SharedJson>) return value.is_null();
    else if constexpr (std::is_same_v<T, JsonText>) return value.text().empty();
    else if constexpr (std::is_class_v<T> && !is_int_array<T>) return false;
    else return value == T{};
}

template <std::integral T>
auto widened(T value) {
    return static_cast<std::conditional_t<std::is_same_v<T, bool>, bool, std::conditional_t<std::is_signed_v<T>, std::int64_t, std::uint64_t>>>(value);
}

/// `"key":`, after a comma or not.
void append_key(std::string& out, std::string_view key, bool comma);

}  // namespace fields_detail

/// `Writer`: FieldTextWriter or SortedTextWriter.
template <typename Writer, typename T>
void write_text(std::string& out, const T& value);

/// Appends a struct's fields as compact JSON text, in the order of their definition.
class FieldTextWriter {
public:
    explicit FieldTextWriter(std::string& out) : out_(out) { out_ += '{'; }

    template <typename T>
    void operator()(std::string_view key, const T& field, const Rule& rule) {
        if (rule.sparse && fields_detail::is_default(field)) return;
        fields_detail::append_key(out_, key, !first_);
        first_ = false;
        write_text<FieldTextWriter>(out_, field);
    }
    void finish() { out_ += '}'; }

private:
    std::string& out_;
    bool first_ = true;
};

/// The same with the keys sorted, as in a Json: canonical text of what is made here.
class SortedTextWriter {
public:
    explicit SortedTextWriter(std::string& out) : out_(out) {}

    template <typename T>
    void operator()(std::string_view key, const T& field, const Rule& rule) {
        if (rule.sparse && fields_detail::is_default(field)) return;
        const std::size_t begin = out_.size();
        fields_detail::append_key(out_, key, true);
        write_text<SortedTextWriter>(out_, field);
        settle({key, begin});
    }
    void finish();

private:
    struct Entry {
        std::string_view key;
        std::size_t begin;  ///< of its text, a comma before it
    };
    void settle(Entry entry);
    /// The end of the text, from `from` on, stands at `to` then.
    void move_back(std::size_t to, std::size_t from);

    static constexpr std::size_t fields_max = 32;

    std::string& out_;
    std::array<Entry, fields_max> entries_;
    std::size_t count_ = 0;
};

template <typename Writer, typename T>
void write_text(std::string& out, const T& value) {
    namespace d = fields_detail;
    if constexpr (std::is_same_v<T, Json>) {
        append_json(out, value);
    } else if constexpr (std::is_same_v<T, FlatJson>) {
        append_json(out, JsonView(value).json());
    } else if constexpr (std::is_same_v<T, SharedJson>) {
        value.write(out);
    } else if constexpr (std::is_same_v<T, JsonText>) {
        out += value.text();
    } else if constexpr (std::is_same_v<T, bool>) {
        out += value ? "true" : "false";
    } else if constexpr (std::is_enum_v<T>) {
        append_json_string(out, name_of(value));
    } else if constexpr (std::is_integral_v<T>) {
        append_integer(out, d::widened(value));
    } else if constexpr (std::is_same_v<T, std::string>) {
        append_json_string(out, value);
    } else if constexpr (d::is_optional<T>) {
        if (value) write_text<Writer>(out, *value);
        else out += "null";
    } else if constexpr (d::is_vector<T> || d::is_int_array<T>) {
        out += '[';
        bool first = true;
        for (const auto& item : value) {
            if (!first) out += ',';
            first = false;
            write_text<Writer>(out, item);
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
            write_text<Writer>(out, item);
        }
        out += '}';
    } else {
        Writer writer(out);
        T::fields(writer, value);
        writer.finish();
    }
}

template <typename T>
std::string to_text(const T& value) {
    std::string out;
    out.reserve(256);  // most messages and events fit: growing costs more than the memory
    write_text<FieldTextWriter>(out, value);
    return out;
}

/// The text of to_json_value(): keys are sorted.
template <typename T>
JsonText canonical_text(const T& value) {
    std::string out;
    out.reserve(256);
    write_text<SortedTextWriter>(out, value);
    return JsonText(std::move(out));
}

}  // namespace muster
