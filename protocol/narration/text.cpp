#include "protocol/narration/text.hpp"

#include <algorithm>
#include <cstdint>

namespace muster::narration {

namespace {

constexpr char32_t malformed = 0xffffffff;

// Takes the next code point off `text`; a malformed one takes a byte.
char32_t next_point(std::string_view& text) {
    const auto lead = static_cast<unsigned char>(text.front());
    const std::size_t size = lead < 0x80 ? 1 : lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
    if (size > text.size() || !is_utf8(text.substr(0, size))) {
        text.remove_prefix(1);
        return malformed;
    }
    char32_t point = size == 1 ? lead : lead & (0x7fU >> size);
    for (std::size_t i = 1; i < size; ++i) point = point << 6 | (static_cast<unsigned char>(text[i]) & 0x3fU);
    text.remove_prefix(size);
    return point;
}

struct Range {
    char32_t first;
    char32_t last;
};

template <std::size_t N>
bool within(const Range (&ranges)[N], char32_t point) {
    return std::ranges::any_of(ranges, [&](const Range& range) { return point >= range.first && point <= range.last; });
}

bool is_control(char32_t point) { return point < 0x20 || (point >= 0x7f && point <= 0x9f) || point == 0x2028 || point == 0x2029; }

// Zero-width and direction marks, and the tags that hide text.
bool is_invisible(char32_t point) {
    static constexpr Range ranges[] = {{0xad, 0xad},     {0x61c, 0x61c},   {0x180e, 0x180e}, {0x200b, 0x200f},  {0x202a, 0x202e},
                                       {0x2060, 0x206f}, {0xfeff, 0xfeff}, {0xfff9, 0xfffb}, {0xe0000, 0xe0fff}};
    return within(ranges, point);
}

bool is_combining(char32_t point) {
    static constexpr Range ranges[] = {{0x300, 0x36f}, {0x1ab0, 0x1aff}, {0x20d0, 0x20ff}, {0xfe00, 0xfe0f}, {0xfe20, 0xfe2f}};
    return within(ranges, point);
}

bool is_wide(char32_t point) {
    static constexpr Range ranges[] = {{0x1100, 0x115f}, {0x2e80, 0xa4cf}, {0xac00, 0xd7a3},   {0xf900, 0xfaff},  {0xfe30, 0xfe6f},
                                       {0xff00, 0xff60}, {0xffe0, 0xffe6}, {0x1f300, 0x1faff}, {0x20000, 0x3fffd}};
    return within(ranges, point);
}

std::size_t columns_of(char32_t point) { return is_combining(point) ? 0 : is_wide(point) ? 2 : 1; }

}  // namespace

std::string plain(std::string_view text) {
    std::string out;
    out.reserve(text.size());
    while (!text.empty()) {
        const auto before = text;
        const auto point = next_point(text);
        if (point == malformed) out += '?';
        else if (is_control(point)) out += ' ';
        else if (!is_invisible(point)) out += before.substr(0, before.size() - text.size());
    }
    return out;
}

std::size_t width(std::string_view text) {
    std::size_t columns = 0;
    while (!text.empty()) columns += columns_of(next_point(text));
    return columns;
}

std::string padded(std::string_view text, std::size_t columns) {
    std::string out(text);
    const auto has = width(text);
    if (has < columns) out.append(columns - has, ' ');
    return out;
}

std::string shortened(std::string_view text, std::size_t columns) {
    if (width(text) <= columns) return std::string(text);
    if (columns == 0) return {};
    const auto whole = text;
    std::size_t taken = 0;
    std::size_t end = 0;
    while (!text.empty()) {
        taken += columns_of(next_point(text));
        if (taken > columns - 1) break;
        end = whole.size() - text.size();
    }
    return std::string(whole.substr(0, end)) + "…";
}

std::vector<std::string> wrapped(std::string_view text, std::size_t columns, std::size_t indent) {
    std::vector<std::string> lines;
    auto first = text.find_first_not_of(' ');
    if (first == std::string_view::npos) first = 0;
    std::string line(text.substr(0, first));  // the paragraph's own indentation
    bool empty = true;
    for (text.remove_prefix(first); !text.empty();) {
        const auto end = std::min(text.find(' '), text.size());
        const auto word = text.substr(0, end);
        if (!empty && width(line) + 1 + width(word) > columns) {
            lines.push_back(std::exchange(line, std::string(indent, ' ')));
            empty = true;
        }
        if (!empty) line += ' ';
        line += word;
        empty = false;
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    lines.push_back(std::move(line));
    return lines;
}

std::string joined(const std::vector<std::string>& parts, std::string_view between) {
    std::string out;
    for (const auto& part : parts) {
        if (!out.empty()) out += between;
        out += part;
    }
    return out;
}

std::string counted(long long count, std::string_view noun) { return std::to_string(count) + " " + std::string(noun) + (count == 1 ? "" : "s"); }

std::vector<std::string> table(const std::vector<std::vector<std::string>>& rows, std::size_t indent) {
    std::vector<std::size_t> columns;
    for (const auto& row : rows) {
        columns.resize(std::max(columns.size(), row.size()));
        for (std::size_t i = 0; i < row.size(); ++i) columns[i] = std::max(columns[i], width(row[i]));
    }
    std::vector<std::string> out;
    for (const auto& row : rows) {
        std::string line(indent, ' ');
        for (std::size_t i = 0; i < row.size(); ++i) line += padded(row[i], columns[i]) + "  ";
        line.erase(line.find_last_not_of(' ') + 1);
        out.push_back(std::move(line));
    }
    return out;
}

const Json& value_at(const Json& object, std::string_view key) {
    static const Json none;
    if (!object.is_object()) return none;
    const auto found = object.find(key);
    return found == object.end() ? none : *found;
}

std::string text_at(const Json& object, std::string_view key) {
    const auto& value = value_at(object, key);
    return value.is_string() ? plain(value.get_ref<const std::string&>()) : std::string();
}

long long number_at(const Json& object, std::string_view key, long long fallback) {
    const auto& value = value_at(object, key);
    return value.is_number_integer() ? value.get<long long>() : fallback;
}

bool flag_at(const Json& object, std::string_view key) {
    const auto& value = value_at(object, key);
    return value.is_boolean() && value.get<bool>();
}

}  // namespace muster::narration
