// TLS in the server itself: the same battles, a certificate that is renewed, and those who mistake the port.
#include <doctest/doctest.h>
#include <signal.h>

#include <fstream>

#include "tests/support/certificate.hpp"
#include "tests/support/file_limit.hpp"
#include "tests/support/health.hpp"
#include "tests/support/seated.hpp"
#include "tests/support/wait_until.hpp"

using namespace muster;
using namespace muster::test;

namespace {

struct Encrypted {
    explicit Encrypted(const std::vector<std::string>& more = {}) : server(folder.path(), with(more)) {}

    std::vector<std::string> with(const std::vector<std::string>& more) const {
        std::vector<std::string> all{"--tls-certificate", certificate.string(), "--tls-key", key.string(), "--messages-per-s", "0"};
        all.insert(all.end(), more.begin(), more.end());
        return all;
    }

    TempFolder folder{};
    std::filesystem::path certificate = folder.path() / "certificate.pem";
    std::filesystem::path key = folder.path() / "key.pem";
    std::string shown = write_certificate(certificate, key);
    ServerProcess server;

    std::string certificate_of_a_new_connection() const { return Wire(server.port(), Wire::Kind::tls).certificate(); }
};

constexpr auto tls = Wire::Kind::tls;

}  // namespace

TEST_CASE("a battle under TLS ends like any other, and what pages get asks browsers to stay with it") {
    const Encrypted house;
    WireClient ada(house.server.port(), {}, tls), bob(house.server.port(), {}, tls);
    const auto battle = create_battle(ada);
    take_seats(battle, ada, bob);
    play_out({&ada, &bob});
    const auto record = http_get(house.server.port(), "/api/v1/battles/" + battle.id + "/record", {}, "GET", tls);
    CHECK(record.status == 200);
    CHECK(record.json()["outcome"].is_object());
    CHECK(record.headers.at("strict-transport-security").starts_with("max-age="));
}

TEST_CASE("musterd health asks a server under TLS too, whoever signed its certificate") {
    const Encrypted house;
    const std::string at = "127.0.0.1:" + std::to_string(house.server.port());
    CHECK(ask_until_well({"--listen", at, "--tls-certificate", house.certificate.string(), "--tls-key", house.key.string()}).out == "ready\n");
    const auto plain = run_program({MUSTERD, "health", "--listen", at});
    CHECK(plain.exit_code == 1);
    CHECK(plain.err == "musterd: the server is not ready: /readyz says 400\n");
}

TEST_CASE("what is larger than a TLS record comes whole, in both directions") {
    const Encrypted house;
    WireClient ada(house.server.port(), {}, tls);
    ada.send_text(std::string(60'000, ' ') + R"({"type":"ping","id":"long"})");
    CHECK(ada.next()["id"] == "long");
    const auto catalog = http_get(house.server.port(), "/api/v1/rulesets", {}, "GET", tls);
    CHECK(catalog.body.size() > 32 * 1024);
    CHECK(catalog.json()["rulesets"].is_array());
}

TEST_CASE("clients under TLS that say goodbye while they wait are no longer present") {
    const Encrypted house;
    WireClient ada(house.server.port(), {}, tls);
    const auto battle = create_battle(ada);
    ada.ask(battle.follow(battle.attacker));
    const auto until = [&](bool defender, int spectators) {
        while (true) {
            const Json presence = ada.next("presence");
            if (presence["seats"][1]["connected"] == defender && presence["spectators"] == spectators) return;
        }
    };
    const std::string events = "/api/v1/battles/" + battle.id + "/events";
    EventSource bob(house.server.port(), events, bearer(battle.defender), tls);
    const auto head = bob.next("following")["head"].get<std::int64_t>();
    PendingRequest eve(house.server.port(), events + "?wait=60&since=" + std::to_string(head), {}, tls);
    until(true, 1);
    eve.end_sending();
    until(true, 0);
    bob.end_sending();
    until(false, 0);
}

TEST_CASE("what is sent ahead under TLS while a poll waits is answered after it") {
    const Encrypted house;
    WireClient ada(house.server.port(), {}, tls), watcher(house.server.port(), {}, tls);
    const auto battle = create_battle(ada);
    const std::string poll = "GET /api/v1/battles/" + battle.id + "/events?wait=60&since=1 HTTP/1.1\r\nHost: x\r\n\r\n";
    PendingRequest eve(house.server.port(), PendingRequest::Bytes{poll}, tls);
    watcher.ask(battle.follow());
    while (watcher.next("presence")["spectators"] != 2) {}  // it waits
    eve.send("GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
    ada.ask(battle.follow(battle.attacker));
    const auto answers = eve.read_all();
    CHECK(answers.contains("\"head\":2"));
    CHECK(answers.ends_with("ok\n"));
}

// It asks more than it reads, so that the bound of bytes is passed within one burst; 10 s for a blocked write never come into it.
TEST_CASE("a reader under TLS that falls behind is closed with 4008") {
    const Encrypted house;
    WireClient ada(house.server.port(), {}, tls), slow(house.server.port(), {}, tls);
    const auto closed = [&] { return http_get(house.server.port(), "/metrics", {}, "GET", tls).body.contains("muster_slow_readers_closed_total 1"); };
    const std::string ping = R"({"type":"ping","id":")" + std::string(64, 'x') + R"("})";
    for (int burst = 0; burst < 100 && !closed(); ++burst)
        for (int i = 0; i < 1000; ++i) slow.send_text(ping);
    CHECK(slow.wait_closed() == 4008);
    CHECK(ada.ask({{"type", "ping"}})["type"] == "pong");
}

TEST_CASE("a renewed certificate is used after SIGHUP, a broken one is not, and nobody is disconnected") {
    Encrypted house;
    WireClient ada(house.server.port(), {}, tls);
    CHECK(house.certificate_of_a_new_connection() == house.shown);
    const auto renewed = write_certificate(house.certificate, house.key);
    INFO("the server: ", house.server.log());
    ::kill(house.server.pid(), SIGHUP);
    wait_until([&] { return house.certificate_of_a_new_connection() == renewed; });
    std::ofstream(house.key) << "no key";
    ::kill(house.server.pid(), SIGHUP);
    wait_until([&] { return house.server.log().contains("the old one stays in use"); });
    CHECK(house.certificate_of_a_new_connection() == renewed);
    CHECK(ada.ask({{"type", "ping"}})["type"] == "pong");
    CHECK(house.server.stop(SIGTERM) == 0);
    CHECK(ada.wait_closed() == 4001);
}

TEST_CASE("plain HTTP on the port of TLS is told so, TLS on the plain port gets an answer, garbage on either ends alone") {
    const Encrypted house;
    const TempFolder folder;
    ServerProcess plain(folder.path());
    const auto told = http_get(house.server.port(), "/");
    CHECK(told.status == 400);
    CHECK(told.json()["detail"].get<std::string>().contains("https://"));
    CHECK_THROWS(Wire(plain.port(), tls));
    for (const auto& garbage :
         {std::string("\x16\x03\x01\xff\xff", 5) + std::string(2000, 'x'), std::string(5000, '\0'), std::string("\x80\x2e\x01\x00\x02", 5)}) {
        Wire wire(house.server.port());
        wire.send(garbage);
        wire.end_sending();
        wire.read_all();
    }
    WireClient ada(house.server.port(), {}, tls);
    ada.send_bytes("no frame at all, but well encrypted");
    CHECK(ada.wait_closed() == 1002);
    CHECK_NOTHROW(WireClient(house.server.port(), {}, tls));
    CHECK_NOTHROW(WireClient{plain.port()});
}

TEST_CASE("who is one too many under TLS is told so under TLS") {
    const Encrypted house({"--connections-per-address", "2", "--unlimited-addresses", "192.0.2.1"});
    WireClient ada(house.server.port(), {}, tls);
    auto bob = std::make_unique<WireClient>(house.server.port(), "", tls);
    for (int i = 0; i < 20; ++i) {  // more than may be told at once, one after the other
        const auto refused = http_get(house.server.port(), "/healthz", {}, "GET", tls);
        CHECK(refused.status == 429);
        CHECK(refused.headers.at("retry-after") == "1");
        CHECK(refused.json()["code"] == "rate_limited");
    }
    CHECK(ada.ask({{"type", "ping"}})["type"] == "pong");
    CHECK(bob->ask({{"type", "ping"}})["type"] == "pong");
}

TEST_CASE("who connects too fast under TLS is told so under TLS") {
    const Encrypted house({"--connects-per-address-per-s", "0.01", "--unlimited-addresses", "192.0.2.1"});  // one, and the next after 100 s
    WireClient ada(house.server.port(), {}, tls);
    const auto refused = http_get(house.server.port(), "/healthz", {}, "GET", tls);
    CHECK(refused.status == 429);
    CHECK(refused.json()["code"] == "rate_limited");
    CHECK(ada.ask({{"type", "ping"}})["type"] == "pong");
}

TEST_CASE("a thousand connections under TLS leave room for a battle") {
    raise_file_limit();
    const Encrypted house;
    const auto before_kb = house.server.resident_kb();
    std::vector<std::unique_ptr<WireClient>> idle;
    while (idle.size() < 1000) idle.push_back(std::make_unique<WireClient>(house.server.port(), "", tls));
    MESSAGE("1000 idle connections under TLS, " << (house.server.resident_kb() - before_kb) * 1024 / 1000 << " bytes each");
    WireClient ada(house.server.port(), {}, tls), bob(house.server.port(), {}, tls);
    const auto battle = create_battle(ada);
    take_seats(battle, ada, bob);
    CHECK(play_out({&ada, &bob}).size() == 2);
}

TEST_CASE("a certificate that cannot be used is a wrong configuration, and the cause is said") {
    const TempFolder folder;
    const auto in = [&](const char* name) { return (folder.path() / name).string(); };
    const auto certificate = in("certificate.pem"), key = in("key.pem"), other = in("other.pem"), text = in("text.pem"), none = in("none.pem");
    write_certificate(in("ignored.pem"), other);
    write_certificate(certificate, key);
    std::ofstream(text) << "no certificate, no key\n";
    const auto complaint = [&](std::vector<std::string> options) {
        std::vector<std::string> words{MUSTERD, "--listen", "127.0.0.1:0", "--data", (folder.path() / "data").string()};
        words.insert(words.end(), options.begin(), options.end());
        const auto done = run_program(words);
        CHECK(done.exit_code == 2);
        return done.err;
    };
    const auto with = [&](const std::string& shown, const std::string& secret) { return complaint({"--tls-certificate", shown, "--tls-key", secret}); };
    CHECK(complaint({"--tls-certificate", certificate}) == "musterd: tls-certificate and tls-key are only of use together\n");
    CHECK(with(certificate, other) == "musterd: the key " + other + " does not belong to the certificate " + certificate + "\n");
    CHECK(with(none, key) == "musterd: the certificate " + none + " cannot be read: No such file or directory\n");
    CHECK(with(certificate, none) == "musterd: the key " + none + " cannot be read: No such file or directory\n");
    CHECK(with(certificate, folder.path().string()) == "musterd: the key " + folder.path().string() + " cannot be read: Is a directory\n");
    CHECK(with(text, key).contains("must be in PEM form"));
    CHECK(with(certificate, text).contains("must be a private key in PEM form, without a passphrase"));
    CHECK(!std::filesystem::exists(folder.path() / "data"));  // no store was made
}

TEST_CASE("a certificate that has expired is used, and the log says so") {
    const TempFolder folder;
    const auto certificate = folder.path() / "certificate.pem", key = folder.path() / "key.pem";
    const auto shown = write_certificate(certificate, key, "IP:127.0.0.1", -60);
    ServerProcess server(folder.path() / "data", {"--tls-certificate", certificate.string(), "--tls-key", key.string()});
    CHECK(server.log().contains("warning the certificate has expired certificate=" + certificate.string()));
    CHECK(Wire(server.port(), tls).certificate() == shown);
    CHECK(server.stop(SIGTERM) == 0);
}
