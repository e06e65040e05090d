#include "server/card/faces.hpp"

#include <fontconfig/fontconfig.h>
#include <ft2build.h>
#include <pango/pangocairo.h>
#include <pango/pangofc-fontmap.h>
#include <sys/mman.h>
#include <unistd.h>
#include FT_FREETYPE_H
#include FT_TRUETYPE_TABLES_H

#include <stdexcept>
#include <string>

namespace muster::server {

namespace {

// A system without fontconfig's files has fonts all the same; without these lines it would complain about that on standard error.
constexpr const char* without_files =
    "<?xml version=\"1.0\"?><fontconfig><dir>/usr/share/fonts</dir><dir>/usr/local/share/fonts</dir><cachedir>/var/cache/fontconfig</cachedir></fontconfig>";

FcConfig* system_fonts() {
    FcConfig* config = nullptr;
    if (::access("/etc/fonts/fonts.conf", R_OK) == 0) {
        config = FcInitLoadConfig();
    } else if ((config = FcConfigCreate()) != nullptr) {
        FcConfigParseAndLoadFromMemory(config, reinterpret_cast<const FcChar8*>(without_files), FcTrue);
    }
    if (config == nullptr || !FcConfigBuildFonts(config)) throw std::runtime_error("the fonts cannot be read");
    return config;
}

/// A font as OpenType has it, whatever it is packed in: FreeType unpacks a WOFF2, HarfBuzz does not. Empty: it is no font.
std::string unpacked(std::string_view font) {
    FT_Library library = nullptr;
    if (FT_Init_FreeType(&library) != 0) return {};
    std::string out;
    FT_Face face = nullptr;
    if (FT_New_Memory_Face(library, reinterpret_cast<const FT_Byte*>(font.data()), static_cast<FT_Long>(font.size()), 0, &face) == 0) {
        FT_ULong size = 0;
        constexpr FT_ULong whole = 0;
        if (FT_Load_Sfnt_Table(face, whole, 0, nullptr, &size) == 0) {
            out.resize(size);
            if (FT_Load_Sfnt_Table(face, whole, 0, reinterpret_cast<FT_Byte*>(out.data()), &size) != 0) out.clear();
        }
    }
    FT_Done_FreeType(library);  // with its face
    return out;
}

/// Fontconfig and HarfBuzz read files; this one has a name only here.
int file_of(std::string_view bytes) {
    const int file = ::memfd_create("muster-face", MFD_CLOEXEC);
    if (file < 0) return -1;
    for (std::string_view rest = bytes; !rest.empty();) {
        const auto written = ::write(file, rest.data(), rest.size());
        if (written <= 0) {
            ::close(file);
            return -1;
        }
        rest.remove_prefix(static_cast<std::size_t>(written));
    }
    return file;
}

}  // namespace

Faces::Faces(std::span<const std::string_view> own) {
    FcConfig* config = system_fonts();
    for (const auto bytes : own) {
        const auto font = unpacked(bytes);
        const int file = font.empty() ? -1 : file_of(font);
        if (file < 0) continue;
        files_.push_back(file);
        const auto path = "/proc/self/fd/" + std::to_string(file);
        FcConfigAppFontAddFile(config, reinterpret_cast<const FcChar8*>(path.c_str()));
    }
    FcConfigSetCurrent(config);  // Pango begins fontconfig on a thread of its own, which would read the system's again
    map_ = pango_cairo_font_map_new_for_font_type(CAIRO_FONT_TYPE_FT);
    if (map_ == nullptr) throw std::runtime_error("cairo has no FreeType");
    pango_fc_font_map_set_config(PANGO_FC_FONT_MAP(map_), config);
    FcConfigDestroy(config);  // the map has its own reference
}

Faces::~Faces() {
    g_object_unref(map_);
    for (const int file : files_) ::close(file);
}

bool Faces::any() const {
    PangoFontFamily** families = nullptr;
    int count = 0;
    pango_font_map_list_families(map_, &families, &count);
    g_free(families);
    return count > 0;
}

}  // namespace muster::server
