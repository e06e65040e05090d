// Films of battles: what they show, and the bounds of size and work. What is served of them is in link_test.cpp.
#include <doctest/doctest.h>

#include <algorithm>

#include "rules/systems.hpp"
#include "server/card/drawing.hpp"
#include "server/card/film.hpp"
#include "server/card/gif.hpp"
#include "server/card/paint.hpp"
#include "tests/protocol/games.hpp"
#include "tests/support/chance.hpp"
#include "tests/support/large_setups.hpp"
#include "tests/support/moving_picture.hpp"

using namespace muster;
using namespace muster::server;
using namespace muster::test;

namespace {

const Faces& system_faces() {
    static const Faces faces({});
    return faces;
}

struct Told {
    Glance glance;
    Past past;
};

Told told_of(const Game& game) {
    const auto& fold = *game.fold;
    const auto& origin = fold.origin();
    Told out{{.version = "1",
              .ruleset = origin.ruleset->id(),
              .title = origin.title,
              .setup = origin.setup,
              .facts = fold.battle().facts(),
              .outcome = fold.outcome(),
              .is_contest = origin.ruleset->is_contest()},
             {.head = fold.head(), .seats = fold.seats(), .origin = origin, .inputs = game.inputs}};
    using enum protocol::Fold::Phase;
    out.glance.status = fold.phase() == over      ? protocol::BattleStatus::over
                        : fold.phase() == running ? protocol::BattleStatus::running
                                                  : protocol::BattleStatus::waiting;
    for (rules::Seat seat = 0; seat < static_cast<rules::Seat>(fold.seats().size()); ++seat)
        out.glance.seats.push_back({fold.seats()[static_cast<std::size_t>(seat)], fold.seat_taken(seat) ? fold.seat_name(seat) : ""});
    return out;
}

/// The example of a ruleset, played to its end by what the rules would choose or `steps` long.
Game played(const rules::Ruleset& ruleset, int steps = 100'000) {
    Game game = seated({.ruleset = &ruleset, .setup = ruleset.resolve(ruleset.catalog().at("example")).value(), .title = "At the ford"});
    while (steps-- > 0 && game.fold->phase() == protocol::Fold::Phase::running && !game.fold->open().empty() && game.inputs.size() < 400) game.choose_best();
    return game;
}

Film film_of(const Game& game) {
    const auto told = told_of(game);
    return server::film_of(told.glance, told.past).value();
}

}  // namespace

TEST_CASE("the battles of every ruleset are films within their bounds, the same bytes each time") {
    for (const auto* ruleset : rules::shipped_rulesets().newest()) {
        CAPTURE(ruleset->id());
        const auto game = played(*ruleset);
        const auto film = film_of(game);
        const auto gif = paint(film, system_faces());
        CHECK(gif.size() <= film_bytes_max);
        CHECK(gif == paint(film_of(game), system_faces()));
        const MovingPicture moving(gif);
        CHECK(moving.width() == film_width);
        CHECK(moving.height() == film_height);
        CHECK(moving.pictures().size() > 2);
        CHECK(moving.pictures().size() <= film_frames_max);
        CHECK(std::ranges::find(moving.pictures().front(), MovingPicture::none) == moving.pictures().front().end());
        CHECK(moving.pictures().front() != moving.pictures().back());
        CHECK(moving.hundredths() < 6'000);
    }
}

TEST_CASE("the last moment of a film has the armies as the rules have them") {
    for (const auto* ruleset : rules::shipped_rulesets().newest()) {
        CAPTURE(ruleset->id());
        for (const int steps : {1, 3, 100'000}) {
            CAPTURE(steps);
            const auto film = film_of(played(*ruleset, steps));
            REQUIRE(film.end);
            std::vector<long long> living;
            for (const auto& side : film.end->sides)
                for (const auto& piece : side.pieces) living.push_back(piece.living);
            if (!film.shots.empty()) CHECK(film.shots.back().living == living);
        }
    }
}

TEST_CASE("a film begins with whole armies, tells rolls with their dice, losses, and whose victory it was") {
    const auto film = film_of(played(*rules::shipped_rulesets().find("advanced-combat")));
    for (const auto& side : film.begin.sides)
        for (const auto& piece : side.pieces) CHECK(piece.living == piece.start);
    using enum FilmShot::Weight;
    for (const auto weight : {dice, round, loss}) CHECK(std::ranges::find(film.shots, weight, &FilmShot::weight) != film.shots.end());
    for (const auto& shot : film.shots) {
        CHECK(!shot.line.empty());
        CHECK(shot.dice.empty() == (shot.weight != dice));
    }
    CHECK(film.shots.back().moment.starts_with("Phase "));
    CHECK(!film.shots.back().moment.contains(':'));
    CHECK(film.end->line == "Player 0 wins: the enemy is wiped out");
}

TEST_CASE("of a battle that nobody has begun, and of none, there is a film of what there is to tell") {
    const auto& ruleset = *rules::shipped_rulesets().find("advanced-combat");
    const auto waiting = film_of(created({.ruleset = &ruleset, .setup = skirmish()}));
    CHECK(waiting.shots.empty());
    CHECK(MovingPicture(paint(waiting, system_faces())).pictures().size() == 2);
    const MovingPicture blank(paint(blank_film(), system_faces()));
    CHECK(blank.pictures().size() == 1);
    CHECK(std::ranges::find(blank.pictures().front(), MovingPicture::none) == blank.pictures().front().end());
}

TEST_CASE("a film of more moments than have room shows what changes armies, and stays within its bytes whatever they hold") {
    Film film{.begin = {.title = "The ford", .game = "Everything"}};
    for (const char side : std::string("abcdefgh")) {
        film.begin.sides.push_back({side, std::string(30, side), "Seat"});
        for (int i = 0; i < 12; ++i)
            film.begin.sides.back().pieces.push_back({.symbol = i % 2 == 0 ? "infantry" : "fleet", .living = 999, .start = 999, .name = std::to_string(i)});
    }
    SeededChance chance(7);
    for (int i = 0; i < 3'000; ++i) {
        FilmShot shot{.weight = i % 10 == 0 ? FilmShot::Weight::loss : FilmShot::Weight::word, .moment = std::to_string(i)};
        for (int piece = 0; piece < 96; ++piece) shot.living.push_back(chance.between(0, 999));
        for (int letter = 0; letter < 60; ++letter) shot.line += static_cast<char>('A' + chance.between(0, 50));
        for (int die = 0; die < 17; ++die) shot.dice.push_back({chance.between(1, 6), static_cast<char>('a' + chance.between(0, 7))});
        film.shots.push_back(std::move(shot));
    }
    film.end = film.begin;
    const auto gif = paint(film, system_faces());
    CHECK(gif.size() <= film_bytes_max);
    const MovingPicture moving(gif);
    CHECK(moving.pictures().size() <= film_frames_max);
    CHECK(moving.pictures().size() > 5);
}

TEST_CASE("whatever names people have, a film of theirs is one") {
    std::string tower = "Z";
    for (int i = 0; i < 30; ++i) tower += "\u0310\u0488";  // marks upon marks
    for (const auto& name : {std::string(20'000, 'W'), tower, std::string("a\0b", 3), std::string("\xff\xfe not UTF-8"), std::string("<b>&amp;\u202e</b>")}) {
        CAPTURE(name);
        const auto game = played(*rules::shipped_rulesets().find("dice"), 3);
        auto told = told_of(game);
        told.glance.title = told.glance.seats[0].name = name;
        const auto gif = paint(server::film_of(told.glance, told.past).value(), system_faces());
        CHECK(MovingPicture(gif).pictures().size() > 2);
    }
}

TEST_CASE("a battle that takes too long to go through is refused, at whatever moment that shows") {
    const auto told = told_of(played(*rules::shipped_rulesets().find("advanced-combat"), 3));
    int asked = 0;
    REQUIRE(server::film_of(told.glance, told.past, {}, [&] { return ++asked < 0; }));
    CHECK(asked > 5);
    for (int most = 1; most <= asked; ++most) {
        int times = 0;
        const auto film = server::film_of(told.glance, told.past, {}, [&] { return ++times >= most; });
        REQUIRE(!film);
        CHECK(film.error().code == Code::too_large);
        CHECK(times == most);
    }
}

TEST_CASE("the largest battles of every ruleset are films within their bounds") {
    for (const auto& [ruleset, about, setup] : large_setups()) {
        CAPTURE(about);
        Game game = seated({.ruleset = rules::shipped_rulesets().find(ruleset), .setup = setup});
        while (game.fold->phase() == protocol::Fold::Phase::running && !game.fold->open().empty() && game.inputs.size() < 400) game.choose_best();
        const auto told = told_of(game);
        const auto film = server::film_of(told.glance, told.past);
        REQUIRE(film);
        const MovingPicture moving(paint(*film, system_faces()));
        CHECK(moving.pictures().size() <= film_frames_max);
    }
}

TEST_CASE("a GIF has of each picture what differs from the one before, in the nearest colours that it knows") {
    constexpr std::uint32_t black = 0, white = 0xffffff, red = 0xff0000;
    GifWriter writer(20, 10, {black, white, red});
    std::vector<std::uint32_t> pixels(200, black);
    writer.add(pixels, 10);
    writer.add(pixels, 20);  // nothing has changed
    pixels[5 * 20 + 7] = 0xf0f0f0;
    pixels[6 * 20 + 9] = 0xe01010;
    writer.add(pixels, 30);
    const MovingPicture moving(writer.finish());
    REQUIRE(moving.pictures().size() == 3);
    CHECK(moving.hundredths() == 60);
    CHECK(moving.colours() == 4);
    CHECK(moving.pictures()[0] == std::vector<std::uint32_t>(200, black));
    CHECK(moving.pictures()[1] == moving.pictures()[0]);
    auto expected = moving.pictures()[0];
    expected[5 * 20 + 7] = white;
    expected[6 * 20 + 9] = red;
    CHECK(moving.pictures()[2] == expected);
}
