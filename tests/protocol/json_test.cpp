// Strict reading of JSON, and its canonical writing.
#include <doctest/doctest.h>

#include "rules/fields.hpp"

using namespace muster;
using namespace std::string_literals;

namespace {

std::string refusal_of(std::string_view text) {
    const auto read = parse_json(text);
    if (read) return "accepted: " + read->dump();
    CHECK(read.error().code == Code::bad_json);
    CHECK(read.error().path == "");
    return read.error().message;
}

std::string nested(int depth, char open, char close) {
    return std::string(static_cast<std::size_t>(depth), open) + std::string(static_cast<std::size_t>(depth), close);
}

enum class Colour { red, green };
constexpr EnumNames<Colour, 2> names_of(Colour) { return {{{Colour::red, "red"}, {Colour::green, "green"}}}; }

struct Piece {
    int count = 0;
    bool fine = false;
    static void fields(auto& visit, auto& self) {
        visit("count", self.count, Rule{.min = 1, .max = 10});
        visit("fine", self.fine, Rule{.optional = true});
    }
};

struct Message {
    std::int64_t number = 0;
    std::int64_t wide = 0;
    int narrow = 0;
    std::string text;
    Colour colour = Colour::red;
    std::vector<Piece> pieces;
    std::optional<int> perhaps;
    static void fields(auto& visit, auto& self) {
        visit("number", self.number, Rule{.optional = true, .min = 1, .max = 1000});
        visit("wide", self.wide, Rule{.optional = true});
        visit("narrow", self.narrow, Rule{.optional = true});
        visit("text", self.text, Rule{.optional = true, .min = 1, .max = 5});
        visit("colour", self.colour, Rule{.optional = true});
        visit("pieces", self.pieces, Rule{.optional = true, .max = 3});
        visit("perhaps", self.perhaps, Rule{.optional = true});
    }
};

std::string read(std::string_view text) {
    const auto json = parse_json(text);
    REQUIRE_MESSAGE(json, text);
    const auto message = read_fields<Message>(*json, Code::bad_message, "/at");
    if (message) return "fine";
    CHECK(message.error().code == Code::bad_message);
    return message.error().path + ": " + message.error().message;
}

}  // namespace

TEST_CASE("a zero byte does not end a document") {
    using namespace std::string_view_literals;
    CHECK(refusal_of("{}\0garbage{{"sv) == "JSON cannot contain a zero byte");
    CHECK(refusal_of("\0"sv) == "JSON cannot contain a zero byte");
}

TEST_CASE("JCS sorts keys, leaves no spaces and keeps array order") {
    CHECK(parse_json(R"( { "b" : 1 , "a" : [ 3 , 1 , { "z" : null , "y" : true } ] , "B" : false , "" : "" } )").value().dump() ==
          R"({"":"","B":false,"a":[3,1,{"y":true,"z":null}],"b":1})");
}

TEST_CASE("JCS escapes what it must in the shortest way and nothing else") {
    const std::string all = "\"\\/\b\f\n\r\t\x01\x1f\x7f<é€😀"s + '\0';
    const std::string escaped = R"("\"\\/\b\f\n\r\t\u0001\u001f)"s + "\x7f<é€😀" + R"(\u0000")";
    CHECK(Json(all).dump() == escaped);
    std::string ours;
    append_json_string(ours, all);
    CHECK(ours == escaped);
}

TEST_CASE("both ways to write a string agree on every character below 0x80") {
    for (char c = 0; c < 127; ++c) {
        std::string ours;
        append_json_string(ours, std::string(1, c));
        CHECK(ours == Json(std::string(1, c)).dump());
    }
}

TEST_CASE("names that are not ASCII stay as they are, however they were written") {
    CHECK(parse_json(R"({"name":"Zo\u00eb \ud83d\ude00"})").value().dump() == R"({"name":"Zoë 😀"})");
}

TEST_CASE("integers are written as they were, at both ends of the range") {
    CHECK(parse_json("[-9223372036854775808,9223372036854775807,0,-1]").value().dump() == "[-9223372036854775808,9223372036854775807,0,-1]");
}

TEST_CASE("malformed JSON is refused with the byte where it went wrong") {
    CHECK(refusal_of("{\"a\":1,}") == "not valid JSON near byte 8");
    CHECK(refusal_of("") == "not valid JSON near byte 1");
    CHECK(refusal_of("{} {}") == "not valid JSON near byte 4");
    for (const auto* text : {"{", "[1,]", "{'a':1}", "{\"a\":01}", "[1 2]", "nul", "NaN", "[+1]", "[.5]", "[1.]", "// no\n{}", "{\"a\" 1}", "\"\t\"", "\"\\x\"",
                             "\"\\u12\"", "[1e999]"}) {
        CAPTURE(text);
        CHECK(refusal_of(text).starts_with("not valid JSON near byte "));
    }
}

TEST_CASE("24 levels are read and 25 are refused, of arrays and of objects") {
    CHECK(parse_json(nested(24, '[', ']')));
    CHECK(refusal_of(nested(25, '[', ']')) == "nested deeper than 24 levels");
    CHECK(refusal_of(nested(100'000, '[', ']')) == "nested deeper than 24 levels");
    const auto objects = [](int depth) {
        std::string out = "1";
        for (int i = 0; i < depth; ++i) out = "{\"a\":" + out + "}";
        return out;
    };
    CHECK(parse_json(objects(24)));
    CHECK(refusal_of(objects(25)) == "nested deeper than 24 levels");
}

TEST_CASE("a key given twice is refused, also when it is written in two ways") {
    CHECK(refusal_of(R"({"a":1,"b":2,"a":1})") == "the key \"a\" is there twice");
    CHECK(refusal_of(R"({"a":1,"\u0061":1})") == "the key \"a\" is there twice");
    CHECK(refusal_of(R"([{"x":{"a":1,"a":{}}}])") == "the key \"a\" is there twice");
    CHECK(parse_json(R"([{"a":1},{"a":1,"b":{"a":1}}])"));
}

TEST_CASE("bytes that are not UTF-8 are refused") {
    for (const auto& bytes : {"\x80"s, "\xc0\x80"s, "\xc1\xbf"s, "\xc3"s, "\xc3("s, "\xe0\x9f\xbf"s, "\xed\xa0\x80"s, "\xed\xbf\xbf"s, "\xe2\x82"s,
                              "\xf0\x8f\xbf\xbf"s, "\xf4\x90\x80\x80"s, "\xf5\x80\x80\x80"s, "\xff"s, "\xf0\x9f\x98"s}) {
        CAPTURE(bytes.size());
        CHECK(!is_utf8(bytes));
        CHECK(!is_utf8("before" + bytes + "after"));
        CHECK(refusal_of("\"" + bytes + "\"") == "not valid UTF-8");
    }
    for (const auto* text : {"", "é", "\u07ff", "\u0800", "\ud7ff", "\ue000", "\uffff", "\U00010000", "\U0010ffff"}) CHECK(is_utf8(text));
}

TEST_CASE("half a surrogate pair in an escape is refused") {
    CHECK(refusal_of(R"("\ud800")").starts_with("not valid JSON"));
    CHECK(refusal_of(R"("\udc00")").starts_with("not valid JSON"));
    CHECK(refusal_of(R"("\ud800\u0041")").starts_with("not valid JSON"));
}

TEST_CASE("only integers are taken for integers") {
    CHECK(read(R"({"number":7})") == "fine");
    CHECK(read(R"({"number":1.9})") == "/at/number: expected an integer, got a number with a fraction");
    CHECK(read(R"({"number":1.0})") == "/at/number: expected an integer, got a number with a fraction");
    CHECK(read(R"({"number":1e3})") == "/at/number: expected an integer, got a number with a fraction");
    CHECK(read(R"({"number":true})") == "/at/number: expected an integer, got true or false");
    CHECK(read(R"({"number":"7"})") == "/at/number: expected an integer, got a string");
    CHECK(read(R"({"number":null})") == "/at/number: expected an integer, got null");
    CHECK(read(R"({"number":[7]})") == "/at/number: expected an integer, got an array");
    CHECK(read(R"({"number":{}})") == "/at/number: expected an integer, got an object");
}

TEST_CASE("numbers out of range are refused with the bound") {
    CHECK(read(R"({"number":0})") == "/at/number: 0 is too small; at least 1");
    CHECK(read(R"({"number":1001})") == "/at/number: 1001 is too large; at most 1000");
    CHECK(read(R"({"number":9223372036854775808})") == "/at/number: 9223372036854775808 is too large; at most 1000");
    CHECK(read(R"({"number":18446744073709551615})") == "/at/number: 18446744073709551615 is too large; at most 1000");
    CHECK(read(R"({"number":18446744073709551616})").starts_with("/at/number: "));
    CHECK(read(R"({"wide":9223372036854775807})") == "fine");
    CHECK(read(R"({"wide":-9223372036854775808})") == "fine");
    CHECK(read(R"({"wide":9223372036854775808})") == "/at/wide: 9223372036854775808 is too large; at most 9223372036854775807");
    CHECK(read(R"({"narrow":2147483647})") == "fine");
    CHECK(read(R"({"narrow":2147483648})") == "/at/narrow: 2147483648 is too large; at most 2147483647");
    CHECK(read(R"({"narrow":4294967297})") == "/at/narrow: 4294967297 is too large; at most 2147483647");
    CHECK(read(R"({"narrow":-2147483649})") == "/at/narrow: -2147483649 is too small; at least -2147483648");
}

TEST_CASE("a fault deep inside is named by its whole path") {
    CHECK(read(R"({"pieces":[{"count":1},{"count":11}]})") == "/at/pieces/1/count: 11 is too large; at most 10");
    CHECK(read(R"({"pieces":[{"count":1,"fine":1}]})") == "/at/pieces/0/fine: expected true or false, got a number");
    CHECK(read(R"({"pieces":[{}]})") == "/at/pieces/0/count: \"count\" is missing");
    CHECK(read(R"({"pieces":[{"count":1},2]})") == "/at/pieces/1: expected an object, got a number");
    CHECK(read(R"({"pieces":[{"count":1},{"count":1},{"count":1},{"count":1}]})") == "/at/pieces: has 4 entries; at most 3");
}

TEST_CASE("an unknown field is named, with the name that was meant, and escaped as a pointer") {
    CHECK(read(R"({"numbr":1})") == "/at/numbr: unknown field \"numbr\"; did you mean \"number\"?");
    CHECK(read(R"({"pieces":[{"coumt":1}]})") == "/at/pieces/0/coumt: unknown field \"coumt\"; did you mean \"count\"?");
    CHECK(read(R"({"a/b~c":1})") == "/at/a~1b~0c: unknown field \"a/b~c\"");
}

TEST_CASE("words of an enum are taken literally") {
    CHECK(read(R"({"colour":"green"})") == "fine");
    CHECK(read(R"({"colour":"gren"})") == "/at/colour: \"gren\" is not one of red, green; did you mean \"green\"?");
    CHECK(read(R"({"colour":0})") == "/at/colour: expected a string, got a number");
}

TEST_CASE("texts are bounded and optional values may be null") {
    CHECK(read(R"({"text":""})") == "/at/text: too short; at least 1 characters");
    CHECK(read(R"({"text":"123456"})") == "/at/text: too long; at most 5 characters");
    CHECK(read(R"({"perhaps":null})") == "fine");
    CHECK(read(R"({"perhaps":"x"})") == "/at/perhaps: expected an integer, got a string");
}
