// Where exceptions end: a mistake of the server's in what it does for one battle, which nobody else is to feel.
#pragma once
#include <functional>
#include <string_view>

#include "rules/refusal.hpp"

namespace muster::server {

/// Does it; true if that ended in an exception, which then stands in the log.
bool fails(std::string_view battle, const std::function<void()>& work);

/// For whoever waits where a mistake was made after what he wanted had become durable.
inline Refusal our_mistake_after() { return {Code::internal, "something went wrong on the server; check before you send it again"}; }

}  // namespace muster::server
