// Tells what stands in each line of the input, for tests/js/message.test.mjs: {"message","language","arguments"} becomes a JSON string.
#include <iostream>
#include <string>

#include "rules/describe/message.hpp"
#include "rules/json.hpp"

using namespace muster;

int main() {
    for (std::string line; std::getline(std::cin, line);) {
        const Json each = parse_json(line).value();
        rules::describe::MessageArguments arguments;
        for (const auto& [name, value] : each.at("arguments").items())
            arguments[name] =
                value.is_string() ? rules::describe::MessageArgument(value.get<std::string>()) : rules::describe::MessageArgument(value.get<std::int64_t>());
        std::cout << Json(rules::describe::told(each.at("message").get<std::string>(), arguments, each.at("language").get<std::string>())).dump() << '\n';
    }
    return 0;
}
