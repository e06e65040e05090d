// Dice that another server feeds: two servers, of which one plays the battle and the other is its witness.
#include <doctest/doctest.h>

#include "protocol/chain.hpp"
#include "protocol/ladder.hpp"
#include "protocol/mine.hpp"
#include "protocol/p256_key.hpp"
#include "protocol/witness.hpp"
#include "tests/support/seated.hpp"
#include "tests/support/wait_until.hpp"

using namespace muster;
using namespace muster::test;

namespace {

using protocol::Hash;
using protocol::to_hex;

std::string key_of(const ServerProcess& server) { return http_get(server.port(), "/api/v1/witness").json()["key"]; }

struct TwoServers {
    TempFolder folder{};
    ServerProcess witness{folder.path() / "witness"};
    ServerProcess host{folder.path() / "host", {"--witnesses", witness.url()}};

    Json options(Json more = Json::object()) const {
        if (!more.contains("dice")) more["dice"] = "witnessed";
        more["witness"] = {{"address", witness.url()}, {"key", key_of(witness)}};
        return more;
    }
    Json create(const std::string& ruleset, const Json& setup, const Json& seats, const Json& options) const {
        const Json body{{"ruleset", ruleset}, {"setup", setup}, {"options", options}, {"seats", seats}};
        return http_post(host.port(), "/api/v1/battles", body.dump()).json();
    }
};

bool is_over(const ServerProcess& server, const std::string& battle) { return http_get(server.port(), "/api/v1/battles/" + battle).json()["status"] == "over"; }

int inputs_of(const Json& record, const char* kind) {
    int out = 0;
    for (const auto& each : record["inputs"]) out += each["input"]["kind"] == kind;
    return out;
}

const Json bots{{"attacker", {{"bot", "random"}}}, {"defender", {{"bot", "random"}}}};

}  // namespace

TEST_CASE("battles of every ruleset that bots play are played to the end with a witness, alone or beside shared dice, and their records hold") {
    const TwoServers servers;
    for (const auto& ruleset : http_get(servers.host.port(), "/api/v1/rulesets").json()["rulesets"]) {
        if (ruleset.contains("contest")) continue;  // nobody wins: no bot plays it
        Json seats = Json::object();
        for (const auto& seat : seats_of(ruleset)) seats[seat] = {{"bot", "random"}};
        for (const char* dice : {"witnessed", "shared"}) {
            const Json created = servers.create(ruleset["id"], ruleset["example"], seats, servers.options({{"dice", dice}}));
            REQUIRE_MESSAGE(created.contains("battle"), created.dump());
            const std::string battle = created["battle"];
            wait_until([&] { return is_over(servers.host, battle); });
            const Json record = verified_record(servers.host.port(), battle);
            CHECK(record["inputs"][0]["input"]["kind"] == "witness");
            int rolled = 0;
            for (const auto& each : record["events"]) rolled += each["event"] == "rolled";
            CHECK((inputs_of(record, "witness_share") > 0) == (rolled > 0));
            CHECK((inputs_of(record, "share") >= 2 * inputs_of(record, "witness_share")) == (dice == std::string("shared") || rolled == 0));
        }
    }
}

namespace {

/// Both seats are the test's, and take every default: with a bot the battle goes on by itself, and may be over before the witness is.
struct BothSeats {
    BothSeats(const TwoServers& servers, Battle at) : battle(std::move(at)), ada(servers.host.port()), bob(servers.host.port()) {
        take_seats(battle, ada, bob);
    }

    Battle battle;
    WireClient ada;
    WireClient bob;
    bool has_rolled = false;
    Json awaited{};  ///< what was said last of a witness that the battle waits for

    template <typename Holds>
    void play_until(const Holds& holds) {
        wait_until([&] {
            for (auto* each : {&ada, &bob}) {
                for (const auto& message : std::exchange(each->skipped, {})) hear(*each, message);
                while (!each->quiet()) hear(*each, each->next());
            }
            return holds();
        });
    }
    bool awaits(const char* state) const { return awaited.is_object() && awaited["state"] == state; }

private:
    void hear(WireClient& client, const Json& message) {
        if (message["type"] == "event") has_rolled |= message["event"] == "rolled";
        if (message["type"] == "presence") awaited = message.value("witness", Json());
        if (message["type"] != "request" || message.contains("pending")) return;
        client.send(
            {{"type", "choose"}, {"id", "c" + message["decision"].dump()}, {"battle", battle.id}, {"decision", message["decision"]}, {"choice", "default"}});
    }
};

/// What somebody who comes to look on is told of the witness.
Json awaited_by_spectators(const TwoServers& servers, const Battle& battle) {
    WireClient eve(servers.host.port());
    eve.send({{"type", "follow"}, {"battle", battle.id}});
    return eve.next("presence").value("witness", Json());
}

}  // namespace

TEST_CASE("the battle waits for its witness, also after both were killed, all who are there are told so, and nobody loses by it") {
    TwoServers servers;
    const Battle battle =
        battle_of(servers.create("advanced-combat", siege_setup(), Json::object(), servers.options({{"clock", {{"mode", "live"}, {"bank", "PT10M"}}}})));
    {
        BothSeats people(servers, battle);
        people.play_until([&] { return people.has_rolled; });
        CHECK(people.awaited.is_null());
        servers.witness.kill();
        people.play_until([&] { return people.awaits("silent"); });
        CHECK(people.awaited["message"].get<std::string>().contains("does not answer"));
        CHECK(awaited_by_spectators(servers, battle)["state"] == "silent");
        CHECK(servers.host.log().contains("a battle waits for its witness"));
        servers.host.kill_and_restart();
    }
    BothSeats people(servers, battle);
    people.play_until([&] { return people.awaits("silent"); });
    servers.witness.start();
    people.play_until([&] { return people.awaited.is_null(); });
    people.play_until([&] { return is_over(servers.host, battle.id); });
    const Json record = verified_record(servers.host.port(), battle.id);
    CHECK(record["outcome"]["reason"] != "timeout");
    CHECK(inputs_of(record, "witness_share") > 2);
}

TEST_CASE("a witness that no longer knows the battle refuses: those who are there are told, the log says it once, and the battle can be conceded") {
    TwoServers servers;
    BothSeats people(servers, battle_of(servers.create("advanced-combat", siege_setup(), Json::object(), servers.options())));
    people.play_until([&] { return people.has_rolled; });
    servers.witness.kill();
    std::filesystem::remove_all(servers.folder.path() / "witness");
    servers.witness.start();
    people.play_until([&] { return people.awaits("refuses"); });
    CHECK(people.awaited["message"].get<std::string>().contains("not the witness of this battle, or no longer"));
    CHECK(awaited_by_spectators(servers, people.battle)["state"] == "refuses");
    const auto log = servers.host.log();
    const auto at = log.find("refuses: ");
    REQUIRE(at != std::string::npos);
    CHECK(log.find("refuses: ", at + 1) == std::string::npos);
    CHECK(people.ada.ask({{"type", "concede"}, {"battle", people.battle.id}})["type"] == "accepted");
    people.play_until([&] { return is_over(servers.host, people.battle.id) && people.awaited.is_null(); });
    verified_record(servers.host.port(), people.battle.id);
}

TEST_CASE("a server names the witnesses that it takes and that answer, as a new battle takes them") {
    const TempFolder folder;
    const ServerProcess witness(folder.path() / "witness");
    const ServerProcess host(folder.path() / "host", {"--witnesses", witness.url() + ",http://127.0.0.1:1"});
    const auto named = [](const ServerProcess& server) { return http_get(server.port(), "/api/v1/witnesses").json()["witnesses"]; };
    const Json offered = named(host);
    CHECK(offered == Json::array({{{"address", witness.url()}, {"key", key_of(witness)}}}));
    CHECK(named(host) == offered);
    CHECK(named(witness) == Json::array());
    CHECK(http_get(witness.port(), "/api/v1/witness").json()["fingerprint"] == protocol::fingerprint(key_of(witness)));
    const Json body{{"ruleset", "advanced-combat"}, {"setup", small_setup()}, {"options", {{"dice", "witnessed"}, {"witness", offered[0]}}}};
    CHECK(http_post(host.port(), "/api/v1/battles", body.dump()).json().contains("battle"));
}

TEST_CASE("only a witness that the operator takes, that answers, and whose key is the one that was named") {
    TwoServers servers;
    const auto refused = [&](Json options) { return servers.create("advanced-combat", small_setup(), bots, options); };
    Json elsewhere = servers.options();
    elsewhere["witness"]["address"] = "http://127.0.0.1:1";
    CHECK(refused(elsewhere)["path"] == "/options/witness/address");
    CHECK(refused({{"dice", "witnessed"}})["path"] == "/options/witness");
    Json not_witnessed = servers.options();
    not_witnessed.erase("dice");
    CHECK(refused(not_witnessed)["path"] == "/options/witness");
    elsewhere["dice"] = "shared";
    CHECK(refused(elsewhere)["path"] == "/options/witness/address");
    Json own_key = servers.options();
    own_key["witness"]["key"] = http_get(servers.host.port(), "/api/v1/witness").json()["key"];
    CHECK(refused(own_key)["path"] == "/options/witness/key");
    Json other_key = servers.options();
    other_key["witness"]["key"] = to_hex(protocol::P256Key::generate().public_bytes());
    CHECK(refused(other_key)["detail"].get<std::string>().contains("does not hold"));
    const Json right = servers.options();
    servers.witness.kill();
    const Json away = refused(right);
    CHECK(away["code"] == "server_busy");
    CHECK(away["detail"].get<std::string>().contains("does not answer"));
}

TEST_CASE("a battle with a witness is not fought again by a rematch, which would begin without it") {
    const TwoServers servers;
    const Battle battle = battle_of(servers.create("advanced-combat", small_setup(), Json::object(), servers.options()));
    WireClient ada(servers.host.port());
    WireClient bob(servers.host.port());
    take_seats(battle, ada, bob);
    ada.next("request");
    CHECK(ada.ask({{"type", "concede"}, {"battle", battle.id}})["type"] == "accepted");
    const Json again = ada.ask({{"type", "rematch"}, {"battle", battle.id}, {"token", std::string(32, 'a')}});
    CHECK(again["code"] == "illegal_choice");
}

namespace {

/// A server that asks, by hand.
struct Asker {
    const ServerProcess& witness;
    protocol::P256Key key = protocol::P256Key::generate();
    Hash start = protocol::sha256(protocol::random_bytes(32));

    Json ask(const protocol::WitnessQuestion& question) const { return http_post(witness.port(), "/api/v1/witness", to_text(question)).json(); }
    protocol::WitnessQuestion ladder(int after = 0) const {
        return {.start = to_hex(protocol::bytes_of(start)),
                .server_key = to_hex(key.public_bytes()),
                .after = after,
                .signature = to_hex(key.sign(protocol::ladder_to_ask(start, after)))};
    }
    protocol::WitnessQuestion share(int step, const char* chain) const { return share(step, chain, 6 + static_cast<std::uint32_t>(step)); }
    protocol::WitnessQuestion share(int step, const char* chain, std::uint32_t inputs) const {
        const auto [h, r] = std::pair(protocol::sha256(chain), protocol::sha256("shown"));
        std::string text = "muster/head/2" + std::string(protocol::bytes_of(start));
        protocol::append_u32(text, static_cast<std::uint32_t>(step));
        protocol::append_u32(text, inputs);
        text += std::string(protocol::bytes_of(h)) + std::string(protocol::bytes_of(r));
        return {.start = to_hex(protocol::bytes_of(start)),
                .server_key = to_hex(key.public_bytes()),
                .head = protocol::HeadOfStep{step, inputs, to_hex(protocol::bytes_of(h)), to_hex(protocol::bytes_of(r)), to_hex(key.sign(text))}};
    }
};

}  // namespace

TEST_CASE("a witness gives one share for one head of each step, and again only for that") {
    const TempFolder folder;
    ServerProcess witness(folder.path());
    const Asker asker{witness};
    CHECK(asker.ask(asker.share(1, "a"))["path"] == "/start");  // before there is a ladder
    const Json ladder = asker.ask(asker.ladder());
    CHECK(ladder["key"] == key_of(witness));
    CHECK(asker.ask(asker.ladder())["ladder"] == ladder["ladder"]);
    CHECK(asker.ask(asker.ladder(1))["path"] == "/after");
    CHECK(asker.ask(asker.share(2, "a"))["path"] == "/head/step");
    const Json share = asker.ask(asker.share(1, "a"));
    const auto rung = protocol::hash_from_hex(share["share"].get<std::string>());
    REQUIRE(rung);
    CHECK(ladder["ladder"] == to_hex(protocol::bytes_of(protocol::rung_below(asker.start, protocol::witness_holder, *rung))));
    witness.kill_and_restart();
    CHECK(asker.ask(asker.share(1, "a"))["share"] == share["share"]);
    CHECK(asker.ask(asker.share(1, "b"))["path"] == "/head");
    CHECK(asker.ask(asker.share(3, "b"))["path"] == "/head/step");
    CHECK(asker.ask(asker.share(2, "b", 7))["path"] == "/head/inputs");  // several for one roll, to pick from
    const Json second = asker.ask(asker.share(2, "b"));
    CHECK_MESSAGE(second["share"].is_string(), second.dump());
    CHECK(asker.ask(asker.share(1, "a"))["path"] == "/head/step");
}

TEST_CASE("a witness answers nobody but the server of the battle, which signs what it asks") {
    const TempFolder folder;
    const ServerProcess witness(folder.path());
    const Asker asker{witness};
    auto forged = asker.ladder();
    forged.signature = std::string(128, '0');
    CHECK(asker.ask(forged)["path"] == "/signature");
    asker.ask(asker.ladder());
    auto other = asker.share(1, "a");
    other.head->chain = std::string(64, 'a');
    CHECK(asker.ask(other)["path"] == "/head/signature");
    Asker thief{witness};
    thief.start = asker.start;
    CHECK(thief.ask(thief.share(1, "a"))["path"] == "/server_key");
    CHECK(thief.ask(thief.ladder())["path"] == "/server_key");
    auto spelled = asker.share(1, "a");
    for (char& c : spelled.head->chain) c = static_cast<char>(std::toupper(c));
    CHECK(asker.ask(spelled)["path"] == "/head/signature");
    auto both = asker.ladder();
    both.head = asker.share(1, "a").head;
    CHECK(asker.ask(both)["code"] == "bad_message");
    CHECK(http_post(witness.port(), "/api/v1/witness", "{}").status == 400);
    CHECK(http_post(witness.port(), "/api/v1/witness", "no").status == 400);
}
