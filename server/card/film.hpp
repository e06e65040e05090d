// What the film of a battle shows: how it began, what happened, how it stands. Of a battle that is not everybody's, nothing.
#pragma once
#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <vector>

#include "rules/give_up.hpp"
#include "server/battle/reading.hpp"
#include "server/card/card.hpp"

namespace muster::server {

/// Pixels of its pictures.
inline constexpr int film_width = 480, film_height = 270;
inline constexpr std::size_t film_frames_max = 100;
inline constexpr std::size_t film_bytes_max = 400'000;

struct FilmDie {
    int value = 0;
    char side = 'a';  ///< whose it is, by its colour
};

/// A moment that may be shown.
struct FilmShot {
    /// What matters more, in this order.
    enum class Weight : std::uint8_t { word, dice, round, loss };
    Weight weight = Weight::word;
    std::vector<long long> living{};  ///< of all pieces of all sides of `begin`, in order
    std::string moment{};             ///< "Phase 3"
    std::string line{};               ///< what happened
    std::vector<FilmDie> dice{};      ///< at most as many as have room
};

struct Film {
    Card begin;
    std::vector<FilmShot> shots{};
    std::optional<Card> end{};  ///< nothing: there is one picture only
};

/// `past`: of the battle that the glance is of. `scenario`: its title; empty: it is somebody's own. Refuses too_large if it was given up.
std::expected<Film, Refusal> film_of(const Glance& glance, const Past& past, const std::string& scenario = {}, GiveUp give_up = {});
/// Of every battle that is not for everybody, or not there.
const Film& blank_film();

}  // namespace muster::server
