// A message that is sent again, as plain values: the same answer, and nothing that is done twice.
#include "server/base/limits.hpp"
#include "tests/battle/one_battle.hpp"

using namespace muster;
using namespace muster::test;
using namespace muster::server;

TEST_CASE("a message that is sent again gets the same answer, also after the battle was read anew") {
    OneBattle battle;
    const auto decision = battle.decision_of("red");
    const protocol::Choose choose{"", decision, Json{{"throw", "rock"}}};
    const auto first = battle.tell("red", choose, "a");
    CHECK(battle.tell("red", choose, "a") == first);
    battle.reload();
    CHECK(battle.tell("red", choose, "a") == first);
    CHECK(battle.tell("red", choose, "b") == "stale_decision");
    CHECK(battle.tell("green", words("hello"), "a") != first);
    battle.throws("green", "rock");
    battle.throws("blue", "rock");
    REQUIRE(battle.decision_of("red") != decision);  // all was revealed
    CHECK(battle.tell("red", choose, "a") == first);
}

TEST_CASE("the same id is another message of another seat, in another decision, of another kind or with other words") {
    OneBattle battle;
    const auto is_new = [&](const std::string& seat, const SeatMessage& message) {
        const auto before = battle.history.head();
        const auto told = battle.tell(seat, message, "x");
        return told.starts_with("accepted") && std::stoll(told.substr(9)) > before;
    };
    const auto throws = [&](const std::string& seat) { return is_new(seat, protocol::Choose{"", battle.decision_of(seat), Json{{"throw", "rock"}}}); };
    for (const auto* seat : {"red", "green", "blue"}) CHECK(throws(seat));
    CHECK(throws("red"));
    CHECK(is_new("red", protocol::Retract{"", battle.decision_of("red")}));
    CHECK(is_new("red", words("one")));
    CHECK(is_new("red", words("two")));
    CHECK(!is_new("red", words("two")));
    CHECK(is_new("red", protocol::OfferDraw{{""}}));
    CHECK(is_new("green", protocol::AnswerDraw{"", false}));
    CHECK(is_new("green", protocol::Concede{{""}}));
}

TEST_CASE("a choice that names no decision is for the one that is open") {
    OneBattle battle;
    const protocol::Choose rock{"", 0, Json{{"throw", "rock"}}};
    const auto first = battle.tell("red", rock, "a");
    CHECK(first == "accepted " + std::to_string(battle.history.head()));
    CHECK(battle.tell("red", rock, "a") == first);
    CHECK(battle.tell("red", rock, "b") == "stale_decision");  // it lies sealed
    battle.throws("green", "rock");
    battle.throws("blue", "rock");
    CHECK(battle.tell("red", rock, "a") == first);
    const auto head = battle.history.head();
    CHECK(battle.tell("red", rock, "b") == "accepted " + std::to_string(head + 1));
}

TEST_CASE("without an id every message is a new one") {
    OneBattle battle;
    const auto first = battle.tell("red", words("one"));
    CHECK(battle.stored.steps.back().answers.empty());
    CHECK(battle.tell("red", words("one")) == "accepted " + std::to_string(battle.history.head()));
    CHECK(first == "accepted " + std::to_string(battle.history.head() - 1));
    battle.throws("red", "rock");
    CHECK(battle.throws("red", "rock") == "stale_decision");
}

TEST_CASE("a refusal is not remembered: the same id may try again") {
    OneBattle battle;
    CHECK(battle.throws("red", "lizard", "a") == "illegal_choice");
    CHECK(battle.throws("red", "rock", "a").starts_with("accepted"));
    CHECK(battle.throws("red", "paper", "b") == "stale_decision");
    battle.tell("red", protocol::Retract{"", battle.decision_of("red")});
    CHECK(battle.throws("red", "paper", "b") == "accepted " + std::to_string(battle.history.head()));
}

TEST_CASE("whatever is sent again changes nothing twice: orders, what is taken back, an offered draw and its answer, a concession") {
    OneBattle battle;
    battle.throws("red", "rock");
    const auto check_again = [&](const std::string& seat, const SeatMessage& message) {
        const auto first = battle.tell(seat, message, "x");
        CHECK(first.starts_with("accepted"));
        const auto steps = battle.stored.steps.size();
        const auto head = battle.state->fold().head();
        for (const bool anew : {false, true}) {
            if (anew) battle.reload();
            CHECK(battle.tell(seat, message, "x") == first);
            CHECK(battle.stored.steps.size() == steps);
            CHECK(battle.state->fold().head() == head);
        }
    };
    check_again("blue", protocol::Order{"", Json::array()});
    check_again("red", protocol::Retract{"", battle.decision_of("red")});
    check_again("red", protocol::OfferDraw{{""}});
    check_again("green", protocol::AnswerDraw{"", false});
    check_again("red", protocol::Concede{{""}});
}

TEST_CASE("only the last answers of a seat are remembered, by their hash") {
    OneBattle battle;
    const auto first = battle.tell("red", words("0"), "id0");
    for (std::size_t i = 1; i < limits::answers_per_seat_max; ++i) battle.tell("red", words(std::to_string(i)), "id" + std::to_string(i));
    battle.tell("green", words("another seat's"), "id");
    CHECK(battle.tell("red", words("0"), "id0") == first);
    battle.tell("red", words("one more"), "last");
    CHECK(battle.tell("red", words("0"), "id0") != first);
    const std::string long_text(400, 'x');
    battle.tell("red", words(long_text), "long");
    CHECK(battle.stored.steps.back().answers.size() < 64);
}

TEST_CASE("answers as earlier versions stored them are recognised") {
    OneBattle battle;
    battle.stored.steps.back().answers += "[\"0|old|concede\",4]\n";
    battle.reload();
    CHECK(battle.tell("red", protocol::Concede{{""}}, "old") == "accepted 4");
    CHECK(!battle.state->over());
}
