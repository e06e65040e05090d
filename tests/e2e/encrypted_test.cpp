// The main job under TLS: what people run trusts the certificate that it was told to trust, and no other.
#include <doctest/doctest.h>

#include <fstream>

#include "tests/support/certificate.hpp"
#include "tests/support/table.hpp"

using namespace muster;
using namespace muster::test;

namespace {

struct Encrypted {
    explicit Encrypted(const std::string& name = "IP:127.0.0.1") : shown(write_certificate(certificate, key, name)) {}

    TempFolder folder{};
    std::filesystem::path certificate = folder.path() / "certificate.pem";
    std::filesystem::path key = folder.path() / "key.pem";
    std::string shown;
    ServerProcess server{folder.path() / "data", {"--tls-certificate", certificate.string(), "--tls-key", key.string()}};
    std::string url = "https://127.0.0.1:" + std::to_string(server.port());
};

}  // namespace

TEST_CASE("with the club's own certificate two programs fight a battle over https, and it is listed, shown and replayed") {
    const Encrypted house;
    const std::vector<std::string> environment{"MUSTER_HOME=" + (house.folder.path() / "home").string(), "MUSTER_CA=" + house.certificate.string()};
    const auto asked = [&](std::vector<std::string> words) {
        words.insert(words.begin(), MUSTER);
        words.insert(words.end(), {"--server", house.url, "--ca", house.certificate.string()});
        auto out = run_program(words);
        CHECK_MESSAGE(out.exit_code == 0, out.err);
        return out.out;
    };
    const Json created = Json::parse(asked({"create", "--example", "advanced-combat", "--title", "Behind a lock", "--json"}));
    const auto id = created["battle"].get<std::string>();
    const auto link = [&](std::size_t seat) { return created["seats"][seat]["link"].get<std::string>(); };
    CHECK(link(0).starts_with(house.url + "/b/"));
    BackgroundProgram ada({MUSTER, "play", link(0), "--name", "Ada", "--auto"}, environment);
    BackgroundProgram bob({MUSTER, "play", link(1), "--name", "Bob", "--auto"}, environment);
    const auto first = ada.wait(), second = bob.wait();
    CHECK_MESSAGE(first.exit_code == 0, first.err);
    CHECK_MESSAGE(second.exit_code == 0, second.err);
    CHECK(asked({"list"}).contains("Behind a lock"));
    CHECK(asked({"show", id}).contains("Bob"));
    CHECK(asked({"replay", id, "--all"}).contains("Ada"));
    CHECK(!asked({"watch", id, "--quiet"}).empty());
}

TEST_CASE("a server whose certificate is another's, or signed by nobody who is known, is told nothing and named as the reason") {
    const Encrypted unknown, foreign("DNS:elsewhere.example");
    const std::vector<std::vector<std::string>> commands{{"create", "--example", "advanced-combat"}, {"list"}, {"watch", "b7Qk2"}};
    const auto refused = [&](const std::string& url, const std::string& ca, const std::string& reason) {
        for (const auto& command : commands) {
            std::vector<std::string> words{MUSTER};
            words.insert(words.end(), command.begin(), command.end());
            words.insert(words.end(), {"--server", url});
            if (!ca.empty()) words.insert(words.end(), {"--ca", ca});
            const auto out = run_program(words);
            CHECK(out.exit_code == 3);
            CHECK_MESSAGE(out.err.contains(url + " cannot be used: its certificate is not trusted: " + reason), out.err);
        }
    };
    refused(unknown.url, "", "self-signed certificate");
    refused(unknown.url, foreign.certificate.string(), "self-signed certificate");
    refused(foreign.url, foreign.certificate.string(), "IP address mismatch");
    CHECK(run_program({MUSTER, "list", "--server", unknown.url, "--ca", unknown.key.string()}).err.contains("no certificate can be read"));
    CHECK(run_program({MUSTER, "list", "--server", unknown.url, "--ca", "/nowhere"}).exit_code == 2);
    CHECK(run_program({MUSTER, "list", "--server", "https://127.0.0.1:1"}).exit_code == 3);
}
