// The decisions as JSON, and what is offered with them.
#pragma once
#include "rules/dice/notation.hpp"
#include "rules/fields.hpp"

namespace muster::rules::dice {

inline constexpr int words_max = 120;  ///< characters

/// Of anybody, at any time.
struct ThrowChoice {
    std::string roll;
    std::string words;
    static void fields(auto& visit, auto& self) {
        visit("roll", self.roll, Rule{.min = 1, .max = text_max, .about = "like 8d6>=5, 4d6kh3+2 or d20+5, 2d8"});
        visit("for", self.words, Rule{.optional = true, .max = words_max, .about = "what it is for, in your own words"});
    }
};

struct ThrowOptions {
    int left = 0;
    static void fields(auto& visit, auto& self) { visit("left", self.left, Rule{.about = "so many throws until the table is closed"}); }
};

/// What a throw could come to.
struct ThrowMeaning {
    std::string roll;
    int dice = 0;
    int least = 0;
    int most = 0;
    int hits_most = 0;
    static void fields(auto& visit, auto& self) {
        list_fields(visit, "roll", self.roll, "dice", self.dice, "least", self.least, "most", self.most, "hits_most", self.hits_most);
    }
};

/// Of all others, before somebody's throw is rolled.
struct AgreeChoice {
    bool agree = true;
    static void fields(auto& visit, auto& self) { visit("agree", self.agree, Rule{.about = "whether it may be rolled"}); }
};

struct AgreeOptions {
    std::string seat;
    std::string roll;
    std::string words;
    static void fields(auto& visit, auto& self) { list_fields(visit, "seat", self.seat, "roll", self.roll, "for", self.words); }
};

}  // namespace muster::rules::dice
