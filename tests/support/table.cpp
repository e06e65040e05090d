#include "tests/support/table.hpp"

#include <doctest/doctest.h>

#include <algorithm>

#include "protocol/verify.hpp"
#include "rules/systems.hpp"
#include "tests/support/wait_until.hpp"

namespace muster::test {

Json Battle::follow(const std::string& token, std::int64_t since) const {
    Json message{{"type", "follow"}, {"battle", id}, {"since", since}};
    if (!token.empty()) message["token"] = token;
    return message;
}

Battle battle_of(const Json& created) { return {created["battle"], created["seats"][0]["token"], created["seats"][1]["token"]}; }

std::vector<std::string> seats_of(const Json& ruleset) {
    if (!ruleset["seats"].empty()) return ruleset["seats"];
    std::vector<std::string> out;
    for (const auto& nation : ruleset["example"]["nations"]) out.push_back(nation["seat"]);
    return out;
}

Json small_setup() {
    return Json::parse(R"({"attacker":{"army":[{"unit":"swordsmen","enhanced":true,"count":3},{"unit":"chariots","count":3},{"unit":"catapults","count":2}]},
                           "defender":{"army":[{"unit":"catapults","count":4},{"unit":"chariots","count":2}]}})");
}

Json siege_setup() {
    return Json::parse(R"({"attacker":{"army":[{"unit":"swordsmen","count":120},{"unit":"chariots","count":80}]},
                           "defender":{"army":[{"unit":"tanks","count":5},{"unit":"machine_gunners","count":2}]},
                           "settlement":{"current_era":1}})");
}

Battle create_battle(WireClient& client, const Json& setup, const Json& options) {
    const Json created = client.ask({{"type", "create"}, {"ruleset", "advanced-combat"}, {"setup", setup}, {"options", options}});
    REQUIRE_MESSAGE(created.at("type") == "created", created.dump());
    return battle_of(created);
}

std::vector<std::vector<Json>> play_out(const std::vector<WireClient*>& clients, const Choose& choose) {
    std::vector<std::vector<Json>> heard(clients.size());
    std::vector<WireClient*> waiting = clients;
    const auto hear = [&](WireClient& client, Json message) {
        const auto index = static_cast<std::size_t>(std::ranges::find(clients, &client) - clients.begin());
        if (message["type"] == "request" && !message.contains("pending"))
            client.send({{"type", "choose"},
                         {"id", "c" + message["decision"].dump()},
                         {"battle", message["battle"]},
                         {"decision", message["decision"]},
                         {"choice", choose ? choose(message) : Json("default")}});
        if (message["type"] == "event" && message["event"] == "battle_ended") std::erase(waiting, &client);
        heard[index].push_back(std::move(message));
    };
    for (auto* client : clients)  // what came while it waited for an answer
        for (auto& message : std::exchange(client->skipped, {})) hear(*client, std::move(message));
    while (!waiting.empty()) {
        auto& client = *waiting[WireClient::wait_any(waiting)];
        hear(client, client.next());
    }
    return heard;
}

std::vector<Json> events_of(const std::vector<Json>& messages) {
    std::vector<Json> out;
    for (const auto& message : messages)
        if (message.at("type") == "event") out.push_back(message);
    return out;
}

Json verified_record(unsigned short port, const std::string& battle) {
    const auto reply = http_get(port, "/api/v1/battles/" + battle + "/record");
    REQUIRE(reply.status == 200);
    const auto record = protocol::read_record(reply.body);
    REQUIRE_MESSAGE(record.has_value(), record.error().message);
    const auto verdict = protocol::verify(*record, rules::shipped_rulesets());
    CHECK_MESSAGE(verdict.holds, verdict.path << ": " << verdict.message);
    return reply.json();
}

void wait_for_metrics(unsigned short port, const std::vector<std::string>& lines, std::chrono::seconds longest) {
    std::string missing;
    CAPTURE(missing);
    const auto all_there = [&] {
        const std::string page = http_get(port, "/metrics").body;
        const auto first = std::ranges::find_if(lines, [&](const auto& each) { return !page.contains("\n" + each + "\n"); });
        if (first != lines.end()) missing = *first;
        return first == lines.end();
    };
    wait_until(all_there, longest);
}

}  // namespace muster::test
