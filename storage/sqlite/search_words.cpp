#include "storage/sqlite/search_words.hpp"

#include <algorithm>
#include <array>
#include <cstdint>

#include "storage/winner.hpp"

namespace muster::storage::sqlite {

namespace {

// The first letter says what a word is about. What people wrote stands behind it in hex, so that nothing in it means anything.
constexpr char in_title = 't', in_name = 'n', of_ruleset = 'r', won_by = 'w', on_day = 'd';
const std::string is_over = "x";

void append_hex(std::string& word, unsigned char byte) {
    constexpr std::string_view digits = "0123456789abcdef";
    word += {digits[byte >> 4], digits[byte & 15]};
}

std::string hex_word(char about, std::string_view bytes) {
    std::string word(1, about);
    for (const char each : bytes) append_hex(word, static_cast<unsigned char>(each));
    return word;
}

std::string winner_word(int winner) { return won_by + (winner == nobody ? "n" : std::to_string(winner)); }

/// As SQLite's lower(): of other letters than A to Z it knows none.
std::string lower(std::string text) {
    for (char& each : text)
        if (each >= 'A' && each <= 'Z') each = static_cast<char>(each - 'A' + 'a');
    return text;
}

constexpr std::size_t part_bytes_max = 4;

/// A part of a text as a number: what it is about, its bytes, how many they are. There are a hundred of a battle, and to sort them is most of the work.
using Part = std::uint64_t;

/// One for each part of one to four bytes. In UTF-8 a text is part of another if its bytes are.
void add_parts(std::vector<Part>& parts, char about, const std::string& text) {
    const std::string letters = lower(text);
    for (std::size_t at = 0; at < letters.size(); ++at) {
        Part part = static_cast<Part>(about) << 56;
        for (std::size_t bytes = 1; bytes <= std::min(part_bytes_max, letters.size() - at); ++bytes) {
            part |= static_cast<Part>(static_cast<unsigned char>(letters[at + bytes - 1])) << (56 - 8 * bytes);
            parts.push_back(part | bytes);
        }
    }
}

void append_words(std::string& out, std::vector<Part>& parts) {
    std::ranges::sort(parts);
    parts.erase(std::ranges::unique(parts).begin(), parts.end());
    for (const Part each : parts) {
        out += static_cast<char>(each >> 56);
        for (std::size_t byte = 1; byte <= (each & 0xff); ++byte) append_hex(out, static_cast<unsigned char>(each >> (56 - 8 * byte)));
        out += ' ';
    }
}

/// Of a text that is looked for as many parts as have all its letters, each with one of the part before it: what all parts would tell besides
/// is not worth three times as many words.
void want_parts(std::vector<std::string>& words, char about, const std::string& text) {
    if (text.empty()) return;
    const std::string letters = lower(text);
    const std::size_t bytes = std::min(part_bytes_max, letters.size());
    for (std::size_t at = 0; at == 0 || at + 1 < letters.size(); at += part_bytes_max - 1)
        words.push_back(hex_word(about, std::string_view(letters).substr(std::min(at, letters.size() - bytes), bytes)));
}

/// The digits of a day, 20261121; nothing if the text does not begin with one.
std::optional<std::string> day_of(const std::string& time) {
    if (time.size() < 10 || time[4] != '-' || time[7] != '-') return {};
    std::string day = time.substr(0, 4) + time.substr(5, 2) + time.substr(8, 2);
    if (!std::ranges::all_of(day, [](char each) { return each >= '0' && each <= '9'; })) return {};
    const auto between = [](const std::string& text, const char* least, const char* most) { return text >= least && text <= most; };
    if (!between(day.substr(4, 2), "01", "12") || !between(day.substr(6), "01", "31")) return {};
    return day;
}

// A battle's day is in a word each for its decade, year, month, the first digit of its day, and itself, so that the days from one to another are few
// words. A time that begins with no day of this century has a word of its own, which is always looked for.
const std::string century = "20";
constexpr std::array<std::size_t, 5> day_lengths{3, 4, 6, 7, 8};

void add_day(std::vector<std::string>& words, const std::string& time) {
    const auto day = day_of(time);
    if (!day || !day->starts_with(century)) return words.emplace_back(1, on_day), void();
    for (const auto length : day_lengths) words.push_back(on_day + day->substr(0, length));
}

constexpr std::size_t year_digits = 4, month_digits = 6, tens_digits = 7, day_digits = 8;

std::string first_day(const std::string& begin) {
    if (begin.size() == tens_digits) return begin + (begin.back() == '0' ? "1" : "0");
    return begin + std::string("00000101").substr(begin.size());
}
std::string last_day(const std::string& begin) {
    if (begin.size() == tens_digits) return begin + (begin.back() == '3' ? "1" : "9");
    return begin + std::string("99991231").substr(begin.size());
}

/// What may come next in a day that begins so.
std::vector<std::string> next_digits(const std::string& begin) {
    if (begin.size() == year_digits) return {"01", "02", "03", "04", "05", "06", "07", "08", "09", "10", "11", "12"};
    if (begin.size() == month_digits) return {"0", "1", "2", "3"};
    if (begin.size() == tens_digits && begin.back() == '0') return {"1", "2", "3", "4", "5", "6", "7", "8", "9"};
    if (begin.size() == tens_digits && begin.back() == '3') return {"0", "1"};
    return {"0", "1", "2", "3", "4", "5", "6", "7", "8", "9"};
}

/// The words of the days that begin with these digits and are between `from` and `to`, as few as there may be.
void want_days(std::vector<std::string>& words, const std::string& begin, const std::string& from, const std::string& to) {
    const auto first = first_day(begin), last = last_day(begin);
    if (last < from || first > to) return;
    if (begin != century && first >= from && last <= to) return words.push_back(on_day + begin), void();
    if (begin.size() == day_digits) return;
    for (const auto& next : next_digits(begin)) want_days(words, begin + next, from, to);
}

std::string joined(const std::vector<std::string>& words, const char* between) {
    std::string out;
    for (const auto& each : words) out += (out.empty() ? "" : between) + each;
    return out;
}

}  // namespace

std::string words_of(const Searched& battle) {
    std::vector<Part> parts;
    add_parts(parts, in_title, battle.title);
    for (const auto& each : battle.names) add_parts(parts, in_name, each);
    std::string words;
    words.reserve(10 * parts.size() + 100);
    append_words(words, parts);
    std::vector<std::string> others{hex_word(of_ruleset, battle.ruleset)};
    add_day(others, battle.time);
    if (battle.winner) others.insert(others.end(), {is_over, winner_word(*battle.winner)});
    return words + joined(others, " ");
}

std::string words_wanted(const Query& query) {
    std::vector<std::string> words;
    want_parts(words, in_title, query.text);
    want_parts(words, in_name, query.player);
    if (!query.ruleset.empty()) words.push_back(hex_word(of_ruleset, query.ruleset));
    if (query.won) words.push_back(winner_word(query.won->seat.value_or(nobody)));
    if (query.status == Status::over) words.push_back(is_over);
    const auto from = day_of(query.from), to = day_of(query.to);
    if (from || to) {
        std::vector<std::string> days{std::string(1, on_day)};
        want_days(days, century, from.value_or("00000101"), to.value_or("99991231"));
        words.push_back("(" + joined(days, " OR ") + ")");
    }
    if (words.empty()) return {};
    const bool unfinished = query.open || query.status == Status::waiting || query.status == Status::running;
    return unfinished ? "(" + joined(words, " AND ") + ") NOT " + is_over : joined(words, " AND ");
}

}  // namespace muster::storage::sqlite
