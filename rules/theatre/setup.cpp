#include "rules/theatre/setup.hpp"

#include <algorithm>
#include <ranges>
#include <set>

#include "rules/theatre/lists.hpp"

namespace muster::rules::theatre {

namespace {

using Problem = std::optional<Refusal>;

Refusal bad(std::string message, std::string path) { return {Code::bad_setup, std::move(message), std::move(path)}; }

std::string in_quotes(std::string_view word) { return '"' + std::string(word) + '"'; }

bool is_word(std::string_view text) {
    return !text.empty() && std::ranges::all_of(text, [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_'; });
}

Problem check_word(std::string_view text, const std::string& path) {
    if (is_word(text)) return {};
    return bad(in_quotes(text) + " is no word of small letters, digits and _", path);
}

/// Compiles a setup; each part stops at the first thing that is wrong.
class Compiler {
public:
    explicit Compiler(const Setup& setup) : setup_(setup) {}

    std::expected<std::shared_ptr<const World>, Refusal> compile() {
        world_.turns = setup_.turns;
        world_.pieces = {setup_.pieces.tokens, setup_.pieces.armies, setup_.pieces.ships, setup_.pieces.cities};
        world_.sealed_movement = setup_.house_rules.sealed_movement;
        for (const auto part : {&Compiler::areas, &Compiler::borders, &Compiler::nations, &Compiler::standings, &Compiler::calamities})
            if (auto problem = (this->*part)()) return std::unexpected(std::move(*problem));
        return std::make_shared<const World>(std::move(world_));
    }

private:
    Problem areas() {
        std::map<std::string, int> plains;
        std::map<std::string, int> volcanoes;
        for (std::size_t i = 0; i < setup_.areas.size(); ++i) {
            const auto& area = setup_.areas[i];
            const std::string path = "/areas/" + std::to_string(i);
            if (auto problem = check_word(area.area, path + "/area")) return problem;
            if (!world_.index.emplace(area.area, static_cast<int>(i)).second) return bad("there are two areas " + in_quotes(area.area), path + "/area");
            if (area.open_sea && (area.limit || area.city_site || area.flood_plain || area.volcano))
                return bad("open sea has no limit, city site, flood plain or volcano", path);
            if (!area.open_sea && !area.limit) return bad("\"limit\" is missing; only open sea has none", path + "/limit");
            Area out{.id = area.area, .name = area.name, .limit = area.limit.value_or(0), .open_sea = area.open_sea, .city_site = area.city_site};
            if (auto problem = share(area.flood_plain, path + "/flood_plain", plains, world_.plains, static_cast<int>(i), out.flood_plain)) return problem;
            if (auto problem = share(area.volcano, path + "/volcano", volcanoes, world_.volcanoes, static_cast<int>(i), out.volcano)) return problem;
            world_.areas.push_back(std::move(out));
        }
        return {};
    }

    /// Adds an area to the flood plain or volcano of that word.
    static Problem share(const std::optional<std::string>& word, const std::string& path, std::map<std::string, int>& known,
                         std::vector<std::vector<int>>& groups, int area, std::optional<int>& group) {
        if (!word) return {};
        if (auto problem = check_word(*word, path)) return problem;
        const auto [found, is_new] = known.emplace(*word, static_cast<int>(groups.size()));
        if (is_new) groups.emplace_back();
        groups[static_cast<std::size_t>(found->second)].push_back(area);
        group = found->second;
        return {};
    }

    Problem borders() {
        if (auto problem = borders(setup_.land, "/land", &Area::land)) return problem;
        if (auto problem = borders(setup_.water, "/water", &Area::water)) return problem;
        for (auto& area : world_.areas) {
            area.coast = !area.open_sea && !area.water.empty();
            std::ranges::sort(area.land);
            std::ranges::sort(area.water);
            std::ranges::set_union(area.land, area.water, std::back_inserter(area.neighbours));
        }
        return {};
    }

    Problem borders(const std::vector<Border>& list, const std::string& path, std::vector<int> Area::* neighbours) {
        for (std::size_t i = 0; i < list.size(); ++i) {
            const std::string here = path + '/' + std::to_string(i);
            std::array<int, 2> ends{};
            for (std::size_t end = 0; end < 2; ++end) {
                const auto found = area(list[i][end], here + '/' + std::to_string(end));
                if (!found) return found.error();
                ends[end] = *found;
            }
            auto& [a, b] = ends;
            if (a == b) return bad("an area has no border with itself", here);
            if (neighbours == &Area::land && (world_.area(a).open_sea || world_.area(b).open_sea)) return bad("open sea has no land border", here);
            if (contains(at(a).*neighbours, b)) return bad("this border is listed twice", here);
            (at(a).*neighbours).push_back(b);
            (at(b).*neighbours).push_back(a);
        }
        return {};
    }

    Problem nations() {
        for (std::size_t i = 0; i < setup_.nations.size(); ++i) {
            const auto& nation = setup_.nations[i];
            const std::string path = "/nations/" + std::to_string(i);
            if (auto problem = check_word(nation.seat, path + "/seat")) return problem;
            if (is_reserved_seat_name(nation.seat) || contains(std::array{"barbarians", "campaign"}, nation.seat))
                return bad(in_quotes(nation.seat) + " means something else; choose another name", path + "/seat");
            if (contains(world_.seats, nation.seat)) return bad("there are two nations " + in_quotes(nation.seat), path + "/seat");
            Nation out{.seat = nation.seat, .name = nation.name, .extra_advantage = nation.extra_advantage};
            for (std::size_t k = 0; k < nation.advances.size(); ++k) {
                const auto bit = static_cast<std::size_t>(nation.advances[k]);
                if (out.advances[bit]) return bad(in_quotes(name_of(nation.advances[k])) + " is listed twice", path + "/advances/" + std::to_string(k));
                out.advances.set(bit);
            }
            world_.seats.push_back(nation.seat);
            world_.treasury.push_back(nation.treasury);
            world_.nations.push_back(std::move(out));
        }
        return {};
    }

    Problem standings() {
        for (std::size_t seat = 0; seat < setup_.nations.size(); ++seat)
            if (auto problem = standing(static_cast<int>(seat))) return problem;
        for (std::size_t i = 0; i < world_.areas.size(); ++i)
            if (auto problem = crowded(static_cast<int>(i))) return problem;
        return {};
    }

    Problem standing(int seat) {
        const auto& nation = setup_.nations[static_cast<std::size_t>(seat)];
        const std::string path = "/nations/" + std::to_string(seat);
        std::map<int, Standing> here;
        int tokens = nation.treasury;
        int armies = 0;
        int ships = 0;
        if (auto problem = count(nation.population, path + "/population", seat, here, &Standing::population, tokens)) return problem;
        if (auto problem = count(nation.armies, path + "/armies", seat, here, &Standing::armies, armies)) return problem;
        if (auto problem = count(nation.ships, path + "/ships", seat, here, &Standing::ships, ships)) return problem;
        for (const auto& [area, standing] : here)
            if (standing.ships > 0 && !world_.area(area).coast)
                return bad(in_quotes(world_.area(area).id) + " is no coast", path + "/ships/" + world_.area(area).id);
        for (std::size_t i = 0; i < nation.cities.size(); ++i) {
            const std::string city_path = path + "/cities/" + std::to_string(i);
            const auto found = land(nation.cities[i], city_path);
            if (!found) return found.error();
            auto& standing = here.try_emplace(*found, Standing{*found, seat}).first->second;
            if (standing.city) return bad("there are two cities in " + in_quotes(nation.cities[i]), city_path);
            standing.city = true;
        }
        const auto& pieces = setup_.pieces;
        if (tokens > pieces.tokens) return too_many("tokens on the board and in the treasury", tokens, pieces.tokens, path + "/population");
        if (armies > pieces.armies) return too_many("armies", armies, pieces.armies, path + "/armies");
        if (ships > pieces.ships) return too_many("ships", ships, pieces.ships, path + "/ships");
        const int cities = static_cast<int>(nation.cities.size());
        if (cities > pieces.cities) return too_many("cities", cities, pieces.cities, path + "/cities");
        if (tokens - nation.treasury + armies + cities == 0) return bad("a nation needs a unit: population, an army or a city", path);
        for (const auto& [area, standing] : here) world_.start.push_back(standing);
        return starts(seat, here, path);
    }

    static Problem too_many(const std::string& what, int count, int pieces, const std::string& path) {
        return bad(std::to_string(count) + ' ' + what + " are more than the " + std::to_string(pieces) + " pieces of each nation", path);
    }

    Problem count(const std::map<std::string, int>& by_area, const std::string& path, int seat, std::map<int, Standing>& here, int Standing::* sort, int& sum) {
        for (const auto& [name, number] : by_area) {
            const auto found = land(name, member_path(path, name));
            if (!found) return found.error();
            if (number == 0) continue;
            here.try_emplace(*found, Standing{*found, seat}).first->second.*sort = number;
            sum += number;
        }
        return {};
    }

    Problem starts(int seat, const std::map<int, Standing>& here, const std::string& path) {
        const auto& nation = setup_.nations[static_cast<std::size_t>(seat)];
        auto& start = world_.nations[static_cast<std::size_t>(seat)].start;
        if (!nation.start) {
            for (const auto& [area, standing] : here)
                if (standing.population + standing.armies > 0 || standing.city) start.push_back(area);
            return {};
        }
        for (std::size_t i = 0; i < nation.start->size(); ++i) {
            const auto found = land((*nation.start)[i], path + "/start/" + std::to_string(i));
            if (!found) return found.error();
            if (contains(start, *found)) return bad(in_quotes((*nation.start)[i]) + " is listed twice", path + "/start/" + std::to_string(i));
            start.push_back(*found);
        }
        std::ranges::sort(start);
        return {};
    }

    /// A city area with anything but its owner's armies.
    Problem crowded(int area) const {
        auto in_area = world_.start | std::views::filter([&](const Standing& each) { return each.area == area; });
        for (const auto& city : in_area) {
            if (!city.city) continue;
            const std::string path = "/nations/" + std::to_string(city.seat) + "/cities";
            for (const auto& other : in_area)
                if (other.population > 0 || (other.seat != city.seat && (other.armies > 0 || other.city)))
                    return bad("beside the city in " + in_quotes(world_.area(area).id) + " only its owner's armies may stand", path);
        }
        return {};
    }

    Problem calamities() {
        world_.listed.resize(static_cast<std::size_t>(setup_.turns));
        if (!setup_.calamities) return {};
        world_.calamity_dice = setup_.calamities->dice;
        for (std::size_t i = 0; i < setup_.calamities->listed.size(); ++i) {
            const auto& each = setup_.calamities->listed[i];
            const std::string path = "/calamities/listed/" + std::to_string(i);
            const auto seat = std::ranges::find(world_.seats, each.seat);
            if (seat == world_.seats.end()) return bad("no nation " + in_quotes(each.seat) + did_you_mean(each.seat, world_.seats), path + "/seat");
            if (each.turn > setup_.turns) return bad("there are only " + std::to_string(setup_.turns) + " turns", path + "/turn");
            const Strike strike{each.calamity, static_cast<int>(seat - world_.seats.begin())};
            auto& turn = world_.listed[static_cast<std::size_t>(each.turn - 1)];
            if (contains(turn, strike.calamity, &Strike::calamity)) return bad("a calamity strikes once a turn", path + "/calamity");
            if (std::ranges::count(turn, strike.seat, &Strike::seat) == 2) return bad("a nation is struck twice a turn at most", path + "/seat");
            turn.push_back(strike);
        }
        return {};
    }

    Area& at(int area) { return world_.areas[static_cast<std::size_t>(area)]; }

    std::expected<int, Refusal> area(const std::string& name, const std::string& path) const {
        if (const auto found = world_.index.find(name); found != world_.index.end()) return found->second;
        return std::unexpected(bad("no area " + in_quotes(name) + did_you_mean(name, each_of(world_.areas, [](const Area& each) { return each.id; })), path));
    }

    std::expected<int, Refusal> land(const std::string& name, const std::string& path) const {
        auto found = area(name, path);
        if (found && world_.area(*found).open_sea) return std::unexpected(bad(in_quotes(name) + " is open sea", path));
        return found;
    }

    const Setup& setup_;
    World world_{};
};

}  // namespace

std::expected<std::shared_ptr<const World>, Refusal> read_setup(const Json& json) {
    const auto setup = read_fields<Setup>(json, Code::bad_setup);
    if (!setup) return std::unexpected(setup.error());
    return Compiler(*setup).compile();
}

std::expected<Setup, Refusal> resolve_setup(const Json& json) {
    auto setup = read_fields<Setup>(json, Code::bad_setup);
    if (!setup) return std::unexpected(setup.error());
    const auto world = Compiler(*setup).compile();
    if (!world) return std::unexpected(world.error());
    for (std::size_t seat = 0; seat < setup->nations.size(); ++seat)
        setup->nations[seat].start = each_of((*world)->nations[seat].start, [&](int area) { return (*world)->area(area).id; });
    return setup;
}

}  // namespace muster::rules::theatre
