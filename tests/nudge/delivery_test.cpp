// Nudges on their way: over real sockets and TLS to a receiver on this machine, by a clock that the test moves.
#include <doctest/doctest.h>

#include <mutex>

#include "protocol/ids.hpp"
#include "server/nudge/service.hpp"
#include "tests/nudge/receiver.hpp"
#include "tests/support/server_process.hpp"
#include "tests/support/wait_until.hpp"

using namespace muster;
using namespace muster::server;
using namespace muster::test;

namespace {

constexpr std::int64_t start_ms = 1'795'000'000'000;

NudgeSettings settings(bool private_addresses = true) { return {{{"*"}, private_addresses}, "https://muster.example.org"}; }

/// Every host is at these addresses.
Resolve all_at(std::vector<const char*> addresses) {
    return [addresses](const std::string&, const std::function<void(Addresses)>& done) {
        Addresses out;
        for (const auto* each : addresses) out.push_back(asio::ip::make_address(each));
        done(std::move(out));
    };
}

struct Post {
    explicit Post(NudgeSettings chosen = settings(), Resolve resolve = all_at({"127.0.0.1"}))
        : service(std::move(chosen), protocol::P256Key::generate(), [this] { return moment(); }, std::move(resolve)) {
        service.on_lost([this](const std::string& battle, const std::string& listener) { lost = battle + " " + listener; });
    }
    void tell(const protocol::NudgeTarget& target, int number = 1) {
        Turn turn;
        turn.battle = "battle-" + std::to_string(number);
        turn.title = "Siege of Tyre";
        turn.ruleset = "advanced-combat";
        turn.seat = "attacker";
        turn.decision = number;
        turn.kind = "wave";
        service.tell(turn, {{"L1", "attacker", target}});
    }
    /// Waits for what must become true; the service has a thread of its own.
    template <typename Condition>
    void until(const Condition& condition) const {
        wait_until([&] { return condition(service.counters()); });
    }
    void later(std::int64_t ms) { set({.ms = ms}); }

    /// The time of day is set; no time passes.
    void jump(std::int64_t ms) { set({.ms = ms, .shift_ms = ms}); }

    std::string lost{};
    NudgeService service;

private:
    Now moment() const {
        const std::lock_guard lock(mutex_);
        return now_;
    }
    void set(const Now& further) {
        {
            const std::lock_guard lock(mutex_);
            now_.ms += further.ms;
            now_.shift_ms += further.shift_ms;
        }
        service.wake();
    }

    mutable std::mutex mutex_{};  // the service has a thread of its own
    Now now_{.ms = start_ms};
};

protocol::NudgeTarget webhook(const Receiver& receiver, const std::string& host = "hooks.example", const std::string& scheme = "https") {
    protocol::NudgeTarget out;
    out.url = scheme + "://" + host + ":" + std::to_string(receiver.port()) + "/hook?key=1";
    out.secret = "a secret of some length";
    return out;
}

}  // namespace

TEST_CASE("a webhook gets its nudge over TLS, signed so that openssl agrees") {
    Receiver receiver;
    Post post;
    post.tell(webhook(receiver));
    const auto got = receiver.next();
    CHECK(got.target == "/hook?key=1");
    CHECK(got.headers.at("host") == "hooks.example:" + std::to_string(receiver.port()));
    CHECK(got.headers.at("content-type") == "application/json");
    CHECK(Json::parse(got.body)["turns"][0]["link"] == "https://muster.example.org/b/battle-1");
    const std::string signature = got.headers.at("muster-signature");
    const std::string time = std::to_string(start_ms / 1000);
    REQUIRE(signature.starts_with("t=" + time + ",v1="));
    const auto checked = run_program({"/usr/bin/env", "openssl", "dgst", "-sha256", "-hmac", "a secret of some length"}, time + "." + got.body);
    CHECK(checked.out.contains(signature.substr(signature.find("v1=") + 3)));
    post.until([](const NudgeCounters& counters) { return counters.sent == 1; });
}

TEST_CASE("a push message is read by a browser's key, and its sender is known by VAPID") {
    Receiver receiver;
    Post post;
    const auto browser = protocol::P256Key::generate();
    const std::string auth = protocol::random_bytes(16);
    protocol::NudgeTarget target;
    target.kind = protocol::NudgeKind::push;
    target.subscription = {"https://push.example:" + std::to_string(receiver.port()) + "/send/abc",
                           {protocol::to_base64url(browser.public_bytes()), protocol::to_base64url(auth)}};
    REQUIRE(post.service.check(target, "/nudge") == "push.example");
    post.tell(target);
    const auto got = receiver.next();
    CHECK(got.target == "/send/abc");
    CHECK(got.headers.at("content-encoding") == "aes128gcm");
    CHECK(got.headers.at("ttl") == "172800");
    const Json message{{"body", protocol::to_base64url(got.body)},
                       {"authorization", got.headers.at("authorization")},
                       {"private", protocol::to_base64url(browser.private_bytes())},
                       {"public", protocol::to_base64url(browser.public_bytes())},
                       {"auth", protocol::to_base64url(auth)}};
    const auto read = run_program({"/usr/bin/env", "node", NUDGE_TESTS "/read_push.mjs"}, message.dump());
    REQUIRE_MESSAGE(read.exit_code == 0, read.err);
    const Json seen = Json::parse(read.out);
    CHECK(seen["signed_by_k"] == true);
    CHECK(seen["record_size"] == 4096);
    CHECK(seen["claims"]["aud"] == "https://push.example:" + std::to_string(receiver.port()));
    CHECK(seen["claims"]["sub"] == "https://muster.example.org");
    CHECK(seen["claims"]["exp"] == start_ms / 1000 + 12 * 3600);
    CHECK(Json::parse(std::string(seen["text"]))["turns"][0]["battle"] == "battle-1");
    CHECK(got.headers.at("authorization").ends_with(post.service.push_key()));
}

TEST_CASE("what fails is repeated when its time has come, and then arrives") {
    Receiver receiver;
    Post post;
    receiver.answer("HTTP/1.1 503 Service Unavailable\r\nRetry-After: 40\r\n\r\n");
    post.tell(webhook(receiver));
    receiver.next();
    post.until([](const NudgeCounters& counters) { return counters.retried == 1; });
    receiver.answer("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok");
    post.later(40'000);
    CHECK(Json::parse(receiver.next().body)["turns"].size() == 1);
    post.until([](const NudgeCounters& counters) { return counters.sent == 1; });
    CHECK(receiver.connections() == 2);
}

TEST_CASE("setting the time of day sends nothing at once that is to be gathered, and keeps nothing back") {
    for (const std::int64_t jump : {3'600'000, -3'600'000}) {
        Receiver receiver;
        Post post;
        post.tell(webhook(receiver), 1);
        receiver.next();
        post.until([](const NudgeCounters& counters) { return counters.sent == 1; });
        post.tell(webhook(receiver), 2);
        post.until([](const NudgeCounters& counters) { return counters.waiting == 1; });
        post.jump(jump);
        post.tell(webhook(receiver), 3);
        post.until([](const NudgeCounters& counters) { return counters.waiting == 2; });
        CHECK(post.service.counters().sent == 1);
        post.later(300'000);
        CHECK(Json::parse(receiver.next().body)["turns"].size() == 2);
    }
}

TEST_CASE("a place that answers 410 is reported as lost, and nothing more is sent there") {
    Receiver receiver;
    Post post;
    receiver.answer("HTTP/1.1 410 Gone\r\nContent-Length: 4\r\n\r\ngone");
    post.tell(webhook(receiver));
    receiver.next();
    post.until([](const NudgeCounters& counters) { return counters.failed == 1; });
    CHECK(post.lost == "battle-1 L1");
}

TEST_CASE("a redirect is not followed") {
    Receiver receiver, elsewhere;
    Post post;
    receiver.answer("HTTP/1.1 307 Temporary Redirect\r\nLocation: https://hooks.example:" + std::to_string(elsewhere.port()) + "/\r\n\r\n");
    post.tell(webhook(receiver));
    receiver.next();
    post.until([](const NudgeCounters& counters) { return counters.failed == 1; });
    CHECK(elsewhere.connections() == 0);
}

TEST_CASE("a host that turns out to be in a private network gets nothing, not even a connection") {
    Receiver receiver;
    for (const auto& addresses : {std::vector<const char*>{"127.0.0.1"}, {"1.1.1.1", "127.0.0.1"}, {"::ffff:127.0.0.1"}}) {
        Post post(settings(false), all_at(addresses));
        CHECK(post.service.check(webhook(receiver), "/nudge") == "hooks.example");  // the name alone tells nothing
        post.tell(webhook(receiver));
        post.until([](const NudgeCounters& counters) { return counters.failed == 1; });
        CHECK(post.service.counters().retried == 0);
    }
    CHECK(receiver.connections() == 0);
}

TEST_CASE("a host without an address, a wrong certificate, and an endless answer are failures that are tried again") {
    Receiver receiver;
    {
        Post post(settings(), all_at({}));
        post.tell(webhook(receiver));
        post.until([](const NudgeCounters& counters) { return counters.retried == 1; });
    }
    {
        Post post;
        post.tell(webhook(receiver, "other.example"));
        post.until([](const NudgeCounters& counters) { return counters.retried == 1; });
    }
    Post post;
    receiver.answer("HTTP/1.1 200 OK\r\nX-Long: " + std::string(100'000, 'x') + "\r\n\r\n");
    post.tell(webhook(receiver));
    receiver.next();
    post.until([](const NudgeCounters& counters) { return counters.retried == 1; });
}

TEST_CASE("where the operator allows it, plain HTTP in the own network is served") {
    Receiver receiver(false);
    Post post;
    auto target = webhook(receiver, "127.0.0.1", "http");
    target.format = protocol::NudgeFormat::slack;
    CHECK(post.service.check(target, "/nudge") == "127.0.0.1");
    post.tell(target);
    CHECK(Json::parse(receiver.next().body)["text"].get<std::string>().starts_with("Attacker’s turn in"));
}

TEST_CASE("a receiver that never answers does not hold up the end") {
    Receiver receiver;
    receiver.answer("");
    Post post;
    post.tell(webhook(receiver));
    receiver.next();
    post.service.stop();
    CHECK(post.service.counters().sent == 0);
}

TEST_CASE("a target that cannot be is refused with the field at fault") {
    Post post;
    const auto path = [&](const protocol::NudgeTarget& target) {
        const auto checked = post.service.check(target, "/nudge");
        return checked ? "allowed" : checked.error().path;
    };
    protocol::NudgeTarget hook;
    hook.url = "https://hooks.example/1";
    CHECK(path(hook) == "allowed");
    hook.secret = "short";
    CHECK(path(hook) == "/nudge/secret");
    hook.secret.clear();
    hook.url = "nonsense";
    CHECK(path(hook) == "/nudge/url");
    hook.subscription = protocol::PushSubscription{};
    CHECK(path(hook) == "/nudge/subscription");
    protocol::NudgeTarget push;
    push.kind = protocol::NudgeKind::push;
    CHECK(path(push) == "/nudge/subscription");
    push.subscription = {"https://push.example/1", {"AAAA", "AAAA"}};
    CHECK(path(push) == "/nudge/subscription/keys");
    push.url = "https://push.example/1";
    CHECK(path(push) == "/nudge/url");
}

namespace {

std::string discord_answer(const std::string& message) {
    const std::string body = R"({"id":")" + message + R"(","type":0})";
    return "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body;
}

protocol::NudgeTarget discord(const Receiver& receiver) {
    protocol::NudgeTarget out;
    out.url = "https://hooks.example:" + std::to_string(receiver.port()) + "/api/webhooks/7/secret?thread_id=5";
    out.format = protocol::NudgeFormat::discord;
    return out;
}

constexpr std::int64_t second = 1'000;

}  // namespace

TEST_CASE("a message in Discord has the battle's picture, and is edited in place when the decision is made") {
    Receiver receiver;
    receiver.answer(discord_answer("1234567890"));
    Post post;
    post.tell(discord(receiver));
    const auto posted = receiver.next();
    CHECK(posted.method == "POST");
    CHECK(posted.target == "/api/webhooks/7/secret?thread_id=5&wait=true");
    const Json message = Json::parse(posted.body);
    CHECK(message["embeds"][0]["image"]["url"] == "https://muster.example.org/b/battle-1/card.png?v=1");
    CHECK(message["content"].get<std::string>().ends_with("\n<https://muster.example.org/b/battle-1>"));  // no token
    post.until([](const NudgeCounters& counters) { return counters.sent == 1; });
    post.service.decision_closed("battle-1", 2);  // another one
    post.service.decision_closed("battle-1", 1);
    post.until([](const NudgeCounters& counters) { return counters.waiting == 1; });
    post.later(3 * second);
    const auto edited = receiver.next();
    CHECK(edited.method == "PATCH");
    CHECK(edited.target == "/api/webhooks/7/secret/messages/1234567890?thread_id=5");
    CHECK(Json::parse(edited.body)["content"].get<std::string>().starts_with("Attacker has decided in"));
    CHECK(Json::parse(edited.body)["embeds"][0]["image"]["url"] == "https://muster.example.org/b/battle-1/card.png?v=1d");
    post.until([](const NudgeCounters& counters) { return counters.sent == 2; });
}

TEST_CASE("an edit waits as long as Discord says, and a message that is gone is left: what comes next is a new one") {
    Receiver receiver;
    receiver.answer(discord_answer("55"));
    Post post;
    post.tell(discord(receiver));
    receiver.next();
    post.until([](const NudgeCounters& counters) { return counters.sent == 1; });
    receiver.answer("HTTP/1.1 429 Too Many Requests\r\nRetry-After: 120\r\n\r\n");
    post.service.decision_closed("battle-1", 1);
    post.until([](const NudgeCounters& counters) { return counters.waiting == 1; });
    post.later(3 * second);
    CHECK(receiver.next().method == "PATCH");
    post.until([](const NudgeCounters& counters) { return counters.retried == 1; });
    receiver.answer("HTTP/1.1 404 Not Found\r\n\r\n");
    post.later(119 * second);
    post.later(300 * second);
    CHECK(receiver.next().target == "/api/webhooks/7/secret/messages/55?thread_id=5");
    post.until([](const NudgeCounters& counters) { return counters.failed == 1; });
    receiver.answer(discord_answer("56"));
    post.tell(discord(receiver), 2);
    const auto next = receiver.next();
    CHECK(next.method == "POST");
    CHECK(Json::parse(next.body)["embeds"][0]["url"] == "https://muster.example.org/b/battle-2");
}

TEST_CASE("an answer that has no message leaves nothing to edit, and is no failure") {
    for (const auto* body : {"", "{}", "{\"id\":7}", "{\"id\":\"../1\"}", "{\"id\":\"\"}", "[\"id\"]", "{\"id\":\"123456789012345678901\"}", "\xff{{{"}) {
        CAPTURE(std::string(body));
        Receiver receiver;
        receiver.answer("HTTP/1.1 200 OK\r\nContent-Length: " + std::to_string(std::string_view(body).size()) + "\r\n\r\n" + body);
        Post post;
        post.tell(discord(receiver));
        receiver.next();
        post.until([](const NudgeCounters& counters) { return counters.sent == 1; });
        post.service.decision_closed("battle-1", 1);
        post.later(3 * second);
        post.later(300 * second);
        receiver.answer("HTTP/1.1 204 No Content\r\n\r\n");
        post.tell(discord(receiver), 2);
        CHECK(receiver.next().method == "POST");
    }
}
