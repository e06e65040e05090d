// The letters of pictures: the page's own faces, and behind them whatever fonts the system has, as fontconfig chooses.
#pragma once
#include <pango/pango.h>

#include <memory>
#include <span>
#include <string_view>
#include <vector>

namespace muster::server {

class Faces {
public:
    /// `own`: font files, as they stand in the program; what cannot be read as one is left out. Looks through the system's fonts, which takes a moment.
    explicit Faces(std::span<const std::string_view> own);
    ~Faces();
    Faces(const Faces&) = delete;
    Faces& operator=(const Faces&) = delete;

    PangoFontMap* map() const { return map_; }
    /// Whether there is any letter at all: without fonts nothing can be drawn.
    bool any() const;

private:
    std::vector<int> files_{};  ///< open as long as the faces are used
    PangoFontMap* map_ = nullptr;
};

}  // namespace muster::server
