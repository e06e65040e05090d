// The table of engines: what every store promises is tested over each of them.
#pragma once
#include <functional>
#include <memory>
#include <vector>

#include "storage/group_writer.hpp"
#include "storage/location.hpp"
#include "tests/storage/support.hpp"

namespace muster::storage::tests {

struct Engine {
    std::string name;
    /// A new store, which may keep what it has in the folder.
    std::unique_ptr<Store> (*make)(const TempFolder& folder, const GroupLimits& limits);
    /// What an operator writes for a store of this name; it may keep what it has in the folder.
    std::string (*words)(const TempFolder& folder, const std::string& name);
    /// Whether its stores outlive their server. Of one that does not there is nothing to read beside it, to copy or to put back.
    bool lasts;
    /// Whether it has a place of its own for battles that ended long ago, and copies that musterd makes.
    bool archives = true;
    bool is_copied = true;
};

const std::vector<Engine>& engines();

/// Runs the test on a new store of each engine, or of those of which this is so.
void over_each_engine(const std::function<void(Store&)>& test, const GroupLimits& limits = {}, bool Engine::* which = nullptr);

/// Where stores of one engine are, in a folder that is gone with it.
class Places {
public:
    explicit Places(const Engine& engine) : engine_(engine) {}
    Location of(const std::string& name) const;
    /// A file that is not there yet, nor anything of a store.
    std::filesystem::path file(const std::string& name) const { return folder_ / name; }
    bool have_archives() const { return engine_.archives; }

private:
    TempFolder folder_;
    const Engine& engine_;
};

/// Runs the test over each engine of which this is so, or over each of the others.
void over_each_place(bool Engine::* which, const std::function<void(const Places&)>& test, bool whether = true);

/// Opens the store there as a server does, or fails the test with the store's own sentence.
std::unique_ptr<Store> opened(const Location& location);

}  // namespace muster::storage::tests

/// A test case over each engine; what follows is its body, in which `store` is the store. Limits may be named after the sentence.
#define CONTRACT(...) CONTRACT_NAMED(DOCTEST_ANONYMOUS(contract_), __VA_ARGS__)
#define CONTRACT_NAMED(function, sentence, ...)                                     \
    static void function(Store& store);                                             \
    TEST_CASE(sentence) { over_each_engine(&function __VA_OPT__(, ) __VA_ARGS__); } \
    static void function(Store& store)

/// The same over each engine that has an archive.
#define ARCHIVE_CONTRACT(sentence) ARCHIVE_CONTRACT_NAMED(DOCTEST_ANONYMOUS(contract_), sentence)
#define ARCHIVE_CONTRACT_NAMED(function, sentence)                              \
    static void function(Store& store);                                         \
    TEST_CASE(sentence) { over_each_engine(&function, {}, &Engine::archives); } \
    static void function(Store& store)

/// The same over each engine whose stores last, by the operator's words for them; `places` says where they are.
#define LASTING_CONTRACT(sentence) PLACED_CONTRACT_NAMED(DOCTEST_ANONYMOUS(contract_), sentence, &Engine::lasts)
/// Of these, over each that musterd copies.
#define COPIED_CONTRACT(sentence) PLACED_CONTRACT_NAMED(DOCTEST_ANONYMOUS(contract_), sentence, &Engine::is_copied)
#define PLACED_CONTRACT_NAMED(function, sentence, which)       \
    static void function(const Places& places);                \
    TEST_CASE(sentence) { over_each_place(which, &function); } \
    static void function(const Places& places)
