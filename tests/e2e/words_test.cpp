// What both programs make of the words on their command lines.
#include <doctest/doctest.h>

#include <regex>

#include "rules/systems.hpp"
#include "tests/e2e/programs.hpp"
#include "tests/support/sanitized.hpp"

using namespace muster::test;

TEST_CASE("both programs say which version they are, of what and from what, and it is the same") {
    const auto client = run_program({MUSTER, "--version"}), server = run_program({MUSTERD, "--version"});
    CHECK(client.exit_code == 0);
    CHECK(server.exit_code == 0);
    const std::string version = " " MUSTER_VERSION "\ncommit [0-9a-f]{7,}[^\n]*\n[\\s\\S]*";
    CHECK(std::regex_match(client.out, std::regex("muster" + version)));
    CHECK(std::regex_match(server.out, std::regex("musterd" + version)));
    std::string rulesets = "\nrulesets ";
    for (const auto* each : muster::rules::shipped_rulesets().all())
        rulesets += (rulesets.ends_with(' ') ? "" : ", ") + each->id() + " " + std::to_string(each->version());
    const auto end = rulesets + "\nlibraries Boost 1.";
    CHECK(client.out.contains(end));
    CHECK(server.out.contains(end));
    for (const auto* library : {"SQLite 3", "libpq [1-9][0-9]", "zstd 1", "spdlog 1", "cairo 1", "Pango 1", "giflib 5"})
        CHECK_MESSAGE(std::regex_search(server.out, std::regex(", " + std::string(library) + "\\.[0-9]")), library);
    if (!sanitized) CHECK(std::regex_search(server.out, std::regex(", mimalloc [2-9]\\.[0-9]")));
    CHECK(std::regex_search(client.out, std::regex(", libedit [3-9]\\.[0-9]")));
    CHECK(run_program({MUSTER, "--help"}).out.starts_with("muster " MUSTER_VERSION ": "));
    CHECK(run_program({MUSTERD, "--help"}).out.starts_with("musterd " MUSTER_VERSION ": "));
}

TEST_CASE("a misspelt command or option is said to be none, with the one that is meant") {
    const auto refused = [](const std::vector<std::string>& words, const std::string& said) {
        const auto run = run_program(words);
        CHECK(run.exit_code == 2);
        CHECK_MESSAGE(run.err.contains(said), run.err);
    };
    refused({MUSTER, "pley"}, R"(there is no command "pley"; did you mean "play"?)");
    refused({MUSTER, "--versoin"}, R"(there is no option "--versoin"; did you mean "--version"?)");
    refused({MUSTER, "create", "--exampel", "x"}, R"(there is no option "--exampel"; did you mean "--example"?)");
    refused({MUSTER, "list", "--staus=over"}, R"(there is no option "--staus"; did you mean "--status"?)");
    refused({MUSTER, "play", "--nmae"}, R"(there is no option "--nmae"; did you mean "--name"?)");
    refused({MUSTER, "xylophone"}, R"(there is no command "xylophone" (see)");
    refused({MUSTERD, "bakup"}, R"(there is no command "bakup"; did you mean "backup"?)");
    refused({MUSTERD, "--lisen", "x"}, R"(there is no option "--lisen"; did you mean "--listen"?)");
    refused({MUSTERD, "backup", "--dta=x", "y"}, R"(there is no option "--dta"; did you mean "--data"?)");
    refused({MUSTERD, "moderate", "bann"}, R"(there is no command "bann"; did you mean "ban"?)");
}

TEST_CASE("help for a command that there is not says so, and help for one begins with its whole name") {
    for (const char* help : {"--help", "-h"}) {
        for (const std::vector<std::string>& words : {std::vector<std::string>{MUSTERD, "close", help},
                                                      {MUSTERD, "moderate", "clsoe", help},
                                                      {MUSTER, "plya", help},
                                                      {MUSTER, help, "plya"},
                                                      {MUSTER, "seats", "expotr", help}}) {
            const auto run = run_program(words);
            CHECK_MESSAGE(run.exit_code == 2, words.at(1), words.at(2));
            CHECK_MESSAGE(run.err.contains("there is no command \""), run.err);
            CHECK(run.out.empty());
        }
        CHECK(run_program({MUSTERD, "moderate", help}).out.contains("musterd moderate "));
        CHECK(run_program({MUSTERD, "moderate", "ban", help}).out.contains("musterd moderate ban "));
        CHECK(run_program({MUSTERD, "backup", help}).out.contains("musterd backup "));
        CHECK(run_program({MUSTER, "seats", "export", help}).out.contains("muster seats export "));
    }
}
