// A battle looked at without a server: any moment of it, other choices and dice from there, odds, its verdict.
#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "protocol/odds.hpp"
#include "protocol/study/desk.hpp"
#include "rules/drive.hpp"
#include "rules/systems.hpp"
#include "tests/protocol/games.hpp"

using namespace muster;
using namespace muster::test;
using protocol::study::Desk;

namespace {

std::string read_file(const std::filesystem::path& path) {
    std::ifstream file(path);
    std::stringstream out;
    out << file.rdbuf();
    return out.str();
}

std::vector<std::filesystem::path> stored_records() {
    std::vector<std::filesystem::path> out;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(std::filesystem::path(MUSTER_VECTORS) / "records"))
        if (entry.path().extension() == ".json") out.push_back(entry.path());
    std::ranges::sort(out);
    return out;
}

Json asked(const std::string& answer) { return Json::parse(answer); }

/// The stored record of that name, opened.
struct Opened {
    explicit Opened(const std::string& name) : text(read_file(std::filesystem::path(MUSTER_VECTORS) / "records" / (name + ".json"))) {
        told = asked(desk.open(text));
    }
    Json at(const Json& question) const { return asked(desk.at(question.dump())); }

    Desk desk{rules::shipped_rulesets()};
    std::string text;
    Json told{};
};

std::vector<Json> recorded_events(const std::string& text) { return Json::parse(text).at("events").get<std::vector<Json>>(); }

}  // namespace

TEST_CASE("every stored record is played again from what its events tell, without its secret, to the outcome that it has") {
    int begun = 0;
    for (const auto& path : stored_records()) {
        CAPTURE(path.string());
        auto record = Json::parse(read_file(path));
        const auto outcome = record.at("outcome");
        record["server_seed"] = nullptr;
        record["inputs"] = Json::array();
        Desk desk(rules::shipped_rulesets());
        const auto opened = asked(desk.open(record.dump()));
        REQUIRE(opened.contains("head"));
        CHECK(!opened.contains("trouble"));
        CHECK(opened.at("head") == record.at("events").back().at("seq"));
        if (opened.at("moments").empty()) continue;  // declined before it began
        ++begun;
        const auto last = asked(desk.at(Json{{"seq", opened.at("head")}}.dump()));
        CHECK(last.at("over") == outcome);
        for (const auto& moment : opened.at("moments")) {
            const auto standing = asked(desk.at(Json{{"seq", moment}}.dump()));
            CHECK(standing.at("seq") == moment);
            CHECK(standing.contains("asks") + standing.contains("over") == 1);
        }
    }
    CHECK(begun > 35);
}

TEST_CASE("a moment shows what a fold of the same inputs shows, whichever was looked at before") {
    const auto* ruleset = rules::shipped_rulesets().find("advanced-combat");
    const auto army = [](int swordsmen, int pikemen) {
        return Json{{"army", {{{"unit", "swordsmen"}, {"count", swordsmen}}, {{"unit", "pikemen"}, {"count", pikemen}}}}};
    };
    const Start start{.ruleset = ruleset, .setup = {{"attacker", army(60, 50)}, {"defender", army(20, 18)}}};  // the larger has to choose a wave
    auto game = seated(start);
    struct Seen {
        std::int64_t seq = 0;
        Json view;
        Json survivors;
        Json options;
    };
    std::vector<Seen> seen;
    for (; game.fold->phase() != protocol::Fold::Phase::over; game.choose_best())
        if (game.fold->phase() == protocol::Fold::Phase::running)
            seen.push_back({game.fold->head(), game.fold->view({}), game.fold->battle().survivors(), *game.fold->open().front().ask.options});
    REQUIRE(seen.size() > 2);
    Desk desk(rules::shipped_rulesets());
    REQUIRE(!asked(desk.open(game.record())).contains("trouble"));
    std::ranges::reverse(seen);
    for (const auto& each : seen) {
        const auto standing = asked(desk.at(Json{{"seq", each.seq}}.dump()));
        CHECK(standing.at("view") == each.view);
        CHECK(standing.at("survivors") == each.survivors);
        CHECK(standing.at("asks").at(0).at("options") == each.options);
        CHECK(standing.at("seq") == each.seq);
    }
}

TEST_CASE("who chooses as was chosen, with the dice as they fell, comes to what was") {
    for (const auto& path : stored_records()) {
        CAPTURE(path.string());
        const auto text = read_file(path);
        Desk desk(rules::shipped_rulesets());
        const auto opened = asked(desk.open(text));
        if (opened.at("moments").size() < 3) continue;
        const auto from = opened.at("moments").at(0).get<std::int64_t>();
        const auto to = opened.at("moments").at(opened.at("moments").size() - 2).get<std::int64_t>();
        Json moves = Json::array();
        for (const auto& event : recorded_events(text))
            if (event.at("event") == "chosen" && event.at("data").contains("decision") && event.at("seq") > from && event.at("seq") <= to)
                moves.push_back({{"seat", event.at("data").at("seat")}, {"choice", event.at("data").at("choice")}});
        const auto branch = asked(desk.at(Json{{"seq", from}, {"moves", moves}, {"dice", {{"as_they_fell", true}}}}.dump()));
        const auto was = asked(desk.at(Json{{"seq", to}}.dump()));
        CAPTURE(branch.dump());
        CHECK(branch.at("view") == was.at("view"));
        CHECK(branch.at("survivors") == was.at("survivors"));
    }
}

TEST_CASE("a battle that goes on is looked at from its events alone, and one that lacks its end stands where that begins") {
    Opened whole("2/advanced-combat-confirmed-draw-refused");
    auto events = recorded_events(whole.text);
    for (std::size_t count = 1; count <= events.size(); count += 7) {
        CAPTURE(count);
        const std::vector<Json> some(events.begin(), events.begin() + static_cast<std::ptrdiff_t>(count));
        Desk desk(rules::shipped_rulesets());
        const auto opened = asked(desk.open(Json{{"events", some}}.dump()));
        REQUIRE(opened.at("head") == count);
        CHECK(!opened.contains("trouble"));
        for (const auto& moment : opened.at("moments")) CHECK(asked(desk.at(Json{{"seq", moment}}.dump())) == whole.at({{"seq", moment}}));
    }
}

TEST_CASE("a branch is the same whenever it is asked for, and another seed gives other dice") {
    Opened opened("2/advanced-combat-confirmed-draw-refused");
    const auto seq = opened.told.at("moments").at(0);
    Json question{{"seq", seq}, {"moves", Json::array()}, {"dice", {{"seed", 5}}}};
    auto standing = opened.at(question);
    int moves = 0;
    while (standing.contains("asks") && moves++ < 200) {
        for (const auto& ask : standing.at("asks")) question["moves"].push_back({{"seat", ask.at("seat")}, {"choice", "default"}});
        standing = opened.at(question);
        REQUIRE(!standing.contains("refusal"));
    }
    REQUIRE(standing.contains("over"));
    CHECK(standing.at("choices").size() == question.at("moves").size());
    CHECK(standing == opened.at(question));
    // What the policies chose, written out, is the same branch.
    for (std::size_t i = 0; i < question["moves"].size(); ++i) question["moves"][i]["choice"] = standing.at("choices")[i];
    CHECK(standing == opened.at(question));
    const auto rolled = [](const Json& where) {
        Json out = Json::array();
        for (const auto& event : where.at("events"))
            if (event.at("event") == "rolled") out.push_back(event.at("data"));
        return out;
    };
    Json other{{"seq", seq}, {"moves", Json::array()}, {"dice", {{"seed", 6}}}};
    auto elsewhere = opened.at(other);
    for (int i = 0; i < 10 && elsewhere.contains("asks"); ++i) {
        for (const auto& ask : elsewhere.at("asks")) other["moves"].push_back({{"seat", ask.at("seat")}, {"choice", "best"}});
        elsewhere = opened.at(other);
    }
    REQUIRE(!rolled(elsewhere).empty());
    CHECK(rolled(elsewhere).at(0) != rolled(standing).at(0));
}

TEST_CASE("dice by hand are taken in order, a branch waits for those that are missing, and a die with too many pips is refused") {
    Opened opened("2/advanced-combat-agreed");
    Json question{{"seq", opened.told.at("moments").at(0)}, {"moves", Json::array()}};
    auto standing = opened.at(question);
    while (standing.contains("asks")) {
        for (const auto& ask : standing.at("asks")) question["moves"].push_back({{"seat", ask.at("seat")}, {"choice", "default"}});
        standing = opened.at(question);
    }
    REQUIRE(standing.contains("roll"));
    CHECK(standing.at("dice") == 0);
    int dice = 0;
    for (const auto& group : standing.at("roll").at("groups")) dice += group.at("dice").get<int>();
    REQUIRE(dice > 0);
    question["dice"] = {{"by_hand", std::vector<int>(static_cast<std::size_t>(dice - 1), 6)}};
    CHECK(opened.at(question).at("dice") == 0);
    question["dice"]["by_hand"].push_back(1);
    const auto after = opened.at(question);
    CHECK(after.at("dice") == dice);
    question["dice"]["by_hand"].back() = 7;
    CHECK(opened.at(question).at("refusal").at("path") == "/dice/by_hand/" + std::to_string(dice - 1));
    question["dice"]["by_hand"].back() = 0;
    CHECK(opened.at(question).at("refusal").at("code") == "bad_message");
    // Choices cannot come before the dice.
    question["dice"] = Json::object();
    question["moves"].push_back({{"seat", "attacker"}, {"choice", "default"}});
    CHECK(opened.at(question).at("refusal").at("code") == "illegal_choice");
}

TEST_CASE("the chances at a moment are those of the same battle by itself, and a place that waits for dice has those of all that they can show") {
    Opened opened("2/advanced-combat-agreed");
    const auto setup = Json::parse(opened.text).at("setup");
    const auto moment = opened.told.at("moments").at(0);
    const auto odds = [&](Json question) {
        auto out = asked(opened.desk.odds(question.dump()));
        out.erase("milliseconds");
        return out;
    };
    const auto from_start = odds({{"ruleset", "advanced-combat"}, {"setup", setup}, {"milliseconds", 3'600'000}});
    REQUIRE(from_start.at("method") == "exact");
    CHECK(odds({{"seq", moment}, {"milliseconds", 3'600'000}}) == from_start);
    CHECK(odds({{"seq", moment}, {"runs", 500}}).at("runs") == 500);
    // If both choose as odds of this ruleset take them to, which is by default, nothing changes until the dice have fallen.
    Json question{{"seq", moment}, {"moves", Json::array()}, {"milliseconds", 3'600'000}};
    for (auto standing = opened.at({{"seq", moment}}); standing.contains("asks"); standing = opened.at({{"seq", moment}, {"moves", question["moves"]}}))
        for (const auto& ask : standing.at("asks")) question["moves"].push_back({{"seat", ask.at("seat")}, {"choice", "default"}});
    REQUIRE(!question["moves"].empty());
    CHECK(odds(question).at("attacker").get<double>() == doctest::Approx(from_start.at("attacker").get<double>()).epsilon(1e-9));
    // And over is over.
    const auto last = odds({{"seq", opened.told.at("head")}});
    CHECK(last.at("nobody") == 1);
}

TEST_CASE("a preview says what a choice comes to, and why it is not legal") {
    Opened opened("2/advanced-combat-agreed");
    const auto standing = opened.at({{"seq", opened.told.at("moments").at(0)}});
    const auto& ask = standing.at("asks").at(0);
    Json question{{"seq", standing.at("seq")}, {"seat", ask.at("seat")}, {"choice", ask.at("default")}};
    const auto fine = asked(opened.desk.preview(question.dump()));
    CHECK(fine.at("choice") == ask.at("default"));
    CHECK(fine.contains("meaning"));
    question["choice"] = {{"units", {{{"unit", "dragons"}, {"count", 1}}}}};
    const auto refused = asked(opened.desk.preview(question.dump()));
    CHECK(refused.at("refusal").at("code") == "illegal_choice");
    CHECK(refused.at("refusal").at("path").get<std::string>().starts_with("/choice"));
    question["seat"] = ask.at("seat") == "attacker" ? "defender" : "attacker";
    CHECK(asked(opened.desk.preview(question.dump())).at("refusal").at("code") == "not_your_seat");
}

TEST_CASE("the desk's verdict is the verifier's") {
    const Desk desk(rules::shipped_rulesets());
    for (const auto& path : stored_records()) CHECK(asked(desk.verify(read_file(path))).at("holds") == true);
    CHECK(asked(desk.verify("{")).at("refusal").at("code") == "bad_json");
    auto record = Json::parse(Opened("2/advanced-combat-agreed").text);
    record["title"] = "Another";
    CHECK(asked(desk.verify(record.dump())).at("holds") == false);
}

TEST_CASE("what is no battle is refused, and what was open stays open") {
    Opened opened("2/advanced-combat-agreed");
    const auto refused = [&](const std::string& text) { return asked(opened.desk.open(text)).at("refusal"); };
    CHECK(refused("").at("code") == "bad_json");
    CHECK(refused("[]").at("path") == "/events");
    CHECK(refused("7").at("path") == "/events");
    CHECK(refused(R"({"events":7})").at("path") == "/events");
    CHECK(refused(R"({"events":[]})").at("path") == "/events");
    CHECK(refused(R"({"events":[7]})").at("path") == "/events/0");
    CHECK(refused(R"({"events":[{"event":"battle_created","data":7}]})").at("code") == "bad_setup");
    CHECK(refused(R"({"events":[{"event":"battle_created","data":{"ruleset":"advanced-combat","ruleset_version":1,"setup":7}}]})").at("code") == "bad_setup");
    CHECK(refused(R"({"events":[{"event":"battle_created","data":{"ruleset":"chess","ruleset_version":1,"setup":{}}}]})").at("code") == "bad_setup");
    CHECK(!opened.at({{"seq", opened.told.at("head")}}).contains("refusal"));
    CHECK(asked(opened.desk.at(R"({"seq":1})")).at("refusal").at("path") == "/seq");
    CHECK(asked(opened.desk.at(R"({"seq":99,"viewer":"nobody"})")).at("refusal").at("path") == "/viewer");
    CHECK(asked(opened.desk.at(R"({"seq":99,"more":1})")).at("refusal").at("code") == "bad_message");
    const Desk empty(rules::shipped_rulesets());
    CHECK(asked(empty.at(R"({"seq":1})")).at("refusal").at("code") == "unknown_battle");
}

TEST_CASE("events that the rules do not expect are said, and what came before them can be looked at") {
    Opened opened("2/advanced-combat-confirmed-draw-refused");
    auto events = recorded_events(opened.text);
    const auto rolled = std::ranges::find(events, "rolled", [](const Json& event) { return event.at("event").get<std::string>(); });
    const auto index = rolled - events.begin();
    for (const Json& die : {Json(7), Json(0), Json("6"), Json(), Json(-1), Json(6.0)}) {
        auto forged = events;
        forged[static_cast<std::size_t>(index)]["data"]["groups"][0]["dice"][0] = die;
        const auto told = asked(opened.desk.open(Json{{"events", forged}}.dump()));
        CHECK(told.at("trouble").at("path") == "/events/" + std::to_string(index));
        for (const auto& moment : told.at("moments")) CHECK(moment < index);
    }
    auto forged = events;
    for (auto& event : forged) event["seq"] = -5;
    CHECK(asked(opened.desk.open(Json{{"events", forged}}.dump())).at("head") == events.size());
    for (auto& event : forged) event["seq"] = std::numeric_limits<std::int64_t>::max();
    CHECK(asked(opened.desk.open(Json{{"events", forged}}.dump())).at("head") == events.size());
}
