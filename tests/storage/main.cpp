#include <doctest/doctest.h>

#include "tests/storage/child.hpp"

int main(int argc, char** argv) {
    if (const auto code = muster::storage::tests::run_as_child(argc, argv)) return *code;
    return doctest::Context(argc, argv).run();
}
