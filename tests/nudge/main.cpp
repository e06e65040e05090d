#include <doctest/doctest.h>

#include "server/base/log.hpp"

int main(int argc, char** argv) {
    muster::server::log::open("off", "text");  // the failures that the store is told to have are no news
    return doctest::Context(argc, argv).run();
}
