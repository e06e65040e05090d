#include "tests/told/goldens.hpp"

#include <doctest/doctest.h>

#include <cstdlib>
#include <fstream>
#include <sstream>

#include "protocol/ids.hpp"

namespace muster::test {

namespace {

constexpr const char* others = "others.txt";

std::string text_of(const std::filesystem::path& file) {
    std::ostringstream out;
    out << std::ifstream(file).rdbuf();
    return out.str();
}

void write(const std::filesystem::path& file, const std::string& text) {
    std::filesystem::create_directories(file.parent_path());
    std::ofstream(file) << text;
}

std::string hash_of(const std::string& text) { return protocol::to_hex(protocol::bytes_of(protocol::sha256(text))).substr(0, 16); }

// "hash name" on each line.
std::map<std::string, std::string> read_hashes(const std::string& text) {
    std::map<std::string, std::string> out;
    std::istringstream lines(text);
    for (std::string hash, name; lines >> hash >> name;) out[name] = hash;
    return out;
}

std::string first_difference(const std::string& kept, const std::string& now) {
    std::istringstream before(kept);
    std::istringstream after(now);
    for (int number = 1;; ++number) {
        std::string was;
        std::string is;
        const bool more_before = static_cast<bool>(std::getline(before, was));
        const bool more_after = static_cast<bool>(std::getline(after, is));
        if (!more_before && !more_after) return "only in how lines end";
        if (was != is || more_before != more_after)
            return "line " + std::to_string(number) + "\n    was: " + (more_before ? was : "(nothing)") + "\n    is:  " + (more_after ? is : "(nothing)");
    }
}

}  // namespace

Goldens::Goldens(const std::string& folder) : kept_(std::filesystem::path(MUSTER_TOLD_KEPT) / folder), seen_(std::filesystem::path(MUSTER_TOLD_SEEN) / folder) {
    const char* said = std::getenv("MUSTER_TOLD");
    writes_ = said != nullptr && std::string(said) == "write";
    hashes_ = read_hashes(text_of(kept_ / others));
}

void Goldens::readable(const std::string& name, const std::string& text) {
    texts_[name + ".txt"] = text;
    if (writes_) return write(kept_ / (name + ".txt"), text);
    const auto kept = text_of(kept_ / (name + ".txt"));
    if (kept == text) return;
    const auto now = seen_ / (name + ".now.txt");
    write(now, text);
    FAIL_CHECK(name << " is told otherwise: " << first_difference(kept, text) << "\n  diff " << (kept_ / (name + ".txt")).string() << " " << now.string());
}

void Goldens::hashed(const std::string& name, const std::string& text) {
    const auto hash = hashes_now_[name] = hash_of(text);
    const auto before = seen_ / (name + ".txt");
    if (writes_ || (hashes_.contains(name) && hashes_.at(name) == hash)) return write(before, text);
    const auto now = seen_ / (name + ".now.txt");
    write(now, text);
    const auto kept = text_of(before);
    const bool seen = hashes_.contains(name) && hash_of(kept) == hashes_.at(name);
    FAIL_CHECK(name << " is told otherwise: "
                    << (seen ? first_difference(kept, text) + "\n  diff " + before.string() + " " + now.string()
                             : "now as in " + now.string() + "; run this test at a commit where it passes, and what was told before will be beside it"));
}

void Goldens::finish() {
    if (writes_) {
        std::string lines;
        for (const auto& [name, hash] : hashes_now_) lines += hash + " " + name + "\n";
        write(kept_ / others, lines);
    }
    for (const auto& [name, hash] : hashes_)
        if (!writes_ && !hashes_now_.contains(name)) FAIL_CHECK(name << " is kept in " << others << ", but nobody tells it");
    for (const auto& each : std::filesystem::directory_iterator(kept_)) {
        const auto name = each.path().filename().string();
        if (name == others || texts_.contains(name)) continue;
        if (writes_) std::filesystem::remove(each.path());
        else FAIL_CHECK(each.path().string() << " is kept, but nobody tells it");
    }
}

}  // namespace muster::test
