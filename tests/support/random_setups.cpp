#include "tests/support/random_setups.hpp"

#include <map>
#include <stdexcept>

namespace muster::test {

namespace {

std::map<std::string_view, RandomSetup>& registered() {
    static std::map<std::string_view, RandomSetup> all;
    return all;
}

}  // namespace

RandomSetups::RandomSetups(const char* ruleset, RandomSetup draw) { registered().emplace(ruleset, draw); }

Json random_setup_of(std::string_view ruleset, Chance& chance, bool later) {
    const auto found = registered().find(ruleset);
    if (found == registered().end()) throw std::invalid_argument("there are no random setups of " + std::string(ruleset) + " yet");
    return found->second(chance, later);
}

}  // namespace muster::test
