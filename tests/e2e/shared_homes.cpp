#include "tests/e2e/shared_homes.hpp"

#include <doctest/doctest.h>

#include <fstream>
#include <iterator>

#include "rules/systems.hpp"
#include "tests/support/table.hpp"

namespace muster::test {

std::unique_ptr<BackgroundProgram> Device::start(std::vector<std::string> words) const {
    words.insert(words.begin(), MUSTER);
    return std::make_unique<BackgroundProgram>(std::move(words), environment_);
}

Json Device::kept(const std::string& battle) const {
    std::ifstream in(file("seats.json"));
    const Json mine = Json::parse(in, nullptr, false);
    if (mine.is_object())
        for (const auto& each : mine["seats"])
            if (each["battle"] == battle) return each;
    return {};
}

MadeBattle make_shared(const ServerProcess& server, std::vector<std::string> words) {
    words.insert(words.end(), {"--dice", "shared"});
    return make_battle(server, words);
}

std::string shared_setup(const std::filesystem::path& folder, const std::string& ruleset) {
    Json setup = rules::shipped_rulesets().find(ruleset)->catalog().at("example");
    if (ruleset == "advanced-combat")  // four waves of one each, whatever the dice say, and the attacker chooses of which kind
        setup = {{"attacker", {{"army", {{{"unit", "swordsmen"}, {"count", 4}}, {{"unit", "chariots"}, {"count", 1}}}}}},
                 {"defender", {{"army", {{{"unit", "tanks"}, {"count", 1}}}}}}};
    if (ruleset == "armies")  // both sides take losses at the same time
        setup = {{"attacker", {{"population", 4}, {"armies", 2}}}, {"defender", {{"population", 4}, {"armies", 2}}}, {"population_limit", 4}};
    if (ruleset == "theatre") {  // two cities each, for which dice are thrown every turn
        setup["turns"] = 2;
        setup["calamities"] = {{"dice", true}};
        const char* const places[][3] = {{"highdale", "upford", "millbrook"}, {"lowdale", "downford", "harbour"}};
        for (std::size_t i = 0; i < 2; ++i) {
            Json& nation = setup["nations"][i];
            nation["cities"] = {places[i][0], places[i][1]};
            nation["population"] = {{places[i][2], 4}};
            nation["armies"] = Json::object();
        }
    }
    const auto file = folder / (ruleset + ".json");
    std::ofstream(file) << Json{{"ruleset", ruleset}, {"setup", setup}}.dump();
    return file.string();
}

Json agreed_record(const ServerProcess& server, const std::string& battle, const std::vector<const Device*>& devices) {
    const Json record = verified_record(server.port(), battle);
    for (const auto* device : devices) {
        std::ofstream(device->file("record.json")) << record.dump();
        const auto verified = device->run({"verify", device->file("record.json").string(), "--mine"});
        CHECK_MESSAGE(verified.exit_code == 0, verified.out << verified.err);
        CHECK_MESSAGE(verified.out.contains("agrees with what this device kept"), verified.out);
    }
    return record;
}

}  // namespace muster::test
