// SIGHUP: what changes while a server runs, what stays and is told, and that it never ends one.
#include <doctest/doctest.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <regex>
#include <sstream>

#include "tests/support/certificate.hpp"
#include "tests/support/seated.hpp"
#include "tests/support/wait_until.hpp"

using namespace muster;
using namespace muster::test;

namespace {

std::string text_of(const std::filesystem::path& path) {
    std::ostringstream out;
    out << std::ifstream(path).rdbuf();
    return out.str();
}

std::size_t count_of(const std::string& text, const std::string& part) {
    std::size_t count = 0;
    for (auto at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++count;
    return count;
}

struct Place {
    TempFolder folder{};
    std::filesystem::path file = folder.path() / "muster.toml";
    std::filesystem::path log_file = folder.path() / "log" / "muster.log";

    explicit Place(const std::string& text) {
        std::filesystem::create_directory(log_file.parent_path());
        write(text);
    }
    void write(const std::string& text) const { std::ofstream(file) << text; }
    std::filesystem::path data() const { return folder.path() / "data"; }
    /// SIGHUP, until the log has another of these lines.
    static void reload(const ServerProcess& server, const std::string& said = "the settings were read again") {
        const auto before = count_of(server.log(), said);
        ::kill(server.pid(), SIGHUP);
        wait_until([&] { return count_of(server.log(), said) > before; });
    }
};

int metrics_status(const ServerProcess& server) { return http_get(server.port(), "/metrics").status; }

}  // namespace

TEST_CASE("SIGHUP reads the settings again, in the midst of a battle") {
    const Place place("metrics = \"all\"\n");
    ServerProcess server(place.data(), {"--config", place.file.string(), "--unlimited-addresses", "192.0.2.1"});
    WireClient ada(server.port());
    const auto battle = create_battle(ada);
    CHECK(metrics_status(server) == 200);
    const auto asked_by_page = [&] {
        const std::string headers = "Origin: https://club.example\r\nAccess-Control-Request-Method: POST\r\n";
        return http_get(server.port(), "/api/v1/odds", headers, "OPTIONS").status == 204;
    };
    CHECK(!asked_by_page());
    place.write("metrics = \"off\"\nallow-origin = [\"https://club.example\"]\nmessages-per-address-per-s = 1\nlog-level = \"debug\"\n");
    Place::reload(server);
    CHECK(server.log().contains("changed=\"allow-origin messages-per-address-per-s log-level metrics\""));
    CHECK(metrics_status(server) == 404);
    CHECK(asked_by_page());
    int refused = 0;
    for (int i = 0; i < 10; ++i) refused += http_get(server.port(), "/api/v1/battles/" + battle.id).status == 429;
    CHECK(refused > 0);
    place.write("");
    Place::reload(server);
    wait_until([&] { return metrics_status(server) == 200; });  // what was used under the tighter limit is owed a few seconds longer
    wait_until([&] { return ada.ask({{"type", "ping"}})["type"] == "pong"; });
    CHECK(server.stop(SIGTERM) == 0);
}

TEST_CASE("SIGHUP to a server that is still reading its settings reads them again once it has started") {
    const TempFolder folder;
    const auto file = folder.path() / "muster.toml";
    REQUIRE(::mkfifo(file.c_str(), 0600) == 0);
    const OwnPort port;
    BackgroundProgram server(
        {MUSTERD, "--config", file.string(), "--data", (folder.path() / "data").string(), "--listen", "127.0.0.1:" + std::to_string(port.number())});
    // It has opened the file when it can be written, and reads until it is closed.
    const auto give = [&](const std::string& text, auto meanwhile) {
        int in = -1;
        wait_until([&] { return (in = ::open(file.c_str(), O_WRONLY | O_NONBLOCK | O_CLOEXEC)) >= 0; });
        CHECK(::write(in, text.data(), text.size()) == static_cast<ssize_t>(text.size()));
        meanwhile();
        ::close(in);
    };
    give("log-level = \"info\"\n", [&] { server.signal(SIGHUP); });
    wait_until([&] { return server.out().contains("listens on"); });  // it has closed the file
    give("log-level = \"debug\"\n", [] {});
    wait_until([&] { return server.err().contains("changed=log-level"); });
    CHECK(server.stop(SIGTERM).exit_code == 0);
}

TEST_CASE("a command that is held up ends with its terminal") {
    const TempFolder folder;
    const auto file = folder.path() / "muster.toml";
    REQUIRE(::mkfifo(file.c_str(), 0600) == 0);
    BackgroundProgram command({MUSTERD, "health", "--config", file.string()});
    int in = -1;
    wait_until([&] { return (in = ::open(file.c_str(), O_WRONLY | O_NONBLOCK | O_CLOEXEC)) >= 0; });
    command.signal(SIGHUP);
    ::close(in);
    CHECK(command.wait().exit_code == 128 + SIGHUP);
}

TEST_CASE("what needs a restart stays as it is, and is told at each SIGHUP") {
    const Place place("");
    ServerProcess server(place.data(), {"--config", place.file.string()});
    place.write("threads = 3\npublic-url = \"https://muster.example\"\nmetrics = \"off\"\ntls-certificate = \"c.pem\"\ntls-key = \"k.pem\"\n");
    for (int times = 1; times <= 2; ++times) {
        Place::reload(server);
        for (const std::string setting : {"threads", "public-url", "tls-certificate", "tls-key"})
            CHECK(count_of(server.log(), "needs a restart setting=" + setting + "\n") == static_cast<std::size_t>(times));
    }
    CHECK(metrics_status(server) == 404);
    CHECK(server.stop(SIGTERM) == 0);
}

TEST_CASE("settings that are wrong leave those in effect, and the log says where they are wrong") {
    const Place place("metrics = \"all\"\n");
    ServerProcess server(place.data(), {"--config", place.file.string()});
    const auto refuse = [&](const std::string& text, const std::string& why) {
        CAPTURE(text);
        place.write(text);
        Place::reload(server, "those in effect stay");
        CHECK(server.log().contains(why));
        CHECK(metrics_status(server) == 200);
    };
    refuse("metrics = \"off\"\nthreads = 99\n", place.file.string() + ":2: threads: ");
    refuse("metrics = \"off\"\nmetrcs = \"off\"\n", place.file.string() + ":2: unknown key");
    std::filesystem::remove(place.file);
    Place::reload(server, "those in effect stay");
    CHECK(metrics_status(server) == 200);
    place.write("metrics = \"off\"\n");
    Place::reload(server);
    CHECK(metrics_status(server) == 404);
    CHECK(server.stop(SIGTERM) == 0);
}

TEST_CASE("SIGHUP opens the log file anew, whatever has become of it") {
    const Place place("");
    const auto folder = place.log_file.parent_path(), away = place.folder.path() / "away";
    ServerProcess server(place.data(), {"--log-file", place.log_file.string(), "--log-format", "json"});
    wait_until([&] { return text_of(place.log_file).contains("\"started\""); });
    const auto rotated = folder / "muster.log.1";
    std::filesystem::rename(place.log_file, rotated);
    ::kill(server.pid(), SIGHUP);
    wait_until([&] { return text_of(place.log_file).contains("the settings were read again"); });
    CHECK(!text_of(rotated).contains("the settings were read again"));
    std::filesystem::rename(folder, away);
    ::kill(server.pid(), SIGHUP);
    wait_until([&] { return text_of(away / "muster.log").contains("lines go on into the old one"); });
    CHECK(server.stop(SIGTERM) == 0);
    CHECK(text_of(away / "muster.log").contains("\"ended\""));
    CHECK(server.log().empty());
}

TEST_CASE("a log file that cannot be opened is a wrong configuration") {
    const Place place("");
    const auto nowhere = (place.folder.path() / "none" / "muster.log").string();
    const auto done = run_program({MUSTERD, "--listen", "127.0.0.1:0", "--data", ":memory:", "--log-file", nowhere});
    CHECK(done.exit_code == 2);
    CHECK(done.err == "musterd: the log file " + nowhere + " cannot be opened: there is no folder " + (place.folder.path() / "none").string() + "\n");
}

TEST_CASE("SIGHUP takes another certificate's files; those that cannot be used leave what there was") {
    const Place place("");
    const auto in = [&](const char* name) { return (place.folder.path() / name).string(); };
    const auto files = [&](const std::string& name) {
        return "tls-certificate = \"" + in((name + ".pem").c_str()) + "\"\ntls-key = \"" + in((name + ".key").c_str()) + "\"\n";
    };
    const auto first = write_certificate(in("first.pem"), in("first.key")), second = write_certificate(in("second.pem"), in("second.key"));
    place.write(files("first"));
    ServerProcess server(place.data(), {"--config", place.file.string()});
    const auto shown = [&] { return Wire(server.port(), Wire::Kind::tls).certificate(); };
    CHECK(shown() == first);
    place.write(files("second"));
    Place::reload(server);
    CHECK(shown() == second);
    place.write(files("third"));
    Place::reload(server, "the old one stays in use");
    CHECK(shown() == second);
    place.write("");
    Place::reload(server, "needs a restart setting=tls-key");
    CHECK(shown() == second);
    CHECK(server.stop(SIGTERM) == 0);
}

// The operator's page and --print-config say the same of every setting.
TEST_CASE("it is documented which settings change while the server runs") {
    const auto printed = run_program({MUSTERD, "--print-config"}).out;
    const std::regex setting(R"(\n# ([^\n]*)\n# ([a-z-]+) = )");
    std::string live;
    for (std::sregex_iterator each(printed.begin(), printed.end(), setting); each != std::sregex_iterator(); ++each)
        if (!(*each)[1].str().ends_with("; a change needs a restart")) live += (live.empty() ? "`" : ", `") + (*each)[2].str() + "`";
    CAPTURE(live);
    CHECK(live.contains("`metrics`"));
    CHECK(!live.contains("`listen`"));
    const auto page = text_of(std::filesystem::path(SOURCES) / "deploy/OPERATOR.md");
    const auto joined = std::regex_replace(page, std::regex("\n"), " ");
    CHECK(joined.contains(live));
}
