#include "tests/rules/theatre/story.hpp"

#include <algorithm>
#include <sstream>

#include "rules/drive.hpp"
#include "rules/theatre/ruleset.hpp"

namespace muster::test {

namespace {

const rules::Rulesets& theatre_alone() {
    static const rules::Rulesets all({&rules::theatre::ruleset()});
    return all;
}

Json scenario_of(const Json& setup, std::vector<Json> choices) {
    Json out{{"ruleset", "theatre"}, {"setup", setup}, {"choices", Json::array()}};
    for (auto& each : choices) out["choices"].push_back(std::move(each));
    return out;
}

/// Without members that are 0, false or empty.
Json spare(const Json& value) {
    if (!value.is_structured()) return value;
    Json out = value.is_array() ? Json::array() : Json::object();
    for (const auto& [key, item] : value.items()) {
        const Json inner = spare(item);
        if (value.is_array()) out.push_back(inner);
        else if (inner != 0 && inner != false && !(inner.is_structured() && inner.empty())) out[key] = inner;
    }
    return out;
}

}  // namespace

Json dale(std::string_view areas, std::vector<Json> nations, Json extra) {
    Json setup{{"turns", 1}, {"areas", Json::array()}, {"land", Json::array()}, {"nations", Json::array()}};
    std::istringstream words{std::string(areas)};
    for (std::string word; words >> word;) {
        const auto colon = word.find(':');
        std::string name = word.substr(0, colon);
        Json area = Json::object();
        for (; std::string("*~^").find(name.back()) != std::string::npos; name.pop_back()) {
            if (name.back() == '*') area["city_site"] = true;
            if (name.back() == '~') area["flood_plain"] = "brook";
            if (name.back() == '^') area["volcano"] = "smoke";
        }
        area["area"] = name;
        if (colon == std::string::npos) area["open_sea"] = true;
        else area["limit"] = std::stoi(word.substr(colon + 1));
        if (!setup["areas"].empty() && colon != std::string::npos && !setup["areas"].back().contains("open_sea"))
            setup["land"].push_back({setup["areas"].back()["area"], name});
        setup["areas"].push_back(std::move(area));
    }
    for (auto& each : nations) setup["nations"].push_back(std::move(each));
    setup.update(extra);
    return setup;
}

Json nation(const char* seat, Json fields) {
    fields["seat"] = seat;
    return fields;
}

Json struck(const char* seat, const char* calamity) { return {{"calamities", {{"listed", {{{"turn", 1}, {"seat", seat}, {"calamity", calamity}}}}}}}; }

std::vector<rules::Event> campaign(const Json& setup, std::vector<Json> choices) {
    auto battle = rules::theatre::ruleset().create(setup);
    REQUIRE_MESSAGE(battle, battle.error().path << ": " << battle.error().message);
    std::vector<rules::Event> events;
    (*battle)->begin(events);
    while (!rules::outcome_of(**battle)) {
        rules::Decided decided;
        for (const auto& ask : rules::open_asks(**battle)) {
            const auto& seat = (*battle)->seats()[static_cast<std::size_t>(ask.seat)];
            const auto given = std::ranges::find_if(choices, [&](const Json& each) { return each.at("seat") == seat && each.at("kind") == ask.kind; });
            Json what = ask.preset;
            if (given != choices.end()) {
                const auto checked = (*battle)->check(ask.seat, given->at("choice"));
                REQUIRE_MESSAGE(checked, checked.error().path << ": " << checked.error().message << ask.options.dump());
                what = *checked;
                choices.erase(given);
            }
            events.push_back(rules::chosen_event({.seat = seat, .kind = ask.kind, .choice = JsonText(what.dump())}));
            decided.choices.emplace_back(what);
        }
        (*battle)->apply(decided, events);
    }
    CHECK(choices.empty());
    events.push_back(rules::ended_event(*rules::outcome_of(**battle), (*battle)->seats()));
    return events;
}

Json choice(const char* seat, const char* kind, const char* what) { return {{"seat", seat}, {"kind", kind}, {"choice", json(what)}}; }

std::string refused_campaign(const Json& setup, std::vector<Json> choices) {
    const auto run = rules::run_scenario(scenario_of(setup, std::move(choices)), theatre_alone());
    REQUIRE(!run);
    return run.error().path + ": " + run.error().message;
}

std::string told(const std::vector<rules::Event>& events, const std::vector<std::string>& names) {
    std::string out;
    for (const auto& event : events)
        if (std::ranges::count(names, event.name) > 0) out += event.name + ' ' + spare(json(event.data)).dump() + '\n';
    return out;
}

}  // namespace muster::test
