#include "server/card/paint.hpp"

#include <cairo.h>
#include <pango/pangocairo.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numbers>
#include <span>
#include <stdexcept>

#include "server/card/gif.hpp"
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
    /// `width`, `height`: pixels. `scale`: of these to what the drawing is measured in, in which it is 1200 wide.
    Painter(const Faces& faces, int width, int height, double scale)
        : surface_(cairo_image_surface_create(CAIRO_FORMAT_RGB24, width, height)),
          cairo_(cairo_create(surface_)),
          context_(pango_font_map_create_context(faces.map())),
          letters_(faces.any()) {
        auto* options = cairo_font_options_create();
        cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY);
        cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE);
        pango_cairo_context_set_font_options(context_, options);
        cairo_font_options_destroy(options);
        pango_context_set_base_dir(context_, PANGO_DIRECTION_LTR);
        cairo_scale(cairo_, scale, scale);
    }
    ~Painter() {
        g_object_unref(context_);
        cairo_destroy(cairo_);
        cairo_surface_destroy(surface_);
    }
    Painter(const Painter&) = delete;
    Painter& operator=(const Painter&) = delete;

    void draw(const Card& card) {
        colour(cloth);
        cairo_paint(cairo_);
        draw_lamp();
        draw_rail(card);
        text({48, 100, 1104, 76}, card.title, {.family = display, .size = 58, .bold = true, .colour = cloth_ink}, 38);
        if (card.sides.empty()) draw_stand({48, 200, 1104, 316}, sample, 'a');
        else draw_sides(card);
        text({48, 538, 1104, 64}, card.line, {.family = display, .size = 46, .bold = true, .colour = brass_lit, .align = PANGO_ALIGN_CENTER}, 28);
    }

    /// What stays on all pictures of a film, and how it begins. There is no lamp: on a plain table what changes takes few bytes.
    void begin(const Card& card) {
        colour(cloth);
        cairo_paint(cairo_);
        draw_rail(card);
        text({48, 100, 1104, 76}, card.title, {.family = display, .size = 58, .bold = true, .colour = cloth_ink}, 38);
        if (card.sides.empty()) draw_stand({48, 200, 1104, 316}, sample, 'a');
        else draw_sides(card);
        draw_below(card.line, {});
    }

    /// Draws what differs from `shown`, which is what stands there.
    void change(const Card& shown, const Card& card, const std::vector<FilmDie>& dice) {
        if (shown.moment != card.moment) draw_rail(card);
        const auto boxes = boxes_of(card.sides.size());
        for (std::size_t i = 0; i < boxes.size(); ++i) {
            if (shown.sides[i] == card.sides[i]) continue;
            if (shown.sides[i].asked == card.sides[i].asked && shown.sides[i].won == card.sides[i].won) {
                draw_pieces(pieces_box(boxes[i]), card.sides[i].pieces, card.sides[i].colour, &shown.sides[i].pieces);
                continue;
            }
            cairo_rectangle(cairo_, boxes[i].x - 5, boxes[i].y - 5, boxes[i].width + 10, boxes[i].height + 12);
            colour(cloth);
            cairo_fill(cairo_);
            draw_side(card.sides[i], boxes[i], card.stand);
        }
        draw_below(card.line, dice);
    }

    /// The pixels as they are, rows of width() words 0xRRGGBB.
    std::span<const std::uint32_t> pixels() const {
        cairo_surface_flush(surface_);
        if (const auto status = cairo_status(cairo_); status != CAIRO_STATUS_SUCCESS)
            throw std::runtime_error(std::string("cairo: ") + cairo_status_to_string(status));
        const auto count = static_cast<std::size_t>(cairo_image_surface_get_stride(surface_) / 4 * cairo_image_surface_get_height(surface_));
        return {reinterpret_cast<const std::uint32_t*>(cairo_image_surface_get_data(surface_)), count};
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
        const double smallest = style.size - 2 * std::floor((style.size - std::max(least, 8.0)) / 2);
        for (double size = style.size;;) {
            pango_font_description_set_absolute_size(font, size * PANGO_SCALE);
            pango_layout_set_font_description(layout, font);
            pango_layout_get_pixel_size(layout, &width, &height);
            if ((width <= box.width && height <= box.height) || size <= smallest || (least == 0 && height <= box.height)) break;
            // A line is about as wide as its letters are large, and to set it takes longer than anything else here.
            const double fitting = least == 0 ? size - 2 : style.size - 2 * std::ceil((style.size - size * box.width / width) / 2);
            size = std::max(smallest, std::min(size - 2, fitting));
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

    void draw_lamp() {
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

    static std::vector<Box> boxes_of(std::size_t count) {
        const std::size_t columns = count <= 2 ? std::max<std::size_t>(count, 1) : count <= 4 ? 2 : (count + 1) / 2, rows = (count + columns - 1) / columns;
        constexpr double left = 48, top = 192, width = 1104, height = 336, gap = 24;
        const double wide = (width - gap * static_cast<double>(columns - 1)) / static_cast<double>(columns);
        const double high = (height - gap * static_cast<double>(rows - 1)) / static_cast<double>(rows);
        std::vector<Box> out;
        for (std::size_t i = 0; i < count; ++i) {
            const auto column = static_cast<double>(i % columns), row = static_cast<double>(i / columns);
            out.push_back({left + column * (wide + gap), top + row * (high + gap), wide, high});
        }
        return out;
    }

    void draw_sides(const Card& card) {
        const auto boxes = boxes_of(card.sides.size());
        for (std::size_t i = 0; i < boxes.size(); ++i) draw_side(card.sides[i], boxes[i], card.stand);
    }

    // Under the sides: what was rolled, and what happened.
    void draw_below(const std::string& line, const std::vector<FilmDie>& dice) {
        cairo_rectangle(cairo_, 0, 537, card_width, 675 - 537);
        colour(cloth);
        cairo_fill(cairo_);
        constexpr double size = 52, gap = 10;
        double x = (card_width - static_cast<double>(dice.size()) * (size + gap) + gap) / 2;
        for (const auto& die : dice) {
            const Box box{x, 543, size, size};
            fill(box, 10, sheet);
            text(box, std::to_string(die.value), {.size = 38, .bold = true, .colour = side_colour(die.side), .align = PANGO_ALIGN_CENTER});
            x += size + gap;
        }
        const Box below{48, dice.empty() ? 560.0 : 602.0, 1104, 66};
        text(below, line, {.family = display, .size = 46, .bold = true, .colour = brass_lit, .align = PANGO_ALIGN_CENTER}, 34);
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
        const auto rest = pieces_box(box);
        if (side.pieces.empty()) draw_stand(rest, stand, side.colour);
        else draw_pieces(rest, side.pieces, side.colour);
    }

    /// Where a side's pieces are, of its whole box.
    static Box pieces_box(Box box) {
        const bool large = box.height > 200;
        const double pad = large ? 24 : 16, below = box.y + (large ? 26 + 92 : 16 + 54);
        return {box.x + pad, below, box.width - 2 * pad, box.y + box.height - below - (large ? 16 : 10)};
    }

    // As large as they find room, in one row or two; of more sorts than find any the rest is counted. `shown`: as many, which stand there already; what is the
    // same stays.
    void draw_pieces(Box box, const std::vector<CardPiece>& pieces, char side, const std::vector<CardPiece>* shown = nullptr) {
        const std::size_t wanted = pieces.size();
        double size = std::min(box.height - 34, 128.0);
        std::size_t rows = 1;
        auto in_row = [&] { return static_cast<std::size_t>(std::max(1.0, std::floor((box.width + 14) / (size + 14)))); };
        while (in_row() * rows < wanted && size > 60) {
            size -= 4;
            rows = std::max<std::size_t>(1, static_cast<std::size_t>(std::floor((box.height + 6) / (size + 34))));
        }
        const auto room = in_row() * rows;
        const auto with_room = wanted <= room ? wanted : room - 1;
        const auto used = static_cast<double>((std::min(wanted, room) + in_row() - 1) / in_row()) * (size + 34);
        const double top = box.y + std::max(0.0, box.height - used) / 2;
        const auto place = [&](std::size_t i) {
            return Box{box.x + static_cast<double>(i % in_row()) * (size + 14), top + static_cast<double>(i / in_row()) * (size + 34), size, size};
        };
        for (std::size_t i = 0; i < with_room; ++i) {
            if (shown != nullptr) {
                if ((*shown)[i] == pieces[i]) continue;
                const auto at = place(i);
                cairo_rectangle(cairo_, at.x - 7, at.y - 1, at.width + 14, at.height + 35);
                colour(sheet);
                cairo_fill(cairo_);
            }
            draw_block(place(i), pieces[i], side);
            draw_count(place(i), pieces[i]);
        }
        if (with_room < wanted && shown == nullptr) {
            text(place(with_room), "+" + std::to_string(wanted - with_room),
                 {.size = size * 0.42, .bold = true, .colour = ink_quiet, .align = PANGO_ALIGN_CENTER});
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
    Painter painter(faces, card_width, card_height, 1);
    painter.draw(card);
    return painter.png();
}

namespace {

using Palette = std::vector<std::uint32_t>;

/// Colours from one to the other, both included: letters and edges are of all that lie between.
void add_ramp(Palette& palette, int from, int to, int steps) {
    for (int i = 0; i < steps; ++i) {
        std::uint32_t mixed = 0;
        for (const int shift : {16, 8, 0}) {
            const int a = from >> shift & 255, b = to >> shift & 255;
            mixed |= static_cast<std::uint32_t>(a + (b - a) * i / (steps - 1)) << shift;
        }
        palette.push_back(mixed);
    }
}

int mixed(int under, int over, int percent) {
    int out = 0;
    for (const int shift : {16, 8, 0}) {
        const int a = under >> shift & 255, b = over >> shift & 255;
        out |= (a + (b - a) * percent / 100) << shift;
    }
    return out;
}

/// What a film of these sides is drawn with.
Palette palette_of(const Card& card) {
    Palette out{brass_inlay, sheet_edge, static_cast<std::uint32_t>(mixed(cloth, 0, 28))};
    add_ramp(out, cloth, cloth_ink, 8);
    add_ramp(out, cloth, brass_lit, 8);
    add_ramp(out, rail, rail_ink, 8);
    add_ramp(out, rail_deep, rail, 4);
    add_ramp(out, sheet, ink, 10);
    add_ramp(out, sheet, ink_quiet, 5);
    add_ramp(out, wood_edge, 0xc7a176, 5);
    add_ramp(out, sheet, wood_edge, 5);
    std::string sides = card.sides.empty() ? "a" : "";
    for (const auto& side : card.sides)
        if (!sides.contains(side.colour)) sides += side.colour;
    for (const char side : sides) {
        add_ramp(out, sheet, side_colour(side), 8);
        add_ramp(out, mixed(sheet, side_colour(side), 16), side_colour(side), 7);
    }
    std::ranges::sort(out);
    const auto again = std::ranges::unique(out);
    out.erase(again.begin(), again.end());
    return out;
}

/// The shots of a film that so many pictures show: what changes armies before what begins a round, then dice, then words; of those that are too many, evenly.
std::vector<const FilmShot*> chosen(const Film& film, std::size_t most) {
    std::vector<std::size_t> taken;
    for (int weight = static_cast<int>(FilmShot::Weight::loss); weight >= 0 && taken.size() < most; --weight) {
        std::vector<std::size_t> of_it;
        for (std::size_t i = 0; i < film.shots.size(); ++i)
            if (static_cast<int>(film.shots[i].weight) == weight) of_it.push_back(i);
        const auto count = std::min(of_it.size(), most - taken.size());
        for (std::size_t i = 0; i < count; ++i) taken.push_back(of_it[(i + 1) * of_it.size() / count - 1]);
    }
    std::ranges::sort(taken);
    std::vector<const FilmShot*> out;
    for (const auto i : taken) out.push_back(&film.shots[i]);
    return out;
}

/// The card as it was at that moment.
Card card_at(const Film& film, const FilmShot& shot) {
    Card out = film.begin;
    out.line = shot.line;
    out.moment = shot.moment;
    std::size_t at = 0;
    for (auto& side : out.sides)
        for (auto& piece : side.pieces) piece.living = shot.living.at(at++);
    return out;
}

std::string paint_shots(const Film& film, const std::vector<const FilmShot*>& shots, const Faces& faces) {
    constexpr int stays = 90, each_least = 35, each_most = 110, all = 4'500;  // hundredths of a second
    const int each = std::clamp(all / static_cast<int>(shots.size() + 1), each_least, each_most);
    Painter painter(faces, film_width, film_height, static_cast<double>(film_width) / card_width);
    GifWriter gif(film_width, film_height, palette_of(film.begin));
    painter.begin(film.begin);
    gif.add(painter.pixels(), film.end ? stays : 0);
    Card shown = film.begin;
    const auto show = [&](Card card, const std::vector<FilmDie>& dice, int hundredths) {
        painter.change(shown, card, dice);
        gif.add(painter.pixels(), hundredths);
        shown = std::move(card);
    };
    for (const auto* shot : shots) show(card_at(film, *shot), shot->dice, each);
    if (film.end) show(*film.end, {}, 4 * stays);
    return gif.finish();
}

}  // namespace

std::string paint(const Film& film, const Faces& faces) {
    std::size_t most = film_frames_max - 2;  // beside how it begins and how it ends
    std::string out = paint_shots(film, chosen(film, most), faces);
    while (out.size() > film_bytes_max && most > 0) {
        most /= 2;
        out = paint_shots(film, chosen(film, most), faces);
    }
    return out;
}

}  // namespace muster::server
