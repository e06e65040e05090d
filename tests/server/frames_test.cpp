// Hostile and broken frames: each gets the error that the protocol names, and disturbs nobody.
#include <doctest/doctest.h>

#include <chrono>

#include "tests/support/chance.hpp"
#include "tests/support/seated.hpp"

using namespace muster;
using namespace muster::test;

namespace {

Json error_for(WireClient& client, std::string_view text) {
    client.send_text(text);
    return client.next();
}

/// Frames as they come from nobody who means well, in one piece; a goodbye is the last.
std::string odd_frames(Chance& chance) {
    static const std::vector<std::size_t> sizes{0, 1, 125, 126, 300, 511, 512, 513, 1'000, 1'500, 1'536, 3'000, 64 * 1024, 64 * 1024 + 1};
    static const std::vector<int> opcodes{0x0, 0x1, 0x1, 0x1, 0x2, 0x3, 0x8, 0x9, 0xa};
    std::string out;
    for (int left = chance.between(1, 6); left > 0; --left) {
        const int opcode = chance.pick(opcodes);
        std::string payload(chance.pick(sizes), ' ');
        if (opcode >= 0x8 && payload.size() > 125 && !chance.one_in(8)) payload.resize(125);
        if (opcode == 0x8 && payload.size() >= 2) payload.replace(0, 2, "\x03\xe8");
        if (chance.one_in(8) && !payload.empty()) payload.back() = '\xff';
        out += masked_frame(opcode, payload, opcode >= 0x8 ? !chance.one_in(16) : !chance.one_in(3));
    }
    return out + masked_frame(0x8, "");
}

std::string deep(int levels) { return std::string(static_cast<std::size_t>(levels), '[') + std::string(static_cast<std::size_t>(levels), ']'); }

}  // namespace

TEST_CASE("what is not a message is answered with an error, and the connection goes on") {
    const TempFolder folder;
    ServerProcess server(folder.path());
    WireClient client(server.port());
    CHECK(error_for(client, "{")["code"] == "bad_json");
    CHECK(error_for(client, "")["code"] == "bad_json");
    CHECK(error_for(client, R"({"type":"ping","type":"ping"})")["code"] == "bad_json");
    CHECK(error_for(client, R"({"type":"create","ruleset":"advanced-combat","setup":)" + deep(1000) + "}")["code"] == "bad_json");
    CHECK(error_for(client, "[]")["code"] == "bad_message");
    CHECK(error_for(client, "{}")["path"] == "/type");
    CHECK(error_for(client, R"({"type":1})")["path"] == "/type");
    CHECK(error_for(client, R"({"type":"chose","id":"x"})")["message"].get<std::string>().contains("did you mean \"choose\"?"));
    CHECK(error_for(client, R"({"type":"ping","id":7})")["path"] == "/id");
    CHECK(error_for(client, R"({"type":"ping","id":")" + std::string(65, 'i') + "\"}")["path"] == "/id");
    CHECK(error_for(client, R"({"type":"ping","loud":true,"id":"q"})")["path"] == "/loud");
    CHECK(error_for(client, R"({"type":"follow","battle":"AAAAAAAAAAAAAAAAAAAAAA","id":"f"})")["code"] == "unknown_battle");
    CHECK(error_for(client, R"({"type":"follow","battle":"../../etc","id":"f"})")["code"] == "unknown_battle");
    CHECK(error_for(client, R"({"type":"follow","battle":"AAAAAAAAAAAAAAAAAAAAAA","nonce":"xyz","id":"f"})")["path"] == "/nonce");
    CHECK(client.ask({{"type", "ping"}})["type"] == "pong");
}

TEST_CASE("fragments are put together, control frames between them are answered") {
    const TempFolder folder;
    ServerProcess server(folder.path());
    WireClient client(server.port());
    client.send_frame(0x1, R"({"type":"pi)", false);
    client.send_frame(0x9, "are you there");
    client.send_frame(0x0, R"(ng","id":"frag"})", true);
    CHECK(client.next()["id"] == "frag");
}

TEST_CASE("oversized, binary and non-UTF-8 frames close their own connection with the right code") {
    const TempFolder folder;
    ServerProcess server(folder.path());
    const auto closed_after = [&](int opcode, const std::string& payload) {
        WireClient client(server.port());
        client.send_frame(opcode, payload);
        return client.wait_closed();
    };
    CHECK(closed_after(0x1, std::string(64 * 1024 + 1, 'x')) == 1009);
    CHECK(closed_after(0x1, std::string(1 << 20, 'x')) == 1009);
    CHECK(closed_after(0x2, "binary") == 1003);
    CHECK(closed_after(0x1, "\xff\xfe") == 1007);
    CHECK(closed_after(0x3, "reserved") == 1002);
    WireClient fits(server.port());
    CHECK(error_for(fits, std::string(64 * 1024, ' '))["code"] == "bad_json");
    WireClient unmasked(server.port());
    unmasked.send_bytes(std::string("\x81\x02{}", 4));
    CHECK(unmasked.wait_closed() == 1002);
}

TEST_CASE("a frame behind the one that the server closes for ends nothing but its own connection") {
    const TempFolder folder;
    ServerProcess server(folder.path());
    auto [ada, bob, battle] = Seated(server.port());
    for (const std::size_t size : {1UL, 500UL, 512UL, 513UL, 600UL, 1'024UL, 1'400UL, 2'000UL, 20'000UL}) {  // more and less than is read at once
        CAPTURE(size);
        WireClient client(server.port());
        client.send_bytes(masked_frame(0x2, "binary") + masked_frame(0x1, std::string(size, ' ')));
        CHECK(client.wait_closed() == 1003);
    }
    play_out({&ada, &bob});
}

TEST_CASE("whatever frames come at once, and in whatever order, they end nothing but their own connection") {
    const TempFolder folder;
    ServerProcess server(folder.path());
    auto [ada, bob, battle] = Seated(server.port());
    for (std::uint64_t seed = 0; seed < 500; ++seed) {
        CAPTURE(seed);
        SeededChance chance(seed);
        WireClient client(server.port());
        client.send_bytes(odd_frames(chance));
        REQUIRE(client.wait_closed() != 0);
    }
    play_out({&ada, &bob});
}

// RFC 6455, 5.5.1. The history is on its way while the answer to the close frame is written.
TEST_CASE("nothing follows the close frame by which a goodbye is answered") {
    const TempFolder folder;
    ServerProcess server(folder.path());
    auto [ada, bob, battle] = Seated(server.port(), siege_setup());
    play_out({&ada, &bob});
    const std::string done{'\x03', '\xe8'};  // 1000
    for (int i = 0; i < 200; ++i) {
        WireClient leaving(server.port());
        leaving.send(battle.follow());
        leaving.send_frame(0x8, done);
        CHECK(leaving.wait_closed() == 1000);
        CHECK(leaving.rest() == "");
    }
}

TEST_CASE("hostile frames disturb no battle") {
    const TempFolder folder;
    ServerProcess server(folder.path());
    auto [ada, bob, battle] = Seated(server.port());
    for (int i = 0; i < 20; ++i) {
        WireClient mallory(server.port());
        mallory.ask(battle.follow());
        mallory.send_frame(0x1, i % 2 ? "\xc0\xaf" : std::string(100'000, 'x'));
    }
    http_raw(server.port(), "NONSENSE\r\n\r\n");
    http_raw(server.port(), std::string("\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", 11) + "\r\n\r\n");
    play_out({&ada, &bob});
    verified_record(server.port(), battle.id);
}

TEST_CASE("too many messages are refused as rate_limited") {
    const TempFolder folder;
    ServerProcess server(folder.path(), {"--messages-per-s", "5"});
    WireClient client(server.port());
    std::map<std::string, int> types;
    const auto begun = std::chrono::steady_clock::now();
    for (int i = 0; i < 50; ++i) {
        const Json answer = client.ask({{"type", "ping"}});
        ++types[answer["type"] == "rejected" ? answer["code"].get<std::string>() : answer["type"].get<std::string>()];
    }
    const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - begun;
    CHECK(types["pong"] >= 10);
    CHECK(types["pong"] <= 10 + 5 * passed.count() + 1);
    CHECK(types["pong"] + types["rate_limited"] == 50);
}

TEST_CASE("a flood of messages is closed with 4009") {
    const TempFolder folder;
    ServerProcess server(folder.path(), {"--messages-per-s", "0.05"});  // one, and the next after 20 s
    WireClient client(server.port());
    CHECK(client.ask({{"type", "ping"}})["type"] == "pong");
    for (int i = 0; i < 1100; ++i) client.send({{"type", "ping"}});
    CHECK(client.wait_closed() == 4009);
}

TEST_CASE("one connection follows a bounded number of battles") {
    const TempFolder folder;
    ServerProcess server(folder.path());
    WireClient client(server.port());
    Json last;
    for (int i = 0; i < 65; ++i) last = client.ask(create_battle(client).follow());
    CHECK(last["code"] == "server_busy");
}

TEST_CASE("a follow that was refused does not count among them, nor one that has ended") {
    const TempFolder folder;
    ServerProcess server(folder.path());
    WireClient client(server.port());
    for (int i = 0; i < 70; ++i) {
        const auto battle = create_battle(client);
        CHECK(client.ask(battle.follow({}, 1'000))["path"] == "/since");
        if (i >= 10) continue;
        CHECK(client.ask(battle.follow())["type"] == "following");
        CHECK(client.ask({{"type", "unfollow"}, {"battle", battle.id}})["type"] == "unfollowed");
    }
    Json last;
    for (int i = 0; i < 64; ++i) last = client.ask(create_battle(client).follow());
    CHECK(last["type"] == "following");
    CHECK(client.ask(create_battle(client).follow())["code"] == "server_busy");
}
