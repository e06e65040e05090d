// The decision `ready`, which is the same under all rules: whether a seat agrees to the battle.
#pragma once
#include <vector>

#include "rules/fields.hpp"

namespace muster::protocol {

struct ReadyOptions {
    std::vector<bool> ready{true, false};
    static void fields(auto& visit, auto& self) { list_fields(visit, "ready", self.ready); }
};

struct ReadyChoice {
    bool ready = true;
    static void fields(auto& visit, auto& self) { visit("ready", self.ready, Rule{.about = "false declines the battle"}); }
};

}  // namespace muster::protocol
