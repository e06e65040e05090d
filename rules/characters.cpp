#include "rules/characters.hpp"

#include <algorithm>

namespace muster {

std::size_t count_characters(std::string_view utf8) {
    return static_cast<std::size_t>(std::ranges::count_if(utf8, [](char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; }));
}

std::expected<std::string, Refusal> clean_text(std::string_view text, std::size_t limit, const std::string& path, Code code) {
    while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
    while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
    if (std::ranges::any_of(text, [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; }))
        return refuse(code, "no control characters, one line", path);
    if (count_characters(text) > limit) return refuse(code, "too long; at most " + std::to_string(limit) + " characters", path);
    return std::string(text);
}

}  // namespace muster
