// The table of advantage row by row.
#include "rules/armies/game.hpp"
#include "tests/rules/armies/story.hpp"

using namespace muster;
using namespace muster::test;

namespace {

/// Who loses the first four tokens: "DdaD" (capital: before combat). The holder is the attacker, with `more`, as many or
/// `less` tokens; only net 0 has none.
std::string order(int net, std::string_view attacker, std::string_view defender) {
    const auto run = fight(conflict(std::string(attacker) + " +" + std::to_string(net), defender, 0));
    std::string out;
    for (const auto& text : texts(run, "removed")) {
        const Json data = json(text);
        const char letter = data.at("seat") == "attacker" ? 'a' : 'd';
        out += data.at("step") == "before" ? static_cast<char>(letter - 'a' + 'A') : letter;
    }
    return out.substr(0, 4);
}

}  // namespace

TEST_CASE("D4: the table of advantage, row by row") {
    struct Row {
        int net;
        const char* more;
        const char* tie;
        const char* less;
    };
    for (const auto& row : {Row{0, "dada", "adad", "adad"}, Row{1, "dada", "dada", "dada"}, Row{2, "Ddad", "dada", "dada"}, Row{3, "Ddad", "Ddad", "Ddad"},
                            Row{4, "DDda", "Ddad", "Ddad"}, Row{5, "DDda", "DDda", "DDda"}}) {
        CAPTURE(row.net);
        CHECK(order(row.net, "6p", "5p") == row.more);
        CHECK(order(row.net, "5p", "5p") == row.tie);
        CHECK(order(row.net, "5p", "6p") == row.less);
    }
}

TEST_CASE("D4: the defender's advantage is the same seen from the other side") {
    CHECK(story(fight(conflict("3p", "4p +4", 0))) == "A before, A before, A alternating | defender annihilation 0:4");
    CHECK(story(fight(conflict("4p", "3p +4", 3))) == "A before, A alternating, D alternating, A alternating | nobody within_limit 1:2");
    CHECK(event(fight(conflict("4p", "3p +4", 3)), "advantage_counted") ==
          json(R"({"levels":{"attacker":0,"defender":4},"net":4,"holder":"defender","column":"less","removed_before":1,"first":"attacker"})"));
}

TEST_CASE("the core's table is the source's") {
    using rules::armies::Column;
    using rules::armies::removed_before;
    int sum = 0;
    for (int net = 0; net <= 5; ++net)
        for (const auto column : {Column::more, Column::tie, Column::less}) sum += removed_before(net, column);
    CHECK(sum == 14);
    CHECK(removed_before(2, Column::more) == 1);
    CHECK(removed_before(2, Column::tie) == 0);
    CHECK(removed_before(4, Column::more) == 2);
    CHECK(removed_before(4, Column::less) == 1);
}
