#include "tests/rules/theatre/options.hpp"

namespace muster::test::theatre {

namespace {

/// `total` in ones, each to anybody who can take more.
Json division(const Json& options, Chance& chance) {
    Json out = Json::object();
    for (int each = 0; each < options.at("total").get<int>(); ++each) {
        std::vector<std::string> open;
        for (const auto& [name, cap] : options.at("caps").items())
            if (out.value(name, 0) < cap.get<int>()) open.push_back(name);
        const auto& name = chance.pick(open);
        out[name] = out.value(name, 0) + 1;
    }
    return out;
}

/// Units worth what is asked: so many cities that tokens can make up the rest, each anywhere.
Json selection(const Json& options, Chance& chance) {
    const Json& units = options.at("units");
    const int spare = options.at("spare");
    Json out = Json::array();
    int tokens = 0;
    std::vector<std::size_t> cities;
    const auto most = [&](const Json& here) { return here.at("population").get<int>() + here.at("armies").get<int>() - (here.at("city") == true ? 0 : spare); };
    for (const auto& here : units) {
        if (here.at("city") == true) cities.push_back(out.size());
        tokens += most(here);
        out.push_back({{"area", here.at("area")}, {"population", 0}, {"armies", 0}, {"city", false}});
    }
    const int points = options.at("points");
    const int worth = options.at("city");
    std::vector<int> counts;
    for (int count = 0; count <= static_cast<int>(cities.size()) && count * worth <= points; ++count)
        if (points - count * worth <= tokens) counts.push_back(count);
    const int falling = chance.pick(counts);
    for (int each = 0; each < falling; ++each) {
        const auto at = static_cast<std::size_t>(chance.below(static_cast<int>(cities.size())));
        out[cities[at]]["city"] = true;
        cities.erase(cities.begin() + static_cast<std::ptrdiff_t>(at));
    }
    for (int each = falling * worth; each < points; ++each) {
        std::vector<std::pair<std::size_t, const char*>> open;
        for (std::size_t i = 0; i < units.size(); ++i)
            for (const auto* sort : {"population", "armies"})
                if (out[i].at(sort) < units[i].at(sort) && out[i].at("population").get<int>() + out[i].at("armies").get<int>() < most(units[i]))
                    open.emplace_back(i, sort);
        const auto& [i, sort] = chance.pick(open);
        out[i][sort] = out[i].at(sort).get<int>() + 1;
    }
    return {{"units", out}};
}

Json shuffled(const Json& areas, std::size_t count, Chance& chance) {
    std::vector<Json> left(areas.begin(), areas.end());
    Json out = Json::array();
    while (out.size() < count) {
        const auto at = chance.below(static_cast<int>(left.size()));
        out.push_back(left[static_cast<std::size_t>(at)]);
        left.erase(left.begin() + at);
    }
    return out;
}

Json founding(const Json& options, Chance& chance) {
    Json out = Json::array();
    int treasury = options.at("treasury");
    for (const auto& ground : options.at("areas")) {
        const int missing = std::max(0, ground.at("needed").get<int>() - ground.at("population").get<int>());
        if (out.size() == options.at("cities") || missing > treasury || chance.one_in(3)) continue;
        out.push_back({{"area", ground.at("area")}, {"treasury", missing}});
        if (missing > 0) treasury = 0;
    }
    return {{"cities", out}};
}

Json losing(const Json& options, Chance& chance) {
    Json out = Json::object();
    for (const auto& toll : options.at("areas")) {
        const int lost = toll.at("lost");
        const int least = std::max(0, lost - toll.at("population").get<int>());
        out[toll.at("area").get<std::string>()] = chance.between(least, std::min(lost, toll.at("armies").get<int>()));
    }
    return {{"armies", out}};
}

}  // namespace

Json draw(const rules::Ask& ask, Chance& chance) {
    const Json& options = ask.options;
    if (ask.kind == "tax") return {{"rate", chance.between(1, 3)}};
    if (ask.kind == "expand") return {{"areas", division(options, chance)}};
    if (ask.kind == "build") return draw_build(options, chance);
    if (ask.kind == "move") return draw_move(options, chance);
    if (ask.kind == "losses") return losing(options, chance);
    if (ask.kind == "found") return founding(options, chance);
    if (ask.kind == "allot") return {{"seats", division(options, chance)}};
    if (ask.kind == "reduce") return {{"areas", shuffled(options.at("areas"), options.at("count"), chance)}};
    if (ask.kind == "lose" || ask.kind == "faction") return selection(options, chance);
    const Json& choices = options.at("choices");
    const Json& one = choices[static_cast<std::size_t>(chance.below(static_cast<int>(choices.size())))];
    if (ask.kind == "site") return {{"area", one}};
    if (ask.kind == "keep") return {{"faction", one.at("faction")}};
    return one;
}

}  // namespace muster::test::theatre
