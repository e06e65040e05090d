// Writes a GIF of several pictures by giflib: of each only the rectangle that differs from the one before, and in it only the pixels that do.
#pragma once
#include <gif_lib.h>

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace muster::server {

class GifWriter {
public:
    /// `palette`: 1 to 255 colours 0xRRGGBB; what is drawn in others takes the nearest. It goes round without an end.
    GifWriter(int width, int height, std::vector<std::uint32_t> palette);
    ~GifWriter();
    GifWriter(const GifWriter&) = delete;
    GifWriter& operator=(const GifWriter&) = delete;

    /// The next picture, width x height words 0x..RRGGBB by rows, and how many hundredths of a second it stays. One that is the same as the one before has a
    /// pixel of it, so that its time passes. Throws what giflib complains of.
    void add(std::span<const std::uint32_t> pixels, int hundredths);
    /// All of it. Nothing may follow.
    std::string finish();

private:
    std::uint8_t nearest(std::uint32_t pixel);
    void check(int status) const;

    int width_, height_;
    std::vector<std::uint32_t> palette_;
    std::vector<std::int16_t> known_;  ///< by the upper five bits of each colour; -1: not looked for yet
    std::vector<std::uint32_t> before_{};
    std::vector<std::uint8_t> shown_;
    std::string out_{};
    GifFileType* file_ = nullptr;
};

}  // namespace muster::server
