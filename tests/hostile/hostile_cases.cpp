// Prints what operators published and what the device of the other seat had kept, {"name","record","kept","path","breach"} a line, for the test of the
// SDK, which must say the same (path: where the record does not hold): hostile_cases BATTLES (of each trick).
#include <cstdio>
#include <cstdlib>

#include "protocol/mine_record.hpp"
#include "protocol/verify.hpp"
#include "tests/hostile/duel.hpp"
#include "tests/hostile/tricks.hpp"

using namespace muster;
using namespace muster::test;

namespace {

void print(const std::string& name, const Result& result) {
    if (result.record.is_null()) return;
    const auto record = protocol::read_record(result.record.dump()).value();
    const auto verdict = protocol::verify(record, rules::Rulesets({&duel()}));
    const auto breach = protocol::compare_mine(record, result.kept);
    const Json out{{"name", name},
                   {"record", result.record},
                   {"kept", to_json_value(result.kept)},
                   {"path", verdict.part == protocol::Part::proof ? Json(verdict.path) : Json()},
                   {"breach", breach ? to_json_value(*breach) : Json()}};
    std::puts(out.dump().c_str());
}

}  // namespace

int main(int argc, char** argv) {
    const int battles = argc > 1 ? std::atoi(argv[1]) : 5;
    for (const auto dice : all_dice)
        for (const auto& trick : tricks()) {
            if (!trick.fate(dice)) continue;
            for (int number = 0; number < battles; ++number) {
                const auto name = trick.name + ", " + std::string(name_of(dice)) + " dice, battle " + std::to_string(number);
                print(name, played({.dice = dice, .number = static_cast<std::uint64_t>(number)}, *trick.player));
            }
        }
}
