// WebSocket frames made once and shared: a server's frames are unmasked, so all its viewers get the same bytes.
#pragma once
#include <memory>
#include <string>
#include <string_view>

namespace muster::server {

/// Bytes ready for the wire: one or more whole text frames.
using Frame = std::shared_ptr<const std::string>;

/// Begins a text frame at the end of `out`; its text is then appended. Returns what end_frame() wants.
std::size_t begin_frame(std::string& out);
/// Ends it: all that was appended since is its text. Returns where that begins.
std::size_t end_frame(std::string& out, std::size_t frame);

Frame make_frame(std::string_view text);

}  // namespace muster::server
