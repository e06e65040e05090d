#include "clients/cli/following.hpp"

#include <doctest/doctest.h>

#include "clients/cli/narration.hpp"

using namespace muster;
using namespace muster::cli;
using What = Following::Heard::What;

namespace {

Following fresh() {
    Following out({"b7Qk2", "secret", "Ada"}, "p-");
    out.brings({"00ff00ff00ff00ff"});
    return out;
}

std::string event(int seq) { return R"({"type":"event","battle":"b7Qk2","seq":)" + std::to_string(seq) + R"(,"at":"","event":"said","data":{}})"; }

const std::string following = R"({"type":"following","id":"p-1","battle":"b7Qk2","viewer":"attacker","head":3})";

}  // namespace

TEST_CASE("the first hello takes the seat and asks for everything") {
    auto link = fresh();
    CHECK(link.hello() == R"({"battle":"b7Qk2","id":"p-1","name":"Ada","nonce":"00ff00ff00ff00ff","since":0,"token":"secret","type":"follow"})");
}

TEST_CASE("where dice are shared, a ladder and what it is for come with the seat") {
    auto link = fresh();
    link.brings({"00ff00ff00ff00ff", "aa", "bb"});
    CHECK(link.hello().contains(R"("ladder":"aa","name":"Ada","nonce":"00ff00ff00ff00ff","since":0,"start":"bb")"));
}

TEST_CASE("a later hello goes on after the last event heard") {
    auto link = fresh();
    link.hello();
    CHECK(link.hear(following).what == What::follows);
    CHECK(link.hear(event(1)).what == What::event);
    CHECK(link.hear(event(2)).what == What::event);
    CHECK(number_at(parse_json(link.hello()).value(), "since") == 2);
}

TEST_CASE("an event heard twice is told once, and a gap is noticed") {
    auto link = fresh();
    CHECK(link.hear(event(1)).what == What::event);
    CHECK(link.hear(event(1)).what == What::nothing);
    CHECK(link.hear(event(3)).what == What::gap);
    CHECK(link.hear(event(2)).what == What::event);
}

TEST_CASE("an unanswered message is sent again with the same id after a new connection follows") {
    auto link = fresh();
    link.hello();
    link.hear(following);
    link.say(Json{{"type", "choose"}, {"decision", 3}, {"choice", "default"}});
    const auto first = link.to_send();
    REQUIRE(first.size() == 1);
    CHECK(link.to_send().empty());
    CHECK(link.waits_for("choose", 3));

    link.hello();
    CHECK(link.to_send().empty());  // not before the server lets us follow
    link.hear(R"({"type":"following","battle":"b7Qk2"})");
    CHECK(link.to_send() == first);

    const auto heard = link.hear(R"({"type":"accepted","id":"p-2","decision":3,"seq":4})");
    CHECK(heard.what == What::accepted);
    CHECK(heard.ours["decision"] == 3);
    CHECK(!link.waits_for("choose"));
    CHECK(link.hear(R"({"type":"accepted","id":"p-2","decision":3,"seq":4})").what == What::nothing);
}

TEST_CASE("a busy server's refusal keeps the message for another try, another refusal does not") {
    auto link = fresh();
    link.hello();
    link.hear(following);
    link.say(Json{{"type", "say"}, {"text", "hi"}});
    const auto first = link.to_send();
    CHECK(link.hear(R"({"type":"rejected","id":"p-2","code":"rate_limited","message":"slowly"})").what == What::busy);
    CHECK(link.waits_for("say"));
    link.try_again();
    CHECK(link.to_send() == first);
    CHECK(link.hear(R"({"type":"rejected","id":"p-2","code":"bad_message","message":"no"})").what == What::refused);
    CHECK(!link.waits_for("say"));
}

TEST_CASE("a refused hello is no entry, or a matter of patience") {
    auto link = fresh();
    link.hello();
    CHECK(link.hear(R"({"type":"rejected","id":"p-1","code":"server_busy","message":"later"})").what == What::busy);
    CHECK(link.hear(R"({"type":"rejected","id":"p-1","code":"unknown_battle","message":"no such battle"})").what == What::no_entry);
}

namespace {

std::string following_of(const std::string& generation, int head) {
    return Json{{"type", "following"}, {"battle", "b7Qk2"}, {"viewer", "attacker"}, {"head", head}, {"generation", generation}}.dump();
}

Json heard_hello(Following& link) { return parse_json(link.hello()).value(); }

}  // namespace

TEST_CASE("a server of another generation is heard from the beginning, and is not told what was meant for the one before") {
    auto link = fresh();
    CHECK(!heard_hello(link).contains("generation"));
    CHECK(link.hear(following_of("aaaa", 2)).what == What::follows);
    for (const int seq : {1, 2}) CHECK(link.hear(event(seq)).what == What::event);
    link.say(Json{{"type", "choose"}, {"decision", 3}, {"choice", "default"}});
    link.to_send();

    CHECK(heard_hello(link)["generation"] == "aaaa");
    CHECK(link.hear(following_of("aaaa", 2)).what == What::follows);
    CHECK(link.to_send().size() == 1);
    CHECK(heard_hello(link)["since"] == 2);
    CHECK(link.hear(following_of("bbbb", 9)).what == What::restored);
    CHECK(link.since() == 0);
    CHECK(!link.waits_for("choose"));
    CHECK(link.to_send().empty());
    CHECK(link.hear(event(1)).what == What::event);
    CHECK(heard_hello(link)["generation"] == "bbbb");
}

TEST_CASE("nothing was heard yet: another generation is nothing to speak of") {
    auto link = fresh();
    link.hear(following_of("aaaa", 2));
    CHECK(!heard_hello(link).contains("generation"));
    CHECK(link.hear(following_of("bbbb", 2)).what == What::follows);
}

TEST_CASE("a server that has fewer events than were heard is asked for all of them") {
    auto link = fresh();
    link.hello();
    link.hear(following);
    for (const int seq : {1, 2, 3}) link.hear(event(seq));
    link.hello();
    const std::string refused = R"({"type":"rejected","id":"p-2","code":"bad_message","message":"this battle has only 2 events","path":"/since"})";
    CHECK(link.hear(refused).what == What::shorter);
    CHECK(heard_hello(link)["since"] == 0);
    CHECK(link.hear(R"({"type":"rejected","id":"p-3","code":"bad_message","message":"no","path":"/since"})").what == What::no_entry);
}

TEST_CASE("what is malformed, unknown or another battle's is passed over") {
    auto link = fresh();
    for (const auto* text : {"", "{", "[]", "7", "{}", R"({"type":7})", R"({"type":"event"})", R"({"type":"event","seq":"1"})", R"({"type":"new_thing"})",
                             R"({"type":"event","battle":"other","seq":1,"event":"said"})", R"({"type":"request","battle":"other"})", "\xff"})
        CHECK_MESSAGE(link.hear(text).what == What::nothing, text);
    CHECK(link.since() == 0);
}

TEST_CASE("a seat of a rematch answers what was asked, although it is of another battle") {
    auto link = fresh();
    link.hello();
    link.hear(following);
    link.say(Json{{"type", "rematch"}, {"token", "t"}});
    link.to_send();
    const auto heard = link.hear(R"({"type":"invitation","id":"p-2","battle":"b2","seat":"defender","token":"t"})");
    CHECK(heard.what == What::invited);
    CHECK(heard.message["battle"] == "b2");
    CHECK(!link.waits_for("rematch"));
}

TEST_CASE("whoever begins at the end asks for no history, hears what happens after it, and goes on there") {
    auto link = fresh();
    link.begin_at_end(true);
    CHECK(parse_json(link.hello()).value()["snapshot"] == true);
    CHECK(link.hear(following).what == What::follows);
    CHECK(link.hear(R"({"type":"snapshot","battle":"b7Qk2","seq":3,"state":{}})").what == What::nothing);
    CHECK(link.hear(event(3)).what == What::nothing);
    CHECK(link.hear(event(5)).what == What::gap);
    CHECK(link.hear(event(4)).what == What::event);
    const auto later = parse_json(link.hello()).value();
    CHECK(number_at(later, "since") == 4);
    CHECK_FALSE(later.contains("snapshot"));
}
