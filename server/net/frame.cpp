#include "server/net/frame.hpp"

namespace muster::server {

void append_frame(std::string& out, std::string_view text) {
    out += static_cast<char>(0x81);  // final fragment, text
    const auto size = text.size();
    if (size < 126) {
        out += static_cast<char>(size);
    } else if (size < 65536) {
        out += static_cast<char>(126);
        out += static_cast<char>(size >> 8);
        out += static_cast<char>(size & 0xff);
    } else {
        out += static_cast<char>(127);
        for (int shift = 56; shift >= 0; shift -= 8) out += static_cast<char>(size >> shift & 0xff);
    }
    out += text;
}

Frame make_frame(std::string_view text) {
    std::string bytes;
    bytes.reserve(text.size() + 10);
    append_frame(bytes, text);
    return std::make_shared<const std::string>(std::move(bytes));
}

}  // namespace muster::server
