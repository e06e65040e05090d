// What the operator's machines are told: /healthz, /readyz, /metrics; and that dashboard and documents name what there is.
#include <doctest/doctest.h>
#include <signal.h>
#include <sys/resource.h>

#include <fstream>
#include <regex>
#include <set>

#include "tests/support/health.hpp"
#include "tests/support/postgres.hpp"
#include "tests/support/seated.hpp"

using namespace muster;
using namespace muster::test;

namespace {

std::string metrics(const ServerProcess& server) {
    const auto reply = http_get(server.port(), "/metrics");
    REQUIRE(reply.status == 200);
    CHECK(reply.headers.at("content-type") == "text/plain; version=0.0.4; charset=utf-8");
    return reply.body;
}

// The value of the line that begins with `sample`, its labels included.
double value(const std::string& page, const std::string& sample) {
    const auto at = page.find("\n" + sample + " ");
    INFO(sample);
    REQUIRE(at != std::string::npos);
    return std::stod(page.substr(at + sample.size() + 2));
}

// "# HELP name …" of every family.
std::set<std::string> names_on(const std::string& page) {
    std::set<std::string> out;
    std::istringstream lines(page);
    for (std::string line, hash, help, name; std::getline(lines, line);)
        if (std::istringstream words(line); words >> hash >> help >> name && hash == "#" && help == "HELP") out.insert(name);
    return out;
}

// Every metric that a text of ours names; a histogram's parts count as the histogram.
std::set<std::string> names_in(const std::string& file) {
    std::ifstream in(std::string(SOURCES) + "/" + file);
    const std::string text(std::istreambuf_iterator<char>(in), {});
    REQUIRE(!text.empty());
    std::set<std::string> out;
    const std::regex name("\\b(muster|process)_[a-z_]+[a-z]");
    for (std::sregex_iterator each(text.begin(), text.end(), name), end; each != end; ++each)
        out.insert(std::regex_replace(each->str(), std::regex("(_seconds)_(bucket|sum|count)$"), "$1"));
    return out;
}

}  // namespace

TEST_CASE("metrics count battles, choices, viewers, connections and commits") {
    const TempFolder folder;
    ServerProcess server(folder.path());
    WireClient ada(server.port()), bob(server.port()), eve(server.port());
    const auto before = metrics(server);
    CHECK(value(before, "muster_battles{state=\"running\"}") == 0);
    CHECK(value(before, "muster_connections") == 4);  // the one that asks is a connection too
    const auto battle = create_battle(ada, siege_setup());
    create_battle(ada);
    take_seats(battle, ada, bob);
    eve.ask(battle.follow());
    const Json request = ada.next("request");
    const Json stale{{"type", "choose"}, {"battle", battle.id}, {"decision", 999}, {"choice", "default"}};
    CHECK(ada.ask(stale)["code"] == "stale_decision");
    const auto during = metrics(server);
    CHECK(value(during, "muster_battles{state=\"running\"}") == 1);
    CHECK(value(during, "muster_battles{state=\"waiting\"}") == 1);
    CHECK(value(during, "muster_viewers{role=\"player\"}") == 2);
    CHECK(value(during, "muster_viewers{role=\"spectator\"}") == 1);
    CHECK(value(during, "muster_choices_total{result=\"stale_decision\"}") == 1);
    CHECK(ada.ask({{"type", "choose"}, {"battle", battle.id}, {"decision", request["decision"]}, {"choice", "default"}})["type"] == "accepted");
    CHECK(ada.ask({{"type", "concede"}, {"battle", battle.id}})["type"] == "accepted");
    const auto after = metrics(server);
    CHECK(value(after, "muster_battles{state=\"over\"}") == 1);
    CHECK(value(after, "muster_choices_total{result=\"accepted\"}") == 1);
    CHECK(value(after, "muster_websockets_opened_total") == 3);
    CHECK(value(after, "muster_commands_waiting") == 0);
    CHECK(value(after, "muster_commit_seconds_count") >= 4);  // both seats, the choice, the concession
    CHECK(value(after, "muster_commit_seconds_bucket{le=\"+Inf\"}") == value(after, "muster_commit_seconds_count"));
    CHECK(value(after, "muster_store_operations_total{result=\"stored\"}") >= value(after, "muster_commit_seconds_count"));
    CHECK(value(after, "muster_messages_total") == 8);
    CHECK(value(after, "muster_http_requests_total{status=\"2xx\"}") == 2);
    CHECK(value(after, "process_resident_memory_bytes") > 1e6);
    CHECK(value(after, "process_open_fds") > 4);
    ada.ask({{"type", "unfollow"}, {"battle", battle.id}});
    CHECK(value(metrics(server), "muster_viewers{role=\"player\"}") == 1);
}

TEST_CASE("metrics count what was refused for its number") {
    const TempFolder folder;
    ServerProcess server(folder.path(), {"--messages-per-s", "1"});
    WireClient ada(server.port());
    int limited = 0;
    for (int i = 0; i < 10; ++i) limited += ada.ask({{"type", "ping"}}).value("code", "") == "rate_limited";
    CHECK(limited > 0);
    CHECK(value(metrics(server), "muster_messages_rate_limited_total") == limited);
}

TEST_CASE("what nobody can read is refused beyond the rate as anything else is, and counted") {
    const TempFolder folder;
    ServerProcess server(folder.path(), {"--messages-per-s", "0.05"});  // one, and the next after 20 s
    WireClient ada(server.port());
    CHECK(ada.ask({{"type", "follow"}})["code"] == "bad_message");
    const auto refused = ada.ask({{"type", "follow"}});
    CHECK(refused["type"] == "rejected");
    CHECK(refused["code"] == "rate_limited");
    CHECK(!refused.contains("path"));
    for (const char* nonsense : {R"({"type":"no such type","id":"7"})", "no JSON"}) {
        ada.send_frame(0x1, nonsense);
        const auto error = ada.next();
        CHECK(error["type"] == "error");
        CHECK(error["code"] == "rate_limited");
    }
    CHECK(value(metrics(server), "muster_messages_rate_limited_total") == 3);
}

TEST_CASE("metrics count questions about odds and how long they took") {
    const TempFolder folder;
    ServerProcess server(folder.path());
    const Json question{{"ruleset", "advanced-combat"}, {"setup", small_setup()}, {"runs", 10}};
    CHECK(http_post(server.port(), "/api/v1/odds", question.dump()).status == 200);
    CHECK(value(metrics(server), "muster_odds_questions_total{result=\"answered\"}") == 1);
    CHECK(value(metrics(server), "muster_odds_seconds_count") == 1);
}

TEST_CASE("metrics are told to this machine only, unless the operator wants it otherwise") {
    const TempFolder folder;
    const std::string proxied = "X-Forwarded-For: 203.0.113.7\r\n";
    {
        ServerProcess server(folder.path());
        CHECK(http_get(server.port(), "/metrics").status == 200);
        CHECK(http_get(server.port(), "/metrics", proxied).status == 403);
        CHECK(http_get(server.port(), "/metrics", "Forwarded: for=203.0.113.7\r\n").status == 403);
    }
    {
        ServerProcess server(folder.path(), {"--metrics", "all"});
        CHECK(http_get(server.port(), "/metrics", proxied).status == 200);
    }
    {
        // A proxy of ours that says for whom it asks, and one that does not: either may ask for anybody.
        ServerProcess server(folder.path(), {"--trusted-proxies", "127.0.0.1"});
        CHECK(http_get(server.port(), "/metrics", proxied).status == 403);
        CHECK(http_get(server.port(), "/metrics").status == 403);
    }
    ServerProcess server(folder.path(), {"--metrics", "off"});
    CHECK(http_get(server.port(), "/metrics").status == 404);
}

TEST_CASE("a server whose store takes no writes is alive but not ready, and ready again when it does") {
    const TempFolder folder;
    ServerProcess server(folder.path());
    const rlimit none{1, RLIM_INFINITY}, plenty{RLIM_INFINITY, RLIM_INFINITY};
    REQUIRE(prlimit(server.pid(), RLIMIT_FSIZE, &none, nullptr) == 0);
    const auto reply = http_get(server.port(), "/readyz");
    CHECK(reply.status == 503);
    CHECK(reply.json()["code"] == "server_busy");
    CHECK(http_get(server.port(), "/healthz").status == 200);
    CHECK(value(metrics(server), "muster_store_operations_total{result=\"failed\"}") >= 1);
    REQUIRE(prlimit(server.pid(), RLIMIT_FSIZE, &plenty, nullptr) == 0);
    ServerProcess other(":memory:");
    const auto ready = http_get(other.port(), "/readyz");
    CHECK(ready.status == 200);
    CHECK(ready.body == "ready\n");
}

TEST_CASE("musterd health says yes or no by its exit code, for containers") {
    const TempFolder folder;
    ServerProcess server(folder.path());
    const std::string at = "0.0.0.0:" + std::to_string(server.port());
    const std::vector<std::string> ask{MUSTERD, "health", "--listen", at};
    CHECK(ask_until_well({"--listen", at}).out == "ready\n");
    ::kill(server.pid(), SIGSTOP);
    const auto silent = run_program(ask);
    ::kill(server.pid(), SIGCONT);
    CHECK(silent.exit_code == 1);
    CHECK(silent.err == "musterd: the server does not answer: no answer in time\n");
    server.kill();
    const auto down = run_program(ask);
    CHECK(down.exit_code == 1);
    CHECK(down.err == "musterd: the server does not answer: Connection refused\n");
}

TEST_CASE("the operator's page names every metric there is, and neither it nor the dashboard one that there is not") {
    const TempFolder folder;
    const TempFolder other;
    ServerProcess server(folder.path());
    ServerProcess relay({}, {"--relay", server.url()});
    ServerProcess with_database(other.path(), {"--store", Postgres::instance().new_database()});
    std::set<std::string> there;
    for (const auto* each : {&server, &relay, &with_database}) there.merge(names_on(metrics(*each)));
    CHECK(there.size() > 20);
    const auto named = names_in("deploy/OPERATOR.md");
    for (const auto& name : there) CHECK_MESSAGE(named.contains(name), name);
    for (const auto& name : named) CHECK_MESSAGE(there.contains(name), name);
    for (const auto& name : names_in("deploy/grafana/muster.json")) {
        INFO(name);
        CHECK(there.contains(name));
    }
}
