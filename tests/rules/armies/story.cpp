#include "tests/rules/armies/story.hpp"

#include <sstream>

namespace muster::test {

namespace {

Json side_of(std::string_view text) {
    Json side = Json::object();
    std::istringstream words{std::string(text)};
    for (std::string word; words >> word;) {
        if (word.front() == '+') side["extra_advantage"] = std::stoi(word.substr(1));
        else if (word.back() == 'p' && word.front() <= '9') side["population"] = std::stoi(word);
        else if (word.back() == 'a' && word.front() <= '9') side["armies"] = std::stoi(word);
        else side["advances"].push_back(word);
    }
    return side;
}

}  // namespace

Json conflict(std::string_view attacker, std::string_view defender, int limit, Json extra) {
    extra["attacker"] = side_of(attacker);
    extra["defender"] = side_of(defender);
    extra["population_limit"] = limit;
    return extra;
}

rules::ScenarioRun fight(const Json& setup, const std::vector<Json>& choices, bool policy) {
    Json scenario{{"ruleset", "armies"}, {"setup", setup}, {"choices", choices}};
    if (policy) scenario["policy"] = "best";
    auto run = rules::run_scenario(scenario, rules::shipped_rulesets());
    REQUIRE_MESSAGE(run, run.error().path << ": " << run.error().message);
    return std::move(*run);
}

std::string story(const rules::ScenarioRun& run) {
    std::string out;
    for (const auto& event : run.events) {
        const Json data = json(event.data);
        if (event.name == "removed") {
            const bool army = data.at("token") == "army";
            out +=
                (out.empty() ? "" : ", ") + std::string(data.at("seat") == "attacker" ? "A" : "D") + (army ? "a " : " ") + data.at("step").get<std::string>();
        }
        if (event.name == "city_assaulted") out += std::string(out.empty() ? "" : ", ") + (data.at("falls").get<bool>() ? "the city falls" : "the city stands");
    }
    if (!run.outcome) return out;
    const auto& outcome = *run.outcome;
    out += out.empty() ? "" : " | ";
    out += (outcome.winner ? run.seats[static_cast<std::size_t>(*outcome.winner)] : "nobody") + " " + outcome.reason + " ";
    return out + outcome.survivors.at("attacker").dump() + ":" + outcome.survivors.at("defender").dump();
}

}  // namespace muster::test
