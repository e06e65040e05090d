// Proves to a webhook's receiver that a nudge is from here and from now: HMAC-SHA256 over time and body.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>

#include "protocol/ids.hpp"

namespace muster::server {

protocol::Hash hmac_sha256(std::string_view key, std::string_view message);

/// The value of `Muster-Signature`: t=SECONDS,v1=HEX, where HEX is the HMAC of "SECONDS.BODY".
std::string signature_of(std::string_view secret, std::int64_t at_s, std::string_view body);

}  // namespace muster::server
