#include "tests/rules/play.hpp"

#include <sstream>

#include "rules/drive.hpp"

namespace muster::test {

namespace {

std::string trimmed(const std::string& text) {
    const auto first = text.find_first_not_of(' ');
    return first == std::string::npos ? "" : text.substr(first, text.find_last_not_of(' ') - first + 1);
}

Json entries(const std::string& text) {
    Json out = Json::array();
    std::istringstream list(text);
    for (std::string item; std::getline(list, item, ',');) {
        std::istringstream words(item);
        int count = 0;
        std::string unit;
        words >> count >> unit;
        Json entry{{"count", count}};
        if (unit.back() == '+') {
            unit.pop_back();
            entry["enhanced"] = true;
        }
        entry["unit"] = unit;
        out.push_back(entry);
    }
    return out;
}

Json side_of(std::string_view text) {
    std::istringstream parts{std::string(text)};
    std::string part;
    std::getline(parts, part, '/');
    Json side{{"army", entries(part)}};
    while (std::getline(parts, part, '/')) {
        part = trimmed(part);
        if (part.starts_with("tech ")) side["technologies"] = std::stoi(part.substr(5));
        else side["aircraft"] = entries(part);
    }
    return side;
}

}  // namespace

Json json(std::string_view text) {
    auto read = parse_json(text);
    REQUIRE_MESSAGE(read, text);
    return *read;
}

Json setup_of(std::string_view attacker, std::string_view defender, Json extra) {
    extra["attacker"] = side_of(attacker);
    extra["defender"] = side_of(defender);
    return extra;
}

rules::ScenarioRun play(const Json& setup, std::vector<int> dice, Json extra) {
    if (!extra.contains("ruleset")) extra["ruleset"] = "advanced-combat";
    extra["setup"] = setup;
    extra["dice"] = std::move(dice);
    auto run = rules::run_scenario(extra, rules::shipped_rulesets());
    REQUIRE_MESSAGE(run, run.error().path << ": " << run.error().message);
    return std::move(*run);
}

rules::Outcome played_out(const rules::Ruleset& ruleset, const Json& setup, rules::Random& random,
                          const std::function<Json(const rules::Battle&, const rules::Ask&)>& choose) {
    const auto battle = ruleset.create(setup).value();
    std::vector<rules::Event> events;
    battle->begin(events);
    for (int roll = 0; !rules::outcome_of(*battle); events.clear()) {
        if (const auto* wanted = std::get_if<rules::Roll>(&battle->need())) {
            rules::Rolled rolled{roll++, std::vector<int>(static_cast<std::size_t>(wanted->dice()))};
            for (auto& die : rolled.values) die = random.die();
            battle->apply(rolled, events);
            continue;
        }
        rules::Decided decided;
        for (const auto& ask : rules::open_asks(*battle)) decided.choices.push_back(choose(*battle, ask));
        battle->apply(decided, events);
    }
    return *rules::outcome_of(*battle);
}

std::string refused(const Json& scenario) {
    const auto run = rules::run_scenario(scenario, rules::shipped_rulesets());
    REQUIRE(!run);
    return run.error().path + ": " + run.error().message;
}

std::string refused_setup(const Json& setup, std::string_view ruleset) {
    const auto battle = rules::shipped_rulesets().find(ruleset)->create(setup);
    REQUIRE(!battle);
    CHECK(battle.error().code == Code::bad_setup);
    return battle.error().path + ": " + battle.error().message;
}

std::vector<std::string> texts(const rules::ScenarioRun& run, std::string_view name) {
    std::vector<std::string> out;
    for (const auto& event : run.events)
        if (event.name == name) out.push_back(event.data);
    return out;
}

Json event(const rules::ScenarioRun& run, std::string_view name, std::size_t index) {
    const auto found = texts(run, name);
    REQUIRE(index < found.size());
    return json(found[index]);
}

int line(const rules::ScenarioRun& run, std::size_t index, std::string_view name) {
    const Json data = event(run, "totalled", index);
    for (const auto& entry : data.at("lines"))
        if (entry.at("line") == name) return entry.at("value");
    return 0;
}

int total(const rules::ScenarioRun& run, std::size_t index) { return event(run, "totalled", index).at("total"); }

}  // namespace muster::test
