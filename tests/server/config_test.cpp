// One configuration: what is built in, the file over it, the environment over that, the options over all; and what is wrong
// is said with its place.
#include <doctest/doctest.h>

#include <signal.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "tests/support/server_process.hpp"
#include "tests/support/wait_until.hpp"

using namespace muster::test;

namespace {

struct Place {
    TempFolder folder{};
    std::string file = (folder.path() / "muster.toml").string();

    explicit Place(const std::string& text = {}) { std::ofstream(file) << text; }

    Finished print(std::vector<std::string> environment = {}, std::vector<std::string> options = {}) const {
        std::vector<std::string> words{MUSTERD, "--config", file, "--print-config"};
        words.insert(words.end(), options.begin(), options.end());
        return BackgroundProgram(words, std::move(environment)).wait();
    }
    // The one line that the file's text makes musterd say.
    std::string complaint() const {
        const auto done = print();
        CHECK(done.exit_code == 2);
        CHECK(done.out.empty());
        CHECK(std::ranges::count(done.err, '\n') == 1);
        return done.err;
    }
    std::string line(int number) const { return "musterd: " + file + ":" + std::to_string(number) + ": "; }
};

}  // namespace

TEST_CASE("options win over the environment, the environment over the file, the file over what is built in") {
    const Place place("threads = 3\nlisten = \"127.0.0.1:1001\"\nmessages-per-s = 7\n");
    const auto all = place.print({"MUSTER_LISTEN=127.0.0.1:1002", "MUSTER_THREADS=4"}, {"--threads", "5"});
    CHECK(all.exit_code == 0);
    CHECK(all.err.empty());
    CHECK(all.out.contains("\nthreads = 5  # --threads\n"));
    CHECK(all.out.contains("\nlisten = \"127.0.0.1:1002\"  # MUSTER_LISTEN\n"));
    CHECK(all.out.contains("\nmessages-per-s = 7.0  # " + place.file + ":3\n"));
    CHECK(all.out.contains("\n# connections-max = 20000  # as built in\n"));
}

TEST_CASE("a variable that is empty is not set, and MUSTER_CONFIG names the file too") {
    const Place place("threads = 3\n");
    const auto done = BackgroundProgram({MUSTERD, "--print-config"}, {"MUSTER_CONFIG=" + place.file, "MUSTER_THREADS="}).wait();
    CHECK(done.exit_code == 0);
    CHECK(done.out.contains("\nthreads = 3  # " + place.file + ":1\n"));
}

TEST_CASE("what --print-config prints is a file that means the same") {
    const Place first("allow-origin = [\"https://a.example\", \"https://b.example\"]\ndata = 'C:\\odd \"name\"'\nunload-after-s = 5\n");
    const auto printed = first.print();
    CHECK(printed.out.contains("allow-origin = [\"https://a.example\", \"https://b.example\"]"));
    const Place second(printed.out);
    const auto again = second.print();
    CHECK(again.exit_code == 0);
    const auto values = [](const std::string& text) {
        std::string out;
        std::istringstream lines(text);
        for (std::string line; std::getline(lines, line);) out += line.substr(0, line.find("  # ")) + "\n";
        return out;
    };
    CHECK(values(again.out) == values(printed.out));
}

TEST_CASE("a variable that overrides the file or that is no setting is told, and is no mistake") {
    const Place place("data = \":memory:\"\nthreads = 3\nlisten = \"127.0.0.1:0\"\n");
    const auto printed = place.print({"MUSTER_THREADS=4", "MUSTER_LISTEN=127.0.0.1:0", "MUSTER_DTA=x", "MUSTER_HOME=/somewhere", "MUSTER_CONFIG="});
    CHECK(printed.exit_code == 0);
    CHECK(printed.err.empty());
    CHECK(printed.out.contains("\n# Note: MUSTER_THREADS in the environment overrides threads at " + place.file + ":2\n"));
    CHECK(printed.out.contains("\n# Note: MUSTER_DTA in the environment is no setting of musterd; did you mean \"MUSTER_DATA\"?\n"));
    CHECK(!printed.out.contains("Note: MUSTER_LISTEN"));  // says what the file says
    CHECK(!printed.out.contains("Note: MUSTER_HOME"));    // of the terminal client
    CHECK(!printed.out.contains("Note: MUSTER_CONFIG"));
    BackgroundProgram server({MUSTERD, "--config", place.file}, {"MUSTER_DTA=x", "MUSTER_THREADS=4"});
    wait_until([&] { return server.out().contains("listens"); });
    const auto log = server.stop(SIGTERM).err;
    CHECK(log.contains("warning MUSTER_DTA in the environment is no setting of musterd"));
    CHECK(log.contains("warning MUSTER_THREADS in the environment overrides threads at " + place.file + ":2"));
}

TEST_CASE("the file that is shipped with the unit sets what the unit sets, and little else") {
    const std::filesystem::path systemd = std::filesystem::path(SOURCES) / "deploy/systemd";
    const auto printed = run_program({MUSTERD, "--config", (systemd / "muster.toml").string(), "--print-config"});
    CHECK(printed.exit_code == 0);
    std::istringstream lines(printed.out);
    std::vector<std::string> set;
    for (std::string line; std::getline(lines, line);)
        if (!line.empty() && line[0] != '#') set.push_back(line.substr(0, line.find("  # ")));
    CHECK(set == std::vector<std::string>{"listen = \"127.0.0.1:8080\"", "data = \"/var/lib/muster\""});
    std::ostringstream unit;
    unit << std::ifstream(systemd / "musterd.service").rdbuf();
    CHECK(!unit.str().contains("MUSTER_"));  // the environment would win over the file
    CHECK(unit.str().contains("\nStateDirectory=muster\n"));
}

TEST_CASE("the folder that systemd made is where the store is, unless anybody names another") {
    const auto print = [](const std::string& file, std::vector<std::string> environment, std::vector<std::string> options = {}) {
        const auto printed = Place(file).print(std::move(environment), std::move(options));
        CHECK_MESSAGE(printed.exit_code == 0, printed.err);
        CHECK(!printed.out.contains("# Note:"));
        return printed.out;
    };
    const std::string of_unit = "STATE_DIRECTORY=/var/lib/muster";
    CHECK(print("", {of_unit}).contains("\n# data = \"/var/lib/muster\"  # STATE_DIRECTORY\n"));
    CHECK(print("", {of_unit + ":/var/lib/other"}).contains("\n# data = \"/var/lib/muster\"  # STATE_DIRECTORY\n"));
    for (const auto* none : {"STATE_DIRECTORY=", "STATE_DIRECTORY=:/x", "STATE_DIRECTORY=x"})
        CHECK(print("", {none}).contains("\n# data = \"data\"  # as built in\n"));
    CHECK(print("data = \"/mnt/disk\"\n", {of_unit}).contains("\ndata = \"/mnt/disk\"  # /"));
    CHECK(print("", {of_unit, "MUSTER_DATA=/mnt/disk"}).contains("\ndata = \"/mnt/disk\"  # MUSTER_DATA\n"));
    CHECK(print("", {of_unit}, {"--data", "/mnt/disk"}).contains("\ndata = \"/mnt/disk\"  # --data\n"));

    const TempFolder folder;
    BackgroundProgram server({MUSTERD, "--listen", "127.0.0.1:0"}, {"STATE_DIRECTORY=" + folder.path().string()});
    wait_until([&] { return server.out().contains("listens"); });
    server.stop(SIGTERM);
    CHECK(std::filesystem::exists(folder.path() / "muster.db"));
}

TEST_CASE("a list comes as several options or with commas") {
    const Place place;
    CHECK(place.print({}, {"--allow-origin", "https://a.example", "--allow-origin", "https://b.example"})
              .out.contains("[\"https://a.example\", \"https://b.example\"]"));
    CHECK(place.print({"MUSTER_ALLOW_ORIGIN=https://a.example,https://b.example"}).out.contains("[\"https://a.example\", \"https://b.example\"]"));
}

TEST_CASE("a wrong key, type or value in the file is an error with file and line") {
    const Place key("# a comment\nlisten = \"127.0.0.1:8080\"\nlisen = \"x\"\n");
    CHECK(key.complaint() == key.line(3) + "unknown key \"lisen\"; did you mean \"listen\"?\n");
    const Place type("\nthreads = \"many\"\n");
    CHECK(type.complaint() == type.line(2) + "threads: expected a whole number from 0 to 64, got \"many\"\n");
    const Place fraction("threads = 1.5\n");
    CHECK(fraction.complaint() == fraction.line(1) + "threads: expected a whole number from 0 to 64, got 1.5\n");
    const Place value("threads = 65\n");
    CHECK(value.complaint() == value.line(1) + "threads: expected a whole number from 0 to 64, got 65\n");
    const Place text("log-level = \"loud\"\n");
    CHECK(text.complaint() == text.line(1) + "log-level: expected one of debug, info, warn, error, got \"loud\"\n");
    const Place address("listen = \"127.0.0.1:99999\"\n");
    CHECK(address.complaint() == address.line(1) + "listen: expected ADDRESS:PORT, got \"127.0.0.1:99999\"\n");
    const Place section("[tls]\nkey = \"x\"\n");
    CHECK(section.complaint() == section.line(1) + "there are no sections: settings stand at the top, as in listen = \"127.0.0.1:8080\"\n");
    const Place list("allow-origin = [1]\n");
    CHECK(list.complaint().starts_with(list.line(1)));
    const Place syntax("listen = \"a\"\nthreads = = 3\n");
    CHECK(syntax.complaint().starts_with(syntax.line(2)));
    const Place twice("threads = 1\nthreads = 2\n");
    CHECK(twice.complaint().starts_with(twice.line(2)));
}

TEST_CASE("the first mistake of a file is the one that is said") {
    const Place place("zebra = 1\napple = 2\n");
    CHECK(place.complaint().starts_with(place.line(1)));
}

TEST_CASE("a wrong value elsewhere is an error that names the variable or the option") {
    const Place place;
    CHECK(place.print({"MUSTER_THREADS=-1"}).err == "musterd: MUSTER_THREADS: expected a whole number from 0 to 64, got \"-1\"\n");
    CHECK(place.print({}, {"--threads", "2x"}).err == "musterd: --threads: expected a whole number from 0 to 64, got \"2x\"\n");
    CHECK(place.print({}, {"--messages-per-s", "nan"}).exit_code == 2);
}

TEST_CASE("an empty configuration file says nothing") { CHECK(Place().print().exit_code == 0); }

TEST_CASE("a configuration file that is not there is an error") {
    const auto done = run_program({MUSTERD, "--config", "/nowhere/muster.toml"});
    CHECK(done.exit_code == 2);
    CHECK(done.err == "musterd: cannot read the configuration file /nowhere/muster.toml: there is no folder /nowhere\n");
    CHECK(run_program({MUSTERD, "--config", "/"}).exit_code == 2);
}

TEST_CASE("a witness that is named twice is refused at the start, however its address is spelled") {
    CHECK(Place("witnesses = [\"https://a.example\", \"https://b.example\"]\n").print().exit_code == 0);
    const Place twice("witnesses = [\"https://a.example\", \"https://b.example\", \"https://a.example/\"]\n");
    CHECK(twice.complaint() == twice.line(1) + "witnesses: https://a.example is named twice\n");
}

TEST_CASE("a mistake in a list, or one that the file's reader would call something else, is said plainly with its line") {
    const Place prefix("trusted-proxies = [\"10.0.0.0/8\",\n  \"10.0.0.0/33\"]\n");
    CHECK(prefix.complaint() == prefix.line(2) + "trusted-proxies: \"10.0.0.0/33\" is no network: behind 10.0.0.0/ stands a whole number from 0 to 32\n");
    const Place six("unlimited-addresses = [\"2001:db8::/x\"]\n");
    CHECK(six.complaint() == six.line(1) + "unlimited-addresses: \"2001:db8::/x\" is no network: behind 2001:db8::/ stands a whole number from 0 to 128\n");
    const Place address("trusted-proxies = [\n  \"10.0.0.1\",\n  \"10.0.0.300\",\n]\n");
    CHECK(address.complaint() == address.line(3) + "trusted-proxies: \"10.0.0.300\" is neither an address nor a network such as 10.0.0.0/8\n");
    const Place open("threads = 3\nlisten = \"127.0.0.1:8080\ndata = \"x\"\n");
    CHECK(open.complaint() == open.line(2) + "a string is not closed: its second quotation mark is missing\n");
    const Place at_end("threads = 3\nlisten = \"127.0.0.1:8080");
    CHECK(at_end.complaint() == at_end.line(2) + "a string is not closed: its second quotation mark is missing\n");
    const Place list("trusted-proxies = [\n  \"10.0.0.1\"\n");
    CHECK(list.complaint().contains("the file ends within a list: its ] is missing"));
}

TEST_CASE("an origin or a host that could match nothing is refused, with how it is to be written") {
    const auto said = [](const std::string& setting, const std::string& value) {
        const Place place(setting + " = [\n  \"" + (setting == "allow-origin" ? "null" : "*") + "\",\n  \"" + value + "\"]\n");
        const auto why = place.complaint(), before = place.line(3) + setting + ": \"" + value + "\" is no ";
        CHECK_MESSAGE(why.starts_with(before), why);
        return why.substr(std::min(why.size(), before.size()));
    };
    for (const char* origin : {"https://club.example/", "club.example", "https://club.example/page", "HTTPS://Club.Example", "https://club.example:443"})
        CHECK(said("allow-origin", origin) == "origin; write \"https://club.example\"\n");
    CHECK(said("allow-origin", "file://") == "origin; write \"null\", which browsers call that of files\n");
    for (const char* origin : {"", "https://", "https://*.club.example", "https://ada@club.example", "all of them"})
        CHECK(said("allow-origin", origin) == "origin; write scheme and host as in the address bar, such as \"https://club.example\"\n");
    for (const char* host : {"https://x.example/", "x.example/", "x.example:8443", "x.example."})
        CHECK(said("nudge-hosts", host) == "host; write \"x.example\"\n");
    CHECK(said("nudge-hosts", "https://*.x.example") == "host; write \"*.x.example\"\n");
    CHECK(said("nudge-hosts", "[::1]:80") == "host; write \"::1\"\n");
    for (const char* host : {"", "*.", "x.*", "two words"}) CHECK(said("nudge-hosts", host) == "host; write its name alone, such as \"chat.example.org\"\n");
    CHECK(Place().print({"MUSTER_ALLOW_ORIGIN=https://club.example/"}).err ==
          "musterd: MUSTER_ALLOW_ORIGIN: \"https://club.example/\" is no origin; write \"https://club.example\"\n");

    CHECK(Place("allow-origin = [\"*\", \"null\", \"https://club.example:8443\", \"http://localhost:8000\", \"http://[::1]:80800\", \"moz-extension://1-2\"]\n")
              .print()
              .exit_code == 0);
    CHECK(Place("nudge-hosts = [\"*\", \"Chat.example\", \"*.x.example\", \"127.0.0.1\", \"::1\", \"local_host\"]\n").print().exit_code == 0);
}

TEST_CASE("what stands in the wrong place on the command line is told its own, and a missing folder is named") {
    const auto complaint = [](std::vector<std::string> words, int code = 2) {
        words.insert(words.begin(), MUSTERD);
        const auto done = run_program(words);
        CHECK(done.exit_code == code);
        CHECK(std::ranges::count(done.err, '\n') == 1);
        return done.err;
    };
    const std::string help = " (see musterd --help)\n";
    CHECK(complaint({"--data", "x", "backup", "y"}) == "musterd: the command comes first: musterd backup --data x y" + help);
    CHECK(complaint({"--threads", "3", "check"}) == "musterd: the command comes first: musterd check --threads 3" + help);
    CHECK(complaint({"--older-than", "P1D", "archive"}) == "musterd: the command comes first: musterd archive --older-than P1D" + help);
    CHECK(complaint({"--replace", "backup", "x"}) == "musterd: --replace is an option of musterd restore, not of musterd backup" + help);
    CHECK(complaint({"--threads", "3", "chekc"}) == "musterd: musterd does not take \"chekc\"" + help);
    CHECK(complaint({"--older-than=P1D"}) == "musterd: --older-than is an option of musterd archive" + help);
    CHECK(complaint({"backup", "--replace", "x"}) == "musterd: --replace is an option of musterd restore, not of musterd backup" + help);
    CHECK(complaint({"check", "backup"}) == "musterd: musterd check does not take \"backup\"" + help);
    CHECK(complaint({"moderate"}) == "musterd: musterd moderate needs one of hide, show, close, who, ban, unban, bans" + help);
    CHECK(complaint({"check", "--data"}) == "musterd: --data needs a value" + help);
    const TempFolder folder;
    const auto none = (folder.path() / "none").string();
    CHECK(complaint({"--config", none + "/muster.toml"}) ==
          "musterd: cannot read the configuration file " + none + "/muster.toml: there is no folder " + none + "\n");
    CHECK(complaint({"--config", folder.path().string()}).contains("it is a folder"));
    CHECK(complaint({"--log-file", none + "/deeper/log"}).contains("there is no folder " + none + "\n"));
    CHECK(complaint({"--listen", "127.0.0.1:0", "--data", "/dev/null/store"}, 3) == "musterd: the folder /dev/null/store cannot be made: Not a directory\n");
    CHECK(complaint({"import", none + "/records", "--data", "x"}).contains("there is no folder " + none));
    CHECK(complaint({"import", folder.path().string(), "--data", "x"}).contains("cannot be read"));
    for (const std::vector<std::string>& words :
         {std::vector<std::string>{"moderate", "who", "x"}, {"check"}, {"export"}, {"backup", none}, {"archive", "--older-than", "P1D"}}) {
        auto all = words;
        all.insert(all.end(), {"--data", none});
        CHECK(complaint(all, 3) == "musterd: there is no folder " + none +
                                       ": name the store's with --data, or the file of the server's settings with --config (such as "
                                       "/etc/muster.toml) or MUSTER_CONFIG\n");
    }
    CHECK(complaint({"move", "--from", none, "--to", none + " else"}, 3) == "musterd: there is no folder " + none + ": name the store's with --from\n");
}
