// What a client may say, and how it is told what it may not.
#include <doctest/doctest.h>

#include <set>

#include "protocol/client_messages.hpp"
#include "rules/characters.hpp"
#include "tests/protocol/schema.hpp"

using namespace muster;
using namespace muster::protocol;
using muster::test::schema_fault;

namespace {

const std::string battle = "0123456789abcdef";

struct Case {
    std::string text;
    std::string refusal{};     ///< "path: message"; empty: it is accepted
    bool schema_fits = false;  ///< of refused ones: what a schema cannot say
};

std::string with_battle(std::string text) {
    for (auto at = text.find('B'); at != std::string::npos; at = text.find('B', at + battle.size())) text.replace(at, 1, battle);
    return text;
}

const std::vector<Case>& creating() {
    static const std::vector<Case> all{
        {R"({"type":"create","ruleset":"armies","setup":{}})"},
        {R"({"type":"create","id":"1","ruleset":"armies","setup":{"a":1},"options":{"title":"T","visibility":"private","confirm":true,"clock":null,"on_timeout":"forfeit"}})"},
        {R"({"type":"create","setup":{}})", "/ruleset: \"ruleset\" is missing"},
        {R"({"type":"create","ruleset":"armies"})", "/setup: \"setup\" is missing"},
        {R"({"type":"create","ruleset":"","setup":{}})", "/ruleset: too short; at least 1 characters"},
        {R"({"type":"create","ruleset":7,"setup":{}})", "/ruleset: expected a string, got a number"},
        {R"({"type":"create","ruleset":"armies","setup":[]})", "/setup: expected an object", true},
        {R"({"type":"create","ruleset":"armies","setup":{},"options":{"visibility":"secret"}})",
         "/options/visibility: \"secret\" is not one of public, unlisted, private"},
        {R"({"type":"create","ruleset":"armies","setup":{},"options":{"confirm":1}})", "/options/confirm: expected true or false, got a number"},
        {R"({"type":"create","ruleset":"armies","setup":{},"options":{"titel":"T"}})", "/options/titel: unknown field \"titel\"; did you mean \"title\"?"},
        {R"({"type":"create","ruleset":"armies","setup":{},"options":{"clock":{"mode":"live","bank":"PT10M","increment":"PT5S","decision_max":"PT2M","disconnected":"PT30S"}}})"},
        {R"({"type":"create","ruleset":"armies","setup":{},"options":{"clock":{"mode":"live","bank":"PT10M"}}})"},
        {R"({"type":"create","ruleset":"armies","setup":{},"options":{"clock":{"mode":"correspondence","per_decision":"P3D"}}})"},
        {R"({"type":"create","ruleset":"armies","setup":{},"options":{"clock":{"seconds":9}}})", "/options/clock/seconds: unknown field \"seconds\""},
        {R"({"type":"create","ruleset":"armies","setup":{},"options":{"clock":{"mode":"live"}}})",
         "/options/clock/bank: \"bank\" is missing: a length of time, PT10S to P1D", true},
        {R"({"type":"create","ruleset":"armies","setup":{},"options":{"clock":{"mode":"live","bank":"10 minutes"}}})",
         "/options/clock/bank: expected a length of time, PT10S to P1D, got \"10 minutes\"", true},
        {R"({"type":"create","ruleset":"armies","setup":{},"options":{"clock":{"mode":"live","bank":"P2D"}}})",
         "/options/clock/bank: expected a length of time, PT10S to P1D, got \"P2D\"", true},
        {R"({"type":"create","ruleset":"armies","setup":{},"options":{"clock":{"mode":"live","bank":"PT1H","per_decision":"P3D"}}})",
         "/options/clock/per_decision: \"per_decision\" does not apply to live clocks", true},
        {R"({"type":"create","ruleset":"armies","setup":{},"options":{"clock":{"mode":"correspondence","per_decision":"P3D","bank":"PT1H"}}})",
         "/options/clock/bank: \"bank\" does not apply to correspondence clocks", true},
        {R"({"type":"create","ruleset":"armies","setup":{},"options":{"clock":{"mode":"correspondence","per_decision":"PT1S"}}})",
         "/options/clock/per_decision: expected a length of time, PT1M to P60D, got \"PT1S\"", true},
        {R"({"type":"create","ruleset":"armies","setup":{},"options":{"on_timeout":"explode"}})",
         "/options/on_timeout: \"explode\" is not one of default, forfeit"},
    };
    return all;
}

const std::vector<Case>& following_and_choosing() {
    static const std::vector<Case> all{
        {R"({"type":"follow","battle":"B"})"},
        {R"({"type":"follow","battle":"B","since":5,"generation":"0123456789abcdef"})"},
        {R"({"type":"follow","battle":"B","since":5,"generation":"0123456789abcdef0"})", "/generation: too long; at most 16 characters"},
        {R"({"type":"follow","battle":"B","token":"t","since":5,"snapshot":true,"name":"Zoë","nonce":"0123456789abcdef"})"},
        {R"({"type":"follow","battle":"B","nonce":"0123456789ABCDEF0"})"},
        {R"({"type":"follow"})", "/battle: \"battle\" is missing"},
        {R"({"type":"follow","battle":""})", "/battle: too short; at least 1 characters"},
        {R"({"type":"follow","battle":"B","since":-1})", "/since: -1 is too small; at least 0"},
        {R"({"type":"follow","battle":"B","since":1.5})", "/since: expected an integer, got a number with a fraction"},
        {R"({"type":"follow","battle":"B","snapshot":"yes"})", "/snapshot: expected true or false, got a string"},
        {R"({"type":"follow","battle":"B","nonce":"0123456789abcde"})", "/nonce: expected 16 to 64 hex digits", true},
        {R"({"type":"follow","battle":"B","nonce":"0123456789abcdeg"})", "/nonce: expected 16 to 64 hex digits", true},
        {R"({"type":"follow","battle":"B","nonce":")" + std::string(65, 'a') + "\"}", "/nonce: too long; at most 64 characters"},
        {R"({"type":"follow","battle":"B","name":")" + std::string(41, 'n') + "\"}", "/name: too long; at most 40 characters"},
        {R"({"type":"follow","battle":"B","token":")" + std::string(101, 't') + "\"}", "/token: too long; at most 100 characters"},
        {R"({"type":"follow","battle":")" + std::string(65, 'b') + "\"}", "/battle: too long; at most 64 characters"},

        {R"({"type":"choose","battle":"B","decision":3,"choice":{"a":1}})"},
        {R"({"type":"choose","battle":"B","decision":3,"choice":"default"})"},
        {R"({"type":"choose","battle":"B","choice":{}})"},
        {R"({"type":"choose","battle":"B","decision":3})", "/choice: \"choice\" is missing"},
        {R"({"type":"choose","battle":"B","decision":0,"choice":{}})", "/decision: 0 is too small; at least 1"},
        {R"({"type":"choose","battle":"B","decision":"3","choice":{}})", "/decision: expected an integer, got a string"},
        {R"({"type":"choose","battle":"B","decision":3,"choice":{},"seat":"attacker"})", "/seat: unknown field \"seat\""},
    };
    return all;
}

const std::vector<Case>& everything_else() {
    static const std::vector<Case> all{
        {R"({"type":"preview","battle":"B","decision":3,"choice":{"a":1}})"},
        {R"({"type":"preview","battle":"B","decision":3,"choice":"default"})"},
        {R"({"type":"preview","battle":"B","decision":3})", "/choice: \"choice\" is missing"},
        {R"({"type":"preview","battle":"B","decision":0,"choice":{}})", "/decision: 0 is too small; at least 1"},
        {R"({"type":"retract","battle":"B","decision":3})"},
        {R"({"type":"retract","battle":"B"})", "/decision: \"decision\" is missing"},
        {R"({"type":"order","battle":"B","orders":[{"for":"*","play":"default"}]})"},
        {R"({"type":"order","battle":"B","orders":[],"now":true})"},
        {R"({"type":"order","battle":"B"})", "/orders: \"orders\" is missing"},
        {R"({"type":"orders","battle":"B"})"},
        {R"({"type":"claim","battle":"B"})"},
        {R"({"type":"concede","battle":"B"})"},
        {R"({"type":"concede"})", "/battle: \"battle\" is missing"},
        {R"({"type":"concede","battle":"B","accept":true})", "/accept: unknown field \"accept\""},
        {R"({"type":"offer_draw","battle":"B"})"},
        {R"({"type":"offer_draw","battle":7})", "/battle: expected a string, got a number"},
        {R"({"type":"answer_draw","battle":"B"})"},
        {R"({"type":"answer_draw","battle":"B","accept":false})"},
        {R"({"type":"answer_draw","battle":"B","accept":"no"})", "/accept: expected true or false, got a string"},
        {R"({"type":"unfollow","battle":"B"})"},
        {R"({"type":"unfollow","battle":"B","since":1})", "/since: unknown field \"since\""},

        {R"({"type":"take","battle":"B","token":"abcdefghijklmnopqrstuvwxyz012345"})"},
        {R"({"type":"take","battle":"B","seat":"defender","token":"abcdefghijklmnopqrstuvwxyz012345","name":"Zoë","nonce":"0123456789abcdef"})"},
        {R"({"type":"take","battle":"B"})", "/token: \"token\" is missing"},
        {R"({"type":"take","battle":"B","token":"abcdefghijklmnopqrstuvwxyz01234"})", "/token: too short; at least 32 characters"},
        {R"({"type":"take","battle":"B","token":")" + std::string(65, 't') + "\"}", "/token: too long; at most 64 characters"},
        {R"({"type":"take","battle":"B","token":"abcdefghijklmnopqrstuvwxyz01234-"})", "/token: expected random letters and digits", true},
        {R"({"type":"take","battle":"B","token":"abcdefghijklmnopqrstuvwxyz012345","nonce":"xyz"})", "/nonce: expected 16 to 64 hex digits", true},

        {R"({"type":"say","battle":"B","text":"hello"})"},
        {R"({"type":"say","battle":"B","text":")" + std::string(500, 'x') + "\"}"},
        {R"({"type":"say","battle":"B","text":")" + std::string(501, 'x') + "\"}", "/text: too long; at most 500 characters"},
        {R"({"type":"say","battle":"B","text":""})", "/text: too short; at least 1 characters"},
        {R"({"type":"say","battle":"B"})", "/text: \"text\" is missing"},

        {R"({"type":"list"})"},
        {R"({"type":"list","status":"running","ruleset":"armies","player":"Ada","q":"war","before":9,"limit":100})"},
        {R"({"type":"list","open":true,"outcome":"nobody","from":"2026-11-21","to":"2026-11-21T20:49:00.123Z"})"},
        {R"({"type":"list","outcome":"attacker"})", "/outcome: \"attacker\" is not one of first, second, third, fourth, fifth, sixth, seventh, eighth, nobody"},
        {R"({"type":"list","open":"yes"})", "/open: expected true or false, got a string"},
        {R"({"type":"list","from":"the day before yesterday, at noon"})", "/from: too long; at most 24 characters"},
        {R"({"type":"list","status":null,"before":null})"},
        {R"({"type":"list","status":"finished"})", "/status: \"finished\" is not one of waiting, running, over"},
        {R"({"type":"list","limit":0})", "/limit: 0 is too small; at least 1"},
        {R"({"type":"list","limit":101})", "/limit: 101 is too large; at most 100"},
        {R"({"type":"list","before":0})", "/before: 0 is too small; at least 1"},
        {R"({"type":"list","battle":"B"})", "/battle: unknown field \"battle\""},

        {R"({"type":"ping"})"},
        {R"({"type":"ping","id":"7"})"},
        {R"({"type":"ping","now":1})", "/now: unknown field \"now\""},
    };
    return all;
}

std::vector<Case> cases() {
    std::vector<Case> all;
    for (const auto& some : {creating(), following_and_choosing(), everything_else()}) all.insert(all.end(), some.begin(), some.end());
    return all;
}

std::string told(const BadMessage& bad) { return bad.refusal.path + ": " + bad.refusal.message; }

/// The names of a struct's fields, and of those that must be there.
struct FieldNames {
    std::set<std::string> all{};
    std::set<std::string> required{};
    void operator()(std::string_view key, const auto& /*field*/, const Rule& rule) {
        all.emplace(key);
        if (!rule.optional && !rule.sparse) required.emplace(key);
    }
};

template <typename T>
void matches_its_schema(const char* type) {
    CAPTURE(type);
    FieldNames names;
    T message{};
    T::fields(names, message);
    names.all.insert({"type", "id"});
    names.required.insert("type");
    const Json schema = client_message_schemas().at(type);
    std::set<std::string> properties;
    for (const auto& [key, value] : schema.at("properties").items()) properties.insert(key);
    CHECK(properties == names.all);
    CHECK(schema.at("required").get<std::set<std::string>>() == names.required);
    CHECK(schema.at("additionalProperties") == false);
}

}  // namespace

TEST_CASE("each message is read, or refused with the path and the reason") {
    for (const auto& each : cases()) {
        CAPTURE(each.text);
        const auto message = read_client_message(with_battle(each.text));
        CHECK((message ? "" : told(message.error())) == each.refusal);
        if (message) continue;
        CHECK(message.error().refusal.code == Code::bad_message);
        CHECK(message.error().known_type);
    }
}

TEST_CASE("the schemas of the messages accept and refuse the same") {
    const Json schemas = client_message_schemas();
    for (const auto& each : cases()) {
        CAPTURE(each.text);
        const Json json = Json::parse(with_battle(each.text));
        const auto fault = schema_fault(schemas.at(json.at("type").get<std::string>()), json);
        CHECK(fault.empty() == (each.refusal.empty() || each.schema_fits));
    }
}

TEST_CASE("every message's fields are the properties of its schema") {
    matches_its_schema<Create>("create");
    matches_its_schema<Follow>("follow");
    matches_its_schema<Choose>("choose");
    matches_its_schema<Retract>("retract");
    matches_its_schema<Order>("order");
    matches_its_schema<AskOrders>("orders");
    matches_its_schema<Concede>("concede");
    matches_its_schema<OfferDraw>("offer_draw");
    matches_its_schema<AnswerDraw>("answer_draw");
    matches_its_schema<Take>("take");
    matches_its_schema<Say>("say");
    matches_its_schema<Unfollow>("unfollow");
    matches_its_schema<List>("list");
    matches_its_schema<Ping>("ping");
    CHECK(client_message_schemas().size() == std::variant_size_v<ClientBody>);
}

TEST_CASE("what a message says arrives in its struct") {
    const auto message = read_client_message(
        with_battle(R"({"since":5,"type":"follow","nonce":"0123456789abcdef","battle":"B","name":"Zoë","id":"q","snapshot":true,"token":"t"})"));
    REQUIRE(message);
    CHECK(message->id == "q");
    const auto& follow = std::get<Follow>(message->body);
    CHECK(to_text(follow) == with_battle(R"({"battle":"B","token":"t","since":5,"snapshot":true,"name":"Zoë","nonce":"0123456789abcdef"})"));
}

TEST_CASE("what is left out of a message has its documented default") {
    CHECK(std::get<AnswerDraw>(read_client_message(with_battle(R"({"type":"answer_draw","battle":"B"})"))->body).accept);
    CHECK(std::get<List>(read_client_message(R"({"type":"list"})")->body).limit == 20);
    const auto create = std::get<Create>(read_client_message(R"({"type":"create","ruleset":"armies","setup":{}})")->body);
    CHECK(create.options.visibility == Visibility::everyone);
    CHECK(!create.options.confirm);
}

TEST_CASE("an id of up to 64 characters comes back; anything else is refused") {
    const auto read = [](const std::string& id) { return read_client_message(R"({"type":"ping","id":)" + id + "}"); };
    const std::string longest(64, 'x');
    CHECK(read('"' + longest + '"')->id == longest);
    std::string wide;
    for (int i = 0; i < 64; ++i) wide += "é";
    CHECK(read('"' + wide + '"')->id == wide);
    CHECK(told(read('"' + longest + "x\"").error()) == "/id: too long; at most 64 characters");
    CHECK(told(read('"' + wide + "é\"").error()) == "/id: too long; at most 64 characters");
    CHECK(told(read("7").error()) == "/id: expected a string");
    CHECK(told(read("null").error()) == "/id: expected a string");
    CHECK(read("\"\"")->id == "");
}

TEST_CASE("a message without a type that is known can only be answered by an error") {
    for (const auto* text : {R"({"id":"5"})", R"({"id":"5","type":7})", R"({"id":"5","type":"choos"})", R"({"id":"5","type":""})"}) {
        CAPTURE(text);
        const auto message = read_client_message(text);
        REQUIRE(!message);
        CHECK(!message.error().known_type);
        CHECK(message.error().refusal.path == "/type");
        CHECK(message.error().id == "5");
    }
    CHECK(told(read_client_message(R"({"type":"choos"})").error()) == "/type: unknown type \"choos\"; did you mean \"choose\"?");
    for (const auto* text : {"[]", "7", "null", "\"ping\""}) CHECK(told(read_client_message(text).error()) == ": expected an object");
}

TEST_CASE("what is no JSON is refused as bad_json") {
    const auto message = read_client_message("{\"type\":\"ping\"");
    REQUIRE(!message);
    CHECK(message.error().refusal.code == Code::bad_json);
}

TEST_CASE("the refusal of a message finds its question: id, battle and decision are read where they can be") {
    const auto bad = read_client_message(with_battle(R"({"type":"choose","id":"9","battle":"B","decision":3})"));
    REQUIRE(!bad);
    CHECK(bad.error().id == "9");
    CHECK(bad.error().battle == battle);
    CHECK(bad.error().decision == 3);
    const auto worse = read_client_message(R"({"type":"choose","id":"9","battle":"no id","decision":-3})");
    REQUIRE(!worse);
    CHECK(worse.error().battle == "");
    CHECK(worse.error().decision == 0);
}

TEST_CASE("the subject of a message is its battle and decision") {
    const auto subject = [](const char* text) {
        const auto message = read_client_message(with_battle(text));
        const auto [about, decision] = subject_of(message->body);
        return std::pair(std::string(about), decision);
    };
    CHECK(subject(R"({"type":"choose","battle":"B","decision":3,"choice":{}})") == std::pair<std::string, std::int64_t>(battle, 3));
    CHECK(subject(R"({"type":"say","battle":"B","text":"x"})") == std::pair<std::string, std::int64_t>(battle, 0));
    CHECK(subject(R"({"type":"list"})") == std::pair<std::string, std::int64_t>("", 0));
}

TEST_CASE("names are trimmed, counted in characters and kept to one line") {
    CHECK(clean_text("  Zoë  ", 40, "/name").value() == "Zoë");
    CHECK(clean_text("ééé", 3, "/name").value() == "ééé");
    CHECK(clean_text("éééé", 3, "/name").error().message == "too long; at most 3 characters");
    for (const auto* text : {"a\nb", "a\tb", "\x01", "a\x7f"}) {
        const auto cleaned = clean_text(text, 40, "/name");
        REQUIRE(!cleaned);
        CHECK(cleaned.error().path == "/name");
        CHECK(cleaned.error().code == Code::bad_message);
    }
    CHECK(clean_text("   ", 40, "/name").value() == "");
}
