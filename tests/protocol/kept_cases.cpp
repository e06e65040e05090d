// Prints the shared cases of records and what devices kept, as {"name","record","kept","breach"} a line, for the test of the SDK.
#include <algorithm>
#include <cstdio>
#include <iterator>

#include "protocol/mine_record.hpp"
#include "tests/protocol/mine_cases.hpp"

int main() {
    using namespace muster;
    auto cases = test::mine_cases();
    std::ranges::move(test::shared_mine_cases(), std::back_inserter(cases));
    for (const auto& each : cases) {
        const auto breach = protocol::compare_mine(protocol::read_record(each.record.dump()).value(), each.kept);
        std::puts(Json{{"name", each.name}, {"record", each.record}, {"kept", to_json_value(each.kept)}, {"breach", breach ? to_json_value(*breach) : Json()}}
                      .dump()
                      .c_str());
    }
}
