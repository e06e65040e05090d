// Sentences with gaps. That the same comes of all our texts as of MessageFormat, tests/js/message.test.mjs shows.
#include "rules/describe/message.hpp"

#include <doctest/doctest.h>

#include <fstream>
#include <iterator>

#include "rules/json.hpp"

using namespace muster;
using namespace muster::rules::describe;

TEST_CASE("the sentences of tests/vectors come out as they should") {
    std::ifstream file(MUSTER_VECTORS "/messages.json");
    const Json cases = parse_json(std::string(std::istreambuf_iterator<char>(file), {})).value();
    CHECK(cases.size() > 30);
    for (const auto& each : cases) {
        MessageArguments arguments;
        for (const auto& [name, value] : each.at("arguments").items())
            arguments[name] = value.is_string() ? MessageArgument(value.get<std::string>()) : MessageArgument(value.get<std::int64_t>());
        const auto message = each.at("message").get<std::string>();
        CAPTURE(message);
        CHECK(told(message, arguments, each.value("language", "en")) == each.at("told").get<std::string>());
    }
}

TEST_CASE("what would become too long stays as it is") {
    std::string message;
    for (int i = 0; i < 200; ++i) message += "{a}";
    CHECK(told(message, {{"a", std::string(500, 'x')}}) == std::string(100'000, 'x'));
    CHECK(told(message, {{"a", std::string(501, 'x')}}) == message);
}
