#include "tests/rules/phased_combat/story.hpp"

namespace muster::test {

namespace {

std::string units_text(const Json& units) {
    std::string out;
    for (const auto& each : units)
        out += (out.empty() ? "" : ", ") + each.at("count").dump() + ' ' + each.at("unit").get<std::string>() + (each.at("enhanced") == true ? "+" : "");
    return out.empty() ? "nothing" : out;
}

std::string word(const Json& json) { return json.is_string() ? json.get<std::string>() : json.dump(); }

std::string told(const std::string& name, const Json& data) {
    if (name == "round_started") return "round " + data.at("round").dump();
    if (name == "phase_started") return word(data.at("phase"));
    if (name == "retreated") return "retreated " + word(data.at("region"));
    if (name == "battle_ended") return "ended " + word(data.at("winner")) + ' ' + word(data.at("reason")) + ' ' + data.at("survivors").dump();
    const std::string seat = data.at("seat");
    if (name == "hits_dealt") return seat + " hits " + data.at("hits").dump() + ' ' + word(data.at("class"));
    if (name == "casualties_taken") return seat + " loses " + units_text(data.at("lost")) + ", keeps " + data.at("kept").dump();
    const Json& choice = data.at("choice");
    return seat + (data.contains("forced") ? " must " : " chooses ") + word(data.at("kind")) + ' ' +
           (choice.contains("units") ? units_text(choice.at("units")) : choice.dump());
}

}  // namespace

rules::ScenarioRun fight(const Json& setup, std::vector<int> dice, Json extra) {
    if (!extra.contains("ruleset")) extra["ruleset"] = "phased-combat";
    return play(setup, std::move(dice), std::move(extra));
}

Json said(std::string_view seat, std::string_view kind, Json choice) { return {{"seat", seat}, {"kind", kind}, {"choice", std::move(choice)}}; }

Json loses(std::string_view seat, std::string_view units) { return said(seat, "casualties", {{"units", setup_of(units, units).at("attacker").at("army")}}); }

std::vector<std::string> phased_story(const rules::ScenarioRun& run) {
    std::vector<std::string> out;
    for (const auto& event : run.events)
        if (event.name != "rolled") out.push_back(told(event.name, json(event.data)));
    return out;
}

}  // namespace muster::test
