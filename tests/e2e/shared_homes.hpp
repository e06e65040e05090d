// Programs that play battles with shared dice, each on a device of its own: a home, with what it keeps.
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "rules/json.hpp"
#include "tests/e2e/programs.hpp"

namespace muster::test {

class Device {
public:
    explicit Device(const ServerProcess& server) : environment_{"MUSTER_HOME=" + folder_.path().string(), "MUSTER_SERVER=" + server.url()} {}

    /// `muster` with these words.
    std::unique_ptr<BackgroundProgram> start(std::vector<std::string> words) const;
    Finished run(std::vector<std::string> words) const { return start(std::move(words))->wait(); }
    std::filesystem::path file(const char* name) const { return folder_.path() / name; }
    /// What it keeps of the battle; null: nothing.
    Json kept(const std::string& battle) const;

private:
    TempFolder folder_{};
    std::vector<std::string> environment_;
};

/// `muster create --dice shared` with these words beside.
MadeBattle make_shared(const ServerProcess& server, std::vector<std::string> words);

/// A setup of the ruleset with sealed decisions, where it has such, and dice; a file in the folder.
std::string shared_setup(const std::filesystem::path& folder, const std::string& ruleset);

/// The record of a battle that is over: it verifies, and agrees with what each of these devices kept. Fails the test otherwise.
Json agreed_record(const ServerProcess& server, const std::string& battle, const std::vector<const Device*>& devices);

}  // namespace muster::test
