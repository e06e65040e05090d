#include "server/base/frame.hpp"

#include <array>

namespace muster::server {

namespace {

constexpr char whole_text = '\x81';  // final fragment, opcode 1
constexpr std::size_t head_min = 2;
constexpr std::size_t head_max = 10;

}  // namespace

std::size_t begin_frame(std::string& out) {
    const auto frame = out.size();
    out += whole_text;
    out += '\0';  // its length, which is not known yet
    return frame;
}

// The length must have the shortest form (RFC 6455, 5.2), so that the head of a longer text takes room that is made only now.
std::size_t end_frame(std::string& out, std::size_t frame) {
    const auto size = out.size() - frame - head_min;
    if (size < 126) {
        out[frame + 1] = static_cast<char>(size);
        return frame + head_min;
    }
    const std::size_t bytes = size < 65536 ? 2 : 8;
    std::array<char, 8> length{};
    for (std::size_t i = 0; i < bytes; ++i) length[i] = static_cast<char>(size >> 8 * (bytes - 1 - i) & 0xff);
    out[frame + 1] = static_cast<char>(bytes == 2 ? 126 : 127);
    out.insert(frame + head_min, length.data(), bytes);
    return frame + head_min + bytes;
}

Frame make_frame(std::string_view text) {
    std::string bytes;
    bytes.reserve(text.size() + head_max);
    const auto frame = begin_frame(bytes);
    bytes += text;
    end_frame(bytes, frame);
    return std::make_shared<const std::string>(std::move(bytes));
}

}  // namespace muster::server
