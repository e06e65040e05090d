// The decision `remove` as JSON, and the events of armies. The common ones (`chosen`, `battle_ended`) are in
// rules/drive.hpp.
#pragma once
#include <string>
#include <vector>

#include "rules/armies/fight.hpp"
#include "rules/fields.hpp"

namespace muster::rules::armies {

constexpr EnumNames<Token, 2> names_of(Token) { return {{{Token::population, "population"}, {Token::army, "army"}}}; }
constexpr EnumNames<Column, 3> names_of(Column) { return {{{Column::more, "more"}, {Column::tie, "tie"}, {Column::less, "less"}}}; }
constexpr EnumNames<Step, 3> names_of(Step) { return {{{Step::before, "before"}, {Step::alternating, "alternating"}, {Step::simultaneous, "simultaneous"}}}; }
struct RemoveChoice {
    Token token = Token::population;
    static void fields(auto& visit, auto& self) { visit("token", self.token, Rule{.about = "which of your tokens goes"}); }
};

/// What is asked: the sorts that are there, how many of each, and the step.
struct RemoveOptions {
    std::vector<Token> tokens;
    int population = 0;
    int armies = 0;
    Step step = Step::before;
    static void fields(auto& visit, auto& self) {
        list_fields(visit, "tokens", self.tokens, "population", self.population, "armies", self.armies, "step", self.step);
    }
};

/// A number for each seat.
struct BySeat {
    int attacker = 0;
    int defender = 0;
    static void fields(auto& visit, auto& self) { list_fields(visit, "attacker", self.attacker, "defender", self.defender); }
};

struct AdvantageCounted {
    BySeat levels;
    int net = 0;
    std::optional<std::string> holder;
    Column column = Column::tie;
    int removed_before = 0;
    std::optional<std::string> first;
    static void fields(auto& visit, auto& self) {
        list_fields(visit, "levels", self.levels, "net", self.net, "holder", self.holder, "column", self.column, "removed_before", self.removed_before, "first",
                    self.first);
    }
};

/// Of a nation in a conflict of several: what it owes before combat.
struct NationCounted {
    std::string seat;
    int level = 0;
    int tokens = 0;
    int owed = 0;
    static void fields(auto& visit, auto& self) { list_fields(visit, "seat", self.seat, "level", self.level, "tokens", self.tokens, "owed", self.owed); }
};

/// `order`: who loses a token first; equals, who lose one at once, in one list.
struct LevelsCounted {
    std::vector<NationCounted> nations;
    std::vector<std::vector<std::string>> order;
    static void fields(auto& visit, auto& self) { list_fields(visit, "nations", self.nations, "order", self.order); }
};

struct TokenRemoved {
    std::string seat;
    Token token = Token::population;
    Step step = Step::before;
    static void fields(auto& visit, auto& self) { list_fields(visit, "seat", self.seat, "token", self.token, "step", self.step); }
};

/// `placed`: the population tokens that the city becomes; 0 if it stands, and all attackers are lost.
struct CityAssaulted {
    int attackers = 0;
    int needed = 0;
    bool falls = false;
    int placed = 0;
    static void fields(auto& visit, auto& self) {
        list_fields(visit, "attackers", self.attackers, "needed", self.needed, "falls", self.falls, "placed", self.placed);
    }
};

}  // namespace muster::rules::armies
