// Battles that the program `muster` makes and plays.
#pragma once
#include <string>
#include <vector>

#include "tests/support/server_process.hpp"

namespace muster::test {

struct MadeBattle {
    std::string id;
    std::vector<std::string> tokens;  ///< of the seats that people play

    /// A seat's link at that address.
    std::string link(const std::string& url, std::size_t seat) const { return url + "/b/" + id + "#" + tokens.at(seat); }
};

/// `muster create` with these words beside; fails the test if it makes no battle.
MadeBattle make_battle(const ServerProcess& server, const std::vector<std::string>& words);

/// A program `muster play` for each seat's link, the first with words of its own, until the battle is over; fails the test if one ends badly.
void play_all(const MadeBattle& battle, const std::string& url, const std::vector<std::string>& first, const std::vector<std::string>& others);

}  // namespace muster::test
