#include "rules/simple_combat/setup.hpp"

#include <algorithm>
#include <numeric>

#include "rules/accepted.hpp"

namespace muster::rules::simple_combat {

namespace {

Refusal bad(std::string message, std::string path) { return {Code::bad_setup, std::move(message), std::move(path)}; }

std::string outside(const Board& board, Place place) {
    if (board.free())
        return text_of(place) + " is too near the edge or outside the field: a unit's base is 1 DU wide, so x is " + std::to_string(base_half) + " to " +
               std::to_string(board.width() * tenths - base_half) + ", y is " + std::to_string(base_half) + " to " +
               std::to_string(board.height() * tenths - base_half) + ", in tenths";
    if (board.grid() == Grid::square)
        return text_of(place) + " is outside the field: x is 0 to " + std::to_string(board.width() - 1) + ", y is 0 to " + std::to_string(board.height() - 1);
    if (place[1] < 0 || place[1] >= board.height()) return text_of(place) + " is outside the field: r is 0 to " + std::to_string(board.height() - 1);
    const int first = -(place[1] >> 1);
    return text_of(place) + " is outside the field: in row " + std::to_string(place[1]) + " q is " + std::to_string(first) + " to " +
           std::to_string(first + board.width() - 1);
}

std::optional<Refusal> lay_out_ground(const Setup& setup, Board& board) {
    if (!setup.impassable.empty()) return bad("a free field has no cells; what is impassable there is given as polygons", "/impassable");
    for (std::size_t i = 0; i < setup.polygons.size(); ++i) {
        const auto& polygon = setup.polygons[i];
        const std::string path = "/polygons/" + std::to_string(i);
        for (std::size_t k = 0; k < polygon.size(); ++k) {
            const auto [x, y] = polygon[k];
            if (x < 0 || y < 0 || x > setup.width * tenths || y > setup.height * tenths)
                return bad(text_of(polygon[k]) + " is outside the field: x is 0 to " + std::to_string(setup.width * tenths) + ", y is 0 to " +
                               std::to_string(setup.height * tenths) + ", in tenths",
                           path + '/' + std::to_string(k));
        }
        if (!is_simple(polygon)) return bad("the edges of a polygon cannot cross, touch or fold back; list its corners in order around it", path);
        for (std::size_t k = 0; k < i; ++k)
            if (polygons_meet(polygon, setup.polygons[k]))
                return bad("it touches polygon " + std::to_string(k) + "; join them to one, or leave a gap between them", path);
    }
    board = Board(setup.width, setup.height, setup.polygons);
    return {};
}

std::optional<Refusal> lay_out(const Setup& setup, Board& board) {
    if (setup.grid == Grid::free) return lay_out_ground(setup, board);
    if (!setup.polygons.empty()) return bad("only a free field has polygons; on hexes and squares list impassable cells", "/polygons");
    board = Board(setup.grid, setup.width, setup.height);
    for (std::size_t i = 0; i < setup.impassable.size(); ++i) {
        const std::string path = "/impassable/" + std::to_string(i);
        const auto cell = board.cell_at(setup.impassable[i]);
        if (!cell) return bad(outside(board, setup.impassable[i]), path);
        if (board.blocked(*cell)) return bad(text_of(setup.impassable[i]) + " is listed twice", path);
        board.block(*cell);
    }
    board.link();
    return {};
}

std::optional<Refusal> lay_terrain(const Setup& setup, Game& game) {
    if (game.board.free() && !setup.terrain.empty()) return bad("a free field has no cells, so it is open ground but for its polygons", "/terrain");
    for (std::size_t i = 0; i < setup.terrain.size(); ++i) {
        const auto& entry = setup.terrain[i];
        const std::string path = "/terrain/" + std::to_string(i);
        if (!is_id(entry.terrain)) return bad("an id can only have lowercase letters a-z, digits and _", path + "/terrain");
        if (std::ranges::count(std::span(setup.terrain).first(i), entry.terrain, &TerrainEntry::terrain) > 0)
            return bad('"' + entry.terrain + "\" is given twice", path + "/terrain");
        game.terrains.push_back({entry.cost, entry.to_hit, entry.to_damage, entry.blocks_sight});
        game.ground.resize(static_cast<std::size_t>(game.board.cells()));
        for (std::size_t k = 0; k < entry.cells.size(); ++k) {
            const std::string at = path + "/cells/" + std::to_string(k);
            const auto cell = game.board.cell_at(entry.cells[k]);
            if (!cell) return bad(outside(game.board, entry.cells[k]), at);
            if (game.board.blocked(*cell)) return bad(text_of(entry.cells[k]) + " is impassable", at);
            auto& ground = game.ground[static_cast<std::size_t>(*cell)];
            if (ground > 0) return bad(text_of(entry.cells[k]) + " is \"" + setup.terrain[ground - 1U].terrain + "\" already", at);
            ground = static_cast<std::uint8_t>(i + 1);
        }
    }
    return {};
}

/// The core's number of a profile; compiled when it is first met.
int profile_index(const Arsenal& arsenal, std::span<const std::string_view> terrains, const ProfileEntry& entry, Table& table) {
    const auto known = std::ranges::find(table.profiles, entry.profile);
    if (known != table.profiles.end()) return static_cast<int>(known - table.profiles.begin());
    table.profiles.push_back(entry.profile);
    table.weapons.push_back(entry.weapons);
    auto& profile = table.game.profiles.emplace_back(arsenal.compiled(entry, terrains));
    profile.move *= table.game.board.scale();
    for (const auto& weapon : profile.weapons) {
        table.game.has_area = table.game.has_area || weapon.area;
        table.game.has_loading = table.game.has_loading || weapon.one_shot || weapon.reload > 0;
    }
    table.game.share = std::lcm(table.game.share, entry.damage_capacity);
    return static_cast<int>(table.profiles.size()) - 1;
}

/// E6, E20: whether a unit can stand there, beside those that are placed already.
std::optional<Refusal> taken(const Table& table, int cell, std::string path) {
    const Game& game = table.game;
    const Place place = game.board.place_of(cell);
    const bool free = game.board.free();
    if (!free && game.board.blocked(cell)) return bad(text_of(place) + " is impassable", std::move(path));
    if (free && !game.board.ground().bears(place)) return bad("at " + text_of(place) + " its base would be on something impassable", std::move(path));
    for (std::size_t i = 0; i < game.units.size(); ++i) {
        if (free && bases_overlap(game.board.place_of(game.units[i].cell), place))
            return bad("at " + text_of(place) + " it would stand on \"" + table.units[i] + "\"; bases are 1 DU wide and cannot overlap", std::move(path));
        if (game.units[i].cell == cell) return bad(text_of(place) + " is taken by \"" + table.units[i] + "\"; a cell holds one unit", std::move(path));
    }
    return {};
}

std::optional<Refusal> place_units(const Arsenal& arsenal, std::span<const std::string_view> terrains, const SideSetup& setup, int seat, Table& table) {
    Game& game = table.game;
    for (std::size_t i = 0; i < setup.units.size(); ++i) {
        const auto& entry = setup.units[i];
        const std::string path = '/' + seat_name(seat) + "/units/" + std::to_string(i);
        if (!is_id(entry.id)) return bad("an id can only have lowercase letters a-z, digits and _", path + "/id");
        if (table.unit_named(entry.id)) return bad("two units are called \"" + entry.id + "\"; each unit needs its own id", path + "/id");
        const auto* profile = arsenal.profile(entry.profile);
        if (!profile) {
            std::vector<std::string_view> known;
            for (const auto& each : arsenal.profiles()) known.push_back(each.profile);
            return bad("no profile \"" + entry.profile + "\"" + did_you_mean(entry.profile, known), path + "/profile");
        }
        const auto cell = game.board.cell_at(entry.at);
        if (!cell) return bad(outside(game.board, entry.at), path + "/at");
        if (auto refusal = taken(table, *cell, path + "/at")) return refusal;
        game.units.push_back({profile_index(arsenal, terrains, *profile, table), *cell});
        table.units.push_back(entry.id);
    }
    game.sizes[static_cast<std::size_t>(seat)] = static_cast<int>(setup.units.size());
    return {};
}

using Accepted = rules::Accepted<Setup, Arsenal, Table>;

std::expected<Accepted, Refusal> accept(const Json& json) {
    auto setup = read_fields<Setup>(json, Code::bad_setup);
    if (!setup) return std::unexpected(setup.error());
    std::vector<std::string_view> terrains;
    for (const auto& each : setup->terrain) terrains.push_back(each.terrain);
    auto arsenal = Arsenal::standard().extended(setup->weapons, setup->profiles, terrains);
    if (!arsenal) return std::unexpected(arsenal.error());

    auto table = std::make_shared<Table>();
    Game& game = table->game;
    if (auto refusal = lay_out(*setup, game.board)) return std::unexpected(std::move(*refusal));
    if (auto refusal = lay_terrain(*setup, game)) return std::unexpected(std::move(*refusal));
    if (auto refusal = place_units(*arsenal, terrains, setup->north, north, *table)) return std::unexpected(std::move(*refusal));
    if (auto refusal = place_units(*arsenal, terrains, setup->south, south, *table)) return std::unexpected(std::move(*refusal));
    game.points_decide = setup->house_rules.decides == Decides::points;
    game.to_the_end = setup->house_rules.decides == Decides::to_the_end;
    game.turn_limit = game.points_decide ? setup->turn_limit : turns_max;
    game.natural = setup->house_rules.natural;
    game.redirect = setup->house_rules.redirect;
    game.units_block_sight = setup->house_rules.units_block_los;
    game.clear_everywhere =
        !game.units_block_sight && setup->impassable.empty() && !game.board.free() && std::ranges::none_of(game.terrains, &Terrain::blocks_sight);
    game.sight_to_edge = setup->house_rules.sight == SightTo::edge;
    game.fire_scale = setup->house_rules.fire_scale;
    game.burning = setup->house_rules.burning;
    game.premeasure = setup->house_rules.premeasure;
    return Accepted{std::move(*setup), std::move(*arsenal), std::move(table)};
}

}  // namespace

std::optional<int> Table::unit_named(std::string_view id) const {
    const auto found = std::ranges::find(units, id);
    if (found == units.end()) return {};
    return static_cast<int>(found - units.begin());
}

std::expected<std::shared_ptr<const Table>, Refusal> read_setup(const Json& json) { return table_of(accept(json)); }

std::expected<Setup, Refusal> resolve_setup(const Json& json) {
    auto accepted = accept(json);
    if (!accepted) return std::unexpected(std::move(accepted.error()));
    auto& [setup, arsenal, table] = *accepted;
    setup.profiles.clear();
    setup.weapons.clear();
    for (const auto& id : table->profiles) {  // in the order of first use
        const auto& profile = setup.profiles.emplace_back(*arsenal.profile(id));
        for (const auto& weapon : profile.weapons)
            if (std::ranges::count(setup.weapons, weapon, &WeaponEntry::weapon) == 0) setup.weapons.push_back(*arsenal.weapon(weapon));
    }
    return std::move(setup);
}

const std::vector<std::string>& seat_names() {
    static const std::vector<std::string> names{"north", "south"};
    return names;
}

const std::string& seat_name(int seat) { return seat_names()[static_cast<std::size_t>(seat)]; }

std::string text_of(Place place) { return '[' + std::to_string(place[0]) + ',' + std::to_string(place[1]) + ']'; }

}  // namespace muster::rules::simple_combat
