// A GIF, read again by giflib.
#pragma once
#include <gif_lib.h>

#include <cstdint>
#include <cstring>
#include <stdexcept>
#include <string_view>
#include <vector>

namespace muster::test {

/// All its pictures, as a viewer has them one after the other.
class MovingPicture {
public:
    explicit MovingPicture(std::string_view gif) {
        const auto read = [](GifFileType* file, GifByteType* into, int size) {
            auto& rest = *static_cast<std::string_view*>(file->UserData);
            const auto taken = std::min(rest.size(), static_cast<std::size_t>(size));
            std::memcpy(into, rest.data(), taken);
            rest.remove_prefix(taken);
            return static_cast<int>(taken);
        };
        int error = 0;
        auto* file = DGifOpen(&gif, read, &error);
        if (file == nullptr || DGifSlurp(file) != GIF_OK) throw std::runtime_error("this is no GIF");
        width_ = file->SWidth;
        height_ = file->SHeight;
        colours_ = static_cast<std::size_t>(file->SColorMap->ColorCount);
        if (!gif.empty()) throw std::runtime_error("there is more than a GIF");
        std::vector<std::uint32_t> canvas(static_cast<std::size_t>(width_ * height_), none);
        for (int i = 0; i < file->ImageCount; ++i) {
            show(*file, i, canvas);
            pictures_.push_back(canvas);
        }
        DGifCloseFile(file, &error);
    }

    static constexpr std::uint32_t none = 0xff000000;

    int width() const { return width_; }
    int height() const { return height_; }
    std::size_t colours() const { return colours_; }
    const std::vector<std::vector<std::uint32_t>>& pictures() const { return pictures_; }
    int hundredths() const { return hundredths_; }  ///< of a second, of all of them

private:
    void show(GifFileType& file, int index, std::vector<std::uint32_t>& canvas) {
        const auto& image = file.SavedImages[index];
        const auto& place = image.ImageDesc;
        if (place.Left < 0 || place.Top < 0 || place.Left + place.Width > width_ || place.Top + place.Height > height_)
            throw std::runtime_error("a picture lies beside the canvas");
        GraphicsControlBlock control{};
        if (DGifSavedExtensionToGCB(&file, index, &control) != GIF_OK) throw std::runtime_error("a picture has no time");
        hundredths_ += control.DelayTime;
        for (int y = 0; y < place.Height; ++y)
            for (int x = 0; x < place.Width; ++x) {
                const int colour = image.RasterBits[y * place.Width + x];
                if (colour == control.TransparentColor) continue;
                const auto& rgb = file.SColorMap->Colors[colour];
                canvas[static_cast<std::size_t>((place.Top + y) * width_ + place.Left + x)] =
                    static_cast<std::uint32_t>(rgb.Red << 16 | rgb.Green << 8 | rgb.Blue);
            }
    }

    int width_ = 0, height_ = 0, hundredths_ = 0;
    std::size_t colours_ = 0;
    std::vector<std::vector<std::uint32_t>> pictures_{};
};

}  // namespace muster::test
