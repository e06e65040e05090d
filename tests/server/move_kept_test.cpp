// musterd move of what battles keep beside their history, and moves that are killed.
#include <doctest/doctest.h>

#include <csignal>
#include <filesystem>

#include "tests/support/postgres.hpp"
#include "tests/support/seated.hpp"
#include "tests/support/sql.hpp"
#include "tests/support/wait_until.hpp"

using namespace muster;
using namespace muster::test;

namespace {

std::vector<std::string> moving(const std::string& from, const std::string& to) { return {MUSTERD, "move", "--from", from, "--to", to}; }

void move(const std::string& from, const std::string& to, const std::string& said) {
    const Finished moved = run_program(moving(from, to));
    CHECK_MESSAGE(moved.exit_code == 0, moved.err);
    CHECK(moved.out == said);
}

/// Where a store is while nobody serves it: in a folder, into a database and back to where it was.
void there_and_back(const std::filesystem::path& folder, const std::string& said) {
    const TempFolder other;
    const std::string database = Postgres::instance().new_database();
    move(folder.string(), database, said);
    move(database, other.path().string(), said);
    std::filesystem::remove_all(folder);
    std::filesystem::copy(other.path(), folder);
}

const Json nudge = {{"kind", "webhook"}, {"format", "discord"}, {"url", "https://discord.com/api/webhooks/1/hidden"}};
const Json orders = Json::array({{{"for", "wave"}, {"if", {{"mine", {{"at_least", 1}}}}}, {"play", {{"prefer", {"chariots"}}}}}});
const Json armies = {{"attacker", {{"population", 3}, {"armies", 3}}}, {"defender", {{"population", 3}, {"armies", 3}}}, {"population_limit", 2}};

/// Plays both seats by default until the battle is over, with whatever comes in between.
void play_to_end(unsigned short port, const Battle& battle) {
    WireClient ada(port), bob(port);
    take_seats(battle, ada, bob);
    CHECK(events_of(play_out({&ada, &bob})[0]).back()["event"] == "battle_ended");
}

}  // namespace

TEST_CASE("sealed choices, standing orders, nudges, clocks and witnesses of battles that go on move with them, there and back") {
    const TempFolder here, with_witness;
    ServerProcess witness(with_witness.path());
    ServerProcess server(here.path(), {"--witnesses", witness.url()});
    Battle sealed, kept;
    Json subscribed, clocks;
    {
        WireClient ada(server.port()), cid(server.port());
        sealed = battle_of(ada.ask({{"type", "create"}, {"ruleset", "armies"}, {"setup", armies}}));
        take_seats(sealed, ada, cid);
        const Json request = ada.next("request");
        REQUIRE(request["sealed"] == true);
        const Json choice{{"type", "choose"}, {"battle", sealed.id}, {"decision", request["decision"]}, {"choice", {{"token", "army"}}}};
        REQUIRE(ada.ask(choice)["type"] == "accepted");

        const Json key = http_get(witness.port(), "/api/v1/witness").json()["key"];
        const Json options{{"dice", "witnessed"}, {"witness", {{"address", witness.url()}, {"key", key}}}, {"clock", {{"mode", "live"}, {"bank", "PT10H"}}}};
        const Json body{{"ruleset", "advanced-combat"}, {"setup", siege_setup()}, {"options", options}};
        kept = battle_of(http_post(server.port(), "/api/v1/battles", body.dump()).json());
        WireClient eve(server.port()), bob(server.port());
        take_seats(kept, eve, bob);
        subscribed = eve.ask({{"type", "subscribe"}, {"battle", kept.id}, {"nudge", nudge}});
        REQUIRE(subscribed["type"] == "subscribed");
        REQUIRE(eve.ask({{"type", "order"}, {"battle", kept.id}, {"orders", orders}})["type"] == "accepted");
    }
    const auto state = [&] {
        WireClient ada(server.port());
        ada.ask(kept.follow(kept.attacker));
        const Json nudges = ada.ask({{"type", "list_nudges"}, {"battle", kept.id}})["nudges"];
        const Json ordered = ada.ask({{"type", "orders"}, {"battle", kept.id}})["orders"];
        return Json{{"nudges", nudges}, {"orders", ordered}};
    };
    const Json before = state();
    CHECK(before["orders"] == orders);
    CHECK(before["nudges"].size() == 1);
    CHECK(server.stop(SIGTERM) == 0);
    CHECK(witness.stop(SIGTERM) == 0);
    CHECK(sql_text(here.path() / "muster.db", "SELECT count(*) FROM battles WHERE wake_at > 0") == "1");
    there_and_back(here.path(), "0 records hold, 2 battles are not over yet, 0 battles are damaged; all are moved\n");
    there_and_back(with_witness.path(), "0 records hold, 0 battles are not over yet, 0 battles are damaged; all are moved\n");
    CHECK(sql_text(with_witness.path() / "muster.db", "SELECT count(*) FROM witnessed") == "1");
    CHECK(sql_text(here.path() / "muster.db", "SELECT count(*) FROM battles WHERE wake_at > 0") == "1");

    witness.start();
    server.start();
    CHECK(state() == before);
    {
        WireClient ada(server.port()), bob(server.port());
        ada.ask(sealed.follow(sealed.attacker));
        CHECK(ada.next("request")["pending"] == Json{{"token", "army"}});
        bob.ask(sealed.follow(sealed.defender));
        const Json asked = bob.next("request");
        REQUIRE(bob.ask({{"type", "choose"}, {"battle", sealed.id}, {"decision", asked["decision"]}, {"choice", {{"token", "army"}}}})["type"] == "accepted");
        Json revealed;
        while (revealed.empty() || revealed["event"] != "chosen") revealed = ada.next("event");
        CHECK(revealed["data"]["choice"] == Json{{"token", "army"}});
    }
    play_to_end(server.port(), kept);
    bool from_witness = false;
    for (const auto& each : verified_record(server.port(), kept.id)["inputs"]) from_witness |= each["input"]["kind"] == "witness_share";
    CHECK(from_witness);
}

TEST_CASE("a move that is killed goes on where it was, either way, and every battle is there once") {
    constexpr int battles = 60;
    const TempFolder here, back, data;
    const std::string database = Postgres::instance().new_database();
    std::vector<Battle> made;
    {
        ServerProcess server(here.path());
        WireClient ada(server.port());
        for (int i = 0; i < battles; ++i) made.push_back(create_battle(ada));
        play_to_end(server.port(), made.front());
        CHECK(server.stop(SIGTERM) == 0);
    }
    const std::string said = "1 record holds, 59 battles are not over yet, 0 battles are damaged; all are moved\n";
    const auto in_database = [&] { return std::stoi(Postgres::instance().run(database, "SELECT count(*) FROM battles")); };
    int cut = 0;
    for (const int enough : {1, 15, 40}) {
        BackgroundProgram move(moving(here.path().string(), database));
        wait_until([&] {
            try {
                return in_database() >= enough;
            } catch (const std::exception&) {
                return false;  // the tables are still to be made
            }
        });
        move.stop(SIGKILL);
        if (in_database() == battles) continue;
        ++cut;
        const Finished half = run_program({MUSTERD, "--store", database, "--listen", "127.0.0.1:0", "--data", data.path().string()});
        CHECK(half.exit_code == 3);
        CHECK(half.err.contains("holds only a part of"));
    }
    CHECK(cut > 0);
    const auto connections = [&] {
        return Postgres::instance().run(database, "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'musterd'");
    };
    wait_until([&] { return connections() == "0"; });  // the database notices that the one before is gone
    move(here.path().string(), database, said);
    CHECK(in_database() == battles);
    {
        BackgroundProgram move(moving(database, back.path().string()));
        wait_until([&] {
            std::error_code none;
            const auto bytes = std::filesystem::file_size(back.path() / "muster.db-wal", none);
            return !none && bytes > 200'000;  // of several battles
        });
        move.stop(SIGKILL);
    }
    wait_until([&] { return connections() == "0"; });
    move(database, back.path().string(), said);
    ServerProcess server(back.path());
    CHECK(verified_record(server.port(), made.front().id)["battle"] == made.front().id);
    for (const Battle& each : made) CHECK(WireClient(server.port()).ask(each.follow(each.attacker))["viewer"] == "attacker");
    CHECK(sql_text(back.path() / "muster.db", "SELECT count(*) FROM battles") == std::to_string(battles));
}

TEST_CASE("a battle of which a step is damaged is moved as it is and named, and the others are moved as ever") {
    const TempFolder here, data;
    const std::string database = Postgres::instance().new_database();
    Battle whole, damaged;
    {
        ServerProcess server(here.path());
        WireClient ada(server.port());
        whole = create_battle(ada);
        damaged = create_battle(ada);
        for (const auto* each : {&whole, &damaged}) play_to_end(server.port(), *each);
        CHECK(server.stop(SIGTERM) == 0);
    }
    const auto step = [&](int number) {
        return "(SELECT steps.id FROM steps JOIN battles ON number = battle WHERE battles.id = '" + damaged.id + "' ORDER BY last_seq LIMIT 1 OFFSET " +
               std::to_string(number) + ")";
    };
    // One step says what another one said.
    const std::string said_before = "(SELECT packed FROM steps WHERE id = " + step(2) + ")";
    run_sql(here.path() / "muster.db", "UPDATE steps SET packed = " + said_before + " WHERE id = " + step(3));
    const auto check = [&](const std::string& store) {
        std::vector<std::string> words{MUSTERD, "check", "--data", store.empty() ? here.path().string() : data.path().string()};
        if (!store.empty()) words.insert(words.end(), {"--store", store});
        return run_program(words);
    };
    const Finished before = check("");
    CHECK(before.exit_code == 1);
    const Finished moved = run_program(moving(here.path().string(), database));
    CHECK_MESSAGE(moved.exit_code == 1, moved.err);
    CHECK_MESSAGE(moved.out.starts_with("battle " + damaged.id + ": its record "), moved.out);
    CHECK(moved.out.ends_with("\n1 record holds, 0 battles are not over yet, 1 battle is damaged; all are moved\n"));
    const Finished after = check(database);
    CHECK(after.exit_code == 1);
    CHECK(after.out == before.out);
    ServerProcess server(data.path(), {"--store", database});
    CHECK(verified_record(server.port(), whole.id)["battle"] == whole.id);
}
