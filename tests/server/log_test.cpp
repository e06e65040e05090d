// The log of a real server: one event a line, as text or as JSON, and nothing in it that somebody could play with.
#include <doctest/doctest.h>
#include <signal.h>

#include <fstream>
#include <regex>

#include "tests/support/seated.hpp"
#include "tests/support/wait_until.hpp"

using namespace muster;
using namespace muster::test;

namespace {

std::vector<std::string> lines_of(const std::string& text) {
    std::vector<std::string> out;
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) out.push_back(line);
    return out;
}

// A battle with everything that is secret in it; the secrets, by what they are.
std::map<std::string, std::string> play_a_battle(const ServerProcess& server, Battle& battle) {
    WireClient ada(server.port()), bob(server.port());
    battle = create_battle(ada, small_setup(), {{"confirm", true}});
    const std::string nonce = "00112233445566778899aabbccddeeff";
    take_seats(battle, ada, bob, 0, nonce);
    bob.send_text("{\"type\":\"follow\",\"battle\":\"" + battle.id + "\",\"token\":\"" + battle.defender + "\",\"tokn\":1}");  // refused, with a token in it
    const std::string bearer = "Authorization: Bearer " + battle.attacker + "\r\n";
    const std::string address = "/api/v1/battles/" + battle.id;
    CHECK(http_get(server.port(), address + "/events?since=0&token=" + battle.attacker, bearer).status == 400);
    CHECK(http_get(server.port(), address + "/events?since=0", bearer).status == 200);
    CHECK(http_get(server.port(), "/b/" + battle.attacker).status != 500);  // whoever pastes the wrong thing
    play_out({&ada, &bob});
    const Json record = verified_record(server.port(), battle.id);
    return {{"attacker's token", battle.attacker}, {"defender's token", battle.defender}, {"nonce", nonce}, {"seed", record["server_seed"]}};
}

}  // namespace

TEST_CASE("at its most talkative the log has every event with its battle, and no token, seed or nonce") {
    for (const std::string format : {"text", "json"}) {
        CAPTURE(format);
        const TempFolder folder;
        ServerProcess server(folder.path(), {"--log-level", "debug", "--log-format", format});
        Battle battle;
        const auto secrets = play_a_battle(server, battle);
        CHECK(server.stop(SIGTERM) == 0);
        const auto log = server.log();
        CHECK(log.contains(battle.id));
        for (const auto& [what, secret] : secrets) {
            CAPTURE(what);
            REQUIRE(secret.size() >= 20);
            CHECK(!log.contains(secret));
        }
        CHECK(!log.contains("?"));  // the query of an address
    }
}

TEST_CASE("as JSON each line is an object with time, level and message, and its battle where there is one") {
    const TempFolder folder;
    ServerProcess server(folder.path(), {"--log-level", "debug", "--log-format", "json"});
    Battle battle;
    play_a_battle(server, battle);
    CHECK(server.stop(SIGTERM) == 0);
    const std::regex time(R"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)");
    const auto lines = lines_of(server.log());
    std::size_t of_battle = 0;
    for (const auto& line : lines) {
        CAPTURE(line);
        const Json event = Json::parse(line);
        CHECK(std::regex_match(event.at("time").get<std::string>(), time));
        CHECK(event.at("level").is_string());
        CHECK(event.at("message").is_string());
        of_battle += event.value("battle", "") == battle.id;
    }
    CHECK(of_battle > 5);
    CHECK(Json::parse(lines.front())["message"] == "started");
    CHECK(Json::parse(lines.back())["message"] == "ended");
}

TEST_CASE("as text each line begins with time and level") {
    const TempFolder folder;
    ServerProcess server(folder.path());
    CHECK(server.stop(SIGTERM) == 0);
    const std::regex form(R"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z (info|warning|error) .+)");
    const auto lines = lines_of(server.log());
    CHECK(lines.size() == 3);  // started, going down, ended
    for (const auto& line : lines) CHECK(std::regex_match(line, form));
}

TEST_CASE("where a server listens is told as the log is: as a sentence, or as JSON") {
    const OwnPort port;
    const std::string listen = "127.0.0.1:" + std::to_string(port.number()), sentence = "Muster listens on http://" + listen;
    for (const std::string format : {"text", "json"}) {
        BackgroundProgram server({MUSTERD, "--listen", listen, "--data", ":memory:", "--log-format", format});
        wait_until([&] { return server.out().ends_with("\n"); });
        const std::string said = server.out();
        CHECK((format == "json" ? Json::parse(said).at("message").get<std::string>() + "\n" : said) == sentence + "\n");
        CHECK(server.stop(SIGTERM).exit_code == 0);
    }
}

TEST_CASE("a whole run of a server and of each command on its store says nothing but JSON, one event a line, when it is asked to") {
    const TempFolder folder;
    const auto data = folder.path() / "data", copy = folder.path() / "copy\nof it.db", records = folder.path() / "records.jsonl";
    std::string said;
    const auto command = [&](std::vector<std::string> words) {
        words.insert(words.begin(), MUSTERD);
        for (const auto& each : {"--data", data.c_str(), "--log-format", "json"}) words.emplace_back(each);
        const auto done = run_program(words);
        said += done.err;
        return done;
    };
    ServerProcess server(data, {"--log-level", "debug", "--log-format", "json", "--metrics", "all"});
    Battle battle;
    play_a_battle(server, battle);
    const std::string odd = "Ada\n{\"level\":\"error\"}\x1b[2J";
    CHECK(command({"moderate", "ban", "name", odd}).exit_code == 0);
    const auto bans = command({"moderate", "bans"});
    CHECK(lines_of(bans.out).size() == 1);
    CHECK(!bans.out.contains("\x1b"));
    CHECK(command({"moderate", "who", "none\nsuch"}).exit_code == 2);
    CHECK(command({"moderate", "hide", battle.id}).exit_code == 0);
    CHECK(command({"moderate", "show", battle.id}).exit_code == 0);
    command({"moderate", "unban", "name", "no\nbody"});
    CHECK(command({"nodes"}).exit_code != 0);  // it is no database
    CHECK(command({"backup", copy.string()}).exit_code == 0);
    CHECK(command({"backup", copy.string()}).exit_code == 3);  // never overwritten
    CHECK(command({"check"}).exit_code == 0);
    CHECK(command({"export", "--out", records.string()}).exit_code == 0);
    CHECK(command({"archive", "--older-than", "for\never"}).exit_code == 2);
    CHECK(command({"health", "--listen", "127.0.0.1:1"}).exit_code == 1);
    CHECK(command({"restore", copy.string(), "--replace"}).exit_code == 3);  // the server has the store
    const auto move_to = [&](const std::filesystem::path& there) {           // which takes neither --data nor --store
        const auto done = run_program({MUSTERD, "move", "--from", data.string(), "--to", there.string(), "--log-format", "json"});
        said += done.err;
        return done.exit_code;
    };
    CHECK(move_to(folder.path() / "there\nso") == 3);  // nor may it have that
    const auto counted = [&] {
        const auto metrics = http_get(server.port(), "/metrics").body;
        std::smatch lines;
        return std::regex_search(metrics, lines, std::regex(R"re(muster_log_lines_total\{level="info"\} (\d+))re")) ? std::stoi(lines[1]) : -1;
    };
    const auto before = counted();
    CHECK(command({"moderate", "hide", battle.id}).exit_code == 0);
    CHECK(counted() > before);
    CHECK(server.stop(SIGTERM) == 0);
    said += server.log();
    CHECK(command({"restore", copy.string(), "--replace"}).exit_code == 0);
    std::ofstream(records, std::ios::app) << "{\"no\":\n\"record\"}\n";
    CHECK(command({"import", records.string()}).exit_code == 1);
    CHECK(move_to(folder.path() / "there") == 0);
    CHECK(move_to(folder.path() / "there") == 3);  // which is not empty
    CHECK(command({"moderate", "close", "none\nsuch"}).exit_code == 2);
    CHECK(command({"check", "--threads", "many\nof them"}).exit_code == 2);
    const auto refused = run_program({MUSTERD, "--data", data.string(), "--log-format", "json", "--listen", "nowhere\n.example:1"});
    CHECK(refused.exit_code == 3);
    said += refused.err;
    const auto lines = lines_of(said);
    CHECK(lines.size() > 15);
    for (const auto& line : lines) {
        CAPTURE(line);
        CHECK(Json::parse(line, nullptr, false).is_object());
        CHECK(Json::parse(line, nullptr, false).contains("message"));
    }
}

TEST_CASE("words that are wrong are complained of as JSON, too, wherever it is asked for") {
    const TempFolder folder;
    const auto settings = folder.path() / "muster.toml";
    std::ofstream(settings) << "log-format = \"json\"\n";
    const auto said = [](std::vector<std::string> words) {
        words.insert(words.begin(), "/usr/bin/env");
        const auto run = run_program(words);
        CHECK(run.exit_code == 2);
        CHECK(run.out.empty());
        return run.err;
    };
    const std::string json = "MUSTER_LOG_FORMAT=json", text = "MUSTER_LOG_FORMAT=text", wrong = "MUSTER_LISTEN=nowhere";
    for (const std::vector<std::string>& words : {std::vector<std::string>{json, MUSTERD, "backup"},
                                                  {json, wrong, MUSTERD, "moderate"},
                                                  {json, MUSTERD, "--nonsense"},
                                                  {MUSTERD, "--log-format", "json", "--nonsense"},
                                                  {text, MUSTERD, "--nonsense", "--log-format=json"},
                                                  {MUSTERD, "clsoe", "--help", "--log-format=json"},
                                                  {MUSTERD, "moderate", "ban", "--log-format", "json"},
                                                  {MUSTERD, "backup", "--config", settings.string()}}) {
        const auto line = said(words);
        CHECK_MESSAGE(lines_of(line).size() == 1, line);
        CHECK_MESSAGE(Json::parse(line, nullptr, false).contains("message"), line);
    }
    CHECK(said({json, MUSTERD, "backup", "--log-format", "text"}) == "musterd: FILE is required (see musterd --help)\n");
    CHECK(said({MUSTERD, "moderate", "who", "--", "--log-format=json", "x"}).starts_with("musterd: "));
}

TEST_CASE("for people, too, each thing that is said is one line, whatever names are in it") {
    const TempFolder folder;
    const auto none = run_program({MUSTERD, "check", "--data", (folder.path() / "not\nhere\x1b[2J").string()});
    CHECK(none.exit_code == 3);
    CHECK(lines_of(none.err).size() == 1);
    CHECK(none.err.starts_with("musterd: "));
    CHECK(none.err.contains("not\\u000ahere\\u001b[2J"));
}
