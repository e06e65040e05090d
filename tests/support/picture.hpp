// A PNG, read again by cairo.
#pragma once
#include <cairo.h>

#include <cstdint>
#include <cstring>
#include <set>
#include <stdexcept>
#include <string>
#include <string_view>

namespace muster::test {

class Picture {
public:
    explicit Picture(std::string_view png) {
        const auto read = [](void* from, unsigned char* into, unsigned int size) {
            auto& rest = *static_cast<std::string_view*>(from);
            if (rest.size() < size) return CAIRO_STATUS_READ_ERROR;
            std::memcpy(into, rest.data(), size);
            rest.remove_prefix(size);
            return CAIRO_STATUS_SUCCESS;
        };
        surface_ = cairo_image_surface_create_from_png_stream(read, &png);
        if (cairo_surface_status(surface_) != CAIRO_STATUS_SUCCESS) throw std::runtime_error("this is no PNG");
    }
    ~Picture() { cairo_surface_destroy(surface_); }
    Picture(const Picture&) = delete;
    Picture& operator=(const Picture&) = delete;

    int width() const { return cairo_image_surface_get_width(surface_); }
    int height() const { return cairo_image_surface_get_height(surface_); }
    std::uint32_t at(int x, int y) const {
        std::uint32_t out = 0;
        std::memcpy(&out, cairo_image_surface_get_data(surface_) + y * cairo_image_surface_get_stride(surface_) + x * 4, sizeof out);
        return out & 0xffffff;
    }
    std::size_t colours() const {
        std::set<std::uint32_t> all;
        for (int y = 0; y < height(); ++y)
            for (int x = 0; x < width(); ++x) all.insert(at(x, y));
        return all.size();
    }

private:
    cairo_surface_t* surface_ = nullptr;
};

}  // namespace muster::test
