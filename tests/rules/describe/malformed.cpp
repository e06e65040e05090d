// A description that whoever writes a ruleset has spoilt is refused by name: where it is wrong and why, whatever stands there.
#include <doctest/doctest.h>

#include "rules/describe/data_files.hpp"
#include "rules/describe/description.hpp"

using namespace muster;
using namespace muster::rules::describe;

namespace {

const Json& shipped_descriptions() {
    static const Json all = [] {
        Json out = Json::object();
        for (const auto& file : data_files())
            if (file.path.ends_with("/describe.json"))
                for (const auto& [id, json] : parse_json(file.text).value().items()) out[id] = json;
        return out;
    }();
    return all;
}

std::expected<Description, Refusal> description_in(const Json& json) { return read_fields<Description>(json, Code::bad_message, "describe.json"); }

std::string path_of_refusal(const Json& json) {
    const auto read = description_in(json);
    REQUIRE(!read);
    CHECK(!read.error().message.empty());
    return read.error().path;
}

}  // namespace

TEST_CASE("a description is refused where it is wrong") {
    const auto right = parse_json(R"({"events": {"moved": {"beat": "move", "does": [{"op": "move", "unit": "/unit", "from": "/path"}]}}})").value();
    REQUIRE(description_in(right));
    const auto with = [&](const char* place, const Json& value) {
        Json wrong = right;
        wrong[Json::json_pointer(place)] = value;
        return wrong;
    };
    CHECK(path_of_refusal(with("/events/moved/does/0/op", "mvoe")) == "describe.json/events/moved/does/0/op");
    CHECK(path_of_refusal(with("/events/moved/does/0/form", "/path")) == "describe.json/events/moved/does/0/form");
    CHECK(path_of_refusal(with("/events/moved/does", 7)) == "describe.json/events/moved/does");
    CHECK(path_of_refusal(with("/events/moved/beat", nullptr)) == "describe.json/events/moved/beat");
    CHECK(path_of_refusal(with("/events/moved", "said")) == "describe.json/events/moved");
    CHECK(path_of_refusal(with("/event", Json::object())) == "describe.json/event");
    CHECK(path_of_refusal(Json::array()) == "describe.json");
}

TEST_CASE("whatever stands at whichever place of a shipped description, it is read or refused at that place or around it") {
    const std::vector<Json> odd{nullptr, true, -1, 1.5, "", "no such word", Json::array(), Json::array({1}), Json::object(), Json{{"no_such_key", 1}}};
    CHECK(shipped_descriptions().size() > 6);
    for (const auto& [id, description] : shipped_descriptions().items()) {
        std::size_t refused = 0, named = 0;
        for (const auto& [place, leaf] : description.flatten().items()) {
            for (auto spoilt = Json::json_pointer(place); !spoilt.empty(); spoilt.pop_back())
                for (const auto& value : odd) {
                    Json wrong = description;
                    wrong[spoilt] = value;
                    const auto read = description_in(wrong);
                    if (read) continue;
                    ++refused;
                    CAPTURE(id);
                    CAPTURE(read.error().message);
                    const auto at = "describe.json" + spoilt.to_string();
                    const std::string& said = read.error().path;
                    CHECK_MESSAGE(((said + "/").starts_with(at + "/") || (at + "/").starts_with(said + "/")), said, " for ", at);
                    CHECK(said.starts_with("describe.json"));
                    named += said.starts_with(at) ? 1 : 0;
                }
        }
        CHECK(2 * named >= refused);  // at the very place, most of the time
    }
}
