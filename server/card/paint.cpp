#include "server/card/paint.hpp"

#include <cairo.h>
#include <pango/pangocairo.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <stdexcept>

#include "server/card/svg_path.hpp"
#include "server/card/symbols.hpp"

namespace muster::server {

namespace {

// --cloth, --cloth-ink, … of base.css by daylight, whatever the reader's device has: nobody knows that who draws for many.
constexpr int cloth = 0x2f5d4a, cloth_ink = 0xf3eedd, sheet = 0xfaf5e8, sheet_edge = 0xd9cdb0, ink = 0x2b2318, ink_quiet = 0x665a45;
constexpr int wood = 0xb98a54, wood_edge = 0x7d5a31, rail = 0x5a3d22, rail_deep = 0x432c17, rail_ink = 0xfbf3df, brass_inlay = 0xd8ab4a, brass_lit = 0xe6c475;

constexpr int side_colour(char side) {
    constexpr int colours[] = {0xa8401f, 0x1f5480, 0x2c6b34, 0x7a5a00, 0x6b3a86, 0x3a3a3a, 0x0f6b6b, 0xa02a63};
    return colours[(side - 'a') & 7];
}

constexpr const char* display = "Alegreya, Georgia, serif";
constexpr const char* text_face = "Alegreya Sans, Segoe UI, sans-serif";

struct Box {
    double x, y, width, height;
    Box inset(double by) const { return {x + by, y + by, width - 2 * by, height - 2 * by}; }
};

struct Style {
    const char* family = text_face;
    double size = 30;
    bool bold = false;
    int colour = ink;
    PangoAlignment align = PANGO_ALIGN_LEFT;
};

class Painter {
public:
    explicit Painter(const Faces& faces)
        : surface_(cairo_image_surface_create(CAIRO_FORMAT_RGB24, card_width, card_height)),
          cairo_(cairo_create(surface_)),
          context_(pango_font_map_create_context(faces.map())),
          letters_(faces.any()) {
        auto* options = cairo_font_options_create();
        cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY);
        cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE);
        pango_cairo_context_set_font_options(context_, options);
        cairo_font_options_destroy(options);
        pango_context_set_base_dir(context_, PANGO_DIRECTION_LTR);
    }
    ~Painter() {
        g_object_unref(context_);
        cairo_destroy(cairo_);
        cairo_surface_destroy(surface_);
    }
    Painter(const Painter&) = delete;
    Painter& operator=(const Painter&) = delete;

    void draw(const Card& card) {
        draw_table();
        draw_rail(card);
        text({48, 100, 1104, 76}, card.title, {.family = display, .size = 58, .bold = true, .colour = cloth_ink}, 38);
        if (card.sides.empty()) draw_stand({48, 200, 1104, 316}, sample, 'a');
        else draw_sides(card);
        text({48, 538, 1104, 64}, card.line, {.family = display, .size = 46, .bold = true, .colour = brass_lit, .align = PANGO_ALIGN_CENTER}, 28);
    }

    std::string png() const {
        std::string out;
        const auto append = [](void* to, const unsigned char* bytes, unsigned int size) {
            static_cast<std::string*>(to)->append(reinterpret_cast<const char*>(bytes), size);
            return CAIRO_STATUS_SUCCESS;
        };
        cairo_surface_flush(surface_);
        for (const auto status : {cairo_status(cairo_), cairo_surface_write_to_png_stream(surface_, append, &out)})
            if (status != CAIRO_STATUS_SUCCESS) throw std::runtime_error(std::string("cairo: ") + cairo_status_to_string(status));
        return out;
    }

private:
    static inline const std::vector<CardPiece> sample{
        {.symbol = "infantry"}, {.symbol = "cavalry"}, {.symbol = "artillery"}, {.symbol = "fleet"}, {.symbol = "aircraft"}};

    void colour(int rgb, double alpha = 1) { cairo_set_source_rgba(cairo_, (rgb >> 16 & 255) / 255.0, (rgb >> 8 & 255) / 255.0, (rgb & 255) / 255.0, alpha); }

    void rounded(Box box, double radius) {
        constexpr double quarter = std::numbers::pi / 2;
        cairo_new_sub_path(cairo_);
        cairo_arc(cairo_, box.x + box.width - radius, box.y + radius, radius, -quarter, 0);
        cairo_arc(cairo_, box.x + box.width - radius, box.y + box.height - radius, radius, 0, quarter);
        cairo_arc(cairo_, box.x + radius, box.y + box.height - radius, radius, quarter, 2 * quarter);
        cairo_arc(cairo_, box.x + radius, box.y + radius, radius, 2 * quarter, 3 * quarter);
        cairo_close_path(cairo_);
    }

    void fill(Box box, double radius, int rgb, double alpha = 1) {
        rounded(box, radius);
        colour(rgb, alpha);
        cairo_fill(cairo_);
    }

    /// One line; smaller where it is too long, down to `least`, then cut off with an ellipsis. Gives the width that it has taken.
    double text(Box box, const std::string& words, Style style, double least = 0) {
        if (words.empty() || !letters_) return 0;  // Pango ends the program that has text and no font
        auto* layout = pango_layout_new(context_);
        auto* font = pango_font_description_from_string(style.family);
        pango_font_description_set_weight(font, style.bold ? PANGO_WEIGHT_BOLD : PANGO_WEIGHT_NORMAL);
        pango_layout_set_single_paragraph_mode(layout, TRUE);
        pango_layout_set_text(layout, words.data(), static_cast<int>(words.size()));
        int width = 0, height = 0;
        for (double size = style.size;; size -= 2) {
            pango_font_description_set_absolute_size(font, size * PANGO_SCALE);
            pango_layout_set_font_description(layout, font);
            pango_layout_get_pixel_size(layout, &width, &height);
            if ((width <= box.width && height <= box.height) || size - 2 < std::max(least, 8.0) || (least == 0 && height <= box.height)) break;
        }
        pango_layout_set_width(layout, static_cast<int>(box.width * PANGO_SCALE));
        pango_layout_set_ellipsize(layout, PANGO_ELLIPSIZE_END);
        // What is somebody's own words reads as these do; our sentences, in which names are set apart, from the left.
        pango_layout_set_auto_dir(layout, words.contains("\u2068") ? FALSE : TRUE);
        pango_layout_set_alignment(layout, aligned(layout, words, style.align));
        pango_layout_get_pixel_size(layout, &width, &height);
        cairo_save(cairo_);
        cairo_rectangle(cairo_, box.x, box.y, box.width, box.height);
        cairo_clip(cairo_);  // letters that pile up marks above themselves
        cairo_move_to(cairo_, box.x, box.y + (box.height - height) / 2);
        colour(style.colour);
        pango_cairo_show_layout(cairo_, layout);
        cairo_restore(cairo_);
        pango_font_description_free(font);
        g_object_unref(layout);
        return width;
    }

    // Where a line stands is the picture's affair and not its language's: Pango turns left and right around for one that reads from the right.
    static PangoAlignment aligned(PangoLayout* layout, const std::string& words, PangoAlignment wanted) {
        if (wanted == PANGO_ALIGN_CENTER || pango_layout_get_direction(layout, 0) != PANGO_DIRECTION_RTL || words.empty()) return wanted;
        return wanted == PANGO_ALIGN_LEFT ? PANGO_ALIGN_RIGHT : PANGO_ALIGN_LEFT;
    }

    void symbol(const Symbol& shape, double x, double y, double size, int rgb, double alpha = 1) {
        cairo_save(cairo_);
        cairo_translate(cairo_, x, y);
        cairo_scale(cairo_, size / 32, size / 32);
        colour(rgb, alpha);
        cairo_set_fill_rule(cairo_, CAIRO_FILL_RULE_EVEN_ODD);
        cairo_new_path(cairo_);
        if (add_svg_path(cairo_, shape.fill)) cairo_fill(cairo_);
        cairo_new_path(cairo_);
        cairo_set_line_width(cairo_, 2);
        cairo_set_line_cap(cairo_, CAIRO_LINE_CAP_ROUND);
        cairo_set_line_join(cairo_, CAIRO_LINE_JOIN_ROUND);
        if (add_svg_path(cairo_, shape.line)) cairo_stroke(cairo_);
        cairo_new_path(cairo_);
        cairo_restore(cairo_);
    }

    void draw_table() {
        colour(cloth);
        cairo_paint(cairo_);
        auto* lamp = cairo_pattern_create_radial(card_width / 2.0, 40, 0, card_width / 2.0, 40, 900);
        cairo_pattern_add_color_stop_rgba(lamp, 0, 1, 1, 1, 0.14);
        cairo_pattern_add_color_stop_rgba(lamp, 1, 1, 1, 1, 0);
        cairo_set_source(cairo_, lamp);
        cairo_paint(cairo_);
        cairo_pattern_destroy(lamp);
    }

    // The rail around the table, with the sign that stands in the browser's tab.
    void draw_rail(const Card& card) {
        auto* grain = cairo_pattern_create_linear(0, 0, 0, 80);
        stop(grain, 0, rail);
        stop(grain, 1, rail_deep);
        cairo_rectangle(cairo_, 0, 0, card_width, 80);
        cairo_set_source(cairo_, grain);
        cairo_fill(cairo_);
        cairo_pattern_destroy(grain);
        cairo_rectangle(cairo_, 0, 80, card_width, 4);
        colour(brass_inlay);
        cairo_fill(cairo_);
        symbol({.line = "M8 8 22 22M24 8 10 22M19 25 25 19M7 19 13 25"}, 40, 14, 54, rail_ink);
        const double name = 104 + text({104, 10, 300, 62}, "Muster", {.family = display, .size = 44, .bold = true, .colour = rail_ink});
        const auto right = card.moment.empty() ? card.game : card.game + "  \u00b7  " + card.moment;
        text({name + 40, 14, card_width - 48 - name - 40, 56}, right, {.size = 34, .colour = rail_ink, .align = PANGO_ALIGN_RIGHT}, 24);
    }

    static void stop(cairo_pattern_t* pattern, double at, int rgb) {
        cairo_pattern_add_color_stop_rgb(pattern, at, (rgb >> 16 & 255) / 255.0, (rgb >> 8 & 255) / 255.0, (rgb & 255) / 255.0);
    }

    void draw_sides(const Card& card) {
        const auto count = card.sides.size();
        const std::size_t columns = count <= 2 ? count : count <= 4 ? 2 : (count + 1) / 2, rows = (count + columns - 1) / columns;
        constexpr double left = 48, top = 192, width = 1104, height = 336, gap = 24;
        const double wide = (width - gap * static_cast<double>(columns - 1)) / static_cast<double>(columns);
        const double high = (height - gap * static_cast<double>(rows - 1)) / static_cast<double>(rows);
        for (std::size_t i = 0; i < count; ++i) {
            const auto column = static_cast<double>(i % columns), row = static_cast<double>(i / columns);
            draw_side(card.sides[i], {left + column * (wide + gap), top + row * (high + gap), wide, high}, card.stand);
        }
    }

    void draw_side(const CardSide& side, Box box, const std::vector<CardPiece>& stand) {
        const bool large = box.height > 200;
        const int own = side_colour(side.colour);
        fill({box.x, box.y + 4, box.width, box.height}, 12, 0x000000, 0.28);
        fill(box, 12, sheet);
        cairo_save(cairo_);
        rounded(box, 12);
        cairo_clip(cairo_);
        cairo_rectangle(cairo_, box.x, box.y, box.width, large ? 10 : 7);
        colour(own);
        cairo_fill(cairo_);
        cairo_restore(cairo_);
        rounded(box.inset(0.75), 11);
        colour(side.asked || side.won ? brass_inlay : sheet_edge);
        cairo_set_line_width(cairo_, side.asked || side.won ? 5 : 1.5);
        cairo_stroke(cairo_);
        const double pad = large ? 24 : 16, emblem = large ? 52 : 34, head = box.y + (large ? 26 : 16);
        symbol({.fill = emblem_of(side.colour)}, box.x + pad, head + (large ? 6 : 2), emblem, own);
        const double x = box.x + pad + emblem + (large ? 16 : 10);
        const double width = box.x + box.width - pad - x;
        const Box first{x, head, width, large ? 44.0 : 26.0}, second{x, head + (large ? 42 : 24), width, large ? 32.0 : 20.0};
        text(first, side.name.empty() ? side.seat : side.name, {.size = large ? 40.0 : 25.0, .bold = true}, large ? 28 : 18);
        const bool marked = side.won || side.asked;
        const auto role = side.name.empty() ? "not there yet"
                          : side.won        ? side.seat + "  \u00b7  has won"
                          : side.asked      ? side.seat + "  \u00b7  to decide"
                                            : side.seat;
        text(second, role, {.size = large ? 27.0 : 18.0, .bold = marked, .colour = marked ? own : ink_quiet});
        const double below = head + (large ? 92 : 54);
        const Box rest{box.x + pad, below, box.width - 2 * pad, box.y + box.height - below - (large ? 16 : 10)};
        if (side.pieces.empty()) draw_stand(rest, stand, side.colour);
        else draw_pieces(rest, side.pieces, side.colour);
    }

    // As large as they find room, in one row or two; of more sorts than find any the rest is counted.
    void draw_pieces(Box box, const std::vector<CardPiece>& pieces, char side) {
        const std::size_t wanted = pieces.size();
        double size = std::min(box.height - 34, 128.0);
        std::size_t rows = 1;
        auto in_row = [&] { return static_cast<std::size_t>(std::max(1.0, std::floor((box.width + 14) / (size + 14)))); };
        while (in_row() * rows < wanted && size > 60) {
            size -= 4;
            rows = std::max<std::size_t>(1, static_cast<std::size_t>(std::floor((box.height + 6) / (size + 34))));
        }
        const auto room = in_row() * rows;
        const auto shown = wanted <= room ? wanted : room - 1;
        const auto used = static_cast<double>((std::min(wanted, room) + in_row() - 1) / in_row()) * (size + 34);
        const double top = box.y + std::max(0.0, box.height - used) / 2;
        const auto place = [&](std::size_t i) {
            return Box{box.x + static_cast<double>(i % in_row()) * (size + 14), top + static_cast<double>(i / in_row()) * (size + 34), size, size};
        };
        for (std::size_t i = 0; i < shown; ++i) {
            draw_block(place(i), pieces[i], side);
            draw_count(place(i), pieces[i]);
        }
        if (shown < wanted) {
            text(place(shown), "+" + std::to_string(wanted - shown), {.size = size * 0.42, .bold = true, .colour = ink_quiet, .align = PANGO_ALIGN_CENTER});
        }
    }

    void draw_stand(Box box, const std::vector<CardPiece>& pieces, char side) {
        const auto count = static_cast<double>(pieces.size());
        const double size = std::min({box.height * 0.8, 150.0, (box.width - 24 * count) / std::max(1.0, count)});
        double x = box.x + (box.width - count * size - (count - 1) * 28) / 2;
        for (const auto& piece : pieces) {
            draw_block({x, box.y + (box.height - size) / 2, size, size}, piece, side);
            x += size + 28;
        }
    }

    // A wooden block, as the page has it (components/Block.svelte); one that is gone lies there faded.
    void draw_block(Box box, const CardPiece& piece, char side) {
        const bool gone = piece.start > 0 && piece.living == 0;
        const double radius = box.width * 0.14, edge = box.width * 0.06;
        cairo_save(cairo_);
        cairo_rectangle(cairo_, box.x - 1, box.y - 1, box.width + 2, box.height + 5);
        cairo_clip(cairo_);  // a group is as large as what can be drawn on
        cairo_push_group(cairo_);
        fill({box.x, box.y + 3, box.width, box.height}, radius, wood_edge);
        auto* grain = cairo_pattern_create_linear(box.x, box.y, box.x + box.width * 0.5, box.y + box.height);
        stop(grain, 0, 0xc7a176);
        stop(grain, 0.45, wood);
        stop(grain, 1, wood_edge);
        rounded(box, radius);
        cairo_set_source(cairo_, grain);
        cairo_fill(cairo_);
        cairo_pattern_destroy(grain);
        const Box face = box.inset(edge);
        fill(face, radius * 0.75, sheet);
        fill(face, radius * 0.75, side_colour(side), 0.16);
        rounded(face, radius * 0.75);
        colour(side_colour(side), 0.75);
        cairo_set_line_width(cairo_, std::max(1.0, box.width * 0.02));
        cairo_stroke(cairo_);
        symbol(symbol_of(piece.symbol, piece.era), face.x + face.width * 0.13, face.y + face.height * 0.13, face.width * 0.74, side_colour(side));
        cairo_pop_group_to_source(cairo_);
        cairo_paint_with_alpha(cairo_, gone ? 0.3 : 1);
        cairo_restore(cairo_);
    }

    void draw_count(Box block, const CardPiece& piece) {
        std::string words = std::to_string(piece.living);
        if (piece.start > 0 && piece.living != piece.start) words += " of " + std::to_string(piece.start);
        text({block.x - 7, block.y + block.height + 3, block.width + 14, 30}, words, {.size = 26, .bold = true, .colour = ink, .align = PANGO_ALIGN_CENTER},
             14);
    }

    cairo_surface_t* surface_;
    cairo_t* cairo_;
    PangoContext* context_;
    const bool letters_;
};

}  // namespace

std::string paint(const Card& card, const Faces& faces) {
    Painter painter(faces);
    painter.draw(card);
    return painter.png();
}

}  // namespace muster::server
