// What is told, compared with what is kept of it. Start with README.md.
#pragma once
#include <filesystem>
#include <map>
#include <string>

namespace muster::test {

/// The kept tellings of one folder of tests/told: of some texts all their words, NAME.txt; of the others a hash each, others.txt. With MUSTER_TOLD=write in the
/// environment what is told now is kept instead.
class Goldens {
public:
    explicit Goldens(const std::string& folder);

    /// Compares, and fails the test that runs where it is told otherwise.
    void readable(const std::string& name, const std::string& text);
    void hashed(const std::string& name, const std::string& text);
    /// Once all are compared: nothing else is kept.
    void finish();

private:
    std::filesystem::path kept_;  ///< in the sources
    std::filesystem::path seen_;  ///< in the build: what was told, in words, of the hashed ones too
    bool writes_ = false;
    std::map<std::string, std::string> texts_{};  ///< by name: what was told now and is kept in words
    std::map<std::string, std::string> hashes_{};
    std::map<std::string, std::string> hashes_now_{};
};

}  // namespace muster::test
