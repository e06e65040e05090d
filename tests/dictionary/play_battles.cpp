// Fills a store with battles of every ruleset, as unlike each other as battles are: setups, titles, names, options, who plays, what is said.
//   dictionary_battles FOLDER [--battles=100] [--seed=1]      so many of each ruleset
#include <charconv>
#include <csignal>
#include <cstdio>

#include "rules/systems.hpp"
#include "tests/support/random_setups.hpp"
#include "tests/support/table.hpp"

using namespace muster;
using namespace muster::test;

namespace {

using Words = std::vector<std::string>;

const Words names{"Ada",      "Bob",    "Nora",    "Sam",          "Jörg",   "Мария", "花子", "The Iron Duke", "xX_hannibal_Xx",
                  "player 1", "Li Wei", "Grandma", "T-72 enjoyer", "O'Brien"};
const Words titles{
    "", "The siege of Akkad", "The ford at dawn", "Convoy", "A quarrel over a city", "Tanks at the ridge", "rematch", "Friday evening, round 3", "???"};
const Words remarks{"Good luck.",
                    "Well fought.",
                    "hm, let me think",
                    "gg",
                    "Did you see that roll?",
                    "Bis morgen!",
                    "Be right back, the kettle",
                    "I should have kept the catapults at home.",
                    "ok",
                    "😀"};

std::string hex_digits(Chance& chance) {
    std::string text;
    for (int i = 0; i < 32; ++i) text += "0123456789abcdef"[chance.below(16)];
    return text;
}

/// All three kinds of an age.
Json plain_side(Chance& chance) {
    const std::vector<Words> ages{{"swordsmen", "chariots", "catapults"},
                                  {"pikemen", "knights", "trebuchets"},
                                  {"riflemen", "dragoons", "cannons"},
                                  {"machine_gunners", "tanks", "howitzers"}};
    const auto count_max = chance.pick(std::vector<int>{3, 10, 25});
    Json side{{"army", Json::array()}};
    for (const auto& unit : chance.pick(ages)) side["army"].push_back({{"unit", unit}, {"count", chance.between(1, count_max)}});
    return side;
}

/// What the pages suggest; what people without a taste for house rules set up, small and large; and everything that the rules allow.
Json setup_of(const rules::Ruleset& ruleset, Chance& chance) {
    if (chance.one_in(4)) return ruleset.catalog().at("example");
    if (ruleset.id() == "advanced-combat" && chance.one_in(2)) return {{"attacker", plain_side(chance)}, {"defender", plain_side(chance)}};
    return random_setup_of(ruleset.id(), chance);
}

Json creation(const rules::Ruleset& ruleset, Chance& chance) {
    Json message{{"type", "create"}, {"ruleset", ruleset.id()}, {"setup", setup_of(ruleset, chance)}};
    auto& options = message["options"] = {{"title", chance.pick(titles)}, {"confirm", chance.one_in(4)}};
    options["visibility"] = chance.pick(Words{"public", "unlisted"});
    if (chance.one_in(4)) options["on_timeout"] = "forfeit";
    if (chance.one_in(3)) options["clock"] = {{"mode", "live"}, {"bank", "PT10M"}, {"increment", "PT5S"}};
    else if (chance.one_in(3)) options["clock"] = {{"mode", "correspondence"}, {"per_decision", "P3D"}};
    for (const auto& seat : rules::seats_of(ruleset, message["setup"]).value())
        if (chance.one_in(2)) message["seats"][seat] = {{"bot", chance.pick(Words{"best", "listed", "random"})}};
    return message;
}

void play(unsigned short port, const rules::Ruleset& ruleset, Chance& chance) {
    WireClient spectator(port);
    const Json created = spectator.ask(creation(ruleset, chance));
    if (created.at("type") != "created") throw std::runtime_error(created.dump());
    const Json battle = created["battle"];
    std::vector<std::unique_ptr<WireClient>> people;
    std::vector<WireClient*> all{&spectator};
    std::map<std::string, WireClient*> by_seat;
    spectator.ask({{"type", "follow"}, {"battle", battle}});
    for (const auto& seat : created["seats"]) {
        auto& person = *people.emplace_back(std::make_unique<WireClient>(port));
        person.ask({{"type", "follow"}, {"battle", battle}, {"token", seat["token"]}, {"name", chance.pick(names)}, {"nonce", hex_digits(chance)}});
        by_seat[seat["seat"]] = all.emplace_back(&person);
    }
    play_out(all, [&](const Json& request) {
        auto& person = *by_seat.at(request["seat"]);
        if (chance.one_in(12)) person.send({{"type", "say"}, {"id", "say"}, {"battle", battle}, {"text", chance.pick(remarks)}});
        if (chance.one_in(60)) person.send({{"type", "offer_draw"}, {"id", "draw"}, {"battle", battle}});
        if (chance.one_in(250)) person.send({{"type", "concede"}, {"id", "concede"}, {"battle", battle}});
        return Json("default");
    });
}

}  // namespace

int main(int argc, char** argv) {
    std::uint64_t battles = 100, seed = 1;
    for (int i = 2; i < argc; ++i) {
        const std::string_view argument = argv[i];
        const auto take = [&](std::string_view name, auto& number) {
            if (argument.starts_with(name)) std::from_chars(argument.data() + name.size(), argument.data() + argument.size(), number);
        };
        take("--battles=", battles);
        take("--seed=", seed);
    }
    if (argc < 2) return 2;
    ServerProcess server(argv[1], {"--messages-per-s", "0"});
    SeededChance chance(seed);
    for (const auto* ruleset : rules::shipped_rulesets().all()) {
        if (!ruleset->is_contest()) continue;  // it has no end by itself
        for (std::uint64_t i = 0; i < battles; ++i) play(server.port(), *ruleset, chance);
        std::printf("%s: %llu battles played\n", ruleset->id().c_str(), static_cast<unsigned long long>(battles));
    }
    return server.stop(SIGTERM);
}
