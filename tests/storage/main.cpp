#define DOCTEST_CONFIG_IMPLEMENT
#include <doctest/doctest.h>

#include <string_view>

#include "tests/storage/child.hpp"

int main(int argc, char** argv) {
    if (argc == 3 && std::string_view(argv[1]) == muster::storage::tests::child_flag) return muster::storage::tests::append_until_killed(argv[2]);
    return doctest::Context(argc, argv).run();
}
