// What the verifier says of the records that it shares with the one of the SDK.
#include "tests/protocol/tampered.hpp"

#include <doctest/doctest.h>

#include "protocol/verify.hpp"
#include "rules/systems.hpp"

using namespace muster;
using namespace muster::protocol;

TEST_CASE("of the records that both verifiers know, those hold that nobody has changed") {
    int refused = 0;
    for (const auto& [name, holds, record] : test::tampered_records()) {
        CAPTURE(name);
        const auto verdict = verify(read_record(record.dump()).value(), rules::shipped_rulesets());
        CAPTURE(verdict.path);
        CAPTURE(verdict.message);
        CHECK(verdict.holds == holds);
        refused += holds ? 0 : 1;
    }
    CHECK(refused > 60);
}

TEST_CASE("a battle that is over takes no other ending, and the verdict names the input") {
    int found = 0;
    for (const auto& [name, holds, record] : test::tampered_records()) {
        if (!name.ends_with("played out, then closed by the operator")) continue;
        const auto verdict = verify(read_record(record.dump()).value(), rules::shipped_rulesets());
        CHECK(verdict.path == "/inputs/" + std::to_string(record["inputs"].size() - 1));
        CHECK(verdict.message == "this input (\"close\") is not allowed here");
        ++found;
    }
    CHECK(found == 2);
}
