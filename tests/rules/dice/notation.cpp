// How a throw is written, and what becomes of the dice.
#include "rules/dice/notation.hpp"

#include <doctest/doctest.h>

using namespace muster;
using namespace muster::rules::dice;

namespace {

std::string read(std::string_view text) {
    const auto thrown = read_throw(text, "/roll");
    return thrown ? text_of(*thrown) : thrown.error().path + ": " + thrown.error().message;
}

std::string fell(std::string_view text, const std::vector<int>& dice) {
    const auto thrown = read_throw(text, "").value();
    const auto how = fallen(thrown.front(), dice);
    std::string out = std::to_string(how.total) + " " + std::to_string(how.hits) + " ";
    for (const bool counts : how.counts) out += counts ? 'x' : '-';
    return out;
}

}  // namespace

TEST_CASE("a throw is read as people write it, and written in one way") {
    CHECK(read("8d6>=5") == "8d6>=5");
    CHECK(read(" 8 D 6 >= 5 ") == "8d6>=5");
    CHECK(read("d20+5") == "1d20+5");
    CHECK(read("d%") == "1d100");
    CHECK(read("4d6kh3+2") == "4d6kh3+2");
    CHECK(read("4d6+2kh3") == "4d6kh3+2");
    CHECK(read("2d20KL1<=10-3") == "2d20kl1-3<=10");
    CHECK(read("d20+5,2d8") == "1d20+5, 2d8");
    CHECK(read("3d6+0") == "3d6");
    CHECK(read("1d2, 1d3, 1d4, 1d5, 1d6, 1d7, 1d8, 1d9, 1d10, 1d11") == "1d2, 1d3, 1d4, 1d5, 1d6, 1d7, 1d8, 1d9, 1d10, 1d11");
    CHECK(read("200d6") == "200d6");
}

TEST_CASE("what is no throw is refused with what was expected where") {
    const std::string hint = "; a throw is written like 8d6>=5 or 4d6kh3+2, d20";
    CHECK(read("") == "/roll: expected dice like 8d6 at the end" + hint);
    CHECK(read("8") == "/roll: expected dice like 8d6 at the end" + hint);
    CHECK(read("six") == "/roll: expected dice like 8d6 at \"six\"" + hint);
    CHECK(read("8d") == "/roll: expected sides as a number at the end" + hint);
    CHECK(read("8d6!") == "/roll: expected kh, kl, +, -, >=, <= or a comma at \"!\"" + hint);
    CHECK(read("8d6,") == "/roll: expected dice like 8d6 at the end" + hint);
    CHECK(read("0d6") == "/roll: dice: 1 to 200");
    CHECK(read("99999999999999999999d6") == "/roll: dice: 1 to 200");
    CHECK(read("d1") == "/roll: sides: 2 to 100");
    CHECK(read("d101") == "/roll: sides: 2 to 100");
    CHECK(read("2d6kh3") == "/roll: dice to keep: 1 to 2");
    CHECK(read("2d6kh1kl1") == "/roll: a kind of dice is kept by one rule");
    CHECK(read("2d6+1-1") == "/roll: a kind of dice has one modifier");
    CHECK(read("2d6>=3<=4") == "/roll: a kind of dice hits by one rule");
    CHECK(read("2d6>=7") == "/roll: what hits: 1 to 6");
    CHECK(read("2d6+1001") == "/roll: a modifier: 0 to 1000");
    CHECK(read("101d6, 100d6") == "/roll: at most 200 dice in a throw");
    CHECK(read("d6,d6,d6,d6,d6,d6,d6,d6,d6,d6,d6") == "/roll: at most 10 kinds of dice in a throw");
}

TEST_CASE("dice are added up, the highest or lowest kept, hits counted of those that are") {
    CHECK(fell("4d6", {1, 6, 3, 3}) == "13 0 xxxx");
    CHECK(fell("4d6kh3+2", {1, 6, 3, 3}) == "14 0 -xxx");
    CHECK(fell("4d6kl2", {3, 6, 3, 3}) == "6 0 x-x-");
    CHECK(fell("4d6>=3", {1, 6, 3, 3}) == "13 3 xxxx");
    CHECK(fell("4d6<=3-1", {1, 6, 3, 3}) == "12 3 xxxx");
    CHECK(fell("2d20kh1>=10", {9, 19}) == "19 1 -x");
}
