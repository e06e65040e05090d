// The events of dice. The common ones (`chosen`, `rolled`, `battle_ended`) are in rules/drive.hpp.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "rules/fields.hpp"

namespace muster::rules::dice {

/// How the dice of one kind fell; those that do not count are named by their places.
struct ThrownGroup {
    std::string roll;
    std::vector<int> dice;
    std::vector<int> dropped;
    int total = 0;
    std::optional<int> hits{};
    static void fields(auto& visit, auto& self) {
        list_fields(visit, "roll", self.roll, "dice", self.dice);
        visit("dropped", self.dropped, Rule{.sparse = true});
        list_fields(visit, "total", self.total);
        visit("hits", self.hits, Rule{.sparse = true});
    }
};

/// `thrown`: the throw's number at this table, whose it is and what for, and what came of it: the sum of all, and all hits, if any kind of dice hits.
struct Thrown {
    int number = 0;
    std::string seat;
    std::string roll;
    std::string words;
    std::vector<ThrownGroup> groups;
    int total = 0;
    std::optional<int> hits{};
    static void fields(auto& visit, auto& self) {
        list_fields(visit, "throw", self.number, "seat", self.seat, "roll", self.roll, "for", self.words, "groups", self.groups, "total", self.total);
        visit("hits", self.hits, Rule{.sparse = true});
    }
};

/// `throw_refused`: it is not rolled, since these said no.
struct ThrowRefused {
    std::string seat;
    std::string roll;
    std::string words;
    std::vector<std::string> by;
    static void fields(auto& visit, auto& self) { list_fields(visit, "seat", self.seat, "roll", self.roll, "for", self.words, "by", self.by); }
};

}  // namespace muster::rules::dice
