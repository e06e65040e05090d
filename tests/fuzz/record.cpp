// Records from strangers: read and verified to the end, whatever they say.
#include "protocol/record.hpp"
#include "protocol/verify.hpp"
#include "rules/systems.hpp"
#include "tests/fuzz/promise.hpp"

using namespace muster;

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
    const auto record = protocol::read_record(fuzz::text_of(data, size));
    if (!record) {
        fuzz::promise(!record.error().message.empty(), "a refusal says why");
        return 0;
    }
    const auto verdict = protocol::verify(*record, rules::shipped_rulesets());
    fuzz::promise(!verdict.message.empty(), "a verdict says what was checked or what differs");
    fuzz::promise(verdict.holds == verdict.path.empty(), "a record that does not hold differs somewhere");
    return 0;
}
