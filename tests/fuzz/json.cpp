// Any bytes as JSON: refused, or a value whose text reads as the same value; as nlohmann reads it.
#include "rules/json.hpp"
#include "tests/fuzz/promise.hpp"

using namespace muster;

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
    const auto text = fuzz::text_of(data, size);
    const auto json = parse_json(text);
    fuzz::promise(!json || Json::parse(text, nullptr, false) == *json, "what is accepted is read as nlohmann reads it");
    if (!json) {
        fuzz::promise(json.error().code == Code::bad_json && !json.error().message.empty(), "a refusal says what is wrong");
        return 0;
    }
    fuzz::promise(is_utf8(text), "what is accepted is UTF-8");
    const auto written = json->dump();
    const auto again = parse_json(written);
    fuzz::promise(again.has_value(), "what is written can be read");
    fuzz::promise(again->dump() == written, "writing and reading again changes nothing");
    if (json->is_string()) {
        std::string own;
        append_json_string(own, json->get_ref<const std::string&>());
        fuzz::promise(own == written, "both writers of strings agree");
    }
    return 0;
}
