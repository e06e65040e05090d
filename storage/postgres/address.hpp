// What an operator writes for a database: a URL as libpq reads it, postgres://USER@HOST:PORT/DATABASE?sslmode=verify-full.
#pragma once
#include <string>
#include <string_view>

namespace muster::storage::postgres {

/// Whether these words are one.
bool is_address(std::string_view words);

/// Why libpq does not understand it; empty if it does.
std::string why_no_address(const std::string& address);

/// The same without passwords, to be shown and logged. They may stand before the host and among the parameters.
std::string without_passwords(std::string address);

}  // namespace muster::storage::postgres
