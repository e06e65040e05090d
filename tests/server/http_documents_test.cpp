// The documents that describe the server, against what it really does; what it says, under ajv, a validator that is not ours.
#include <doctest/doctest.h>
#include <unistd.h>

#include <boost/beast/zlib/inflate_stream.hpp>
#include <csignal>
#include <cstdio>
#include <fstream>
#include <memory>

#include "tests/support/seated.hpp"
#include "tests/support/wait_until.hpp"

using namespace muster;
using namespace muster::test;

namespace {

/// The schema with what it refers to in place of the references.
Json resolved(const Json& schema, const Json& document) {
    if (schema.is_array()) {
        Json out = Json::array();
        for (const auto& each : schema) out.push_back(resolved(each, document));
        return out;
    }
    if (!schema.is_object()) return schema;
    if (schema.contains("$ref")) return resolved(document.at(Json::json_pointer(schema["$ref"].get<std::string>().substr(1))), document);
    Json out = Json::object();
    for (const auto& [key, value] : schema.items()) out[key] = resolved(value, document);
    return out;
}

/// Schemas and what they must take, a line each, for tests/schema/check.js.
class Cases {
public:
    void take(const std::string& name, const Json& schema, const Json& value) {
        if (known_.emplace(name, true).second) lines_ += Json{{"name", name}, {"schema", schema}}.dump() + "\n";
        lines_ += Json{{"name", name}, {"reads", true}, {"value", value}}.dump() + "\n";
        ++count_;
    }

    void check() const {
        const auto file = std::filesystem::temp_directory_path() / ("muster-documents-" + std::to_string(::getpid()) + ".jsonl");
        std::ofstream(file) << lines_;
        const auto ran = run_program({"/usr/bin/env", "NODE_PATH=/usr/share/nodejs", "node", MUSTER_SCHEMA_CHECK, file.string()});
        std::filesystem::remove(file);
        const auto answer = parse_json(ran.out);
        REQUIRE_MESSAGE(answer, "node with ajv must be there (deploy/install.sh build): " << ran.err);
        for (const auto& wrong : answer->at("wrong")) FAIL_CHECK(wrong.get<std::string>());
        CHECK(answer->at("valid") == count_);
    }

private:
    std::string lines_{};
    std::map<std::string, bool> known_{};
    int count_ = 0;
};

Json document(const ServerProcess& server, const std::string& name) {
    const auto reply = http_get(server.port(), "/api/v1/" + name);
    REQUIRE(reply.status == 200);
    return reply.json();
}

/// The schema that a document gives for one answer.
Json answer_schema(const Json& openapi, const std::string& path, const std::string& method, const std::string& status) {
    const Json& responses = openapi.at("paths").at(path).at(method).at("responses");
    const Json& content = responses.at(responses.contains(status) ? status : "default").at("content");
    return resolved(content.begin().value().at("schema"), openapi);
}

}  // namespace

TEST_CASE("what OpenAPI describes is served by these methods and no others, and every call is described") {
    const TempFolder folder;
    ServerProcess server(folder.path());
    const Json openapi = document(server, "openapi.json");
    CHECK(openapi["openapi"] == "3.1.0");
    CHECK(openapi["paths"].size() >= 13);
    for (const auto& [path, operations] : openapi["paths"].items()) {
        CAPTURE(path);
        std::string target = path;
        if (const auto at = target.find("{id}"); at != std::string::npos) target.replace(at, 4, "AAAAAAAAAAAAAAAAAAAAAA");
        std::string allow;
        if (operations.contains("get")) allow = "GET, HEAD";
        if (operations.contains("post")) allow += allow.empty() ? "POST" : ", POST";
        for (const auto& [method, operation] : operations.items()) {
            CHECK_MESSAGE(operation.contains("summary"), path << " is not described in server/http/api_document.cpp");
            const auto reply = method == "get" ? http_get(server.port(), target) : http_post(server.port(), target, "{}");
            CHECK(reply.status != 405);
        }
        for (const std::string method : {"GET", "POST", "PUT", "DELETE", "OPTIONS"}) {
            std::string key = method == "GET" ? "get" : method == "POST" ? "post" : method;
            if (operations.contains(key)) continue;
            const auto reply = http_get(server.port(), target, {}, method);
            CHECK(reply.status == 405);
            CHECK(reply.headers.at("allow") == allow);
        }
    }
    CHECK(http_get(server.port(), "/api/v1/nothing").status == 404);
}

TEST_CASE("every message of a battle is as AsyncAPI describes it, on the WebSocket and on the stream") {
    const TempFolder folder;
    ServerProcess server(folder.path());
    WireClient ada(server.port()), bob(server.port()), eve(server.port());
    const Json asyncapi = document(server, "asyncapi.json");
    CHECK(asyncapi["asyncapi"] == "3.0.0");
    Cases cases;
    const auto take = [&](const Json& message, const std::string& channel) {
        const std::string type = message.at("type");
        REQUIRE_MESSAGE(asyncapi["channels"][channel]["messages"].contains(type), type);
        cases.take(type, resolved(asyncapi["channels"][channel]["messages"][type], asyncapi)["payload"], message);
    };
    take(ada.ask({{"type", "create"}, {"ruleset", "advanced-combat"}, {"setup", small_setup()}}), "websocket");
    const auto battle = create_battle(ada);
    EventSource stream(server.port(), "/api/v1/battles/" + battle.id + "/events", bearer(battle.attacker));
    take(ada.ask(battle.follow(battle.attacker)), "websocket");
    Json snapshot = battle.follow();
    snapshot["snapshot"] = true;
    take(eve.ask(snapshot), "websocket");
    take(bob.ask(battle.follow(battle.defender)), "websocket");
    take(bob.ask({{"type", "say"}, {"battle", battle.id}, {"text", "hello"}}), "websocket");
    take(bob.ask({{"type", "choose"}, {"battle", battle.id}, {"decision", 99}, {"choice", "default"}}), "websocket");
    take(ada.ask({{"type", "preview"}, {"battle", battle.id}, {"decision", 1}, {"choice", "default"}}), "websocket");
    take(ada.ask({{"type", "preview"}, {"battle", battle.id}, {"decision", 1}, {"choice", Json::object()}}), "websocket");
    take(bob.ask({{"type", "nonsense"}}), "websocket");
    take(bob.ask({{"type", "list"}}), "websocket");
    take(bob.ask({{"type", "ping"}}), "websocket");
    for (const auto& messages : play_out({&ada, &bob, &eve}))
        for (const auto& message : messages) take(message, "websocket");
    take(eve.ask({{"type", "unfollow"}, {"battle", battle.id}}), "websocket");
    while (stream.next("event")["event"] != "battle_ended") {}
    server.stop(SIGTERM);
    take(bob.next("notice"), "websocket");
    while (stream.next()) {}
    for (const auto& message : stream.heard) take(Json::parse(message.data), "stream");
    cases.check();
}

TEST_CASE("every answer over HTTP is as OpenAPI describes it") {
    const TempFolder folder;
    ServerProcess server(folder.path());
    WireClient ada(server.port()), bob(server.port());
    const Json openapi = document(server, "openapi.json");
    Cases cases;
    const auto take = [&](const HttpReply& reply, const std::string& path, const std::string& method) {
        const auto name = method + " " + path + " " + std::to_string(reply.status);
        cases.take(name, answer_schema(openapi, path, method, std::to_string(reply.status)), reply.json());
        return reply.json();
    };
    const std::string one = "/api/v1/battles/{id}";
    const Json created =
        take(http_post(server.port(), "/api/v1/battles", Json{{"ruleset", "advanced-combat"}, {"setup", small_setup()}}.dump()), "/api/v1/battles", "post");
    const Battle battle = battle_of(created);
    const std::string target = "/api/v1/battles/" + battle.id;
    take(http_get(server.port(), target), one, "get");
    take(http_get(server.port(), target + "/record"), one + "/record", "get");
    take(http_get(server.port(), target + "/events?wait=0", bearer(battle.attacker)), one + "/events", "get");
    take(http_get(server.port(), target + "/events?wait=0", bearer(battle.defender)), one + "/events", "get");
    const Json events = take(http_get(server.port(), target + "/events?since=0", bearer(battle.attacker)), one + "/events", "get");
    const Json choice{{"id", "c"}, {"decision", events["requests"][0]["decision"]}, {"choice", "default"}};
    take(http_post(server.port(), target + "/choices", choice.dump(), bearer(battle.attacker)), one + "/choices", "post");
    take(http_post(server.port(), target + "/choices", "{}", bearer(battle.attacker)), one + "/choices", "post");
    take(http_post(server.port(), target + "/choices", "{}"), one + "/choices", "post");
    take(http_get(server.port(), target + "/ledger"), one + "/ledger", "get");
    take(http_post(server.port(), target + "/messages", R"({"type":"concede"})", bearer(battle.attacker)), one + "/messages", "post");
    take(http_get(server.port(), "/api/v1/battles"), "/api/v1/battles", "get");
    take(http_get(server.port(), "/api/v1/battles?limit=0"), "/api/v1/battles", "get");
    take(http_get(server.port(), target), one, "get");
    const auto record = http_get(server.port(), target + "/record");
    take(record, one + "/record", "get");
    take(http_get(server.port(), target + "/ledger"), one + "/ledger", "get");
    take(http_post(server.port(), target + "/notes", R"({"at":1,"text":"how it began"})", bearer(battle.attacker)), one + "/notes", "post");
    take(http_post(server.port(), target + "/notes", "{}", bearer(battle.attacker)), one + "/notes", "post");
    take(http_get(server.port(), target + "/notes"), one + "/notes", "get");
    take(http_post(server.port(), "/api/v1/verify", record.body), "/api/v1/verify", "post");
    take(http_post(server.port(), "/api/v1/verify", "{}"), "/api/v1/verify", "post");
    wait_until([&] { return http_get(server.port(), "/api/v1/audit").json()["battles"] == 1; });
    take(http_get(server.port(), "/api/v1/audit"), "/api/v1/audit", "get");
    take(http_get(server.port(), "/api/v1/audit?from=yesterday"), "/api/v1/audit", "get");
    for (const std::string path : {"/api/v1/nudges", "/api/v1/witness", "/api/v1/openapi.json", "/api/v1/asyncapi.json", "/api/v1/rulesets"})
        take(http_get(server.port(), path), path, "get");
    cases.check();
}

TEST_CASE("rulesets, odds, and the events and requests of every ruleset are as OpenAPI describes them") {
    const TempFolder folder;
    ServerProcess server(folder.path());
    const Json openapi = document(server, "openapi.json");
    Cases cases;
    const auto take = [&](const HttpReply& reply, const std::string& path, const std::string& method) {
        const auto name = method + " " + path + " " + std::to_string(reply.status);
        cases.take(name, answer_schema(openapi, path, method, std::to_string(reply.status)), reply.json());
        return reply.json();
    };
    const Json choose = resolved(openapi["components"]["schemas"]["choose"], openapi);
    const Json create = resolved(openapi["components"]["schemas"]["create"], openapi);
    const Json list = http_get(server.port(), "/api/v1/rulesets").json();
    for (const auto& each : list["rulesets"]) {
        const std::string id = each["id"];
        CAPTURE(id);
        const Json ruleset = take(http_get(server.port(), "/api/v1/rulesets/" + id), "/api/v1/rulesets/{id}", "get");
        const Json question{{"ruleset", id}, {"setup", ruleset["example"]}, {"runs", 10}};
        take(http_post(server.port(), "/api/v1/odds", question.dump()), "/api/v1/odds", "post");
        const Json terms{{"ruleset", id}, {"setup", ruleset["example"]}};
        cases.take("create", create, terms);
        const Json created = take(http_post(server.port(), "/api/v1/battles", terms.dump()), "/api/v1/battles", "post");
        const std::string one = "/api/v1/battles/" + created["battle"].get<std::string>();
        Json news;
        // Each seat takes its defaults, a dozen times.
        for (int round = 0; round < 12; ++round)
            for (const auto& seat : created["seats"]) {
                const auto token = bearer(seat["token"].get<std::string>());
                news = take(http_get(server.port(), one + "/events?wait=0", token), "/api/v1/battles/{id}/events", "get");
                for (const auto& request : news["requests"]) {
                    if (request.contains("pending") || request.contains("anybody")) continue;
                    const Json posted{{"decision", request["decision"]}, {"choice", request["default"]}};
                    cases.take("choose", choose, posted);
                    CHECK(http_post(server.port(), one + "/choices", posted.dump(), token).status == 200);
                }
            }
        CHECK(news["head"] > 3);
        take(http_get(server.port(), one + "/record"), "/api/v1/battles/{id}/record", "get");
    }
    cases.check();
}

TEST_CASE("a posted record is verified: as it is, damaged, unreadable, large and too large") {
    const TempFolder folder;
    ServerProcess server(folder.path());
    WireClient ada(server.port()), bob(server.port());
    const auto battle = create_battle(ada);
    const auto verify = [&](const std::string& record) { return http_post(server.port(), "/api/v1/verify", record); };
    const std::string target = "/api/v1/battles/" + battle.id + "/record";
    const auto early = verify(http_get(server.port(), target).body);
    CHECK(early.json()["holds"] == false);
    CHECK(early.json()["path"] == "/server_seed");
    take_seats(battle, ada, bob);
    play_out({&ada, &bob});
    const auto record = http_get(server.port(), target).body;
    const auto good = verify(record).json();
    CHECK(good["holds"] == true);
    CHECK(good["dice"] > 0);
    Json damaged = Json::parse(record);
    damaged["outcome"]["reason"] = "luck";
    CHECK(verify(damaged.dump()).json()["path"] == "/outcome/reason");
    CHECK(verify("{}").status == 400);
    CHECK(verify("[").json()["code"] == "bad_json");
    CHECK(verify(record + std::string(200'000, ' ')).json() == good);
    CHECK(http_post(server.port(), "/api/v1/odds", std::string(70'000, ' ')).status == 413);
    const auto refused = http_raw(server.port(), "POST /api/v1/verify HTTP/1.1\r\nHost: x\r\nContent-Length: 9000000\r\n\r\n");
    CHECK(refused.starts_with("HTTP/1.1 413"));
}

TEST_CASE("so many large bodies are read at once, and who comes then is told to come back") {
    const TempFolder folder;
    ServerProcess server(folder.path());
    // One more than there is room for; none of them sends the rest of its body.
    std::vector<std::unique_ptr<PendingRequest>> asking;
    for (int i = 0; i < 9; ++i)
        asking.push_back(std::make_unique<PendingRequest>(server.port(),
                                                          PendingRequest::Bytes{"POST /api/v1/verify HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n\r\n{"}));
    auto refused = asking.end();
    wait_until([&] {
        CHECK(http_get(server.port(), "/healthz").status == 200);
        refused = std::ranges::find_if(asking, [](const auto& each) { return !each->quiet(); });
        return refused != asking.end();
    });
    const auto reply = (*refused)->answer();
    CHECK(reply.status == 503);
    CHECK(reply.json()["code"] == "server_busy");
}

TEST_CASE("what has not changed is not sent again, and HEAD sends nothing but says the same") {
    const TempFolder folder;
    ServerProcess server(folder.path());
    WireClient ada(server.port());
    const auto battle = create_battle(ada);
    const std::string target = "/api/v1/battles/" + battle.id;
    for (const auto& path : {target, target + "/record", std::string("/api/v1/rulesets"), std::string("/api/v1/rulesets/armies"), std::string("/api/v1/audit"),
                             std::string("/api/v1/openapi.json")}) {
        CAPTURE(path);
        const auto first = http_get(server.port(), path);
        const auto tag = first.headers.at("etag");
        for (const auto& header : {tag, "W/" + tag, "\"other\", " + tag, std::string("*")}) {
            const auto again = http_get(server.port(), path, "If-None-Match: " + header + "\r\n");
            CHECK(again.status == 304);
            CHECK(again.body.empty());
            CHECK(again.headers.at("etag") == tag);
        }
        CHECK(http_get(server.port(), path, "If-None-Match: \"other\"\r\n").body == first.body);
        const auto head = http_get(server.port(), path, {}, "HEAD");
        CHECK(head.status == 200);
        CHECK(head.body.empty());
        CHECK(head.headers == first.headers);
    }
    const auto tag = http_get(server.port(), target).headers.at("etag");
    ada.ask(battle.follow(battle.attacker));
    CHECK(http_get(server.port(), target, "If-None-Match: " + tag + "\r\n").status == 200);
}

namespace {

/// What a gzip file holds whose head says nothing (RFC 1952).
std::string unpacked(std::string_view file, std::size_t size) {
    namespace zlib = boost::beast::zlib;
    std::string out(size + 1, '\0');
    zlib::inflate_stream inflate;
    zlib::z_params work{};
    work.next_in = file.data() + 10;
    work.avail_in = file.size() - 10;  // with the checksum behind it: this reader wants to look further than the last code
    work.next_out = out.data();
    work.avail_out = out.size();
    boost::beast::error_code ended;
    inflate.write(work, zlib::Flush::finish, ended);
    CHECK(ended == zlib::error::end_of_stream);
    out.resize(work.total_out);
    return out;
}

}  // namespace

TEST_CASE("catalogs and the documents of the interface come compressed to who can unpack them, under a tag of their own") {
    const TempFolder folder;
    const ServerProcess server(folder.path());
    for (const std::string path : {"/api/v1/rulesets", "/api/v1/rulesets/advanced-combat", "/api/v1/openapi.json", "/api/v1/asyncapi.json"}) {
        CAPTURE(path);
        const auto plain = http_get(server.port(), path);
        CHECK(plain.headers.at("vary") == "Accept-Encoding");
        CHECK_FALSE(plain.headers.contains("content-encoding"));
        const auto packed = http_get(server.port(), path, "Accept-Encoding: br, gzip\r\n");
        REQUIRE(packed.headers.at("content-encoding") == "gzip");
        CHECK(packed.body.size() < plain.body.size() / 3);
        CHECK(unpacked(packed.body, plain.body.size()) == plain.body);
        CHECK(packed.headers.at("etag") != plain.headers.at("etag"));
        CHECK(http_get(server.port(), path, "Accept-Encoding: gzip\r\nIf-None-Match: " + packed.headers.at("etag") + "\r\n").status == 304);
        CHECK(http_get(server.port(), path, "Accept-Encoding: gzip;q=0\r\n").body == plain.body);
    }
}
