#include "rules/simple_combat/choices.hpp"

#include <algorithm>
#include <cstdlib>
#include <set>

#include "rules/simple_combat/movement.hpp"
#include "rules/simple_combat/options.hpp"
#include "rules/simple_combat/range.hpp"

namespace muster::rules::simple_combat {

namespace {

std::unexpected<Refusal> illegal(std::string message, std::string path) { return refuse(Code::illegal_choice, std::move(message), std::move(path)); }

std::string quoted(const std::string& id) { return '"' + id + '"'; }

/// The unit of the acting seat that `word` names, which has yet to act. `done`: what it would have done already.
std::expected<int, Refusal> find_unit(const Table& table, const State& state, const std::string& word, const char* done) {
    const Game& game = table.game;
    const auto unit = table.unit_named(word);
    if (!unit) {
        std::vector<std::string_view> known;
        for (int each = game.first_of(state.seat); each < game.end_of(state.seat); ++each)
            if (waits(game, state, each)) known.push_back(table.id_of(each));
        return illegal("there is no unit " + quoted(word) + did_you_mean(word, known), "/unit");
    }
    if (game.seat_of(*unit) != state.seat) return illegal(quoted(word) + " is not one of your units", "/unit");
    if (!alive(game, state, *unit)) return illegal(quoted(word) + " is destroyed", "/unit");
    if (state.body(*unit).acted) return illegal(quoted(word) + " has " + done + " already in this turn", "/unit");
    return *unit;
}

}  // namespace

// ---- move ----------------------------------------------------------------------------------------------------------

SharedJson move_options(const Table& table, const State& state) {
    const Game& game = table.game;
    MoveOptions out{state.turn, game.board.grid()};
    std::set<int> slow;
    Flood flood;
    for (int unit = game.first_of(state.seat); unit < game.end_of(state.seat); ++unit) {
        if (!waits(game, state, unit)) continue;
        flood.spread(game, state, unit);
        auto& each = out.units.emplace_back(MoveOptions::Unit{table.id_of(unit), game.board.place_of(state.body(unit).cell), game.profile(unit).move});
        for (const int cell : flood.reached()) {
            const Place place = game.board.place_of(cell);
            (state.occupant_of(cell) < 0 ? each.cells : each.through).push_back({place[0], place[1], flood.cost(cell)});
            if (game.terrain_at(cell).cost > 1) slow.insert(cell);
        }
    }
    for (const int cell : slow) {
        const Place place = game.board.place_of(cell);
        out.slow.push_back({place[0], place[1], game.terrain_at(cell).cost});
    }
    return shared_json(std::move(out));
}

MoveChoice move_choice(const Table& table, int unit, std::span<const int> path) {
    MoveChoice out{table.id_of(unit), {}};
    for (const int cell : path) out.path.push_back(table.game.board.place_of(cell));
    return out;
}

namespace {

/// In DU.
std::string cost_text(const Board& board, int cost) {
    if (!board.free()) return std::to_string(cost);
    return std::to_string(cost / tenths) + (cost % tenths == 0 ? "" : '.' + std::to_string(cost % tenths)) + " DU";
}

Refusal path_refusal(const Table& table, const State& state, const Move& move, PathCheck check) {
    const Board& board = table.game.board;
    const int cell = move.path[check.at];
    const int start = state.body(move.unit).cell;
    const std::string where = text_of(board.place_of(cell));
    const std::string path = "/path/" + std::to_string(check.at);
    const auto because = [&](std::string message) { return Refusal{Code::illegal_choice, std::move(message), path}; };
    switch (check.fault) {
        case PathFault::impassable: return because(board.free() ? "there is something impassable in the way to " + where : where + " is impassable");
        case PathFault::enemy: return because("the enemy's " + quoted(table.id_of(check.unit)) + (board.free() ? " is in the way to " : " is on ") + where);
        case PathFault::twice: return because("the path comes to " + where + " twice");
        case PathFault::too_far:
            return because("the path costs " + cost_text(board, cost_of(table.game, start, move.path)) + "; " + quoted(table.id_of(move.unit)) + " can spend " +
                           cost_text(board, table.game.profile(move.unit).move));
        case PathFault::occupied:
            if (board.free()) return because("at " + where + " it would stand on " + quoted(table.id_of(check.unit)));
            return because("the path ends on " + where + ", which is taken by " + quoted(table.id_of(check.unit)));
        default: break;
    }
    const Place from = board.place_of(check.at == 0 ? start : move.path[check.at - 1]);
    const Place to = board.place_of(cell);
    if (board.grid() == Grid::square && std::abs(from[0] - to[0]) == 1 && std::abs(from[1] - to[1]) == 1)
        return because("the way from " + text_of(from) + " to " + where + " cuts between two impassable corners");  // E3
    return because(where + " is not next to " + text_of(from));
}

std::expected<Move, Refusal> move_to(const Table& table, const State& state, int unit, const MoveChoice& choice) {
    const Board& board = table.game.board;
    if (!choice.path.empty()) return illegal("a move has a path or a cell where it goes to, not both", "/to");
    const auto cell = board.cell_at(*choice.to);
    if (!cell) return illegal(text_of(*choice.to) + " is outside the field", "/to");
    if (*cell == state.body(unit).cell) return Move{unit, {}};
    auto path = way_to(table.game, state, unit, *cell);
    if (!path) return illegal(quoted(table.id_of(unit)) + " cannot get to " + text_of(*choice.to), "/to");
    return Move{unit, std::move(*path)};
}

}  // namespace

std::expected<Move, Refusal> read_move(const Table& table, const State& state, JsonView choice) {
    const auto read = read_fields<MoveChoice>(choice, Code::illegal_choice);
    if (!read) return std::unexpected(read.error());
    const auto unit = find_unit(table, state, read->unit, "moved");
    if (!unit) return std::unexpected(unit.error());
    if (read->to) return move_to(table, state, *unit, *read);
    Move move{*unit, {}};
    for (std::size_t i = 0; i < read->path.size(); ++i) {
        const auto cell = table.game.board.cell_at(read->path[i]);
        if (!cell) return illegal(text_of(read->path[i]) + " is outside the field", "/path/" + std::to_string(i));
        move.path.push_back(*cell);
    }
    const auto check = check_path(table.game, state, *unit, move.path);
    if (check.fault != PathFault::none) return std::unexpected(path_refusal(table, state, move, check));
    return move;
}

Json move_meaning(const Table& table, const State& state, JsonView choice) {
    const auto move = read_move(table, state, choice);
    if (!move) return {};
    const int cost = cost_of(table.game, state.body(move->unit).cell, move->path);
    return to_json_value(MoveMeaning{cost, moves_fast(table.game, move->unit, cost)});
}

// ---- fire ----------------------------------------------------------------------------------------------------------

namespace {

std::vector<FireOptions::Weapon> weapon_options(const Table& table, const State& state, const Sights& sights, int unit, std::set<int>& needed) {
    const Game& game = table.game;
    std::vector<FireOptions::Weapon> weapons;
    std::vector<int> targets;
    for (int weapon = 0; weapon < game.weapons(unit); ++weapon) {
        if (!is_ready(state, unit, weapon)) continue;
        if (game.premeasure) find_targets(game, state, sights, unit, weapon, targets);
        if (targets.empty() && game.premeasure) continue;
        const auto& fired = game.weapon(unit, weapon);
        auto& each = weapons.emplace_back(FireOptions::Weapon{weapon, table.weapon_of(unit, weapon), fired.power});
        if (fired.twin >= 0) {
            each.twin = fired.twin;
            if (!game.premeasure) continue;
            const auto to_hit = [&](bool with_twin) { return aim_at(game, state, sights, unit, weapon, targets.front(), with_twin).to_hit; };
            each.twin_to_hit = to_hit(true) - to_hit(false);
        }
        for (const int target : targets) {
            const Aim aim = aim_at(game, state, sights, unit, weapon, target, false);
            each.targets.push_back({table.id_of(target), aim.range, aim.to_hit, aim.to_damage});
            needed.insert({aim.to_hit, aim.to_hit + each.twin_to_hit, aim.to_damage});
        }
    }
    return weapons;
}

std::vector<FireOptions::Unready> unready_of(const Table& table, const State& state, int unit) {
    std::vector<FireOptions::Unready> out;
    for (int weapon = 0; weapon < table.game.weapons(unit); ++weapon) {
        if (is_ready(state, unit, weapon)) continue;
        const int ready = state.body(unit).ready[static_cast<std::size_t>(weapon)];
        out.push_back({weapon, table.weapon_of(unit, weapon), ready == never_ready ? std::nullopt : std::optional(ready)});
    }
    return out;
}

}  // namespace

SharedJson fire_options(const Table& table, const State& state, const Sights& sights) {
    const Game& game = table.game;
    FireOptions out{state.turn};
    std::set<int> needed;
    for (int unit = game.first_of(state.seat); unit < game.end_of(state.seat); ++unit)
        if (waits(game, state, unit))
            out.units.push_back({table.id_of(unit), weapon_options(table, state, sights, unit, needed), unready_of(table, state, unit)});
    const int enemy = other(state.seat);
    for (int unit = game.first_of(enemy); unit < game.end_of(enemy) && !game.premeasure; ++unit)
        if (alive(game, state, unit)) out.enemies.push_back(table.id_of(unit));
    for (const int number : needed) out.faces.push_back({number, ways(game.natural, number)});
    return shared_json(std::move(out));
}

FireChoice fire_choice(const Table& table, int unit, std::span<const Shot> shots) {
    FireChoice out{table.id_of(unit), {}};
    for (const auto& shot : shots) out.shots.push_back({shot.weapon, table.id_of(shot.target)});
    return out;
}

namespace {

std::expected<int, Refusal> find_target(const Table& table, const State& state, const Sights& sights, int unit, const ShotChoice& shot,
                                        const std::string& path) {
    const Game& game = table.game;
    const auto target = table.unit_named(shot.target);
    if (!target) {
        std::vector<int> possible;
        find_choices(game, state, sights, unit, shot.weapon, possible);
        std::vector<std::string_view> known;
        known.reserve(possible.size());
        for (const int each : possible) known.push_back(table.id_of(each));
        return illegal("there is no unit " + quoted(shot.target) + did_you_mean(shot.target, known), path);
    }
    if (game.seat_of(*target) == state.seat) return illegal(quoted(shot.target) + " is your own unit", path);
    if (!alive(game, state, *target)) return illegal(quoted(shot.target) + " is already destroyed", path);
    if (!game.premeasure) return *target;  // E15
    const auto why = no_shot(game, sights, unit, shot.weapon, *target);
    if (!why) return *target;
    const std::string& weapon = table.weapon_of(unit, shot.weapon);
    const std::string range = std::to_string(fire_range(game, state.body(unit).cell, state.body(*target).cell));
    switch (*why) {
        case NoShot::beyond_range: return illegal(quoted(shot.target) + " is " + range + " away, too far for the " + weapon, path);
        case NoShot::range_gap: return illegal(quoted(shot.target) + " is only " + range + " away; the " + weapon + " cannot fire at that range", path);
        case NoShot::no_sight: break;
    }
    return illegal(quoted(table.id_of(unit)) + " does not see " + quoted(shot.target), path);
}

}  // namespace

std::expected<Declaration, Refusal> read_fire(const Table& table, const State& state, const Sights& sights, JsonView choice) {
    const auto read = read_fields<FireChoice>(choice, Code::illegal_choice);
    if (!read) return std::unexpected(read.error());
    const auto unit = find_unit(table, state, read->unit, "fired");
    if (!unit) return std::unexpected(unit.error());
    Declaration out{*unit, {}};
    const int weapons = table.game.weapons(*unit);
    for (std::size_t i = 0; i < read->shots.size(); ++i) {
        const auto& shot = read->shots[i];
        const std::string path = "/shots/" + std::to_string(i);
        if (shot.weapon >= weapons) {
            const std::string count = weapons == 0 ? "no weapons" : weapons == 1 ? "one weapon, number 0" : "weapons 0 to " + std::to_string(weapons - 1);
            return illegal(quoted(read->unit) + " has " + count, path + "/weapon");
        }
        if (!is_ready(state, *unit, shot.weapon)) {  // E19
            const std::string name = "the " + table.weapon_of(*unit, shot.weapon);
            const int ready = state.body(*unit).ready[static_cast<std::size_t>(shot.weapon)];
            return illegal(ready == never_ready ? name + " has fired; it fires once in a battle"
                                                : name + " is being reloaded; it can fire again in turn " + std::to_string(ready),
                           path + "/weapon");
        }
        if (std::ranges::count(out.shots, shot.weapon, &Shot::weapon) > 0)  // E5
            return illegal("weapon " + std::to_string(shot.weapon) + " is fired twice", path + "/weapon");
        const auto target = find_target(table, state, sights, *unit, shot, path + "/target");
        if (!target) return std::unexpected(target.error());
        out.shots.push_back({shot.weapon, *target});
    }
    return out;
}

}  // namespace muster::rules::simple_combat
