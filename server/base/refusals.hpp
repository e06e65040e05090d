// What the server says in the same words wherever it has to.
#pragma once
#include "rules/refusal.hpp"

namespace muster::server {

inline Refusal going_down() { return {Code::server_busy, "the server is going down; come back in a moment"}; }
/// For whoever waits where a bug ends.
inline Refusal our_mistake() { return {Code::internal, "the server made a mistake; nothing was changed"}; }

}  // namespace muster::server
