// A store that an older server wrote is opened, brought up to date, and its battles are played on.
#include <doctest/doctest.h>

#include <fstream>
#include <set>
#include <sstream>

#include "protocol/verify.hpp"
#include "rules/systems.hpp"
#include "tests/support/sql.hpp"
#include "tests/support/table.hpp"

using namespace muster;
using namespace muster::test;

namespace {

std::string text_of(const std::filesystem::path& file) {
    std::ifstream in(file);
    REQUIRE_MESSAGE(in.is_open(), file.string());
    std::ostringstream out;
    out << in.rdbuf();
    return out.str();
}

struct OldBattle {
    std::string name;
    std::string battle;
    std::string status;
    std::map<std::string, std::string> tokens;
    static void fields(auto& visit, auto& self) { list_fields(visit, "name", self.name, "battle", self.battle, "status", self.status, "tokens", self.tokens); }
    Json follow(const std::string& token) const { return {{"type", "follow"}, {"battle", battle}, {"token", token}, {"name", "Late"}}; }
};

/// A store of schema version 1 with five battles of five rulesets.
struct OldStore {
    explicit OldStore(const std::filesystem::path& folder) {
        run_sql(folder / "muster.db", text_of(std::filesystem::path(FIXTURES) / "version_1.sql"));
        for (const auto& each : Json::parse(text_of(std::filesystem::path(FIXTURES) / "version_1.json")))
            battles.push_back(read_fields<OldBattle>(each, Code::internal).value());
    }
    std::vector<OldBattle> battles{};
};

Json verified_record_of(unsigned short port, const OldBattle& old) {
    const auto reply = http_get(port, "/api/v1/battles/" + old.battle + "/record", "Authorization: Bearer " + old.tokens.begin()->second + "\r\n");
    REQUIRE(reply.status == 200);
    const auto record = protocol::read_record(reply.body);
    REQUIRE_MESSAGE(record.has_value(), record.error().message);
    const auto verdict = protocol::verify(*record, rules::shipped_rulesets());
    CHECK_MESSAGE(verdict.holds, verdict.path << ": " << verdict.message);
    return reply.json();
}

}  // namespace

TEST_CASE("a store of schema version 1 is brought up to date, and every battle in it is played to its end and verifies") {
    const TempFolder folder;
    const OldStore old(folder.path());
    ServerProcess server(folder.path());
    for (const OldBattle& each : old.battles) {
        CAPTURE(each.name);
        std::vector<std::unique_ptr<WireClient>> clients;
        std::vector<WireClient*> seats;
        for (const auto& [seat, token] : each.tokens) {
            clients.push_back(std::make_unique<WireClient>(server.port()));
            REQUIRE(clients.back()->ask(each.follow(token))["viewer"] == seat);
            seats.push_back(clients.back().get());
        }
        for (const auto& heard : play_out(seats)) CHECK(!events_of(heard).empty());
        const Json record = verified_record_of(server.port(), each);
        CHECK(record["events"].back()["event"] == "battle_ended");
    }
}

TEST_CASE("the lists of a store of schema version 1 tell who has won, when it ended, and that no seat of it is open to anybody") {
    const TempFolder folder;
    const OldStore old(folder.path());
    ServerProcess server(folder.path());
    std::map<std::string, std::set<std::string>> found;
    for (const auto* query :
         {"outcome=first", "outcome=second", "outcome=nobody", "from=2026-11-23", "to=2026-11-21", "from=2026-11-22&to=2026-11-22", "open=true"})
        for (const auto& battle : http_get(server.port(), "/api/v1/battles?" + std::string(query)).json()["battles"]) found[query].insert(battle["title"]);
    const std::set<std::string> all{"The siege of Akkad", "The ford at dawn", "Convoy"};
    CHECK(found == decltype(found){{"outcome=first", {"The siege of Akkad"}}, {"outcome=second", {"Convoy"}}, {"from=2026-11-22&to=2026-11-22", all}});
    WireClient eve(server.port());
    for (const auto& each : old.battles) {
        const Json take{{"type", "take"}, {"battle", each.battle}, {"token", std::string(32, 'e')}};
        CHECK(eve.ask(take)["code"] == (each.name == "waiting" ? "unknown_battle" : "not_your_seat"));
    }
}

TEST_CASE("a choice that was sealed before the upgrade counts after it") {
    const TempFolder folder;
    const OldStore old(folder.path());
    ServerProcess server(folder.path());
    const auto sealed = std::ranges::find(old.battles, "sealed", &OldBattle::name);
    WireClient ada(server.port()), bob(server.port());
    REQUIRE(ada.ask(sealed->follow(sealed->tokens.at("attacker")))["type"] == "following");
    const Json mine = ada.next("request");
    CHECK(mine["pending"] == Json{{"class", "infantry"}});
    REQUIRE(bob.ask(sealed->follow(sealed->tokens.at("defender")))["type"] == "following");
    const Json theirs = bob.next("request");
    CHECK(bob.ask({{"type", "choose"}, {"battle", sealed->battle}, {"decision", theirs["decision"]}, {"choice", "default"}})["type"] == "accepted");
    Json revealed;
    while (revealed.empty() || revealed["event"] != "chosen") revealed = ada.next("event");
    CHECK(revealed["data"]["seat"] == "attacker");
    CHECK(revealed["data"]["choice"] == mine["pending"]);
}

TEST_CASE("a store of a newer server is refused with a sentence, and exit code 3") {
    const TempFolder folder;
    const OldStore old(folder.path());
    run_sql(folder.path() / "muster.db", "PRAGMA user_version = 1000");
    const Finished refused = run_program({MUSTERD, "--listen", "127.0.0.1:0", "--data", folder.path().string()});
    CHECK(refused.exit_code == 3);
    CHECK(refused.out.empty());
    CHECK(refused.err.find("was written by a newer server: it has schema version 1000") != std::string::npos);
}
