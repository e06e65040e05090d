#include "server/card/gif.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <stdexcept>

namespace muster::server {

namespace {

constexpr int cells = 1 << 15;

int append(GifFileType* file, const GifByteType* bytes, int size) {
    static_cast<std::string*>(file->UserData)->append(reinterpret_cast<const char*>(bytes), static_cast<std::size_t>(size));
    return size;
}

int red(std::uint32_t colour) { return static_cast<int>(colour >> 16 & 255); }
int green(std::uint32_t colour) { return static_cast<int>(colour >> 8 & 255); }
int blue(std::uint32_t colour) { return static_cast<int>(colour & 255); }

int squared(int number) { return number * number; }

}  // namespace

void GifWriter::check(int status) const {
    if (status != GIF_OK) throw std::runtime_error(std::string("giflib: ") + GifErrorString(file_->Error));
}

GifWriter::GifWriter(int width, int height, std::vector<std::uint32_t> palette)
    : width_(width),
      height_(height),
      palette_(std::move(palette)),
      known_(cells, -1),
      shown_(static_cast<std::size_t>(width) * static_cast<std::size_t>(height)) {
    // One more than the palette has: what is not drawn.
    const auto count = static_cast<int>(std::bit_ceil(palette_.size() + 1));
    std::vector<GifColorType> colours(static_cast<std::size_t>(count));
    for (std::size_t i = 0; i < palette_.size(); ++i)
        colours[i] = {static_cast<GifByteType>(red(palette_[i])), static_cast<GifByteType>(green(palette_[i])), static_cast<GifByteType>(blue(palette_[i]))};
    auto* map = GifMakeMapObject(count, colours.data());
    if (map == nullptr) throw std::runtime_error("giflib takes no such palette");
    int error = 0;
    file_ = EGifOpen(&out_, append, &error);
    if (file_ == nullptr) {
        GifFreeMapObject(map);
        throw std::runtime_error("giflib has no memory");
    }
    EGifSetGifVersion(file_, true);
    const int put = EGifPutScreenDesc(file_, width_, height_, 8, 0, map);
    GifFreeMapObject(map);
    // What browsers took from Netscape: round and round.
    constexpr std::array<GifByteType, 3> for_ever{1, 0, 0};
    const bool began = put == GIF_OK && EGifPutExtensionLeader(file_, APPLICATION_EXT_FUNC_CODE) == GIF_OK &&
                       EGifPutExtensionBlock(file_, 11, "NETSCAPE2.0") == GIF_OK && EGifPutExtensionBlock(file_, for_ever.size(), for_ever.data()) == GIF_OK &&
                       EGifPutExtensionTrailer(file_) == GIF_OK;
    if (began) return;
    EGifCloseFile(file_, nullptr);
    throw std::runtime_error("giflib cannot begin");
}

GifWriter::~GifWriter() {
    int error = 0;
    if (file_ != nullptr) EGifCloseFile(file_, &error);
}

std::uint8_t GifWriter::nearest(std::uint32_t pixel) {
    auto& known = known_[(pixel >> 19 & 31) << 10 | (pixel >> 11 & 31) << 5 | (pixel >> 3 & 31)];
    if (known < 0) {
        // Of the middle of the cell, whichever pixel of it came first: the bytes depend on the pictures alone.
        const auto middle = (pixel & 0xf8f8f8) | 0x040404;
        const auto distance = [&](std::uint32_t colour) {  // as eyes weigh them
            return 3 * squared(red(colour) - red(middle)) + 6 * squared(green(colour) - green(middle)) + squared(blue(colour) - blue(middle));
        };
        known = static_cast<std::int16_t>(std::ranges::min_element(palette_, {}, distance) - palette_.begin());
    }
    return static_cast<std::uint8_t>(known);
}

void GifWriter::add(std::span<const std::uint32_t> pixels, int hundredths) {
    const bool first = before_.empty();
    const auto width = static_cast<std::size_t>(width_), height = static_cast<std::size_t>(height_);
    const auto transparent = static_cast<std::uint8_t>(palette_.size());
    std::vector<std::uint8_t> drawn(shown_.size(), transparent);
    std::size_t left = width, right = 0, top = height, bottom = 0;
    for (std::size_t y = 0; y < height; ++y) {
        const auto row = pixels.subspan(y * width, width);
        if (!first && std::ranges::equal(row, std::span(before_).subspan(y * width, width))) continue;
        for (std::size_t x = 0; x < width; ++x) {
            const auto colour = nearest(row[x]);
            if (!first && colour == shown_[y * width + x]) continue;
            drawn[y * width + x] = shown_[y * width + x] = colour;
            left = std::min(left, x);
            right = std::max(right, x + 1);
            top = std::min(top, y);
            bottom = std::max(bottom, y + 1);
        }
    }
    before_.assign(pixels.begin(), pixels.end());
    if (right == 0) {
        left = top = 0;
        right = bottom = 1;
    }
    const GraphicsControlBlock control{.DisposalMode = DISPOSE_DO_NOT, .UserInputFlag = false, .DelayTime = hundredths, .TransparentColor = transparent};
    std::array<GifByteType, 4> packed{};
    EGifGCBToExtension(&control, packed.data());
    check(EGifPutExtension(file_, GRAPHICS_EXT_FUNC_CODE, packed.size(), packed.data()));
    check(
        EGifPutImageDesc(file_, static_cast<int>(left), static_cast<int>(top), static_cast<int>(right - left), static_cast<int>(bottom - top), false, nullptr));
    for (auto y = top; y < bottom; ++y) check(EGifPutLine(file_, drawn.data() + y * width + left, static_cast<int>(right - left)));
}

std::string GifWriter::finish() {
    int error = 0;
    const int closed = EGifCloseFile(std::exchange(file_, nullptr), &error);
    if (closed != GIF_OK) throw std::runtime_error(std::string("giflib: ") + GifErrorString(error));
    return std::move(out_);
}

}  // namespace muster::server
