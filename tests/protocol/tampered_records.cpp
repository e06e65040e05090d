// Prints the shared records, one {"name","holds","record"} a line, for the test of the SDK's verifier.
#include <cstdio>

#include "tests/protocol/tampered.hpp"

int main() {
    for (const auto& [name, holds, record] : muster::test::tampered_records())
        std::puts(muster::Json{{"name", name}, {"holds", holds}, {"record", record}}.dump().c_str());
}
