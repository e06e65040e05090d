// What nudges say.
#include <doctest/doctest.h>

#include "server/nudge/push_message.hpp"
#include "server/nudge/text.hpp"

using namespace muster;
using namespace muster::server;
using protocol::NudgeFormat;

namespace {

Turn turn(int number = 1) {
    Turn out;
    out.battle = "battle-" + std::to_string(number);
    out.title = "Siege of Tyre";
    out.ruleset = "advanced-combat";
    out.seat = "attacker";
    out.decision = number;
    out.kind = "air_support";
    out.deadline_ms = 1'795'000'000'000;
    return out;
}

Digest digest(int count) {
    Digest out;
    for (int i = 1; i <= count; ++i) out.turns.push_back(turn(i));
    return out;
}

}  // namespace

TEST_CASE("a nudge as JSON has what a program needs") {
    const auto text = webhook_text(NudgeFormat::json, digest(1), "https://muster.example.org");
    CHECK(text == R"({"turns":[{"battle":"battle-1","title":"Siege of Tyre","ruleset":"advanced-combat","seat":"attacker","decision":1,"kind":"air_support",)"
                  R"("deadline":"2026-11-18T11:06:40.000Z","reminder":false,"link":"https://muster.example.org/b/battle-1"}],"more":0})");
}

TEST_CASE("a nudge in Discord and in Slack is a sentence with a link") {
    CHECK(webhook_text(NudgeFormat::discord, digest(1), "https://m.example.org") ==
          R"({"content":"Attacker’s turn in “Siege of Tyre” (advanced\\-combat): air support, by <t:1795000000:f>\n<https://m.example.org/b/battle-1>",)"
          R"("embeds":[{"url":"https://m.example.org/b/battle-1","image":{"url":"https://m.example.org/b/battle-1/card.png?v=1"}}],)"
          R"("allowed_mentions":{"parse":[]}})");
    CHECK(
        webhook_text(NudgeFormat::slack, digest(1), "https://m.example.org") ==
        R"({"text":"Attacker’s turn in “Siege of Tyre” (advanced-combat): air support, by <!date^1795000000^{date_short_pretty} {time}|2026-11-18 11:06 UTC>\n)"
        R"(<https://m.example.org/b/battle-1>","unfurl_links":false})");
}

TEST_CASE("without an address of its own and without a clock a nudge has neither link nor deadline") {
    Digest one = digest(1);
    one.turns[0].deadline_ms.reset();
    one.turns[0].title.clear();
    one.turns[0].reminder = true;
    CHECK(Json::parse(webhook_text(NudgeFormat::slack, one, ""))["text"] == "Reminder: Attacker’s turn in “advanced-combat” (advanced-combat): air support");
    const Json plain = Json::parse(webhook_text(NudgeFormat::json, one, ""))["turns"][0];
    CHECK(plain["deadline"].is_null());
    CHECK(plain["reminder"] == true);
    CHECK(!plain.contains("link"));
}

TEST_CASE("a title can neither mention nor link nor format") {
    Digest one = digest(1);
    one.turns[0].title = "@everyone **<https://evil.example|here>** `x`";
    one.turns[0].kind.clear();
    one.turns[0].deadline_ms.reset();
    const std::string discord = Json::parse(webhook_text(NudgeFormat::discord, one, ""))["content"];
    CHECK(discord == "Attacker’s turn in “\\@everyone \\*\\*\\<https\\://evil.example\\|here\\>\\*\\* \\`x\\`” (advanced\\-combat)");
    const std::string slack = Json::parse(webhook_text(NudgeFormat::slack, one, ""))["text"];
    CHECK(slack == "Attacker’s turn in “@everyone **&lt;https://evil.example|here&gt;** `x`” (advanced-combat)");
}

TEST_CASE("a digest lists its turns, and counts what has no room") {
    Digest three = digest(3);
    three.more = 4;
    const std::string text = Json::parse(webhook_text(NudgeFormat::slack, three, ""))["text"];
    CHECK(text.starts_with("7 decisions are waiting:\n• Attacker’s turn in"));
    CHECK(text.ends_with("\n… and 4 more"));
    const std::string crowded = Json::parse(webhook_text(NudgeFormat::discord, digest(40), "https://m.example.org"))["content"];
    CHECK(crowded.starts_with("40 decisions are waiting:"));
    CHECK(crowded.size() < 2000);
    CHECK(crowded.contains("\n… and "));
}

TEST_CASE("a push message always fits into what push services take") {
    const auto text = push_text(digest(40));
    CHECK(text.size() <= push_payload_bytes_max);
    const Json json = Json::parse(text);
    CHECK(json["turns"].size() + json["more"].get<std::size_t>() == 40);
    CHECK(!json["turns"][0].contains("link"));
}

TEST_CASE("what was decided since is said so in Discord, and the picture has another address") {
    Digest one = digest(1);
    one.turns[0].reminder = true;
    one.decided = {0};
    const Json edited = Json::parse(webhook_text(NudgeFormat::discord, one, "https://m.example.org"));
    CHECK(edited["content"] == "Attacker has decided in “Siege of Tyre” (advanced\\-combat): air support\n<https://m.example.org/b/battle-1>");
    CHECK(edited["embeds"][0]["image"]["url"] == "https://m.example.org/b/battle-1/card.png?v=1d");
    CHECK(Json::parse(webhook_text(NudgeFormat::discord, one, ""))["embeds"].empty());
    Digest three = digest(3);
    three.turns[2].battle = "battle-1";
    three.decided = {2};
    const Json mixed = Json::parse(webhook_text(NudgeFormat::discord, three, "https://m.example.org"));
    CHECK(mixed["content"].get<std::string>().starts_with("2 decisions are waiting:\n• Attacker’s turn in"));
    REQUIRE(mixed["embeds"].size() == 2);
    CHECK(mixed["embeds"][0]["image"]["url"] == "https://m.example.org/b/battle-1/card.png?v=1-3d");
    CHECK(Json::parse(webhook_text(NudgeFormat::discord, digest(20), "https://m.example.org"))["embeds"].size() == 10);
}
