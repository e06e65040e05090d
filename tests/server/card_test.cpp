// Pictures of battles: what they say, how they are drawn, and the bounds of who draws them. What is served of them is in link_test.cpp.
#include <doctest/doctest.h>

#include <cairo.h>

#include <future>
#include <latch>

#include "rules/systems.hpp"
#include "server/base/limits.hpp"
#include "server/card/card.hpp"
#include "server/card/card_service.hpp"
#include "server/card/drawing.hpp"
#include "server/card/paint.hpp"
#include "server/card/scenarios.hpp"
#include "server/card/svg_path.hpp"
#include "server/card/symbol_data.hpp"
#include "server/card/symbols.hpp"
#include "tests/support/picture.hpp"

using namespace muster;
using namespace muster::server;
using namespace muster::test;

namespace {

using Found = std::expected<std::shared_ptr<const CardService::Picture>, Refusal>;

Glance glance_named(const std::string& title) { return {.version = title, .ruleset = "advanced-combat", .title = title}; }

/// Asks and waits.
Found drawn(CardService& cards, const std::string& battle, std::optional<Glance> glance) {
    std::promise<Found> promise;
    cards.ask(battle, {.glance = std::move(glance)}, [&](Found answer) { promise.set_value(std::move(answer)); });
    return promise.get_future().get();
}

/// A battle of the first scenario of a ruleset, as its creator left it.
Glance fresh(const rules::Ruleset& ruleset) {
    const Json example = ruleset.catalog().at("example");
    const Json setup = ruleset.resolve(example).value();
    const auto battle = ruleset.create(setup).value();
    std::vector<rules::Event> events;
    battle->begin(events);
    Glance out{.version = "1", .ruleset = ruleset.id(), .setup = setup, .facts = battle->facts(), .is_contest = ruleset.is_contest()};
    for (const auto& seat : battle->seats()) out.seats.push_back({seat});
    return out;
}

const Faces& system_faces() {
    static const Faces faces({});
    return faces;
}

struct Canvas {
    cairo_surface_t* surface = cairo_image_surface_create(CAIRO_FORMAT_A8, 32, 32);
    cairo_t* cairo = cairo_create(surface);
    Canvas() = default;
    ~Canvas() {
        cairo_destroy(cairo);
        cairo_surface_destroy(surface);
    }
    Canvas(const Canvas&) = delete;
    Canvas& operator=(const Canvas&) = delete;
};

}  // namespace

TEST_CASE("every symbol and emblem of the page can be drawn, and lies in its field") {
    const Json data = parse_json(symbol_data()).value();
    CHECK(data["shapes"].size() > 10);
    CHECK(data["emblems"].size() == 8);
    std::vector<std::string> paths;
    for (const auto& shape : data["shapes"])
        for (const auto& path : shape) paths.push_back(path.get<std::string>());
    for (const auto& path : data["emblems"]) paths.push_back(path.get<std::string>());
    for (const auto& path : paths) {
        CAPTURE(path);
        const Canvas canvas;
        CHECK(add_svg_path(canvas.cairo, path));
        double left = 0, top = 0, right = 0, bottom = 0;
        cairo_path_extents(canvas.cairo, &left, &top, &right, &bottom);
        CHECK(left >= -0.5);
        CHECK(top >= -0.5);
        CHECK(right <= 33);
        CHECK(bottom <= 33);
        CHECK((right - left) * (bottom - top) >= 0);
    }
}

TEST_CASE("an arc of a path is the part of the circle that SVG means by it") {
    const Canvas canvas;
    REQUIRE(add_svg_path(canvas.cairo, "M16 6a10 10 0 1 1-.01 0Z"));
    double left = 0, top = 0, right = 0, bottom = 0;
    cairo_path_extents(canvas.cairo, &left, &top, &right, &bottom);
    CHECK(left == doctest::Approx(6).epsilon(0.01));
    CHECK(top == doctest::Approx(6).epsilon(0.01));
    CHECK(right == doctest::Approx(26).epsilon(0.01));
    CHECK(bottom == doctest::Approx(26).epsilon(0.01));
}

TEST_CASE("what is no path is said to be none") {
    for (const auto* wrong : {"5 5", "M", "M1", "M1 1 L", "M1 1 X2 2", "M1 1 A1 1 0 2 0 3 3", "Z 1 1", "M1 1 C1 1 1 1", "M1,1 Lnan 1"}) {
        CAPTURE(wrong);
        const Canvas canvas;
        CHECK(!add_svg_path(canvas.cairo, wrong));
    }
}

TEST_CASE("what has no symbol of its own has the one that stands for anything; ships of steel look their age") {
    CHECK(symbol_of("no such unit").fill == symbol_of("generic").fill);
    CHECK(symbol_of("fleet", 3).fill != symbol_of("fleet", 2).fill);
    CHECK(symbol_of("ship").fill == symbol_of("fleet").fill);
    CHECK(!has_symbol("no such unit"));
    CHECK(has_symbol("ship"));
}

TEST_CASE("seats have the colours that the page gives them") {
    CHECK(colours_of({"attacker", "defender"}) == std::vector{'a', 'b'});
    CHECK(colours_of({"south", "north", "south_west"}) == std::vector{'b', 'a', 'h'});
    CHECK(colours_of({"rome", "blue", "carthage"}) == std::vector{'a', 'b', 'c'});
    CHECK(colours_of(std::vector<std::string>(9, "same")).size() == 9);
}

TEST_CASE("a card says whose turn it is, who is missing, and how it ended") {
    Glance glance{.ruleset = "advanced-combat", .seats = {{"attacker"}, {"defender"}}};
    CHECK(line_of(glance) == "Waiting for players");
    CHECK(card_of(glance).title == "Attacker against Defender");
    glance.seats[0].name = "Ada";
    CHECK(line_of(glance) == "Waiting for Defender");
    glance.seats[1].name = "Bob";
    glance.seats[1].asked = true;
    CHECK(line_of(glance) == "Waiting for Bob");
    glance.status = protocol::BattleStatus::running;
    CHECK(line_of(glance) == "It\u2019s Bob\u2019s turn");
    CHECK(card_of(glance).title == "Ada against Bob");
    CHECK(card_of(glance).sides.at(1).asked);
    glance.seats[0].asked = true;
    CHECK(line_of(glance) == "Ada and Bob decide");
    glance.status = protocol::BattleStatus::over;
    glance.outcome = rules::Outcome{.winner = 0, .reason = "annihilation"};
    CHECK(line_of(glance) == "Ada wins: the enemy is wiped out");
    CHECK(card_of(glance).sides.at(0).won);
    CHECK(!card_of(glance).sides.at(0).asked);
    glance.outcome->winner.reset();
    CHECK(line_of(glance) == "No winner: the enemy is wiped out");
    glance.title = "A\nnight\u202E attack";
    CHECK(card_of(glance).title == "A night attack");  // one line, that nobody turns around
    CHECK(card_of(glance, "At dawn").game == "Advanced combat  \u00b7  At dawn");
}

TEST_CASE("a card has the armies as they are, beside what they were") {
    const auto& ruleset = *rules::shipped_rulesets().find("advanced-combat");
    auto glance = fresh(ruleset);
    const auto whole = card_of(glance);
    REQUIRE(!whole.sides.at(0).pieces.empty());
    for (const auto& piece : whole.sides[0].pieces) CHECK(piece.living == piece.start);
    for (auto& [name, left] : glance.facts.sides.at(0).left) left = 0;
    for (const auto& piece : card_of(glance).sides.at(0).pieces) {
        CHECK(piece.living == 0);
        CHECK(piece.start > 0);
    }
}

TEST_CASE("a setup that is a ruleset's own scenario has its title") {
    const Scenarios scenarios(rules::shipped_rulesets());
    for (const auto* ruleset : rules::shipped_rulesets().newest()) {
        CAPTURE(ruleset->id());
        auto glance = fresh(*ruleset);
        CHECK(!scenarios.title_of(ruleset->id(), glance.setup).empty());
        CHECK(scenarios.title_of("another", glance.setup).empty());
    }
}

TEST_CASE("a battle of every ruleset is a picture of the right size that is not another's") {
    std::vector<std::string> seen;
    for (const auto* ruleset : rules::shipped_rulesets().newest()) {
        CAPTURE(ruleset->id());
        const auto card = card_of(fresh(*ruleset));
        CHECK((!card.stand.empty() || std::ranges::any_of(card.sides, [](const CardSide& side) { return !side.pieces.empty(); })));
        const auto png = paint(card, system_faces());
        const Picture picture(png);
        CHECK(picture.width() == card_width);
        CHECK(picture.height() == card_height);
        CHECK(picture.colours() > 50);
        CHECK(std::ranges::find(seen, png) == seen.end());
        seen.push_back(png);
    }
    CHECK(Picture(paint(blank_card(), system_faces())).colours() > 50);
}

TEST_CASE("whatever names people have, they stay in their places") {
    Glance glance{.ruleset = "advanced-combat", .title = "The ford", .seats = {{"attacker", "Ada"}, {"defender", "Bob"}}};
    const Picture usual(paint(card_of(glance), system_faces()));
    std::string tower = "Z";
    for (int i = 0; i < 30; ++i) tower += "\u0310\u0488";  // marks upon marks
    std::string emoji;
    for (int i = 0; i < 40; ++i) emoji += "\U0001F469\u200D\U0001F469\u200D\U0001F467";
    for (const auto& name :
         {std::string(40, 'W'), std::string("\u05E9\u05DD \u05D0\u05E8\u05D5\u05DA \u05DE\u05D0\u05D5\u05D3 \u05E9\u05DC \u05E9\u05D7\u05E7\u05DF"), tower,
          emoji, std::string("a\0b", 3), std::string("\xff\xfe not UTF-8"), std::string("<b>&amp;</b>"), std::string(20'000, 'x'), std::string(" ")}) {
        CAPTURE(name);
        glance.seats[0].name = name;
        const Picture picture(paint(card_of(glance), system_faces()));
        constexpr int sheet_right = 48 + 540, name_left = 100, name_top = 205, name_bottom = 275;
        for (int y = 0; y < card_height; ++y)
            for (int x = 0; x < card_width; ++x) {
                const bool is_name = x > name_left && x < sheet_right - 20 && y > name_top && y < name_bottom;
                if (!is_name && picture.at(x, y) != usual.at(x, y)) FAIL("drawn over at " << x << ", " << y);
            }
    }
}

TEST_CASE("more sorts of pieces than have room are counted, and the rest stays as it is") {
    Card card{.title = "The ford", .sides = {{'a', "Ada", "Attacker"}, {'b', "Bob", "Defender"}}, .line = "The battle is on"};
    const Picture usual(paint(card, system_faces()));
    card.sides[0].pieces.assign(500, {.symbol = "infantry", .living = 1'000'000'000'000, .start = 1'000'000'000'000});
    const Picture picture(paint(card, system_faces()));
    int drawn_at = 0;
    for (int y = 320; y < 520; ++y)
        for (int x = 60; x < 580; ++x) drawn_at += picture.at(x, y) != usual.at(x, y);
    CHECK(drawn_at > 10'000);
    for (int y = 0; y < card_height; ++y)
        for (int x = 600; x < card_width; ++x) REQUIRE(picture.at(x, y) == usual.at(x, y));
    for (int y = 532; y < card_height; ++y)
        for (int x = 0; x < card_width; ++x) REQUIRE(picture.at(x, y) == usual.at(x, y));
}

TEST_CASE("the same picture asked for by many is drawn once, and kept for whoever asks again") {
    std::latch may_draw(1);
    std::atomic<int> drawings = 0;
    CardService cards([&] {
        return [&](const CardService::Subject& subject) {
            may_draw.wait();
            ++drawings;
            return subject.glance->title;
        };
    });
    std::vector<std::promise<Found>> answers(20);
    for (auto& answer : answers) cards.ask("one", {.glance = glance_named("first")}, [&](Found found) { answer.set_value(std::move(found)); });
    may_draw.count_down();
    for (auto& answer : answers) CHECK(answer.get_future().get().value()->bytes == "first");
    CHECK(drawn(cards, "one", glance_named("first")).value()->bytes == "first");
    CHECK(drawings == 1);
    CHECK(drawn(cards, "one", glance_named("second")).value()->bytes == "second");  // the battle has moved
    CHECK(drawn(cards, "two", glance_named("first")).value()->bytes == "first");
    CHECK(drawings == 3);
    CHECK(drawn(cards, "one", glance_named("first")).value()->tag != drawn(cards, "one", glance_named("second")).value()->tag);
}

TEST_CASE("whoever asks when too many pictures wait, or too many for the same one, is refused at once") {
    std::promise<void> begun;
    std::latch may_draw(1);
    std::atomic<int> drawings = 0;
    CardService cards([&] {
        return [&](const CardService::Subject& subject) {
            if (drawings++ == 0) begun.set_value();
            may_draw.wait();
            return subject.glance->title;
        };
    });
    std::atomic<int> refused = 0, answered = 0;
    const auto count = [&](const Found& answer) { ++(answer ? answered : refused); };
    cards.ask("0", {.glance = glance_named("0")}, count);
    begun.get_future().wait();  // it is out of the queue
    for (std::size_t i = 1; i < limits::card_queue_max; ++i) cards.ask(std::to_string(i), {.glance = glance_named("x")}, count);
    std::promise<void> last;
    cards.ask("last", {.glance = glance_named("x")}, [&](const Found& answer) {
        count(answer);
        last.set_value();
    });
    CHECK(refused == 0);
    cards.ask("one more", {.glance = glance_named("x")}, [&](const Found& answer) {
        CHECK(answer.error().code == Code::server_busy);
        count(answer);
    });
    CHECK(refused == 1);
    for (std::size_t i = 1; i < limits::card_askers_max; ++i) cards.ask("0", {.glance = glance_named("0")}, count);
    CHECK(refused == 1);
    cards.ask("0", {.glance = glance_named("0")}, count);
    CHECK(refused == 2);
    CHECK(cards.statistics().refused == 2);
    may_draw.count_down();
    last.get_future().wait();
    CHECK(answered == static_cast<int>(limits::card_queue_max + limits::card_askers_max));
    CHECK(refused == 2);
}

TEST_CASE("of the pictures that are kept those that were not asked for the longest go, and all stay within their bound") {
    std::map<std::string, int> drawings;
    CardService cards([&] {
        return [&](const CardService::Subject& subject) {
            ++drawings[subject.glance->title];
            return std::string(limits::card_kept_bytes_max / 4, 'x');
        };
    });
    for (const auto* name : {"a", "b", "c", "a", "d"}) CHECK(drawn(cards, name, glance_named(name)));  // three have room, with their names
    CHECK(cards.statistics().bytes <= limits::card_kept_bytes_max);
    for (const auto* name : {"a", "c", "d"}) CHECK(drawn(cards, name, glance_named(name)));
    CHECK(drawings == std::map<std::string, int>{{"a", 1}, {"b", 1}, {"c", 1}, {"d", 1}});
    CHECK(drawn(cards, "b", glance_named("b")));
    CHECK(drawings["b"] == 2);
    CardService huge([] { return [](const CardService::Subject&) { return std::string(limits::card_kept_bytes_max + 1, 'x'); }; });
    CHECK(drawn(huge, "a", glance_named("a")));
    CHECK(huge.statistics().bytes == 0);
}

TEST_CASE("a picture that cannot be drawn is our mistake, and the next one is drawn") {
    CardService cards([] {
        return [](const CardService::Subject& subject) -> std::string {
            if (!subject.glance) throw std::runtime_error("out of colour");
            return subject.glance->title;
        };
    });
    CHECK(drawn(cards, {}, {}).error().code == Code::internal);
    CHECK(drawn(cards, "a", glance_named("a")).value()->bytes == "a");
}

TEST_CASE("a server that goes down tells whoever waits for a picture") {
    std::promise<void> begun;
    std::latch may_draw(1);
    CardService cards([&] {
        return [&](const CardService::Subject&) {
            begun.set_value();
            may_draw.wait();
            return std::string("x");
        };
    });
    std::atomic<int> told = 0;
    const auto count = [&](const Found& answer) { told += answer.error().code == Code::server_busy; };
    cards.ask("a", {.glance = glance_named("a")}, count);
    begun.get_future().wait();
    cards.ask("b", {.glance = glance_named("b")}, count);
    cards.stop();
    CHECK(told == 2);
    cards.ask("c", {.glance = glance_named("c")}, count);
    CHECK(told == 3);
    may_draw.count_down();
}
