#include <algorithm>

#include "rules/theatre/movement.hpp"
#include "rules/theatre/reading.hpp"

namespace muster::rules::theatre {

namespace {

/// Reads a sub-phase's moves; every row takes of what is there.
class MoveReader {
public:
    MoveReader(const World& world, const MoveOptions<int>& options) : world_(world), options_(options) {
        for (const auto& troop : options.tokens) left_.emplace(troop.area, armies::Tokens{troop.population, troop.armies});
        for (const auto& harbour : options.ships) ships_.emplace(harbour.area, harbour.ships);
    }

    Problem march(const March<std::string>& written, const std::string& path) {
        const auto from = area_named(world_, written.from, path + "/from");
        if (!from) return from.error();
        const auto to = area_named(world_, written.to, path + "/to");
        if (!to) return to.error();
        const auto troop = std::ranges::find(options_.tokens, *from, &Troop<int>::area);
        if (troop == options_.tokens.end()) return illegal("nothing can move from \"" + written.from + '"', path + "/from");
        if (!contains(troop->to, *to)) return illegal('"' + written.to + "\" is out of reach from \"" + written.from + '"', path + "/to");
        if (auto problem = leave(*from, written.population, written.armies, path)) return problem;
        add({*from, *to, written.population, written.armies});
        return {};
    }

    Problem voyage(const Voyage<std::string>& written, const std::string& path) {
        const auto ship = area_named(world_, written.ship, path + "/ship");
        if (!ship) return ship.error();
        if (auto& ships = ships_[*ship]; --ships < 0) return illegal("no ship is left in \"" + written.ship + '"', path + "/ship");
        Voyage<int> out{*ship, {}, {}};
        if (auto problem = sail(written, out, path + "/route")) return problem;
        for (std::size_t i = 0; i < written.cargo.size(); ++i)
            if (auto problem = load(written.cargo[i], out, path + "/cargo/" + std::to_string(i))) return problem;
        for (int leg = 0; leg < static_cast<int>(out.route.size()); ++leg)
            if (aboard(out, leg) > aboard_max) return illegal("a ship carries " + std::to_string(aboard_max) + " tokens", path + "/cargo");
        std::ranges::sort(out.cargo, {}, [](const Cargo& each) { return std::pair(each.on, each.off); });
        move_.voyages.push_back(std::move(out));
        return {};
    }

    Move<int> finish() && {
        std::ranges::sort(move_.marches, {}, [](const auto& march) { return std::pair(march.from, march.to); });
        sort_by_rank(move_.voyages, [](const auto& voyage) { return std::tie(voyage.ship, voyage.route); });
        return std::move(move_);
    }

private:
    Problem leave(int area, int population, int armies, const std::string& path) {
        auto& left = left_[area];
        left.population -= population;
        left.armies -= armies;
        if (left.population < 0) return illegal("no more population can leave \"" + world_.area(area).id + '"', path + "/population");
        if (left.armies < 0) return illegal("no more armies can leave \"" + world_.area(area).id + '"', path + "/armies");
        return {};
    }

    void add(const March<int>& march) {
        if (march.population + march.armies == 0) return;
        const auto same = std::ranges::find_if(move_.marches, [&](const auto& each) { return each.from == march.from && each.to == march.to; });
        if (same == move_.marches.end()) {
            move_.marches.push_back(march);
        } else {
            same->population += march.population;
            same->armies += march.armies;
        }
    }

    Problem sail(const Voyage<std::string>& written, Voyage<int>& out, const std::string& path) const {
        if (static_cast<int>(written.route.size()) > options_.range) return illegal("a ship sails " + std::to_string(options_.range) + " steps", path);
        for (const auto& name : written.route) {
            const std::string here = path + '/' + std::to_string(out.route.size());
            const auto area = area_named(world_, name, here);
            if (!area) return area.error();
            if (!contains(options_.water.at(out.place(static_cast<int>(out.route.size()))), *area))
                return illegal("no ship of yours can enter \"" + name + "\" from there", here);
            out.route.push_back(*area);
        }
        if (world_.area(out.route.back()).open_sea) return illegal("a voyage does not end in open sea", path);
        return {};
    }

    Problem load(const Cargo& cargo, Voyage<int>& voyage, const std::string& path) {
        if (cargo.off > static_cast<int>(voyage.route.size())) return illegal("the route has no place " + std::to_string(cargo.off), path + "/off");
        if (cargo.on >= cargo.off) return illegal("tokens land after they have embarked", path + "/off");
        if (world_.area(voyage.place(cargo.off)).open_sea) return illegal("tokens land where land is", path + "/off");
        if (auto problem = leave(voyage.place(cargo.on), cargo.population, cargo.armies, path)) return problem;
        if (cargo.tokens() == 0) return {};
        const auto same = std::ranges::find_if(voyage.cargo, [&](const Cargo& each) { return each.on == cargo.on && each.off == cargo.off; });
        if (same == voyage.cargo.end()) {
            voyage.cargo.push_back(cargo);
        } else {
            same->population += cargo.population;
            same->armies += cargo.armies;
        }
        return {};
    }

    static int aboard(const Voyage<int>& voyage, int leg) {
        int out = 0;
        for (const auto& cargo : voyage.cargo)
            if (cargo.on <= leg && leg < cargo.off) out += cargo.tokens();
        return out;
    }

    const World& world_;
    const MoveOptions<int>& options_;
    std::map<int, armies::Tokens> left_{};
    std::map<int, int> ships_{};
    Move<int> move_{};
};

}  // namespace

std::expected<Choice, Refusal> read_for(const World& world, const MoveOptions<int>& options, JsonView json) {
    const auto written = read_fields<Move<std::string>>(json, Code::illegal_choice);
    if (!written) return std::unexpected(written.error());
    MoveReader reader(world, options);
    for (std::size_t i = 0; i < written->marches.size(); ++i)
        if (auto problem = reader.march(written->marches[i], "/marches/" + std::to_string(i))) return std::unexpected(std::move(*problem));
    for (std::size_t i = 0; i < written->voyages.size(); ++i)
        if (auto problem = reader.voyage(written->voyages[i], "/voyages/" + std::to_string(i))) return std::unexpected(std::move(*problem));
    return std::move(reader).finish();
}

}  // namespace muster::rules::theatre
