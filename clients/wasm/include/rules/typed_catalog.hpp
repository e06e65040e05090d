// Instead of rules/typed_catalog.hpp: the module shows no catalog, so it keeps no words, lists and presets.
#pragma once
#include "rules/battle.hpp"

namespace muster::rules {

struct Preset {
    const char* preset;
    const char* title;
    const char* summary;
    const char* setup;
};

struct Words {
    const char* id;
    const char* title;
    const char* summary;
    std::span<const Preset> presets;
    const char* credits = nullptr;
    const char* licence = nullptr;
};

class TypedCatalog {
public:
    TypedCatalog(const Words& /*words*/, Json (* /*lists*/)(), const Json& /*setup_schema*/) {}

    Json of(const Ruleset& /*ruleset*/) const { return {}; }
};

}  // namespace muster::rules
