// A record as a text to read: what happened, told line by line.
#pragma once
#include <string>
#include <string_view>

#include "rules/refusal.hpp"

namespace muster::server {

/// Blocking for as long as it takes to read the record: call on a reader thread.
std::expected<std::string, Refusal> transcript_of(std::string_view record);

}  // namespace muster::server
