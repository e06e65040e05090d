#include "protocol/program/version.hpp"

#include <openssl/crypto.h>

#include <CLI/Version.hpp>
#include <boost/version.hpp>
#include <nlohmann/json.hpp>
#include <vector>

#include "protocol/program/commit.hpp"
#include "rules/systems.hpp"

namespace muster {

namespace {

std::string joined(std::span<const std::string> parts) {
    std::string out;
    for (const auto& each : parts) out += (out.empty() ? "" : ", ") + each;
    return out;
}

std::string dotted(int major, int minor, int patch) { return std::to_string(major) + "." + std::to_string(minor) + "." + std::to_string(patch); }

std::vector<std::string> rulesets() {
    std::vector<std::string> out;
    for (const auto* each : rules::shipped_rulesets().all()) out.push_back(each->id() + " " + std::to_string(each->version()));
    return out;
}

}  // namespace

const std::string_view version = MUSTER_VERSION;

std::string version_text(std::string_view program, std::span<const LibraryVersion> more) {
    std::vector<std::string> libraries{"Boost " + dotted(BOOST_VERSION / 100'000, BOOST_VERSION / 100 % 1'000, BOOST_VERSION % 100),
                                       std::string("OpenSSL ") + OpenSSL_version(OPENSSL_VERSION_STRING),
                                       "nlohmann_json " + dotted(NLOHMANN_JSON_VERSION_MAJOR, NLOHMANN_JSON_VERSION_MINOR, NLOHMANN_JSON_VERSION_PATCH),
                                       "CLI11 " CLI11_VERSION};
    libraries.insert(libraries.end(), more.begin(), more.end());
    return std::string(program) + " " + std::string(version) + "\ncommit " + std::string(commit) + "\nrulesets " + joined(rulesets()) + "\nlibraries " +
           joined(libraries);
}

}  // namespace muster
