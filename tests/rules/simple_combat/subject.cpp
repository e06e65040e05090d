// simple-combat under the contract: its legal choices, worked out a second time from the options alone.
#include <algorithm>
#include <map>
#include <set>

#include "rules/simple_combat/ruleset.hpp"
#include "tests/rules/simple_combat/random_setup.hpp"
#include "tests/rules/subjects.hpp"

namespace muster::test {

namespace {

constexpr std::size_t choices_max = 400;

using Cell = std::pair<int, int>;
using Choices = std::optional<std::vector<Json>>;

/// The ways of one unit over the cells that its options name.
class Ways {
public:
    Ways(const Json& unit, const Json& options) : unit_(unit), square_(options.at("grid") == "square") {
        if (options.contains("slow"))
            for (const auto& cell : options.at("slow")) slow_[cell_of(cell)] = cell.at(2);
        for (const auto& cell : unit.at("cells")) stays_.insert(cell_of(cell));
        passes_ = stays_;
        for (const auto& cell : unit.at("through")) passes_.insert(cell_of(cell));
        passes_.insert(cell_of(unit.at("at")));
    }

    /// False: they are too many, or the options do not tell.
    bool list(std::vector<Json>& out) {
        out.push_back({{"unit", unit_.at("unit")}, {"path", Json::array()}});
        visited_ = {cell_of(unit_.at("at"))};
        return go_on(cell_of(unit_.at("at")), Json::array(), unit_.at("move_allowance"), out);
    }

    /// A way of some steps, each to any cell that it may go on to.
    Json draw(Chance& chance) {
        Json path = Json::array();
        Cell from = cell_of(unit_.at("at"));
        visited_ = {from};
        for (int left = chance.below(unit_.at("move_allowance").get<int>() + 1); left > 0; left -= cost_of(from)) {
            std::vector<Cell> next;
            for (const auto& [to, certain] : steps_from(from))
                if (certain && cost_of(to) <= left) next.push_back(to);
            if (next.empty()) break;
            from = chance.pick(next);
            visited_.insert(from);
            path.push_back({from.first, from.second});
        }
        while (!path.empty() && !stays_.contains(cell_of(path.back()))) path.erase(path.size() - 1);
        return {{"unit", unit_.at("unit")}, {"path", path}};
    }

private:
    static Cell cell_of(const Json& json) { return {json.at(0), json.at(1)}; }

    /// Where it may go on to, and whether the options tell so much: between two corners where enemies stand or the ground is
    /// impassable; only the latter forbids to pass.
    std::vector<std::pair<Cell, bool>> steps_from(Cell from) const {
        std::vector<std::pair<Cell, bool>> out;
        for (int a = -1; a <= 1; ++a)
            for (int b = -1; b <= 1; ++b) {
                if (!square_ && a == b) continue;
                const Cell to{from.first + a, from.second + b};
                if (!passes_.contains(to) || visited_.contains(to)) continue;
                const bool diagonal = a != 0 && b != 0;
                out.emplace_back(to, !square_ || !diagonal || passes_.contains({to.first, from.second}) || passes_.contains({from.first, to.second}));
            }
        return out;
    }

    int cost_of(Cell cell) const {
        const auto slow = slow_.find(cell);
        return slow == slow_.end() ? 1 : slow->second;
    }

    bool go_on(Cell from, const Json& path, int left, std::vector<Json>& out) {
        for (const auto& [to, certain] : steps_from(from)) {
            if (cost_of(to) > left) continue;
            if (!certain) return false;
            Json longer = path;
            longer.push_back({to.first, to.second});
            if (stays_.contains(to)) out.push_back({{"unit", unit_.at("unit")}, {"path", longer}});
            if (out.size() > choices_max) return false;
            visited_.insert(to);
            if (!go_on(to, longer, left - cost_of(to), out)) return false;
            visited_.erase(to);
        }
        return true;
    }

    const Json& unit_;
    bool square_;
    std::map<Cell, int> slow_{};
    std::set<Cell> stays_{};
    std::set<Cell> passes_{};
    std::set<Cell> visited_{};
};

/// On a free field the options tell some of the moves.
Choices legal_moves(const Json& options) {
    if (options.at("grid") == "free") return {};
    std::vector<Json> out;
    for (const auto& unit : options.at("units"))
        if (!Ways(unit, options).list(out)) return {};
    return out;
}

/// At whom a weapon may be fired: its targets, or all enemies where nobody may measure first.
std::vector<std::string> targets_of(const Json& options, const Json& weapon) {
    std::vector<std::string> out;
    for (const auto& target : weapon.at("targets")) out.push_back(target.at("target"));
    if (const auto enemies = options.find("enemies"); enemies != options.end()) out = enemies->get<std::vector<std::string>>();
    return out;
}

/// All ways to fire some of the weapons in any order.
void declarations(const Json& options, const Json& unit, const Json& shots, std::vector<Json>& out) {
    out.push_back({{"unit", unit.at("unit")}, {"shots", shots}});
    for (const auto& weapon : unit.at("weapons")) {
        if (std::ranges::any_of(shots, [&](const Json& shot) { return shot.at("weapon") == weapon.at("weapon"); })) continue;
        for (const auto& target : targets_of(options, weapon)) {
            if (out.size() > choices_max) return;
            Json more = shots;
            more.push_back({{"weapon", weapon.at("weapon")}, {"target", target}});
            declarations(options, unit, more, out);
        }
    }
}

Choices legal_fire(const Json& options) {
    std::vector<Json> out;
    for (const auto& unit : options.at("units")) declarations(options, unit, Json::array(), out);
    return out.size() <= choices_max ? Choices(out) : Choices();
}

Choices legal(const rules::Ask& ask) { return ask.kind == "move" ? legal_moves(ask.options) : legal_fire(ask.options); }

/// A unit that moves some way, or fires some of its weapons in any order.
Json draw(const rules::Ask& ask, Chance& chance) {
    const Json unit = chance.pick(ask.options.at("units").get<std::vector<Json>>());
    if (ask.kind == "move" && ask.options.at("grid") == "free") {
        const auto cells = unit.at("cells").get<std::vector<Json>>();
        if (cells.empty() || chance.one_in(10)) return {{"unit", unit.at("unit")}, {"path", Json::array()}};
        const Json to = chance.pick(cells);
        return {{"unit", unit.at("unit")}, {"to", {to[0], to[1]}}};
    }
    if (ask.kind == "move") return Ways(unit, ask.options).draw(chance);
    Json shots = Json::array();
    for (auto weapons = unit.at("weapons").get<std::vector<Json>>(); !weapons.empty();) {
        const auto weapon = weapons.begin() + chance.below(static_cast<int>(weapons.size()));
        const auto targets = targets_of(ask.options, *weapon);
        if (!chance.one_in(4)) shots.push_back({{"weapon", weapon->at("weapon")}, {"target", chance.pick(targets)}});
        weapons.erase(weapon);
    }
    return {{"unit", unit.at("unit")}, {"shots", shots}};
}

/// Left out, the path and the shots are none. Otherwise a choice means what it says.
std::vector<Json> readings(const rules::Ask& ask, const Json& choice) {
    const char* list = ask.kind == "move" ? "path" : "shots";
    if (!choice.is_object() || choice.contains(list)) return {choice};
    Json filled = choice;
    filled[list] = Json::array();
    return {filled};
}

}  // namespace

const Subject& simple_subject() {
    static const Subject subject{.ruleset = &rules::simple_combat::ruleset(),
                                 .setup = [](Chance& chance) { return random_simple_setup(chance); },
                                 .first_setup = [](Chance& chance) { return random_simple_setup(chance, false); },
                                 .legal = legal,
                                 .readings = readings,
                                 .draw = draw,
                                 .inputs_max = 4000,
                                 .battles = 600,
                                 .signature = 13042019056425496187U,
                                 .policy_signature = 8573554976667175359U,
                                 .later_signature = 8192892629725900031U};
    return subject;
}
static const Registered simple_registered(&simple_subject);

}  // namespace muster::test
