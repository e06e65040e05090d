// JSON that is read from: the values of its text, and what structs take from it.
#include <doctest/doctest.h>

#include <set>

#include "rules/fields.hpp"
#include "tests/support/chance.hpp"

using namespace muster;
using namespace std::string_literals;

namespace {

/// The kinds of all values: a text does not tell a natural number from another integer.
std::string kinds_of(const Json& json) {
    std::string out = std::to_string(static_cast<int>(json.type()));
    if (json.is_structured())
        for (const auto& each : json) out += kinds_of(each);
    return out;
}

/// As nlohmann's own builder reads it; nothing where it refuses it or a key is given twice, of which it would take the last.
std::optional<Json> tree_of(const std::string& text) {
    std::vector<std::set<std::string>> keys;
    bool twice = false;
    const auto watch = [&](int, Json::parse_event_t what, Json& parsed) {
        if (what == Json::parse_event_t::object_start) keys.emplace_back();
        if (what == Json::parse_event_t::object_end) keys.pop_back();
        if (what == Json::parse_event_t::key) twice |= !keys.back().insert(parsed.get<std::string>()).second;
        return true;
    };
    auto tree = Json::parse(text, watch, false);
    return twice || tree.is_discarded() ? std::nullopt : std::optional(std::move(tree));
}

/// Empty: it is read the same, from a text and from a tree, or refused by both.
std::string difference(const std::string& text) {
    const auto tree = tree_of(text);
    const auto flat = parse_flat_json(text);
    if (flat.has_value() != tree.has_value()) return flat ? "only the flat reader takes it" : "the flat reader refuses it";
    if (!flat) return "";
    const auto same = [&](const Json& read) { return read == *tree && read.dump() == tree->dump() && kinds_of(read) == kinds_of(*tree); };
    if (const auto read = JsonView(*flat).json(); !same(read)) return "read as " + read.dump();
    if (const auto made = JsonView(FlatJson(*tree)).json(); !same(made)) return "flattened to " + made.dump();
    return "";
}

std::string joined(test::SeededChance& chance, const std::vector<std::string>& pieces, int most) {
    std::string out;
    for (int left = chance.below(most) + 1; left > 0; --left) out += pieces[static_cast<std::size_t>(chance.below(static_cast<int>(pieces.size())))];
    return out;
}

std::string space(test::SeededChance& chance) { return chance.one_in(4) ? joined(chance, {" ", "\n", "\t", "\r"}, 2) : ""; }

std::string some_string(test::SeededChance& chance) {
    const std::vector<std::string> pieces{"a",   "b",       "key",     "é",       "\U0001f600",     "\\n",     "\\\"", "\\\\",
                                          "\\/", "\\u0061", "\\u00e9", "\\u0000", "\\ud83d\\ude00", "\\uFFFF", "\x7f"};
    return "\"" + (chance.one_in(10) ? "" : joined(chance, pieces, 3)) + "\"";
}

std::string some_value(test::SeededChance& chance, int depth) {
    const std::vector<std::string> numbers{"0",
                                           "-0",
                                           "1",
                                           "-1",
                                           "7",
                                           "12",
                                           "1.0",
                                           "0.5",
                                           "-2.25e3",
                                           "1e400",
                                           "1e-400",
                                           "1E+2",
                                           "9223372036854775807",
                                           "9223372036854775808",
                                           "-9223372036854775808",
                                           "-9223372036854775809",
                                           "18446744073709551615",
                                           "18446744073709551616"};
    switch (chance.below(depth > 0 ? 7 : 4)) {
        case 0: return joined(chance, numbers, 1);
        case 1: return joined(chance, {"true", "false", "null"}, 1);
        case 2:
        case 3: return some_string(chance);
        default: break;
    }
    const bool object = chance.one_in(2);
    std::string out;
    for (int left = chance.below(chance.one_in(10) ? 14 : 4); left > 0; --left)
        out += space(chance) + (object ? some_string(chance) + space(chance) + ":" + space(chance) : "") + some_value(chance, depth - 1) + space(chance) +
               (left > 1 ? "," : "");
    return object ? "{" + out + "}" : "[" + out + "]";
}

struct Entry {
    int count = 0;
    bool fine = false;
    static void fields(auto& visit, auto& self) {
        visit("count", self.count, Rule{.min = 1, .max = 10});
        visit("fine", self.fine, Rule{.optional = true});
    }
};

struct Document {
    std::int64_t number = 0;
    std::string text;
    std::optional<std::array<int, 2>> place;
    std::vector<Entry> list;
    std::map<std::string, Entry> named;
    Json any;
    static void fields(auto& visit, auto& self) {
        visit("number", self.number, Rule{.min = 0, .max = 100});
        visit("text", self.text, Rule{.max = 5});
        visit("place", self.place, Rule{.sparse = true, .each_min = 0});
        visit("list", self.list, Rule{.optional = true, .max = 2});
        visit("named", self.named, Rule{.sparse = true, .max = 3});
        visit("any", self.any, Rule{.sparse = true});
    }
};

std::string told(const std::expected<Document, Refusal>& read) { return read ? to_text(*read) : read.error().path + ": " + read.error().message; }

}  // namespace

TEST_CASE("numbers keep their kind, and strings what they stand for") {
    for (const auto& text : {"[0,-0,7,-7]"s, "[1.0,1e2,-0.0,1e-999]"s, "[9223372036854775807,9223372036854775808,18446744073709551615,18446744073709551616]"s,
                             "[-9223372036854775808,-9223372036854775809]"s, R"(["","\u0061\u0000\ud83d\ude00\n\"\\\/","é"])"s, "\xef\xbb\xbf{}"s, "null"s,
                             R"({"":{"\u0061":[{}]},"b":[true,false,null,[]]})"s, "1e999"s, "\"\xff\""s}) {
        CAPTURE(text);
        CHECK(difference(text) == "");
    }
}

TEST_CASE("a key given twice is found among few and among many, and inside") {
    for (const int keys : {2, 8, 9, 100}) {
        CAPTURE(keys);
        std::string open = "{";
        for (int i = 1; i < keys; ++i) open += "\"k" + std::to_string(i) + "\":{\"k1\":1},";
        CHECK(parse_flat_json(open + "\"k0\":1}"));
        for (const auto& key : {"k1"s, "k" + std::to_string(keys - 1)})
            CHECK(parse_flat_json(open + "\"" + key + "\":1}").error().message == "the key \"" + key + "\" is there twice");
    }
    CHECK(parse_flat_json(R"({"a":1,"\u0061":2})").error().message == "the key \"a\" is there twice");
    CHECK(parse_flat_json(R"([{"a":{"b":1,"b":1}}])").error().message == "the key \"b\" is there twice");
    CHECK(parse_flat_json(R"({"a":1,"b":{"a":1}})"));
}

TEST_CASE("texts drawn by chance are read as nlohmann reads them") {
    test::SeededChance chance(1);
    int taken = 0;
    for (int i = 0; i < 20'000; ++i) {
        std::string text = space(chance) + some_value(chance, 4) + space(chance);
        if (chance.one_in(2)) {
            const auto at = static_cast<std::size_t>(chance.below(static_cast<int>(text.size())));
            if (chance.one_in(3)) text.erase(at, 1);
            else if (chance.one_in(2))
                text.insert(at, joined(chance, {",", ":", "\"", "\\", "{", "}", "[", "]", "0", "-", ".", "e", "\x80", "\xc3", " ", "u"}, 1));
            else text.resize(at);
        }
        CAPTURE(text);
        REQUIRE(difference(text) == "");
        taken += parse_flat_json(text) ? 1 : 0;
    }
    CHECK(taken > 5'000);
    CHECK(taken < 18'000);
}

TEST_CASE("a struct is read the same whatever the order of its fields, or the same is wrong with it first") {
    test::SeededChance chance(2);
    const std::vector<std::string> entries{
        R"({"count":1})", R"({"fine":true,"count":10})", R"({"count":11})", R"({"fine":1,"count":0})", R"({"cuont":1})", R"({"x":1,"b":1})", "7"};
    const std::vector<std::pair<std::string, std::vector<std::string>>> fields{
        {"number", {"7", "0", "-1", "-0", "101", "1.0", "18446744073709551615", "null", "{}"}},
        {"text", {R"("abc")", R"("éé\u0061")", R"("too long")", "1"}},
        {"place", {"[1,2]", "[1]", "[1,-2]", "[1,\"2\"]", "null", "{}"}},
        {"list", {}},
        {"named", {}},
        {"any", {"1.50", R"({"b":[1,"\n"],"a":null})", "null"}},
        {"nubmer", {"1"}},
        {"a/b", {"1"}},
    };
    int fine = 0;
    for (int i = 0; i < 20'000; ++i) {
        std::vector<std::string> parts;
        for (const auto& [key, values] : fields) {
            const bool mistaken = key == "nubmer" || key == "a/b";
            if (mistaken ? !chance.one_in(10) : chance.one_in(6)) continue;
            std::string value = values.empty() ? "" : values[chance.one_in(2) ? 0 : static_cast<std::size_t>(chance.below(static_cast<int>(values.size())))];
            for (int left = values.empty() ? chance.below(4) : 0; left > 0; --left)
                value += (key == "named" ? "\"" + std::to_string(left) + "\":" : "") +
                         entries[static_cast<std::size_t>(chance.below(chance.one_in(3) ? 7 : 2))] + (left > 1 ? "," : "");
            if (key == "list") value = "[" + value + "]";
            if (key == "named") value = "{" + value + "}";
            parts.insert(parts.begin() + chance.below(static_cast<int>(parts.size()) + 1), "\"" + key + "\":" + value);
        }
        std::string text;
        for (const auto& part : parts) text += (text.empty() ? "{" : ",") + part;
        text += text.empty() ? "{}" : "}";
        CAPTURE(text);
        const auto from_text = read_fields<Document>(parse_flat_json(text).value(), Code::bad_message, "/at");
        REQUIRE(told(from_text) == told(read_fields<Document>(parse_json(text).value(), Code::bad_message, "/at")));
        fine += from_text ? 1 : 0;
    }
    CHECK(fine > 1'000);
    CHECK(fine < 15'000);
}

TEST_CASE("the first unknown field is that which comes first by its name, wherever it stands") {
    const auto read = read_fields<Entry>(parse_flat_json(R"({"zz":1,"count":3,"Zz":2,"b":3})").value(), Code::bad_message);
    CHECK(read.error().message == "unknown field \"Zz\"");
}

TEST_CASE("a part is copied, and outlives what it was a part of") {
    FlatJson part;
    CHECK(JsonView(part).is_null());
    {
        const auto whole = parse_flat_json(R"({"x":[1,2],"deep":{"k\u00e9y":["long enough to stand in no other text",{"n":-1}],"":true},"y":"\n"})").value();
        part = FlatJson(*JsonView(whole).find("deep"));
    }
    CHECK(JsonView(part).json().dump() == R"({"":true,"kéy":["long enough to stand in no other text",{"n":-1}]})");
    CHECK(JsonView(part).key() == "");
    CHECK(JsonView(FlatJson(JsonView(part))).json() == JsonView(part).json());
}

TEST_CASE("entries are taken out of an object and put into it") {
    auto json = parse_flat_json(R"({"type":"ping","a":{"type":[1,{"b":2}]},"id":"7"})").value();
    json.erase(*JsonView(json).find("type"));
    CHECK(JsonView(json).json().dump() == R"({"a":{"type":[1,{"b":2}]},"id":"7"})");
    json.erase(*JsonView(json).find("a"));
    json.add("battle", "B\"");
    CHECK(JsonView(json).json().dump() == R"({"battle":"B\"","id":"7"})");
    CHECK(JsonView(json).size() == 2);
    json.erase(*JsonView(json).find("id"));
    json.erase(*JsonView(json).find("battle"));
    CHECK(JsonView(json).json().dump() == "{}");
}
