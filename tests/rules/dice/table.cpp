// What happens at a table of dice.
#include <doctest/doctest.h>

#include "rules/dice/ruleset.hpp"
#include "rules/drive.hpp"

using namespace muster;
using namespace muster::rules;

namespace {

class Table {
public:
    explicit Table(const Json& setup) : battle_(dice::ruleset().create(setup).value()) { battle_->begin(events_); }

    /// What came of it: the names and data of the events, or the refusal.
    std::string throws(Seat seat, const std::string& roll, const std::string& words = {}) { return decide({{{"roll", roll}, {"for", words}}}, {seat}); }
    /// All who are asked answer.
    std::string answer(const std::vector<bool>& agree) {
        std::vector<Json> choices;
        std::vector<Seat> seats;
        for (std::size_t i = 0; i < agree.size(); ++i) {
            choices.push_back({{"agree", agree[i]}});
            seats.push_back(open_asks(*battle_).at(i).seat);
        }
        return decide(choices, seats);
    }
    std::string rolls(std::vector<int> values) {
        events_.clear();
        ScriptedDice dice(std::move(values));
        roll_on(*battle_, dice, rolls_, events_);
        return told();
    }
    std::string need() const {
        if (const auto* outcome = outcome_of(*battle_)) return outcome->reason + (outcome->winner ? " won" : "");
        if (const auto* roll = std::get_if<Roll>(&battle_->need())) return "roll " + std::to_string(roll->dice());
        std::string out;
        for (const auto& ask : open_asks(*battle_)) out += ask.kind + std::to_string(ask.seat) + " " + ask.options.dump() + " " + ask.preset.dump() + ";";
        return out;
    }
    const Battle& battle() const { return *battle_; }

private:
    std::string decide(const std::vector<Json>& choices, const std::vector<Seat>& seats) {
        events_.clear();
        Decided decided{.by = seats.front()};
        for (std::size_t i = 0; i < choices.size(); ++i) {
            const auto checked = battle_->check(seats[i], choices[i]);
            if (!checked) return checked.error().path + ": " + checked.error().message;
            decided.choices.emplace_back(**checked);
        }
        battle_->apply(decided, events_);
        return told();
    }
    std::string told() const {
        std::string out;
        for (const auto& each : events_) out += each.name + each.data + ";";
        return out;
    }

    std::unique_ptr<Battle> battle_;
    std::vector<Event> events_{};
    int rolls_ = 0;
};

}  // namespace

TEST_CASE("whoever wants to throws, and it is rolled at once; all is told with its words") {
    Table table({{"seats", {"red", "blue"}}});
    CHECK(table.need() == R"(throw-1 {"left":10000} {"for":"","roll":"1d6"};)");
    CHECK(table.throws(1, "3d6>=5+1, d%", " the attack on Moscow ") == "");
    CHECK(table.need() == "roll 4");
    CHECK(table.rolls({5, 2, 6, 97}) ==
          R"(rolled{"groups":[{"dice":[5,2,6],"label":"3d6+1>=5"},{"dice":[97],"label":"1d100","sides":100}],"purpose":"throw","roll":0,"seat":"blue"};)"
          R"(thrown{"for":"the attack on Moscow","groups":[{"dice":[5,2,6],"hits":2,"roll":"3d6+1>=5","total":14},{"dice":[97],"roll":"1d100","total":97}],)"
          R"("hits":2,"roll":"3d6+1>=5, 1d100","seat":"blue","throw":1,"total":111};)");
    CHECK(table.throws(0, "4d6kh3") == "");
    CHECK(table.rolls({1, 6, 6, 2}).contains(R"("dice":[1,6,6,2],"dropped":[0],"roll":"4d6kh3","total":14)"));
    CHECK(table.battle().view(Viewer::spectator()).dump() ==
          R"({"blue":{"dice":4,"throws":1},"red":{"dice":4,"throws":1},"table":{"left":9998,"throws":2,"wanted":null}})");
    CHECK(table.throws(0, "4d", "x").starts_with("/roll: expected sides"));
    CHECK(table.throws(0, "4d6", "a\nb") == "/for: no control characters, one line");
    std::string longest;
    for (int i = 0; i < 10; ++i) longest += std::string(i > 0 ? "," : "") + "20d%kh20-1000>=100";
    CHECK(table.throws(0, longest) == "/roll: too long, written out: at most 200 characters");
}

TEST_CASE("where the others are asked first it is rolled when all say yes, and told who said no") {
    Table table({{"seats", {"red", "blue", "green"}}, {"ask_first", true}});
    CHECK(table.throws(1, "2d6", "fire") == "");
    CHECK(table.need() ==
          R"(agree0 {"for":"fire","roll":"2d6","seat":"blue"} {"agree":true};agree2 {"for":"fire","roll":"2d6","seat":"blue"} {"agree":true};)");
    CHECK(table.answer({true, false}) == R"(throw_refused{"by":["green"],"for":"fire","roll":"2d6","seat":"blue"};)");
    CHECK(table.need().starts_with("throw-1"));
    CHECK(table.throws(1, "2d6", "fire") == "");
    CHECK(table.answer({true, true}) == "");
    CHECK(table.rolls({3, 4}).contains(R"("throw":1,"total":7)"));
}

TEST_CASE("a table of one asks nobody; after as many throws as agreed it is closed, and nobody has won") {
    Table table({{"seats", {"red"}}, {"ask_first", true}, {"throws", 1}});
    CHECK(table.throws(0, "d6") == "");
    table.rolls({3});
    CHECK(table.need() == "throws");
    CHECK(!dice::ruleset().is_contest());
    CHECK(table.battle().odds(Policy::best) == nullptr);
}

TEST_CASE("a table takes ten thousand throws, the most that one may be made for, and the last of them closes it") {
    Table table({{"seats", {"red", "blue"}}});
    for (int number = 1; number < 10'000; ++number) {
        REQUIRE(table.throws(number % 2, "d6") == "");
        REQUIRE(table.rolls({number % 6 + 1}).contains("\"throw\":" + std::to_string(number) + ","));
    }
    CHECK(table.need() == R"(throw-1 {"left":1} {"for":"","roll":"1d6"};)");
    CHECK(table.throws(0, "d6", "the last") == "");
    CHECK(table.rolls({4}) == R"(rolled{"groups":[{"dice":[4],"label":"1d6"}],"purpose":"throw","roll":9999,"seat":"red"};)"
                              R"(thrown{"for":"the last","groups":[{"dice":[4],"roll":"1d6","total":4}],"roll":"1d6","seat":"red","throw":10000,"total":4};)");
    CHECK(table.need() == "throws");
    CHECK(open_asks(table.battle()).empty());
    CHECK(table.battle().view(Viewer::spectator()).at("table").dump() == R"({"left":0,"throws":10000,"wanted":null})");
    CHECK(dice::ruleset().create({{"seats", {"red"}}, {"throws", 10'001}}).error().path == "/throws");
}

TEST_CASE("seats are named by the setup, each by a word of its own") {
    const auto refused = [](const Json& seats) {
        const auto battle = dice::ruleset().create({{"seats", seats}});
        return battle ? "accepted" : battle.error().path + ": " + battle.error().message;
    };
    CHECK(refused({"red", "a_9"}) == "accepted");
    CHECK(refused(Json::array()) == "/seats: needs at least 1 entry");
    CHECK(refused({"red", "Red"}) == "/seats/1: a seat's name is made of small letters, digits and _");
    CHECK(refused({"red", "blue", "red"}) == "/seats/2: there is a seat \"red\" already");
    CHECK(refused({"anybody"}) == "/seats/0: \"anybody\" is not a seat's name");
    CHECK(refused({"a", "b", "c", "d", "e", "f", "g", "h", "i"}).starts_with("/seats: "));
}
