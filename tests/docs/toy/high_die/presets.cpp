#include "rules/high_die/presets.hpp"

namespace muster::rules::high_die {

std::span<const Preset> presets() {
    static constexpr std::array<Preset, 1> all{{{"six", "Six sides", "A die of six sides each.", R"({"sides": 6})"}}};
    return all;
}

}  // namespace muster::rules::high_die
