// WebSocket frames made once and shared: a server's frames are unmasked, so all its viewers get the same bytes.
#pragma once
#include <memory>
#include <string>
#include <string_view>

namespace muster::server {

/// Bytes ready for the wire: one or more whole text frames.
using Frame = std::shared_ptr<const std::string>;

/// Appends `text` as one text frame.
void append_frame(std::string& out, std::string_view text);

Frame make_frame(std::string_view text);

}  // namespace muster::server
