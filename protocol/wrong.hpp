// What is said of an input, a note or a record that cannot be as it stands.
#pragma once
#include <string>

#include "rules/refusal.hpp"

namespace muster::protocol {

inline Refusal wrong(std::string message, std::string path = {}) { return {Code::bad_message, std::move(message), std::move(path)}; }

}  // namespace muster::protocol
