// Work for several threads at once.
#pragma once
#include <cstddef>
#include <functional>

namespace muster::protocol {

/// Calls `work` `count` times, with 0 to `count` - 1, each on a thread of its own and one of them on this one, and returns when all are done. A module that
/// has one thread (clients/wasm/) calls them one after the other. Nothing may be thrown.
void on_threads(std::size_t count, const std::function<void(std::size_t)>& work);

}  // namespace muster::protocol
