#include "tests/rules/simple_combat/field.hpp"

#include <sstream>

namespace muster::test {

namespace {

std::string seat_of(const std::string& unit) { return unit.front() == 'n' ? "north" : "south"; }

Json scenario(const Json& setup, std::vector<int> dice, const std::vector<Json>& choices, bool on) {
    Json out{{"ruleset", "simple-combat"}, {"setup", setup}, {"dice", std::move(dice)}, {"choices", choices}};
    if (on) out["policy"] = "default";
    return out;
}

}  // namespace

Json field(const std::vector<std::string>& rows, Json extra) {
    const bool square = extra.value("grid", "hex") == "square";
    Json setup{{"height", rows.size()}, {"turn_limit", 1}};
    for (const char* seat : {"north", "south"}) setup[seat]["units"] = Json::array();
    for (int row = 0; row < static_cast<int>(rows.size()); ++row) {
        std::istringstream words(rows[static_cast<std::size_t>(row)]);
        int column = 0;
        for (std::string word; words >> word; ++column) {
            const Json at{square ? column : column - row / 2, row};
            if (word == "#") setup["impassable"].push_back(at);
            const auto colon = word.find(':');
            if (colon == std::string::npos) continue;
            const std::string id = word.substr(0, colon);
            setup[seat_of(id)]["units"].push_back({{"id", id}, {"profile", word.substr(colon + 1)}, {"at", at}});
        }
        setup["width"] = column;
    }
    setup.update(extra);
    return setup;
}

Json move(const std::string& unit, const Json& path) { return {{"seat", seat_of(unit)}, {"kind", "move"}, {"choice", {{"unit", unit}, {"path", path}}}}; }

Json fire(const std::string& unit, const std::vector<std::pair<int, std::string>>& shots) {
    Json list = Json::array();
    for (const auto& [weapon, target] : shots) list.push_back({{"weapon", weapon}, {"target", target}});
    return {{"seat", seat_of(unit)}, {"kind", "fire"}, {"choice", {{"unit", unit}, {"shots", list}}}};
}

rules::ScenarioRun battle(const Json& setup, std::vector<int> dice, const std::vector<Json>& choices, bool on) {
    auto run = rules::run_scenario(scenario(setup, std::move(dice), choices, on), rules::shipped_rulesets());
    REQUIRE_MESSAGE(run, run.error().path << ": " << run.error().message);
    CHECK(run->dice_left == 0);
    return std::move(*run);
}

std::string refused_choice(const Json& setup, std::vector<int> dice, const std::vector<Json>& choices) {
    const auto run = rules::run_scenario(scenario(setup, std::move(dice), choices, false), rules::shipped_rulesets());
    REQUIRE(!run);
    const std::string prefix = "/choices/" + std::to_string(choices.size() - 1) + "/choice";
    REQUIRE_MESSAGE(run.error().path.starts_with(prefix), run.error().path << ": " << run.error().message);
    return run.error().path.substr(prefix.size()) + ": " + run.error().message;
}

rules::simple_combat::Game game_of(const Json& setup) {
    const auto table = rules::simple_combat::read_setup(setup);
    REQUIRE_MESSAGE(table, table.error().path << ": " << table.error().message);
    return (*table)->game;
}

}  // namespace muster::test
