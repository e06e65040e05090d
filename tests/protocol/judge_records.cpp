// What the program's verifier says of records, one a line, for whoever compares it with the SDK's (tests/js/agree.test.mjs).
#include <iostream>

#include "protocol/verify.hpp"
#include "rules/systems.hpp"

using namespace muster;

namespace {

Json judged(const std::string& text) {
    const auto record = protocol::read_record(text);
    if (!record && record.error().code == Code::bad_json) return {{"no_json", true}, {"holds", false}};
    if (!record) return {{"holds", false}, {"path", record.error().path}, {"message", record.error().message}, {"rolls", 0}};
    const auto verdict = protocol::verify(*record, rules::shipped_rulesets());
    const bool proved = verdict.part != protocol::Part::proof;
    Json out{{"holds", proved}, {"rolls", verdict.rolls}, {"rules", verdict.holds}};
    for (const auto& each : verdict.signatures) out["signatures"].push_back(to_json_value(each));
    if (proved && verdict.by_word) out["by_word"] = to_json_value(*verdict.by_word);
    if (!proved) out.update({{"path", verdict.path}, {"message", verdict.message}});
    return out;
}

}  // namespace

int main() {
    std::ios::sync_with_stdio(false);
    for (std::string line; std::getline(std::cin, line);) std::cout << judged(line).dump() << '\n' << std::flush;
}
