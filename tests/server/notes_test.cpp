// Notes at moments of battles that are over: who writes and who sees them, where they end, and that a restart keeps them.
#include <doctest/doctest.h>
#include <signal.h>

#include <algorithm>
#include <thread>
#include <tuple>

#include "server/study/notes.hpp"
#include "storage/memory_store.hpp"
#include "tests/support/seated.hpp"

using namespace muster;
using namespace muster::test;

namespace {

struct Desk {
    const ServerProcess& server;
    Battle battle;

    std::string target(const std::string& query = {}) const { return "/api/v1/battles/" + battle.id + "/notes" + query; }
    HttpReply write(std::int64_t at, const std::string& text, const std::string& token) const {
        return http_post(server.port(), target(), Json{{"at", at}, {"text", text}}.dump(), token.empty() ? "" : bearer(token));
    }
    HttpReply ask(const std::string& token = {}, const std::string& query = {}) const {
        return http_get(server.port(), target(query), token.empty() ? "" : bearer(token));
    }
    Json notes(const std::string& query = {}) const { return ask({}, query).json()["notes"]; }
};

/// A battle that is over.
Battle over(const ServerProcess& server, const Json& options = Json::object()) {
    WireClient ada(server.port()), bob(server.port());
    const auto battle = create_battle(ada, small_setup(), options);
    take_seats(battle, ada, bob);
    REQUIRE(ada.ask({{"type", "concede"}, {"battle", battle.id}})["type"] == "accepted");
    return battle;
}

Json note(std::int64_t at, const std::string& seat, const std::string& text) { return {{"at", at}, {"seat", seat}, {"text", text}}; }

}  // namespace

TEST_CASE("whoever holds a seat notes, changes and takes away; everybody sees it, up to the moment that he asks for, also after a restart") {
    const TempFolder folder;
    ServerProcess server(folder.path());
    const Desk desk{server, over(server)};
    CHECK(desk.notes() == Json::array());
    CHECK(desk.write(3, "here I was sure", desk.battle.attacker).status == 200);
    CHECK(desk.write(2, "and here not", desk.battle.defender).status == 200);
    const auto again = desk.write(3, "here I was wrong", desk.battle.attacker);
    CHECK(again.json()["notes"] == Json::array({note(3, "attacker", "here I was wrong")}));
    CHECK(desk.notes() == Json::array({note(2, "defender", "and here not"), note(3, "attacker", "here I was wrong")}));
    CHECK(desk.notes("?until=2") == Json::array({note(2, "defender", "and here not")}));
    CHECK(desk.notes("?until=1") == Json::array());

    CHECK(server.stop(SIGTERM) == 0);
    server.start();
    CHECK(desk.notes().size() == 2);
    CHECK(desk.write(2, "", desk.battle.attacker).status == 200);  // where this seat has none, and another has one
    CHECK(desk.write(3, "", desk.battle.attacker).status == 200);
    CHECK(desk.notes() == Json::array({note(2, "defender", "and here not")}));
    const auto record = http_get(server.port(), "/api/v1/battles/" + desk.battle.id + "/record");
    CHECK_FALSE(record.body.contains("and here not"));
}

TEST_CASE("nobody notes who holds no seat, what is too long, or where there is no moment; nothing at a battle that goes on") {
    const TempFolder folder;
    ServerProcess server(folder.path());
    const Desk desk{server, over(server)};
    CHECK(desk.write(3, "from outside", {}).json()["code"] == "bad_token");
    CHECK(desk.write(3, "from outside", "AAAAAAAAAAAAAAAAAAAAAA").json()["code"] == "bad_token");
    const auto events = http_get(server.port(), "/api/v1/battles/" + desk.battle.id + "/events").json()["head"].get<std::int64_t>();
    CHECK(desk.write(events + 1, "later", desk.battle.attacker).json()["path"] == "/at");
    CHECK(desk.write(0, "earlier", desk.battle.attacker).json()["path"] == "/at");
    CHECK(desk.write(3, std::string(server::note_length_max + 1, 'x'), desk.battle.attacker).json()["path"] == "/text");
    CHECK(desk.notes() == Json::array());
    CHECK(desk.write(events, std::string(server::note_length_max, 'x'), desk.battle.attacker).status == 200);
    CHECK(desk.ask({}, "?until=x").json()["code"] == "bad_message");

    WireClient ada(server.port());
    const Desk early{server, create_battle(ada)};
    CHECK(early.notes() == Json::array());
    CHECK(early.write(1, "too early", early.battle.attacker).json()["code"] == "illegal_choice");
    CHECK(http_get(server.port(), "/api/v1/battles/AAAAAAAAAAAAAAAAAAAAAA/notes").json()["code"] == "unknown_battle");
}

TEST_CASE("of a private battle its seats alone see notes, and of one that is hidden nobody does until it is shown again") {
    const TempFolder folder;
    ServerProcess server(folder.path());
    const Desk closed{server, over(server, {{"visibility", "private"}})};
    CHECK(closed.write(3, "between us", closed.battle.attacker).status == 200);
    CHECK(closed.ask().json()["code"] == "unknown_battle");
    const auto seen = closed.ask(closed.battle.defender);
    CHECK(seen.json()["notes"].size() == 1);
    CHECK(seen.headers.at("cache-control") == "private, no-store");

    const Desk hidden{server, over(server)};
    CHECK(hidden.write(3, "what nobody should read", hidden.battle.attacker).status == 200);
    const auto moderate = [&](const std::string& what) {
        return run_program({MUSTERD, "moderate", what, "--data", folder.path().string(), "--", hidden.battle.id}).exit_code;
    };
    CHECK(moderate("hide") == 0);
    CHECK(hidden.notes() == Json::array());
    CHECK(hidden.ask(hidden.battle.attacker).json()["notes"] == Json::array());
    CHECK(hidden.write(4, "more of it", hidden.battle.attacker).json()["code"] == "illegal_choice");
    CHECK(moderate("show") == 0);
    CHECK(hidden.notes().size() == 1);
}

TEST_CASE("a seat writes so many notes and no more, and so do all together; who changes one is not in the way of that") {
    server::Notes notes;
    const auto put = [&](const std::string& seat, std::int64_t at, const std::string& text) { return server::put_note(notes, {at, seat, text}); };
    for (std::size_t i = 1; i <= server::notes_per_seat_max; ++i) CHECK_FALSE(put("a", static_cast<std::int64_t>(i), "x"));
    const auto one_more = put("a", 1000, "x");
    REQUIRE(one_more);
    CHECK(one_more->code == Code::illegal_choice);
    CHECK_FALSE(put("a", 1, "y"));
    CHECK_FALSE(put("b", 1000, "x"));
    CHECK_FALSE(put("a", 1, ""));
    CHECK_FALSE(put("a", 1000, "x"));
    for (std::size_t i = 1; notes.notes.size() < server::notes_per_battle_max; ++i) CHECK_FALSE(put(std::to_string(i), 5, "x"));
    CHECK(put("c", 5, "x"));
    CHECK_FALSE(put("a", 1000, ""));
    CHECK_FALSE(put("c", 5, "x"));
    CHECK(std::ranges::is_sorted(notes.notes, {}, [](const server::Note& each) { return std::tie(each.at, each.seat); }));
}

TEST_CASE("seats that write at once at two servers of a store lose nothing of each other's") {
    storage::MemoryStore store;
    const auto write = [&store](const std::string& seat) {
        for (std::int64_t at = 1; at <= 20; ++at)
            while (!server::write_note(store, "battle", {at, seat, "x"})) {}  // server_busy: the other was faster each time
    };
    { const std::jthread one(write, "a"), other(write, "b"); }
    const auto notes = server::read_notes(store, "battle");
    REQUIRE(notes);
    CHECK(notes->notes.size() == 40);
}
