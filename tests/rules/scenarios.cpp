// The scenario runner: what it plays, where it stops, what it refuses.
#include <filesystem>
#include <fstream>

#include "tests/rules/play.hpp"
#include "tests/support/rock_paper.hpp"

using namespace muster;
using namespace muster::test;

namespace {

Json scenario(const char* text) { return json(text); }

const char* const three_swordsmen = R"("ruleset":"advanced-combat","setup":{"attacker":{"army":[{"unit":"swordsmen","count":2},
    {"unit":"chariots","count":1}]},"defender":{"army":[{"unit":"swordsmen","count":2}]}})";

Json with(const std::string& rest) { return json("{" + std::string(three_swordsmen) + rest + "}"); }

rules::ScenarioRun run(const Json& json) {
    auto out = rules::run_scenario(json, rules::shipped_rulesets());
    REQUIRE_MESSAGE(out, out.error().path << ": " << out.error().message);
    return std::move(*out);
}

const rules::Rulesets& rock_papers() {
    static const rules::Rulesets all({&rock_paper()});
    return all;
}

}  // namespace

TEST_CASE("a scenario without choices and policy stops at the first decision") {
    CHECK(
        final_line(run(with(R"(,"dice":[1,2,3])"))) ==
        R"({"pending":[{"seat":"attacker","kind":"wave","options":{"available":[{"count":2,"enhanced":false,"unit":"swordsmen"},{"count":1,"enhanced":false,"unit":"chariots"}],"size":2},)"
        R"("default":{"units":[{"count":1,"enhanced":false,"unit":"swordsmen"},{"count":1,"enhanced":false,"unit":"chariots"}]}}],"dice_left":3,"needs_dice":false})");
}

TEST_CASE("a scenario stops when a roll needs more dice than are left") {
    CHECK(final_line(run(with(R"(,"dice":[1,2,3],"policy":"listed")"))) == R"({"pending":[],"dice_left":1,"needs_dice":true})");
}

TEST_CASE("a policy plays once the choices are used up") {
    const auto out = run(with(
        R"(,"dice":[5,5,1,1],"policy":"listed","choices":[{"seat":"attacker","kind":"wave","choice":{"units":[{"unit":"chariots","count":1},{"unit":"spearmen","count":1}]}}])"));
    CHECK(final_line(out) == R"({"outcome":{"winner":"attacker","reason":"annihilation","survivors":{"attacker":3,"defender":0}}})");
    // The choice is shown in its canonical form, with its number.
    CHECK(
        event_line(out.events[1]) ==
        R"({"event":"chosen","data":{"choice":{"units":[{"count":1,"enhanced":false,"unit":"swordsmen"},{"count":1,"enhanced":false,"unit":"chariots"}]},"decision":1,"kind":"wave","seat":"attacker"}})");
    CHECK(event_line(out.events.back()) ==
          R"({"event":"battle_ended","data":{"reason":"annihilation","survivors":{"attacker":3,"defender":0},"winner":"attacker"}})");
}

TEST_CASE("\"default\" plays the default") {
    const auto out = run(with(R"(,"choices":[{"seat":"attacker","kind":"wave","choice":"default"}])"));
    CHECK(out.needs_dice);
    CHECK(texts(out, "chosen").size() == 1);
}

TEST_CASE("a choice that does not fit is named") {
    CHECK(refused(with(R"(,"choices":[{"seat":"defender","kind":"wave","choice":"default"}])")) ==
          "/choices/0/seat: the choice (defender wave) does not match what is being asked: attacker wave");
    CHECK(refused(with(R"(,"choices":[{"seat":"attacker","kind":"casualties","choice":"default"}])")) ==
          "/choices/0/kind: the choice (attacker casualties) does not match what is being asked: attacker wave");
    CHECK(refused(with(R"(,"choices":[{"seat":"attacker","kind":"wave","choice":{"units":[{"unit":"swordsmen","count":3}]}}])")) ==
          "/choices/0/choice/units/0/count: 3 are too many; there are 2 swordsmen");
    CHECK(refused(with(
              R"(,"dice":[5,5,1,1],"choices":[{"seat":"attacker","kind":"wave","choice":"default"},{"seat":"attacker","kind":"wave","choice":"default"}])")) ==
          "/choices/1: the battle is over before this choice; nothing is open");
}

TEST_CASE("what is no scenario is refused with its path") {
    CHECK(refused(json("[]")) == ": expected an object, got an array");
    CHECK(refused(json(R"({"ruleset":"advanced-combat"})")) == "/setup: \"setup\" is missing");
    CHECK(refused(json(R"({"ruleset":"advanced-combt","setup":{}})")) == "/ruleset: no ruleset \"advanced-combt\"; did you mean \"advanced-combat\"?");
    CHECK(refused(json(R"({"ruleset":"advanced-combat","setup":{}})")) == "/setup/attacker: \"attacker\" is missing");
    CHECK(refused(with(R"(,"dice":[1,101])")) == "/dice/1: 101 is too large; at most 100");
    CHECK(refused(with(R"(,"policy":"listed","dice":[1,7,1,1,1,1,1,1])")) == "/dice/1: this die has not so many sides: 7");
    CHECK(refused(with(R"(,"policy":"lsited")")) == "/policy: \"lsited\" is not one of best, listed, default; did you mean \"listed\"?");
    CHECK(refused(with(R"(,"choice":[])")) == "/choice: unknown field \"choice\"; did you mean \"choices\"?");
    CHECK(refused(with(R"(,"choices":[{"seat":"attacker","kind":"wave"}])")) == "/choices/0/choice: \"choice\" is missing");
}

TEST_CASE("of choices that are open at once either may come first, and they are applied together") {
    const auto play_round = [](const char* choices) {
        auto out = rules::run_scenario(scenario((R"({"ruleset":"rock-paper","setup":{"rounds":1},"dice":[1],"choices":)" + std::string(choices) + "}").c_str()),
                                       rock_papers());
        REQUIRE(out);
        return std::move(*out);
    };
    const auto in_order = play_round(
        R"([{"seat":"red","kind":"throw","choice":{"throw":"rock"}},{"seat":"green","kind":"throw","choice":{"throw":"paper"}},{"seat":"blue","kind":"throw","choice":"default"}])");
    const auto mixed = play_round(
        R"([{"seat":"blue","kind":"throw","choice":"default"},{"seat":"red","kind":"throw","choice":{"throw":"rock"}},{"seat":"green","kind":"throw","choice":{"throw":"paper"}}])");
    REQUIRE(in_order.events.size() == mixed.events.size());
    for (std::size_t i = 0; i < mixed.events.size(); ++i) CHECK(event_line(in_order.events[i]) == event_line(mixed.events[i]));
    CHECK(texts(in_order, "chosen")[1] == R"({"choice":{"throw":"paper"},"decision":2,"kind":"throw","seat":"green"})");
    CHECK(final_line(in_order) == R"({"outcome":{"winner":"green","reason":"points","survivors":{"blue":1,"green":1,"red":1}}})");
}

TEST_CASE("nobody is told a sealed choice while others are missing") {
    const auto out = rules::run_scenario(
        scenario(R"({"ruleset":"rock-paper","setup":{"rounds":1},"choices":[{"seat":"green","kind":"throw","choice":{"throw":"paper"}}]})"), rock_papers());
    REQUIRE(out);
    CHECK(out->events.size() == 1);
    REQUIRE(out->pending.size() == 2);
    CHECK(out->pending[0].seat == 0);
    CHECK(out->pending[1].seat == 2);
    const auto twice = rules::run_scenario(
        scenario(
            R"({"ruleset":"rock-paper","setup":{"rounds":1},"choices":[{"seat":"green","kind":"throw","choice":"default"},{"seat":"green","kind":"throw","choice":"default"}]})"),
        rock_papers());
    REQUIRE(!twice);
    CHECK(twice.error().path == "/choices/1/seat");
    CHECK(twice.error().message == "the choice (green throw) does not match what is being asked: red throw, blue throw");
}

TEST_CASE("what the fuzzer begins with is played, under every ruleset, and comes to what is new and seldom") {
    std::set<std::string> rulesets;
    std::string all;
    for (const auto& file : std::filesystem::directory_iterator(MUSTER_VECTORS "/../fuzz/corpus/scenario")) {
        CAPTURE(file.path().string());
        std::ifstream in(file.path());
        const std::string text{std::istreambuf_iterator<char>(in), {}};
        const Json read = json(text);
        rulesets.insert(read.at("ruleset").get<std::string>());
        all += text;
        const auto played = run(read);
        CHECK(!played.events.empty());
        for (const auto& event : played.events) all += rules::event_line(event);
    }
    for (const auto* ruleset : rules::shipped_rulesets().all())
        if (ruleset->id() != "fleet-combat") CHECK_MESSAGE(rulesets.contains(ruleset->id()), ruleset->id());  // phased-combat with other pieces
    for (const auto* word : {R"("grid":"free")", R"("terrain":)", R"("premeasure":false)", R"("event":"blast")", R"("event":"turn_effect")",
                             R"("event":"thrown")", R"("event":"conflict")", R"("redirected_from":)", R"("lost":true)", R"("why_not":)", R"("spent":true)",
                             R"("ready":)", R"("event":"air_support_declared")"})
        CHECK_MESSAGE(all.find(word) != std::string::npos, word);
}
