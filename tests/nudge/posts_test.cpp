// Messages in Discord that are edited: when, how many, and what ends that.
#include <doctest/doctest.h>

#include "server/base/limits.hpp"
#include "server/nudge/posts.hpp"

using namespace muster;
using namespace muster::server;

namespace {

constexpr std::int64_t second = 1'000, minute = 60 * second;

Digest about(std::initializer_list<std::int64_t> decisions) {
    Digest out;
    for (const auto decision : decisions) {
        Turn turn;
        turn.battle = "battle-" + std::to_string(decision);
        turn.decision = decision;
        out.turns.push_back(turn);
    }
    return out;
}

protocol::NudgeTarget hook(const std::string& url = "https://discord.com/api/webhooks/1/a") {
    protocol::NudgeTarget out;
    out.url = url;
    return out;
}

}  // namespace

TEST_CASE("an edit comes some seconds after a decision, with what was decided meanwhile, and once all is decided no more come") {
    NudgePosts posts;
    posts.add(0, hook(), "11", about({1, 2, 3}));
    CHECK(!posts.next_due_ms(0));
    posts.close(0, "battle-9", 9);
    posts.close(0, "battle-1", 2);
    CHECK(!posts.next_due_ms(0));
    posts.close(1 * second, "battle-1", 1);
    posts.close(2 * second, "battle-3", 3);
    CHECK(posts.next_due_ms(2 * second) == 4 * second);
    CHECK(!posts.take_due(4 * second - 1));
    const auto edit = posts.take_due(4 * second);
    REQUIRE(edit);
    CHECK(edit->message == "11");
    CHECK(edit->digest.decided == std::vector<std::size_t>{0, 2});
    posts.close(5 * second, "battle-2", 2);
    CHECK(!posts.take_due(60 * second));  // the first one is under way
    posts.finished(edit->post, NudgeOutcome::taken, 60 * second);
    const auto last = posts.take_due(60 * second);
    REQUIRE(last);
    CHECK(last->digest.decided.size() == 3);
    posts.finished(last->post, NudgeOutcome::taken, 61 * second);
    CHECK(posts.size() == 0);
}

TEST_CASE("what was decided while a message was on its way is edited into it") {
    NudgePosts posts;
    auto digest = about({1});
    CHECK(mark_decided(digest, "battle-1", 1));
    CHECK(!mark_decided(digest, "battle-1", 1));
    posts.add(0, hook(), "11", digest);
    CHECK(posts.take_due(3 * second));
}

TEST_CASE("Retry-After holds up all messages of the webhook and no others; attempts end") {
    NudgePosts posts;
    posts.add(0, hook(), "11", about({1}));
    posts.add(0, hook(), "12", about({2}));
    posts.add(0, hook("https://discord.com/api/webhooks/2/b"), "21", about({3}));
    for (const std::int64_t decision : {1, 2, 3}) posts.close(0, "battle-" + std::to_string(decision), decision);
    auto edit = posts.take_due(3 * second);
    posts.finished(edit->post, NudgeOutcome::failed, 3 * second, 2 * minute);
    edit = posts.take_due(3 * second);
    REQUIRE(edit);
    CHECK(edit->message == "21");
    posts.finished(edit->post, NudgeOutcome::taken, 3 * second);
    CHECK(!posts.take_due(2 * minute + 2 * second));
    CHECK(posts.next_due_ms(3 * second) == 2 * minute + 3 * second);
    std::int64_t now = 2 * minute + 3 * second;
    edit = posts.take_due(now);
    int attempts = 1;  // the one before
    for (; edit && edit->message == "11"; ++attempts) {
        posts.finished(edit->post, NudgeOutcome::failed, now, 100 * 60 * minute);
        if (const auto next = posts.next_due_ms(now)) {
            CHECK(*next <= now + 64 * minute + 60 * minute);
            now = *next;
        }
        edit = posts.take_due(now);
    }
    CHECK(attempts <= limits::nudge_attempts_max);
}

TEST_CASE("a message that is gone, and what is unsubscribed, is left as it stands") {
    NudgePosts posts;
    posts.add(0, hook(), "11", about({1, 2}));
    posts.close(0, "battle-1", 1);
    const auto edit = posts.take_due(3 * second);
    posts.finished(edit->post, NudgeOutcome::gone, 3 * second);
    CHECK(posts.size() == 0);
    posts.add(0, hook(), "12", about({1, 2}));
    posts.add(0, hook(), "13", about({3}));
    posts.close(0, "battle-1", 1);
    const auto late = posts.take_due(3 * second);
    posts.forget("battle-2");
    posts.finished(late->post, NudgeOutcome::failed, 3 * second);
    CHECK(posts.size() == 1);
    CHECK(!posts.next_due_ms(3 * second));
}

TEST_CASE("of too many messages the oldest are left as they stand") {
    NudgePosts posts;
    for (std::size_t i = 0; i < limits::nudge_posts_max + 5; ++i) posts.add(0, hook(), std::to_string(i), about({static_cast<std::int64_t>(i)}));
    CHECK(posts.size() == limits::nudge_posts_max);
    posts.close(0, "battle-4", 4);
    CHECK(!posts.next_due_ms(0));
    posts.close(0, "battle-5", 5);
    CHECK(posts.take_due(3 * second)->message == "5");
}
