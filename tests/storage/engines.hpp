// The table of engines: what every store promises is tested over each of them.
#pragma once
#include <functional>
#include <memory>
#include <vector>

#include "storage/group_writer.hpp"
#include "tests/storage/support.hpp"

namespace muster::storage::tests {

struct Engine {
    const char* name;
    /// A new store, which may keep what it has in the folder.
    std::unique_ptr<Store> (*make)(const TempFolder& folder, const GroupLimits& limits);
};

const std::vector<Engine>& engines();

/// Runs the test on a new store of each engine.
void over_each_engine(const std::function<void(Store&)>& test, const GroupLimits& limits = {});

}  // namespace muster::storage::tests

/// A test case over each engine; what follows is its body, in which `store` is the store. Limits may be named after the sentence.
#define CONTRACT(...) CONTRACT_NAMED(DOCTEST_ANONYMOUS(contract_), __VA_ARGS__)
#define CONTRACT_NAMED(function, sentence, ...)                                     \
    static void function(Store& store);                                             \
    TEST_CASE(sentence) { over_each_engine(&function __VA_OPT__(, ) __VA_ARGS__); } \
    static void function(Store& store)
