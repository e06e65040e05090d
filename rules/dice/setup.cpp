#include "rules/dice/setup.hpp"

#include <algorithm>

namespace muster::rules::dice {

namespace {

bool is_word(std::string_view text) {
    return std::ranges::all_of(text, [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_'; });
}

}  // namespace

std::expected<Setup, Refusal> read_setup(const Json& json) {
    auto setup = read_fields<Setup>(json, Code::bad_setup);
    if (!setup) return setup;
    const auto& seats = setup->seats;
    for (std::size_t i = 0; i < seats.size(); ++i) {
        const auto path = "/seats/" + std::to_string(i);
        if (!is_word(seats[i])) return refuse(Code::bad_setup, "a seat's name is made of small letters, digits and _", path);
        if (is_reserved_seat_name(seats[i]) || seats[i] == "table")  // which the view has for itself
            return refuse(Code::bad_setup, "\"" + seats[i] + "\" is not a seat's name", path);
        if (std::find(seats.begin(), seats.begin() + static_cast<std::ptrdiff_t>(i), seats[i]) != seats.begin() + static_cast<std::ptrdiff_t>(i))
            return refuse(Code::bad_setup, "there is a seat \"" + seats[i] + "\" already", path);
    }
    return setup;
}

}  // namespace muster::rules::dice
