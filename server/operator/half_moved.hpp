// A store that another is being moved into (musterd move) holds a part of it, and serves nobody before it holds all.
#pragma once
#include <expected>
#include <string>

#include "storage/store.hpp"

namespace muster::server {

/// Under it a store remembers where it comes from until all is there.
inline const std::string moving_key = "moving_from";

/// Refuses a store in which a move was interrupted; the refusal is a sentence for the operator.
std::expected<void, std::string> expect_whole(storage::Store& store);

}  // namespace muster::server
