// phased-combat and fleet-combat under the contract: their legal choices, worked out a second time from the options alone.

#include <set>

#include "rules/phased_combat/ruleset.hpp"
#include "tests/rules/phased_combat/placing.hpp"
#include "tests/rules/phased_combat/random_setup.hpp"
#include "tests/rules/subjects.hpp"
#include "tests/rules/unit_choices.hpp"

namespace muster::test {

namespace {

constexpr std::size_t choices_max = 400;

using Choices = std::optional<std::vector<Json>>;

Placing placing_of(const Json& options) {
    const Json& candidates = options.at("candidates");
    Placing placing{options.at("hits").get<int>() + options.at("kept").get<int>(), {}};
    bool aircraft = false;
    for (const auto& each : candidates) aircraft = aircraft || each.at("class") == "aircraft";
    for (const auto& each : candidates) {
        const bool first = aircraft ? each.at("class") == "aircraft" : options.at("class").is_null() || each.at("class") == options.at("class");
        placing.pieces.push_back({each.at("era"), each.at("count"), first, each.at("class") == "aircraft"});
    }
    return placing;
}

Json casualties(const Json& candidates, const std::vector<int>& lost) {
    Json units = Json::array();
    for (std::size_t i = 0; i < lost.size(); ++i)
        if (lost[i] > 0) units.push_back({{"unit", candidates[i].at("unit")}, {"enhanced", candidates[i].at("enhanced")}, {"count", lost[i]}});
    return {{"units", units}};
}

Choices legal_casualties(const Json& options) {
    const auto ends = all_ends(placing_of(options));
    if (ends.size() > choices_max) return {};
    std::vector<Json> out;
    for (const auto& lost : ends) out.push_back(casualties(options.at("candidates"), lost));
    return out;
}

Choices legal(const rules::Ask& ask) {
    if (ask.kind == "casualties") return legal_casualties(ask.options);
    std::vector<Json> out;
    if (ask.kind == "hit_class") {
        for (const auto& each : ask.options.at("classes")) out.push_back({{"class", each}});
        return out;
    }
    out.push_back({{"retreat", false}});
    if (ask.options.at("destroyed") == true) out.push_back({{"retreat", true}});
    for (const auto& region : ask.options.at("regions")) out.push_back({{"retreat", true}, {"region", region}});
    return out;
}

Json draw(const rules::Ask& ask, Chance& chance) {
    if (ask.kind == "casualties") return casualties(ask.options.at("candidates"), drawn_end(placing_of(ask.options), chance));
    // Who retreats every other time never gets to a third round.
    if (ask.kind == "retreat" && !chance.one_in(8)) return {{"retreat", false}};
    return chance.pick(*legal(ask));
}

std::vector<Json> readings(const rules::Ask& ask, const Json& choice) {
    if (ask.kind == "casualties") {
        const auto units = read_units(choice, ask.options.at("candidates"));
        return units ? std::vector<Json>{{{"units", *units}}} : std::vector<Json>{};
    }
    Json read = choice;
    if (ask.kind == "retreat" && read.is_object() && read.contains("region") && read["region"].is_null()) read.erase("region");
    return {read};
}

}  // namespace

const Subject& phased_subject() {
    static const Subject subject{.ruleset = &rules::phased_combat::ruleset(),
                                 .setup = [](Chance& chance) { return random_phased_setup(chance); },
                                 .first_setup = [](Chance& chance) { return random_phased_setup(chance, false); },
                                 .legal = legal,
                                 .readings = readings,
                                 .draw = draw,
                                 .battles = 3000,
                                 .signature = 16800366501839165679U,
                                 .policy_signature = 11990489509789939397U,
                                 .later_signature = 4492105862787482853U};
    return subject;
}
static const Registered phased_registered(&phased_subject);

static const Subject& fleet_subject() {
    static const Subject subject{.ruleset = &rules::phased_combat::fleet_ruleset(),
                                 .setup = [](Chance& chance) { return random_fleet_setup(chance); },
                                 .first_setup = [](Chance& chance) { return random_fleet_setup(chance, false); },
                                 .legal = legal,
                                 .readings = readings,
                                 .draw = draw,
                                 .battles = 2000,
                                 .signature = 16453648333671213873U,
                                 .policy_signature = 6281664069342473904U,
                                 .later_signature = 18114608770978581691U};
    return subject;
}
static const Registered fleet_registered(&fleet_subject);

}  // namespace muster::test
