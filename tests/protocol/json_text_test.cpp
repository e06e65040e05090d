// Text of values, however it comes about: as a Json has it.
#include <doctest/doctest.h>

#include <thread>

#include "rules/fields.hpp"

using namespace muster;
using namespace std::string_literals;

namespace {

enum class Colour { red, green };
constexpr EnumNames<Colour, 2> names_of(Colour) { return {{{Colour::red, "red"}, {Colour::green, "green"}}}; }

struct Piece {
    std::string unit;
    bool fine = false;
    int count = 0;
    static void fields(auto& visit, auto& self) { list_fields(visit, "unit", self.unit, "fine", self.fine, "count", self.count); }
};

struct Nothing {
    static void fields(auto&, auto&) {}
};

// No two neighbours stand in the order of the alphabet.
struct Everything {
    std::vector<Piece> zebras{{"knights", true, 3}, {"a \"word\"\n", false, -12}};
    Colour yellow = Colour::green;
    std::array<int, 2> place{10, 9};
    std::map<std::string, int> numbers{{"b", 1}, {"a", 2}};
    std::optional<Piece> optional = Piece{"one", false, 1};
    std::optional<int> left_out{};
    std::optional<int> empty{};
    Nothing nothing{};
    Json any = {{"z", 1}, {"a", {1, 2.5, nullptr}}};
    std::int64_t big = std::numeric_limits<std::int64_t>::min();
    static void fields(auto& visit, auto& self) {
        list_fields(visit, "zebras", self.zebras, "yellow", self.yellow, "place", self.place, "numbers", self.numbers);
        visit("left_out", self.left_out, Rule{.sparse = true});
        list_fields(visit, "optional", self.optional, "empty", self.empty, "nothing", self.nothing, "any", self.any, "big", self.big);
    }
};

struct Letter {
    JsonText content;
    static void fields(auto& visit, auto& self) { visit("content", self.content, Rule{.sparse = true}); }
};

std::string text_of(const Json& value) {
    std::string out = "before ";
    append_json(out, value);
    return out.substr(7);
}

}  // namespace

TEST_CASE("a Json is written as its own dump() writes it") {
    const Json values[] = {nullptr,
                           true,
                           false,
                           0,
                           9,
                           10,
                           -1,
                           std::numeric_limits<std::int64_t>::min(),
                           std::numeric_limits<std::uint64_t>::max(),
                           2.5,
                           1e300,
                           3.0,
                           "",
                           "\"\\/\b\f\n\r\t\x01\x1f\x7f<é€😀"s + '\0',
                           Json::array(),
                           Json::object(),
                           {1, "two", {3}, {{"four", 4}}},
                           {{"b", {{"\n", ""}, {"", nullptr}}}, {"a", Json::array({Json::object(), Json::array()})}}};
    for (const auto& value : values) CHECK(text_of(value) == value.dump());
    CHECK(JsonText(values[16]).text() == values[16].dump());
}

TEST_CASE("canonical text of a struct is that of its Json, whatever the order of its fields") {
    CHECK(canonical_text(Everything{}).text() == to_json_value(Everything{}).dump());
    CHECK(canonical_text(Nothing{}).text() == "{}");
    CHECK(to_text(Piece{"knights", false, 2}) == R"({"unit":"knights","fine":false,"count":2})");
    CHECK(canonical_text(Piece{"knights", false, 2}).text() == R"({"count":2,"fine":false,"unit":"knights"})");
}

TEST_CASE("text that is there already goes into other text as it stands") {
    CHECK(to_text(Letter{Json{{"a", 1}}}) == R"({"content":{"a":1}})");
    CHECK(to_text(Letter{}) == "{}");
}

TEST_CASE("a shared value is the same, made of a struct or of a Json") {
    const Json json = to_json_value(Everything{});
    for (const auto& shared : {SharedJson(json), shared_json(Everything{})}) {
        CHECK(shared.dump() == json.dump());
        CHECK(shared == json);
        CHECK(shared.at("place") == Json({10, 9}));
        CHECK(&*shared == &*SharedJson(shared));  // made once
        CHECK_FALSE(shared.is_null());
    }
    CHECK(SharedJson().is_null());
    CHECK(SharedJson(Json()).is_null());
    CHECK(SharedJson() == Json());
    CHECK(SharedJson().dump() == "null");
}

TEST_CASE("threads that look into a shared value at once see one and the same") {
    for (int i = 0; i < 200; ++i) {
        const auto shared = shared_json(Everything{});
        const Json* seen[2]{};
        {
            std::jthread other([&] { seen[0] = &*shared; });
            seen[1] = &*shared;
        }
        REQUIRE(seen[0] == seen[1]);
    }
}

TEST_CASE("a path is a pointer from the root that it was given") {
    const JsonPath root = "/at";
    const JsonPath list = root / "a~/b";
    CHECK(root.text() == "/at");
    CHECK((list / std::size_t{12}).text() == "/at/a~0~1b/12");
    CHECK((JsonPath("") / "").text() == "/");
}

TEST_CASE("keys are in the order of UTF-16, as RFC 8785 has them") {
    CHECK(is_before_in_jcs("", "a"));
    CHECK(is_before_in_jcs("a", "ab"));
    CHECK(!is_before_in_jcs("ab", "ab"));
    CHECK(is_before_in_jcs("\u20ac", "\U0001f600"));
    CHECK(is_before_in_jcs("\U0001f600", "\ue000"));  // in bytes it is the other way round
    CHECK(!is_before_in_jcs("\ufb33", "\U0001f600"));
    std::string text;
    append_canonical(text, FlatJson(Json{{"\ue000", 1}, {"\U0001f600", 2}, {"a", 3}}));
    CHECK(text == "{\"a\":3,\"\U0001f600\":2,\"\ue000\":1}");
}
