#include "rules/simple_combat/routes.hpp"

#include <algorithm>
#include <limits>

namespace muster::rules::simple_combat {

namespace {

constexpr int never = std::numeric_limits<int>::max();

/// In thousandths, a little short rather than long: from the north, with the clock.
constexpr std::array<Place, 16> directions_all{{{0, -1000},
                                                {382, -923},
                                                {707, -707},
                                                {923, -382},
                                                {1000, 0},
                                                {923, 382},
                                                {707, 707},
                                                {382, 923},
                                                {0, 1000},
                                                {-382, 923},
                                                {-707, 707},
                                                {-923, 382},
                                                {-1000, 0},
                                                {-923, -382},
                                                {-707, -707},
                                                {-382, -923}}};

// Of the stops that are reached, the nearest.
constexpr std::size_t stops_offered = 40;
constexpr std::size_t stops_fanned_out = 6;
static_assert(stops_offered + 16 * 4 + stops_fanned_out * 8 <= Routes::places_max);

}  // namespace

int stands_on(const Game& game, const State& state, int unit, Place place) {
    for (int other = 0; other < static_cast<int>(state.bodies.size()); ++other)
        if (other != unit && alive(game, state, other) && bases_overlap(game.board.place_of(state.body(other).cell), place)) return other;
    return -1;
}

/// The stops that are near enough.
void Routes::begin(const Game& game, const State& state, int unit) {
    const Ground& ground = game.board.ground();
    const Place start = game.board.place_of(state.body(unit).cell);
    const int most = game.profile(unit).move * fine;
    stops_.assign(1, {start});
    enemies_.clear();
    const int enemy = other(game.seat_of(unit));
    for (int each = game.first_of(enemy); each < game.end_of(enemy); ++each) {
        const Place place = game.board.place_of(state.body(each).cell);
        if (alive(game, state, each) && length_of(start, place) < most + 2 * tenths * fine) enemies_.push_back(place);
    }
    const auto add = [&](Place at, int turn) {
        if (at != start && length_of(start, at) <= most) stops_.push_back({at, turn, never});
    };
    for (std::size_t turn = 0; turn < ground.turns().size(); ++turn) add(ground.turns()[turn], static_cast<int>(turn));
    looked_ += static_cast<std::int64_t>(4 * enemies_.size()) * ground.steps_of_line();
    for (const auto& [x, y] : enemies_)
        for (const Place at : {Place{x - tenths, y - tenths}, {x + tenths, y - tenths}, {x - tenths, y + tenths}, {x + tenths, y + tenths}})
            if (ground.bears(at)) add(at, -1);
}

bool Routes::clear(const Game& game, const Stop& from, const Stop& to) {
    looked_ += 1 + static_cast<std::int64_t>(enemies_.size());
    const Strip past(from.at, to.at, tenths);
    if (std::ranges::any_of(enemies_, [&](Place enemy) { return past.holds(enemy); })) return false;
    const Ground& ground = game.board.ground();
    if (from.turn >= 0 && to.turn >= 0) return ground.road(static_cast<std::size_t>(from.turn), static_cast<std::size_t>(to.turn)) > 0;
    looked_ += ground.steps_of_line();
    return ground.open(from.at, to.at);
}

/// Dijkstra's, of equals the first stop; no way is longer than `most`.
void Routes::search(const Game& game, int most) {
    for (;;) {
        Stop* next = nullptr;
        for (auto& stop : stops_)
            if (!stop.settled && stop.length < never && (!next || stop.length < next->length)) next = &stop;
        looked_ += 2 * static_cast<std::int64_t>(stops_.size());
        if (!next) return;
        next->settled = true;
        for (auto& stop : stops_) {
            if (stop.settled) continue;
            const int length = next->length + length_of(next->at, stop.at);
            if (length > most || length >= stop.length || !clear(game, *next, stop)) continue;
            stop.length = length;
            stop.from = static_cast<int>(next - stops_.data());
        }
    }
}

/// A place that can be reached from a stop; by the shortest way, which may be from another.
void Routes::offer(const Game& game, const State& state, int unit, std::size_t from, Place to) {
    looked_ += static_cast<std::int64_t>(goals_.size() + state.bodies.size());
    const auto cell = game.board.cell_at(to);
    if (!cell || to == stops_.front().at || std::ranges::find(goals_, *cell, &Goal::cell) != goals_.end() || stands_on(game, state, unit, to) >= 0) return;
    const auto over = [&](const Stop& stop) { return stop.length + length_of(stop.at, to); };
    const auto leads_there = [&](const Stop& stop) { return to == stop.at || clear(game, stop, {to}); };
    if (over(stops_[from]) > game.profile(unit).move * fine || !leads_there(stops_[from])) return;
    if (from > 0 && to != stops_[from].at)
        for (std::size_t stop = 0; stop < stops_.size(); ++stop)
            if (stops_[stop].settled && over(stops_[stop]) < over(stops_[from]) && leads_there(stops_[stop])) from = stop;
    goals_.push_back({*cell, (over(stops_[from]) + fine - 1) / fine, from});
}

/// As far as it comes from a stop in some directions, and parts of that.
void Routes::fan_out(const Game& game, const State& state, int unit, std::size_t from, int directions, int parts) {
    const Stop& stop = stops_[from];
    const int left = game.profile(unit).move - (stop.length + fine - 1) / fine;
    for (std::size_t i = 0; i < directions_all.size(); i += directions_all.size() / static_cast<std::size_t>(directions))
        for (int part = parts; part > 0; --part) {
            const auto along = [&](std::size_t axis) { return stop.at[axis] + directions_all[i][axis] * (left * part / parts) / 1000; };
            offer(game, state, unit, from, {along(0), along(1)});
        }
}

void Routes::spread(const Game& game, const State& state, int unit) {
    goals_.clear();
    looked_ = 0;
    begin(game, state, unit);
    search(game, game.profile(unit).move * fine);
    fan_out(game, state, unit, 0, 16, 4);
    std::vector<std::size_t> near;
    for (std::size_t stop = 1; stop < stops_.size(); ++stop)
        if (stops_[stop].settled) near.push_back(stop);
    std::ranges::sort(near, {}, [&](std::size_t stop) { return std::pair(stops_[stop].length, stop); });
    near.resize(std::min(near.size(), stops_offered));
    for (const std::size_t stop : near) offer(game, state, unit, stop, stops_[stop].at);
    for (const std::size_t stop : std::span(near).first(std::min(near.size(), stops_fanned_out))) fan_out(game, state, unit, stop, 8, 1);
    std::ranges::sort(goals_, {}, [](const Goal& goal) { return std::pair(goal.cost, goal.cell); });
    reached_.clear();
    for (const auto& goal : goals_) reached_.push_back(goal.cell);
}

// Each two stops may be looked at once, those of which one is no turn along a line; then each place from every stop.
std::int64_t Routes::steps(const Game& game) {
    const Ground& ground = game.board.ground();
    const std::int64_t enemies = std::max(game.sizes[north], game.sizes[south]);
    const auto turns = static_cast<std::int64_t>(ground.turns().size());
    const std::int64_t others = 1 + 4 * enemies;  // where it stands, and the corners of enemies
    const std::int64_t stops = turns + others;
    constexpr auto places = static_cast<std::int64_t>(places_max);
    const std::int64_t pairs = stops * stops / 2;
    const std::int64_t lines = others * (stops + 1) + places * (stops + 1);
    return 2 * (stops + 1) * stops + (pairs + places * (stops + 1)) * (1 + enemies) + lines * ground.steps_of_line() + places * (places + game.end_of(south));
}

int Routes::cost(int cell) const {
    const auto goal = std::ranges::find(goals_, cell, &Goal::cell);
    return goal == goals_.end() ? 0 : goal->cost;
}

std::vector<int> Routes::way_over(std::size_t stop) const {
    std::vector<int> path;
    for (; stop > 0; stop = static_cast<std::size_t>(stops_[stop].from)) path.push_back(Board::point(stops_[stop].at));
    std::ranges::reverse(path);
    return path;
}

std::vector<int> Routes::path_to(int cell) const {
    const auto goal = std::ranges::find(goals_, cell, &Goal::cell);
    if (goal == goals_.end()) return {};
    auto path = way_over(goal->from);
    if (path.empty() || path.back() != cell) path.push_back(cell);
    return path;
}

std::optional<std::vector<int>> Routes::way_to(const Game& game, const State& state, int unit, int cell) {
    const Place to = game.board.place_of(cell);
    if (stands_on(game, state, unit, to) >= 0) return {};
    begin(game, state, unit);
    stops_.push_back({to, -1, never});
    search(game, game.profile(unit).move * fine);
    if (!stops_.back().settled) return {};
    return way_over(stops_.size() - 1);
}

}  // namespace muster::rules::simple_combat
