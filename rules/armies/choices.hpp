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
constexpr EnumNames<Reason, 4> names_of(Reason) {
    return {
        {{Reason::annihilation, "annihilation"}, {Reason::within_limit, "within_limit"}, {Reason::no_conflict, "no_conflict"}, {Reason::repelled, "repelled"}}};
}

struct RemoveChoice {
    Token token = Token::population;
    static void fields(auto& visit, auto& self) { visit("token", self.token, Rule{.about = "which of one's tokens goes"}); }
};

/// What is asked: the sorts that are there, how many of each, and the step.
struct RemoveOptions {
    std::vector<Token> tokens;
    int population = 0;
    int armies = 0;
    Step step = Step::before;
    static void fields(auto& visit, auto& self) {
        visit("tokens", self.tokens, Rule{});
        visit("population", self.population, Rule{});
        visit("armies", self.armies, Rule{});
        visit("step", self.step, Rule{});
    }
};

/// A number for each seat.
struct BySeat {
    int attacker = 0;
    int defender = 0;
    static void fields(auto& visit, auto& self) {
        visit("attacker", self.attacker, Rule{});
        visit("defender", self.defender, Rule{});
    }
};

struct AdvantageCounted {
    BySeat levels;
    int net = 0;
    std::optional<std::string> holder;
    Column column = Column::tie;
    int removed_before = 0;
    std::optional<std::string> first;
    static void fields(auto& visit, auto& self) {
        visit("levels", self.levels, Rule{});
        visit("net", self.net, Rule{});
        visit("holder", self.holder, Rule{});
        visit("column", self.column, Rule{});
        visit("removed_before", self.removed_before, Rule{});
        visit("first", self.first, Rule{});
    }
};

struct TokenRemoved {
    std::string seat;
    Token token = Token::population;
    Step step = Step::before;
    static void fields(auto& visit, auto& self) {
        visit("seat", self.seat, Rule{});
        visit("token", self.token, Rule{});
        visit("step", self.step, Rule{});
    }
};

/// `placed`: the population tokens that the city becomes; 0 if it stands, and all attackers are lost.
struct CityAssaulted {
    int attackers = 0;
    int needed = 0;
    bool falls = false;
    int placed = 0;
    static void fields(auto& visit, auto& self) {
        visit("attackers", self.attackers, Rule{});
        visit("needed", self.needed, Rule{});
        visit("falls", self.falls, Rule{});
        visit("placed", self.placed, Rule{});
    }
};

}  // namespace muster::rules::armies
