// The tricks by where they are played.
#pragma once
#include "tests/hostile/tricks.hpp"

namespace muster::test {

template <typename Player, typename... Args>
Trick trick(const char* name, std::optional<Fate> server, std::optional<Fate> shared, std::optional<Fate> witnessed, std::optional<Fate> both, Args... args) {
    return {name, std::make_unique<Player>(args...), {server, shared, witnessed, both}};
}

/// While a battle is played, and in the record that is published of it.
std::vector<Trick> tricks_at_the_table();
std::vector<Trick> tricks_of_records();

}  // namespace muster::test
