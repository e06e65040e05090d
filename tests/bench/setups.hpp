// The battles the benches play, all under advanced-combat without aircraft.
#pragma once
#include <stdexcept>
#include <string>

namespace muster::bench {

struct BattleSetup {
    std::string name;
    std::string about;
    std::string json;
    std::size_t decisions;  ///< in a battle, about
};

/// `siege`: about 20 decisions a battle, waves chosen from three types and casualties: what bench_decide plays.
/// `skirmish`: over after about 4 decisions, so that creating battles and taking seats weighs most.
/// `march`: 4,500 wave decisions of the same size one after the other, for one battle with a crowd.
inline BattleSetup setup_named(const std::string& name) {
    if (name == "siege")
        return {name, "60 ancient pieces of three types v 6 modern ones of three types",
                R"({"attacker":{"army":[{"unit":"swordsmen","count":20},{"unit":"chariots","count":20},{"unit":"catapults","count":20}]},)"
                R"("defender":{"army":[{"unit":"machine_gunners","count":2},{"unit":"tanks","count":2},{"unit":"howitzers","count":2}]}})",
                20};
    if (name == "skirmish")
        return {name, "12 v 10 ancient pieces of three types",
                R"({"attacker":{"army":[{"unit":"swordsmen","count":4},{"unit":"chariots","count":4},{"unit":"catapults","count":4}]},)"
                R"("defender":{"army":[{"unit":"swordsmen","count":4},{"unit":"chariots","count":3},{"unit":"catapults","count":3}]}})",
                4};
    if (name == "march") {
        // The default spends the swordsmen first, so the chariot leaves it a choice until the end.
        std::string attackers;
        for (int i = 0; i < 9; ++i) attackers += R"({"unit":"swordsmen","count":1000},)";
        return {name, "9,001 ancient pieces v 2 tanks that they cannot hurt",
                R"({"attacker":{"army":[)" + attackers + R"({"unit":"chariots","count":1}]},"defender":{"army":[{"unit":"tanks","count":2}]}})", 4500};
    }
    throw std::runtime_error("no such setup: " + name);
}

}  // namespace muster::bench
