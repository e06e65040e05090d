// Luck told from decisions, over HTTP, and what the service does when more is asked than it can do.
#include <doctest/doctest.h>

#include <future>

#include "protocol/ledger/chapter.hpp"
#include "protocol/ledger/ledger_json.hpp"
#include "rules/systems.hpp"
#include "server/base/limits.hpp"
#include "server/study/ledger_service.hpp"
#include "tests/protocol/games.hpp"
#include "tests/support/seated.hpp"

using namespace muster;
using namespace muster::test;

namespace {

/// What the program makes of a record.
std::string ledger_of(const Json& record) {
    const auto* ruleset = rules::shipped_rulesets().find(record["ruleset"].get<std::string>());
    const auto battle = record["battle"].get<std::string>();
    auto patience = rules::Patience::endless();
    const auto ledger = ledger::make_ledger({*ruleset, record["setup"], battle, record["events"]}, {}, patience);
    REQUIRE_MESSAGE(ledger, ledger.error().message);
    return ledger::ledger_text(battle, *ledger, ledger::chapter_of(ruleset->id())) + "\n";
}

/// All of a battle that is over, under this id.
server::Past past_of(const std::string& battle) {
    auto game = seated({rules::shipped_rulesets().find("advanced-combat"), skirmish()});
    game.concede(0);
    auto origin = game.fold->origin();
    origin.battle = battle;
    return {game.fold->head(), game.fold->seats(), std::move(origin), game.inputs};
}

}  // namespace

TEST_CASE("the ledger of a battle that is over is what the program makes of its record, twice the same; before the end there is none") {
    const TempFolder folder;
    ServerProcess server(folder.path());
    WireClient ada(server.port()), bob(server.port());
    const auto battle = create_battle(ada);
    const std::string target = "/api/v1/battles/" + battle.id;
    const auto early = http_get(server.port(), target + "/ledger");
    CHECK(early.status == 422);
    CHECK(early.json()["code"] == "illegal_choice");
    take_seats(battle, ada, bob);
    play_out({&ada, &bob});
    const auto record = http_get(server.port(), target + "/record").json();
    const auto told = http_get(server.port(), target + "/ledger");
    REQUIRE(told.status == 200);
    CHECK(told.body == ledger_of(record));
    CHECK(http_get(server.port(), target + "/ledger").body == told.body);
    const auto ledger = told.json();
    CHECK(ledger["battle"] == battle.id);
    CHECK(ledger["exact"] == true);
    CHECK(ledger["reason"] == record["outcome"]["reason"]);
    for (const auto& side : ledger["sides"]) {
        const double sum = side["start"]["sum"].get<double>() + side["luck"]["sum"].get<double>() + side["choices"]["sum"].get<double>();
        CHECK(sum == doctest::Approx(side["result"].get<double>()).epsilon(1e-9));
        CHECK(side["result"] == (record["outcome"]["winner"] == side["seat"] ? 1 : 0));
    }
    CHECK(!ledger["sentence"].get<std::string>().empty());
    CHECK(http_get(server.port(), "/api/v1/battles/nonsense/ledger").status == 404);
    CHECK(http_get(server.port(), target + "/ledger", bearer("nonsense")).status == 401);
}

TEST_CASE("the ledger of a private battle is its seats' alone, and no cache keeps it") {
    const TempFolder folder;
    ServerProcess server(folder.path());
    WireClient ada(server.port()), bob(server.port());
    const auto battle = create_battle(ada, small_setup(), {{"visibility", "private"}});
    take_seats(battle, ada, bob);
    play_out({&ada, &bob});
    const std::string target = "/api/v1/battles/" + battle.id + "/ledger";
    const auto told = http_get(server.port(), target, bearer(battle.attacker));
    CHECK(told.status == 200);
    CHECK(told.headers.at("cache-control") == "private, no-store");
    CHECK(http_get(server.port(), target).status == 404);
}

TEST_CASE("a table of dice that is over has no ledger, since nobody wins there") {
    const TempFolder folder;
    ServerProcess server(folder.path());
    const auto setup = rules::shipped_rulesets().find("dice")->catalog()["presets"][0]["setup"];
    const auto created = http_post(server.port(), "/api/v1/battles", Json{{"ruleset", "dice"}, {"setup", setup}}.dump()).json();
    const std::string target = "/api/v1/battles/" + created["battle"].get<std::string>();
    const auto& seats = created["seats"];
    for (const auto& seat : seats) http_get(server.port(), target + "/events?wait=0", bearer(seat["token"].get<std::string>()));
    for (std::size_t i = 1; i < seats.size(); ++i)
        http_post(server.port(), target + "/messages", R"({"type":"concede"})", bearer(seats[i]["token"].get<std::string>()));
    http_post(server.port(), target + "/messages", R"({"type":"concede"})", bearer(seats[0]["token"].get<std::string>()));
    const auto told = http_get(server.port(), target + "/ledger");
    CHECK(told.status == 422);
    CHECK(told.json()["code"] == "illegal_choice");
    CHECK(told.json()["detail"].get<std::string>().contains("nobody wins here"));
}

TEST_CASE("while one ledger is told others wait, so many battles and no more; who asks about one of them waits with it, and all are told when it ends") {
    server::LedgerService service;
    std::promise<void> told_one;
    std::promise<void> go_on;
    const auto gone_on = go_on.get_future().share();
    service.ask(past_of("first"), [&](const std::expected<std::string, Refusal>& text) {
        CHECK(text);
        told_one.set_value();
        gone_on.wait();
    });
    told_one.get_future().wait();  // the service's thread does nothing else now
    REQUIRE(service.kept("first"));
    std::string kept;
    service.ask(past_of("first"), [&](const std::expected<std::string, Refusal>& text) { kept = text.value_or(""); });
    CHECK(kept == *service.kept("first"));

    std::vector<Code> codes;
    std::mutex mutex;
    const auto done = [&](const std::expected<std::string, Refusal>& text) {
        const std::lock_guard lock(mutex);
        codes.push_back(text ? Code::bad_message : text.error().code);
    };
    for (std::size_t i = 0; i < server::limits::ledger_queue_max; ++i) service.ask(past_of("battle " + std::to_string(i)), done);
    for (std::size_t i = 1; i < server::limits::ledger_askers_max; ++i) service.ask(past_of("battle 0"), done);
    CHECK(codes.empty());
    std::optional<Refusal> refused;
    const auto refuse_here = [&](const std::expected<std::string, Refusal>& text) {
        if (!text) refused = text.error();
    };
    service.ask(past_of("one more"), refuse_here);
    REQUIRE(refused);
    CHECK(refused->code == Code::server_busy);
    refused.reset();
    service.ask(past_of("battle 0"), refuse_here);
    REQUIRE(refused);
    CHECK(refused->code == Code::server_busy);

    service.stop();
    CHECK(codes.size() == server::limits::ledger_queue_max + server::limits::ledger_askers_max - 1);
    CHECK(std::ranges::count(codes, Code::server_busy) == static_cast<std::ptrdiff_t>(codes.size()));
    refused.reset();
    service.ask(past_of("too late"), refuse_here);
    CHECK(refused);
    go_on.set_value();
}
