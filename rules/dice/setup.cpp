#include "rules/dice/setup.hpp"

namespace muster::rules::dice {

std::expected<Setup, Refusal> read_setup(const Json& json) {
    auto setup = read_fields<Setup>(json, Code::bad_setup);
    if (!setup) return setup;
    constexpr std::array<std::string_view, 1> taken{"table"};  // which the view has for itself
    if (const auto fault = fault_of_seat_names(setup->seats, taken)) return refuse(Code::bad_setup, fault->sentence, "/seats/" + std::to_string(fault->place));
    return setup;
}

}  // namespace muster::rules::dice
