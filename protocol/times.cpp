#include "protocol/times.hpp"

#include <array>
#include <charconv>
#include <chrono>
#include <cstdio>

namespace muster::protocol {

namespace {

constexpr std::int64_t second_ms = 1'000;
constexpr std::int64_t day_ms = 24 * 60 * 60 * second_ms;

std::optional<int> digits(std::string_view text) {
    int value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (text.empty() || text.front() == '-' || error != std::errc() || end != text.data() + text.size()) return {};
    return value;
}

}  // namespace

std::string time_text(std::int64_t ms) {
    using namespace std::chrono;
    const sys_time<milliseconds> time{milliseconds(ms)};
    const auto day = floor<days>(time);
    const year_month_day date(day);
    const hh_mm_ss clock(time - day);
    std::array<char, 40> text{};
    const auto size =
        std::snprintf(text.data(), text.size(), "%04d-%02u-%02uT%02d:%02d:%02d.%03dZ", static_cast<int>(date.year()), static_cast<unsigned>(date.month()),
                      static_cast<unsigned>(date.day()), static_cast<int>(clock.hours().count()), static_cast<int>(clock.minutes().count()),
                      static_cast<int>(clock.seconds().count()), static_cast<int>(clock.subseconds().count()));
    return {text.data(), static_cast<std::size_t>(size)};
}

std::optional<std::int64_t> read_time(std::string_view text) {
    using namespace std::chrono;
    constexpr std::string_view form = "0000-00-00T00:00:00.000Z";
    if (text.size() != form.size()) return {};
    for (std::size_t i = 0; i < form.size(); ++i)
        if (form[i] != '0' && form[i] != text[i]) return {};
    const auto number = [&](std::size_t at, std::size_t size) { return digits(text.substr(at, size)); };
    const auto years = number(0, 4), months = number(5, 2), of_month = number(8, 2), hours_of = number(11, 2), minutes_of = number(14, 2),
               seconds_of = number(17, 2), rest = number(20, 3);
    if (!years || !months || !of_month || !hours_of || !minutes_of || !seconds_of || !rest) return {};
    const year_month_day date(year(*years), month(static_cast<unsigned>(*months)), day(static_cast<unsigned>(*of_month)));
    if (!date.ok() || *hours_of > 23 || *minutes_of > 59 || *seconds_of > 59) return {};
    const auto time = sys_days(date) + hours(*hours_of) + minutes(*minutes_of) + seconds(*seconds_of) + milliseconds(*rest);
    return duration_cast<milliseconds>(time.time_since_epoch()).count();
}

std::optional<std::int64_t> read_duration(std::string_view text) {
    constexpr std::int64_t longest_ms = 3'652 * day_ms;
    struct Unit {
        char letter;
        bool of_time;  // stands behind the T
        std::int64_t ms;
    };
    constexpr std::array units{Unit{'D', false, day_ms}, Unit{'H', true, 3'600 * second_ms}, Unit{'M', true, 60 * second_ms}, Unit{'S', true, second_ms}};
    if (!text.starts_with('P')) return {};
    text.remove_prefix(1);
    std::int64_t total = 0;
    bool in_time = false;
    bool due = true;  // a part is still missing, at the start and after the T
    std::size_t next_unit = 0;
    while (!text.empty()) {
        if (text.front() == 'T' && !in_time) {
            in_time = due = true;
            text.remove_prefix(1);
            continue;
        }
        const auto size = text.find_first_not_of("0123456789");
        if (size > 9) return {};  // too many digits, or nothing after them
        const auto count = digits(text.substr(0, size));
        while (next_unit < units.size() && (units[next_unit].letter != text[size] || units[next_unit].of_time != in_time)) ++next_unit;
        if (!count || next_unit == units.size()) return {};
        total += *count * units[next_unit++].ms;
        due = false;
        text.remove_prefix(size + 1);
    }
    if (due || total > longest_ms) return {};
    return total;
}

}  // namespace muster::protocol
