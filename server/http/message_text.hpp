// Messages as the server has written them already, read again where they take another way than a WebSocket: frames back to
// texts, and the few things that must be known of a text without parsing it.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "rules/refusal.hpp"

namespace muster::server {

/// The texts in a Frame's bytes.
std::vector<std::string_view> texts_in(std::string_view frames);

/// The type of a message.
std::string_view type_of(std::string_view text);

/// The number of the first field with this name: for fields that come before anything a client wrote (`seq` of an event,
/// `decision` of a request, `head` of a `following`).
std::int64_t number_in(std::string_view text, std::string_view field);

/// The refusal that a `rejected` tells of.
Refusal refusal_in(std::string_view rejected);

}  // namespace muster::server
