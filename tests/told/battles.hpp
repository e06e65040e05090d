// The battles of which it is kept how they are told: by the terminal (terminal_test.cpp) and by the page (tests/js/told.test.mjs).
#pragma once
#include <string>
#include <vector>

#include "rules/fields.hpp"
#include "rules/json.hpp"

namespace muster::test {

/// A decision that was asked, as its seat's client hears of it.
struct Asked {
    std::size_t after = 0;  ///< events before it
    Json request;
    static void fields(auto& visit, auto& self) { list_fields(visit, "after", self.after, "request", self.request); }
};

struct ToldBattle {
    std::string name;
    bool readable = false;  ///< its telling is kept in words, otherwise only a hash of it
    std::string ruleset;
    Json setup;
    std::vector<std::string> seats;
    std::vector<Json> events;
    std::vector<Asked> asked;
    static void fields(auto& visit, auto& self) {
        list_fields(visit, "name", self.name, "readable", self.readable, "ruleset", self.ruleset, "setup", self.setup, "seats", self.seats, "events",
                    self.events, "asked", self.asked);
    }
};

/// The same ones in every run: the records that are kept, the scenarios worked out elsewhere, and of each ruleset some random battles, one of them readable.
std::vector<ToldBattle> told_battles();

}  // namespace muster::test
