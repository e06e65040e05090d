// The operator's commands, beside a running server and without one.
#include <doctest/doctest.h>
#include <signal.h>

#include <fstream>
#include <sstream>

#include "tests/support/patience.hpp"
#include "tests/support/seated.hpp"
#include "tests/support/sql.hpp"
#include "tests/support/wait_until.hpp"

using namespace muster;
using namespace muster::test;

namespace {

Finished command(const TempFolder& data, std::vector<std::string> words, const std::string& input = {}) {
    words.insert(words.begin() + 1, {"--data", data.path().string()});  // an id may begin with -, so -- may come before it
    words.insert(words.begin(), MUSTERD);
    return run_program(words, input);
}

/// Words that must succeed.
std::string done(const TempFolder& data, std::vector<std::string> words, const std::string& input = {}) {
    const Finished finished = command(data, std::move(words), input);
    CHECK_MESSAGE(finished.exit_code == 0, finished.err);
    return finished.out;
}

Battle finished_battle(unsigned short port) {
    auto [ada, bob, battle] = Seated(port);
    play_out({&ada, &bob});
    return battle;
}

std::string record_of(unsigned short port, const Battle& battle) { return http_get(port, "/api/v1/battles/" + battle.id + "/record").body; }

std::size_t listed(unsigned short port) { return http_get(port, "/api/v1/battles").json()["battles"].size(); }

}  // namespace

TEST_CASE("records are exported and imported: found, shown, replayable and verified as where they were played; once only") {
    const TempFolder here;
    const TempFolder there;
    std::string lines;
    std::string record;
    Battle battle;
    {
        ServerProcess server(here.path());
        battle = finished_battle(server.port());
        Seated open(server.port());
        record = record_of(server.port(), battle);
        lines = done(here, {"export"});  // beside the running server
        CHECK(std::ranges::count(lines, '\n') == 1);
    }
    ServerProcess server(there.path());
    const auto generation = [&] { return sql_text(there.path() / "muster.db", "SELECT generation FROM identity"); };
    const std::string before = generation();
    CHECK(done(there, {"import", "-"}, "\n") == "");
    CHECK(generation() == before);
    CHECK(done(there, {"import", "-"}, lines) == "1 imported\n");
    CHECK(generation() != before);  // who was ahead of what is here now is told so
    CHECK(done(there, {"import", "-"}, lines) == "1 there already\n");
    CHECK(Json::parse(record_of(server.port(), battle)) == Json::parse(record));
    verified_record(server.port(), battle.id);
    CHECK(listed(server.port()) == 1);
    WireClient eve(server.port());
    CHECK(eve.ask(battle.follow())["status"] == "over");
    CHECK(eve.ask(battle.follow(battle.attacker))["code"] == "bad_token");
    server.kill_and_restart();
    CHECK(Json::parse(record_of(server.port(), battle)) == Json::parse(record));
    CHECK(done(there, {"check"}).starts_with("1 record holds, 0 battles are not over yet, 0 battles are damaged"));
}

TEST_CASE("what does not hold is not imported, with the line and the reason, and the others are") {
    const TempFolder here;
    const TempFolder there;
    std::string lines;
    {
        ServerProcess server(here.path());
        finished_battle(server.port());
        finished_battle(server.port());
    }
    lines = done(here, {"export"});
    const auto die = lines.find("\"dice\":[") + 8;
    lines[die] = lines[die] == '6' ? '5' : '6';
    std::filesystem::create_directories(there.path());
    const Finished imported = command(there, {"import", "-"}, lines + "{\"no\":\"record\"}\n");
    CHECK(imported.exit_code == 1);
    CHECK(imported.out == "1 imported\n2 refused\n");
    CHECK(imported.err.find("line 1: refused: it does not hold") != std::string::npos);
    CHECK(imported.err.find("line 3: refused") != std::string::npos);
}

TEST_CASE("a hidden battle is in no list, plays on, and comes back; with and without a server") {
    const TempFolder folder;
    std::string id;
    {
        ServerProcess server(folder.path());
        Seated seated(server.port());
        id = seated.battle.id;
        done(folder, {"moderate", "hide", "--", id});
        CHECK(listed(server.port()) == 0);
        CHECK(http_get(server.port(), "/api/v1/battles/" + id).json()["visibility"] == "unlisted");
        play_out({&seated.ada, &seated.bob});
        verified_record(server.port(), id);
        server.kill_and_restart();
        CHECK(listed(server.port()) == 0);
    }
    done(folder, {"moderate", "show", "--", id});
    ServerProcess server(folder.path());
    CHECK(listed(server.port()) == 1);
    CHECK(command(folder, {"moderate", "hide", "--", "AAAAAAAAAAAAAAAAAAAAAA"}).exit_code == 1);
}

TEST_CASE("the operator names a battle by its link, too, whatever else that says; what is neither is refused as such") {
    const TempFolder folder;
    ServerProcess server(folder.path());
    Seated seated(server.port());
    const auto link = "http://127.0.0.1:" + std::to_string(server.port()) + "/b/" + seated.battle.id;
    CHECK(done(folder, {"moderate", "who", link}) == done(folder, {"moderate", "who", "--", seated.battle.id}));
    done(folder, {"moderate", "hide", link + "#" + seated.battle.attacker});
    CHECK(listed(server.port()) == 0);
    done(folder, {"moderate", "show", "https://muster.example/b/" + seated.battle.id + "?take#" + seated.battle.defender});
    CHECK(listed(server.port()) == 1);
    done(folder, {"moderate", "close", link + "#17"});
    CHECK(http_get(server.port(), "/api/v1/battles/" + seated.battle.id).json()["status"] == "over");
    const Finished none = command(folder, {"moderate", "who", "http://127.0.0.1/battles"});
    CHECK(none.exit_code == 2);
    CHECK(none.err == "musterd: \"http://127.0.0.1/battles\" is not a link to a battle; expected http://host:port/b/BATTLE#TOKEN\n");
    CHECK(command(folder, {"moderate", "who", "a battle"}).exit_code == 2);
}

TEST_CASE("a battle that the operator closes ends at once for everybody, nobody has won, and its record verifies") {
    const TempFolder folder;
    ServerProcess server(folder.path());
    Seated seated(server.port());
    done(folder, {"moderate", "close", "--", seated.battle.id});
    for (auto* client : {&seated.ada, &seated.bob}) {
        Json ended;
        while (ended.empty() || ended["event"] != "battle_ended") ended = client->next("event");
        CHECK(ended["data"]["reason"] == "closed");
        CHECK(ended["data"]["winner"].is_null());
    }
    verified_record(server.port(), seated.battle.id);
    const auto lonely = create_battle(seated.ada);
    done(folder, {"moderate", "close", "--", lonely.id});
    CHECK(verified_record(server.port(), lonely.id)["seats"][0]["name"].is_null());
    const Finished again = command(folder, {"moderate", "close", "--", seated.battle.id});
    CHECK(again.exit_code == 1);
    CHECK(again.err.find("is over") != std::string::npos);
}

TEST_CASE("a banned name takes no seat and says nothing, until it is lifted; a restart changes nothing") {
    const TempFolder folder;
    ServerProcess server(folder.path());
    Seated seated(server.port());
    done(folder, {"moderate", "ban", "name", "ADA", "--for", "P7D"});
    CHECK(seated.ada.ask({{"type", "say"}, {"battle", seated.battle.id}, {"text", "hello"}})["code"] == "not_your_seat");
    CHECK(seated.bob.ask({{"type", "say"}, {"battle", seated.battle.id}, {"text", "hello"}})["type"] == "accepted");
    server.kill_and_restart();
    CHECK(done(folder, {"moderate", "bans"}).starts_with("name     ADA  until "));
    WireClient client(server.port());
    const auto battle = create_battle(client);
    Json follow = battle.follow(battle.attacker);
    follow["name"] = "ada";
    const Json refused = client.ask(follow);
    CHECK(refused["code"] == "not_your_seat");
    CHECK(refused["path"] == "/name");
    done(folder, {"moderate", "unban", "name", "Ada"});
    CHECK(client.ask(follow)["type"] == "following");
    CHECK(done(folder, {"moderate", "bans"}).empty());
}

TEST_CASE("a banned address gets in nowhere and says nothing, the others do, and the operator can still lift it") {
    const TempFolder folder;
    ServerProcess server(folder.path(), {"--trusted-proxies", "127.0.0.1"});
    const std::string away = "X-Forwarded-For: 198.51.100.7\r\n";
    Seated seated(server.port(), small_setup(), Json::object(), away);
    done(folder, {"moderate", "ban", "address", "198.51.100.0/24"});
    const auto refused = http_get(server.port(), "/api/v1/battles", away);
    CHECK(refused.status == 403);
    CHECK(refused.json()["code"] == "not_your_seat");
    CHECK(seated.ada.ask({{"type", "create"}, {"ruleset", "advanced-combat"}, {"setup", small_setup()}})["code"] == "not_your_seat");
    CHECK(seated.ada.ask({{"type", "say"}, {"battle", seated.battle.id}, {"text", "hello"}})["code"] == "not_your_seat");
    done(folder, {"moderate", "unban", "address", "198.51.100.0/24"});
    CHECK(seated.ada.ask({{"type", "say"}, {"battle", seated.battle.id}, {"text", "hello"}})["type"] == "accepted");
    done(folder, {"moderate", "ban", "address", "2001:db8::/32"});
    CHECK(http_get(server.port(), "/api/v1/battles").status == 200);
    for (const char* how : {"ban", "unban"})
        for (const char* none : {"nonsense", "10.0.0.0/33"}) {
            const Finished nonsense = command(folder, {"moderate", how, "address", none});
            CHECK(nonsense.exit_code == 2);
            CHECK(nonsense.err.contains(none));
        }
}

TEST_CASE("a network is one however it is written: banned twice it is one ban, and lifted it is lifted") {
    const TempFolder folder;
    const std::string away = "X-Forwarded-For: 203.0.113.9\r\n";
    {
        ServerProcess server(folder.path(), {"--trusted-proxies", "127.0.0.1"});
        for (const char* same : {"203.0.113.0/24", "203.0.113.7/24", "::ffff:203.0.113.1/120"})
            CHECK(done(folder, {"moderate", "ban", "address", same}) == "203.0.113.0/24 is banned\n");
        CHECK(done(folder, {"moderate", "bans"}) == "address  203.0.113.0/24\n");
        CHECK(http_get(server.port(), "/api/v1/battles", away).status == 403);
        CHECK(done(folder, {"moderate", "unban", "address", "203.0.113.200/24"}) == "203.0.113.0/24 is no longer banned\n");
        CHECK(http_get(server.port(), "/api/v1/battles", away).status == 200);
        for (const auto& [typed, meant] :
             {std::pair{"198.51.100.7/32", "198.51.100.7"}, {"2001:DB8:0::1/32", "2001:db8::/32"}, {"2001:db8::1/128", "2001:db8::1"}}) {
            CHECK(done(folder, {"moderate", "ban", "address", typed}) == std::string(meant) + " is banned\n");
            CHECK(done(folder, {"moderate", "unban", "address", meant}) == std::string(meant) + " is no longer banned\n");
        }
        done(folder, {"moderate", "ban", "address", "203.0.113.7/24"});
    }
    // As a store of before has it: as it was typed, and twice.
    run_sql(folder.path() / "muster.db", R"(UPDATE remembered SET value = '[{"address":"203.0.113.0/24"},{"address":"203.0.113.7/24"}]' WHERE key = 'bans')");
    ServerProcess server(folder.path(), {"--trusted-proxies", "127.0.0.1"});
    CHECK(http_get(server.port(), "/api/v1/battles", away).status == 403);
    CHECK(done(folder, {"moderate", "unban", "address", "203.0.113.0/24"}) == "203.0.113.0/24 is no longer banned\n");
    CHECK(done(folder, {"moderate", "bans"}).empty());
    CHECK(http_get(server.port(), "/api/v1/battles", away).status == 200);
}

TEST_CASE("a ban of this machine is refused, by whatever network it is meant") {
    const TempFolder folder;
    ServerProcess server(folder.path());
    for (const char* own : {"127.0.0.1", "127.0.0.0/8", "0.0.0.0/0", "::1", "::/0", "::ffff:127.0.0.1"}) {
        const Finished refused = command(folder, {"moderate", "ban", "address", own});
        CHECK_MESSAGE(refused.exit_code == 1, own);
        CHECK_MESSAGE(refused.err.contains("is this machine"), refused.err);
    }
    CHECK(http_get(server.port(), "/api/v1/battles").status == 200);
}

TEST_CASE("the operator sees who looks at a battle, over whatever path, and whence; nobody else does, and it is kept nowhere") {
    const TempFolder folder;
    ServerProcess server(folder.path(), {"--trusted-proxies", "127.0.0.1", "--log-level", "debug"});
    const auto from = [](int last) { return "X-Forwarded-For: 198.51.100." + std::to_string(last) + "\r\n"; };
    const auto seen = [&](const std::string& id) { return done(folder, {"moderate", "who", "--", id}); };
    WireClient ada(server.port(), from(1));
    const auto battle = create_battle(ada);
    CHECK(seen(battle.id) == "nobody looks at battle " + battle.id + " now\n");
    Json follow = battle.follow(battle.attacker);
    follow["name"] = "Ada";
    ada.ask(follow);
    WireClient eve(server.port(), from(2));
    eve.ask(battle.follow());
    EventSource stream(server.port(), "/api/v1/battles/" + battle.id + "/events", from(3));
    const auto head = http_get(server.port(), "/api/v1/battles/" + battle.id).json()["head"].dump();
    PendingRequest poll(server.port(), "/api/v1/battles/" + battle.id + "/events?wait=55&since=" + head, from(4));
    std::string who;
    wait_until([&] { return (who = seen(battle.id)).contains("198.51.100.4\n"); });
    CHECK(who.contains("attacker     Ada                  198.51.100.1\n"));
    for (int spectator : {2, 3, 4}) CHECK_MESSAGE(who.contains("spectator    spectator            198.51.100." + std::to_string(spectator) + "\n"), who);
    WireClient zoe(server.port(), "X-Forwarded-For: 2001:db8:1:2:3::4\r\n");
    zoe.ask(battle.follow());
    wait_until([&] { return seen(battle.id).contains(" 2001:db8:1:2::/64\n"); });
    CHECK(!server.log().contains("198.51.100."));
    const auto none = command(folder, {"moderate", "who", "--", "AAAAAAAAAAAAAAAAAAAAAA"});
    CHECK(none.exit_code == 1);
    CHECK(none.err == "musterd: there is no such battle\n");
}

TEST_CASE("the log tells of bans, and names their addresses only where it may") {
    for (const bool named : {false, true}) {
        const TempFolder folder;
        ServerProcess server(folder.path(), {"--log-addresses", named ? "true" : "false"});
        done(folder, {"moderate", "ban", "address", "203.0.113.7/24"});
        done(folder, {"moderate", "unban", "address", "203.0.113.9/24"});
        command(folder, {"moderate", "unban", "address", "203.0.113.11"});  // it is not banned
        command(folder, {"moderate", "ban", "address", "127.0.0.1/8"});     // nor may that be
        done(folder, {"moderate", "ban", "name", "Zoe"});
        CHECK(server.stop(SIGTERM) == 0);
        const auto log = server.log();
        CAPTURE(log);
        CHECK(log.contains(named ? "203.0.113.0/24 is banned" : "an address is banned"));
        CHECK(log.contains(named ? "203.0.113.0/24 is no longer banned" : "an address is no longer banned"));
        CHECK(log.contains("Zoe is banned"));
        for (const char* address : {"203.0.113.", "127.0.0.0"}) CHECK(log.contains(address) == named);
    }
}

TEST_CASE("health checks are no client: they look at no battle, and two from one address are answered where each client has one connection") {
    const TempFolder folder;
    ServerProcess server(folder.path(), {"--connections-per-address", "1", "--trusted-proxies", "127.0.0.1", "--metrics", "all"});
    WireClient ada(server.port(), "X-Forwarded-For: 198.51.100.1\r\n");
    const auto battle = create_battle(ada);
    ada.ask(battle.follow());
    Wire first(server.port()), second(server.port());  // of two who check, and keep their connections open
    for (auto* check : {&first, &second})
        for (const auto& [path, says] : {std::pair("/healthz", "\r\n\r\nok\n"), std::pair("/readyz", "\r\n\r\nready\n")}) {
            check->send("GET " + std::string(path) + " HTTP/1.1\r\nHost: here\r\n\r\n");
            std::string answer;
            while (!answer.contains(says) && check->read_some(answer, std::chrono::steady_clock::now() + patience)) {}
            CHECK_MESSAGE(answer.starts_with("HTTP/1.1 200"), answer);
        }
    const auto who = done(folder, {"moderate", "who", "--", battle.id});
    CHECK(who.contains("198.51.100.1\n"));
    CHECK_MESSAGE(!who.contains("127.0.0.1"), who);
    CHECK(http_get(server.port(), "/metrics").body.contains("muster_viewers{role=\"spectator\"} 1\n"));
}

TEST_CASE("the running server archives what is old; lists and records stay as they were") {
    const TempFolder folder;
    ServerProcess server(folder.path());
    const auto battle = finished_battle(server.port());
    Seated open(server.port());
    const std::string record = record_of(server.port(), battle);
    CHECK(done(folder, {"archive", "--older-than", "P90D"}).starts_with("0 battles"));
    CHECK(done(folder, {"archive", "--older-than", "PT0S"}).starts_with("1 battle was"));
    server.kill_and_restart();
    CHECK(listed(server.port()) == 2);
    CHECK(record_of(server.port(), battle) == record);
    CHECK(done(folder, {"check"}).starts_with("1 record holds, 1 battle is not over yet, 0 battles are damaged"));
    CHECK(command(folder, {"archive", "--older-than", "long"}).exit_code == 2);
}

TEST_CASE("a backup of the running server is restored elsewhere, and whatever ran in it is closed there") {
    const TempFolder folder;
    const TempFolder elsewhere;
    const std::string copy = (elsewhere.path() / "copy.db").string();
    ServerProcess server(folder.path());
    const auto over = finished_battle(server.port());
    Seated seated(server.port());
    const auto waiting = create_battle(seated.ada, small_setup()).id;
    done(folder, {"backup", copy});
    CHECK(command(folder, {"restore", copy, "--replace"}).exit_code == 3);
    CHECK(command(folder, {"backup", copy}).exit_code == 3);
    const TempFolder fresh;
    CHECK(done(fresh, {"restore", copy}).contains("2 battles that ran in it are closed"));
    CHECK(done(fresh, {"check"}).starts_with("3 records hold, 0 battles are not over yet, 0 battles are damaged"));
    ServerProcess restored(fresh.path());
    CHECK(record_of(restored.port(), over) == record_of(server.port(), over));
    for (const auto& each : {seated.battle.id, waiting}) {
        const auto record = verified_record(restored.port(), each);
        CHECK(record["outcome"]["reason"] == "closed");
        CHECK(record["outcome"]["winner"].is_null());
    }
}

TEST_CASE("a restore over a store says under which names that and its archive are kept") {
    const TempFolder folder;
    const std::string copy = (folder.path() / "copy.db").string();
    {
        ServerProcess server(folder.path());
        finished_battle(server.port());
        CHECK(done(folder, {"archive", "--older-than", "PT0S"}).starts_with("1 battle was"));
        done(folder, {"backup", copy});
    }
    const auto said = done(folder, {"restore", copy, "--replace"});
    CHECK_MESSAGE(said.contains("muster.db (what was there is kept as muster.db.replaced and archive.db.replaced): restored from " + copy), said);
    for (const char* kept : {"muster.db.replaced", "archive.db.replaced"}) CHECK(std::filesystem::exists(folder.path() / kept));
    CHECK(done(folder, {"check"}) == "1 record holds, 0 battles are not over yet, 0 battles are damaged\n");
}

TEST_CASE("check finds a record that somebody changed in the store, and a wrong command is said to be none") {
    const TempFolder folder;
    {
        ServerProcess server(folder.path());
        finished_battle(server.port());
    }
    CHECK(command(folder, {"check"}).exit_code == 0);
    run_sql(folder.path() / "muster.db", "UPDATE seats SET name = 'Eve' WHERE name = 'Ada'");
    const Finished changed = command(folder, {"check"});
    CHECK(changed.exit_code == 1);
    CHECK(changed.out.find(R"(its record does not hold: the record says "Eve", but it should be "Ada" at /seats/0/name)") != std::string::npos);
    const Finished wrong = run_program({MUSTERD, "bakup", "x"});
    CHECK(wrong.exit_code == 2);
    CHECK(wrong.err.find("did you mean \"backup\"?") != std::string::npos);
    std::filesystem::create_directories(folder.path() / "empty");
    CHECK(run_program({MUSTERD, "check", "--data", (folder.path() / "empty").string()}).exit_code == 3);
}
