// The program from outside, as far as it needs no server: what it prints and its exit status.
#include <doctest/doctest.h>

#include <algorithm>
#include <fstream>
#include <sstream>

#include "clients/cli/narration.hpp"
#include "protocol/record.hpp"
#include "rules/systems.hpp"
#include "tests/cli/process.hpp"

using namespace muster;
using namespace muster::cli;
using namespace muster::cli::test;

namespace {

Json example_scenario() {
    std::ifstream file(MUSTER_VECTORS "/source_examples.json");
    std::ostringstream text;
    text << file.rdbuf();
    return parse_json(text.str()).value()["examples"][0]["scenario"];
}

std::string last_line(const std::string& text) {
    const auto end = text.find_last_not_of('\n');
    const auto begin = text.find_last_of('\n', end);
    return text.substr(begin == std::string::npos ? 0 : begin + 1, end - begin);
}

// A whole battle of defaults, as the server would have recorded it.
std::string finished_record() {
    const auto* ruleset = rules::shipped_rulesets().find("advanced-combat");
    const auto key = protocol::P256Key::from_private(std::string(32, 'k')).value();
    protocol::Origin origin{"b7Qk2b7Qk2b7Qk2b7Qk2xx", ruleset, "", ruleset->catalog()["example"], Json::object(), {}, std::string(32, 's'), key.public_bytes()};
    auto fold = protocol::Fold::create(origin).value();
    protocol::Applied applied("2026-11-21T20:49:00.123Z");
    fold->begin(applied);
    fold->take_seat(0, {"Ada", "00ff00ff00ff00ff"}, applied);
    fold->take_seat(1, {"Bob", "11ff11ff11ff11ff"}, applied);
    while (!fold->open().empty()) fold->choose({{fold->open().front().id, fold->open().front().ask.preset}}, applied);
    protocol::Shown shown(fold->chain().start());
    protocol::add_shown(shown, applied, applied.events);
    protocol::RecordParts parts{*fold, protocol::sign_head(key, fold->chain(), shown), applied.at, applied.at, applied.inputs, {}};
    for (const auto& event : applied.events) parts.events.push_back(event.body);
    return protocol::record_text(parts);
}

}  // namespace

TEST_CASE("resolve --json prints an event a line and the outcome last") {
    const auto run = run_muster({"resolve", "-", "--json"}, example_scenario().dump());
    CHECK(run.status == 0);
    CHECK(run.err == "");
    CHECK(run.out.starts_with(R"({"event":"phase_started","data":{"attacker_units":)"));
    CHECK(last_line(run.out) == R"({"outcome":{"winner":"defender","reason":"annihilation","survivors":{"attacker":0,"defender":1}}})");
}

TEST_CASE("resolve stops where the script ends, and says what is pending") {
    auto scenario = example_scenario();
    scenario["choices"] = Json::array();
    const auto json = run_muster({"resolve", "-", "--json"}, scenario.dump());
    CHECK(json.status == 0);
    CHECK(last_line(json.out).starts_with(R"({"pending":[{"seat":"attacker","kind":"wave",)"));
    const auto text = run_muster({"resolve", "-"}, scenario.dump());
    CHECK(text.status == 0);
    CHECK(text.out.contains("Attacker has to decide (wave); there are 18 dice left."));
}

TEST_CASE("resolve names a choice that does not fit") {
    auto scenario = example_scenario();
    scenario["choices"][0]["seat"] = "defender";
    const auto run = run_muster({"resolve", "-"}, scenario.dump());
    CHECK(run.status == 2);
    CHECK(run.out == "");
    CHECK(run.err.starts_with("muster: -: the choice (defender wave) does not match"));
    CHECK(run.err.contains("/choices/0"));
}

TEST_CASE("resolve refuses what is no scenario, and files that are not there") {
    CHECK(run_muster({"resolve", "-"}, "{").status == 2);
    CHECK(run_muster({"resolve", "-"}, R"({"ruleset":"nonsense","setup":{}})").status == 2);
    const auto missing = run_muster({"resolve", "/no/such/file"});
    CHECK(missing.status == 2);
    CHECK(missing.err == "muster: cannot read /no/such/file: No such file or directory\n");
    CHECK(run_muster({"resolve", "/"}).status == 2);
}

TEST_CASE("verify tells a record that holds from one that does not, and from what is none") {
    const auto record = finished_record();
    const auto good = run_muster({"verify", "-"}, record);
    CHECK(good.status == 0);
    CHECK(good.out.starts_with("holds. "));

    auto forged = parse_json(record).value();
    for (auto& event : forged["events"])
        if (event["event"] == "rolled") {
            auto& die = event["data"]["groups"][0]["dice"][0];
            die = die == 6 ? 5 : 6;
            break;
        }
    const auto bad = run_muster({"verify", "-"}, forged.dump());
    CHECK(bad.status == 1);
    CHECK(bad.out.starts_with("does not hold. At /events/"));

    CHECK(run_muster({"verify", "-"}, "{}").status == 2);
    CHECK(run_muster({"verify", "-"}, "").status == 2);
    CHECK(run_muster({"verify", "/no/such/file"}).status == 2);
}

TEST_CASE("verify cannot judge a battle that is not over") {
    auto record = parse_json(finished_record()).value();
    record["outcome"] = nullptr;
    record["server_seed"] = nullptr;
    record["finished_at"] = nullptr;
    const auto run = run_muster({"verify", "-"}, record.dump());
    CHECK(run.status == 2);
    CHECK(run.err.contains("not over"));
}

TEST_CASE("verify says what of a record that holds is the server's word") {
    const auto told = [](const std::string& name) {
        const auto run = run_muster({"verify", MUSTER_VECTORS "/records/2/" + name});
        CHECK_MESSAGE(run.status == 0, run.err);
        return run.out;
    };
    CHECK(!told("advanced-combat-agreed.json").contains("server's word"));
    CHECK(told("advanced-combat-time-outs.json").contains("made by the clock: that time had run out is the server's word"));
    const auto share = told("advanced-combat-shared-dice-forfeit.json");
    CHECK_MESSAGE(share.contains("Ended by the clock: that time had run out is the server's word; shares of step "), share);
}

TEST_CASE("audit counts the dice of records, in an export and one by one, each battle once") {
    const auto record = finished_record();
    auto other = parse_json(record).value();
    std::map<std::string, std::int64_t> dice;
    for (const auto& event : other["events"])
        if (event["event"] == "rolled")
            for (const auto& group : event["data"]["groups"]) dice[event["data"]["seat"]] += static_cast<std::int64_t>(group["dice"].size());
    other["battle"] = "c7Qk2b7Qk2b7Qk2b7Qk2xx";
    other["options"] = {{"bots", {{"defender", "best"}}}};
    std::string one_line = record;
    std::erase(one_line, '\n');

    const auto alone = parse_json(run_muster({"audit", "--json", "-"}, record).out).value();
    CHECK(alone["battles"] == 1);
    CHECK(alone["dice"] == dice["attacker"] + dice["defender"]);
    const auto exported = run_muster({"audit", "--json", "-"}, one_line + "\n" + other.dump() + "\n" + one_line + "\n");
    CHECK(exported.status == 0);
    const auto audit = parse_json(exported.out).value();
    CHECK(audit["battles"] == 2);
    CHECK(audit["uncounted"] == 0);
    REQUIRE(audit["rulesets"].size() == 1);
    const auto& ruleset = audit["rulesets"][0];
    CHECK(ruleset["ruleset"] == "advanced-combat");
    CHECK(ruleset["seats"][0]["seat"] == "attacker");
    CHECK(ruleset["seats"][0]["dice"] == 2 * dice["attacker"]);
    CHECK(ruleset["seats"][1]["dice"] == 2 * dice["defender"]);
    CHECK(ruleset["players"][0]["player"] == "best");
    CHECK(ruleset["players"][0]["dice"] == dice["defender"]);
    CHECK(ruleset["players"][1]["player"] == "people");

    auto seatless = parse_json(record).value();  // who wrote it may leave out whoever rolled
    seatless["seats"] = Json::array();
    CHECK(parse_json(run_muster({"audit", "--json", "-"}, seatless.dump()).out).value() == alone);

    const auto text = run_muster({"audit", "-"}, record);
    CHECK(text.status == 0);
    CHECK(text.out.starts_with("1 battle, "));
    CHECK(text.out.contains("  by people"));
    CHECK(text.out.contains("cannot show that single rolls were chosen"));
}

TEST_CASE("audit says what it cannot count") {
    auto record = parse_json(finished_record()).value();
    for (auto& event : record["events"])
        if (event["event"] == "rolled") event["data"]["groups"][0]["dice"][0] = 7;
    const auto no_dice = run_muster({"audit", "-"}, record.dump());
    CHECK(no_dice.status == 2);
    CHECK(no_dice.err.contains("line 1: these are no dice (/events/"));
    auto strange = parse_json(finished_record()).value();
    for (auto& event : strange["events"])
        if (event["event"] == "rolled") event["data"]["seat"] = "nobody";
    CHECK(run_muster({"audit", "-"}, strange.dump()).err.contains("no seat \"nobody\" rolls"));
    strange["ruleset"] = "chess";
    CHECK(run_muster({"audit", "-"}, strange.dump()).err.contains("unknown ruleset"));
    record["outcome"] = nullptr;
    CHECK(run_muster({"audit", "-"}, record.dump()).err.contains("not over"));
    CHECK(run_muster({"audit", "-"}, "{}").status == 2);
    CHECK(run_muster({"audit", "-"}, "[").status == 2);
    CHECK(run_muster({"audit", "/no/such/file"}).status == 2);
    CHECK(run_muster({"audit"}).status == 2);
}

TEST_CASE("replay of a file that is not shown on a terminal prints it all, without colours") {
    const auto run = run_muster({"replay", "-"}, finished_record());
    CHECK(run.status == 0);
    CHECK(run.out.contains("Ada joins as attacker."));
    CHECK(run.out.contains("The battle begins."));
    CHECK(run.out.contains("wins"));
    CHECK(run.out.find('\x1b') == std::string::npos);
    CHECK(run_muster({"replay", "-"}, "{}").status == 2);
}

TEST_CASE("replay --ledger tells luck from decisions: a line for each step that changed something, the sums, a sentence; --json says the same") {
    const auto record = finished_record();
    const auto run = run_muster({"replay", "-", "--ledger"}, record);
    CHECK(run.status == 0);
    CHECK(run.err == "");
    CHECK(run.out == R"(event  phase  what                Ada    Bob
9      1      Ada rolls: attack   +40.5  -40.5
11     1      Bob rolls: defence  -0.3   +0.3
21     2      Ada rolls: attack   -12.5  +12.5
23     2      Bob rolls: defence  +0.8   -0.8
32     3      Ada rolls: attack   +2.9   -2.9
34     3      Bob rolls: defence  +1.1   -1.1
44     4      Ada rolls: attack   -8.0   +8.0
46     4      Bob rolls: defence  -16.0  +16.0
55     5      Ada rolls: attack   +40.0  -40.0
9 more steps changed nothing that shows

points   Ada      Bob
start    51.4 %   48.6 %
luck     +48.6    -48.6
choices  0        0
  own    0        0
result   100.0 %  0.0 %

The dice cost Bob 49 points.
A point is a hundredth of the chance to win. Exact; measured by the play that muster odds assumes.
)");
    const auto json = run_muster({"replay", "-", "--ledger", "--json"}, record);
    CHECK(json.status == 0);
    const auto ledger = parse_json(json.out).value();
    CHECK(ledger["exact"] == true);
    CHECK(run.out.contains("\n" + ledger["sentence"].get<std::string>() + "\n"));
    double luck = 0;
    for (const auto& step : ledger["steps"])
        if (step["cause"] == "roll") luck += step["changes"][0]["sum"].get<double>();
    CHECK(luck == doctest::Approx(ledger["sides"][0]["luck"]["sum"].get<double>()));
}

TEST_CASE("there is no ledger of a battle that is not over, of dice that do not follow, or of rules that this program does not keep") {
    auto record = parse_json(finished_record()).value();
    const auto refused = [](const Json& damaged) {
        const auto run = run_muster({"replay", "-", "--ledger"}, damaged.dump());
        CHECK(run.status == 2);
        CHECK(run.out == "");
        return run.err;
    };
    auto early = record;
    early["events"].erase(early["events"].size() - 1);
    CHECK(refused(early) == "muster: this battle is not over (/events)\n");
    auto other = record;
    for (auto& event : other["events"])
        if (event["event"] == "rolled") event["data"]["groups"][0]["dice"][0] = 9;
    CHECK(
        refused(other).starts_with("muster: this does not follow by the rules: other dice are rolled here; \"muster verify\" says where it begins (/events/"));
    record["ruleset_version"] = 99;
    CHECK(refused(record) == "muster: this program does not keep the rules of this record: advanced-combat version 99\n");
    CHECK(refused(Json::object()).starts_with("muster: "));
    CHECK(run_muster({"replay", "-", "--json"}, "{}").status == 2);
    CHECK(run_muster({"replay", "-", "--ledger", "--all"}, "{}").status == 2);
}

TEST_CASE("rules lists the rulesets and shows one in full") {
    const auto all = run_muster({"rules"});
    CHECK(all.status == 0);
    CHECK(all.out.contains("advanced-combat: "));
    const auto one = run_muster({"rules", "advanced-combat"});
    CHECK(one.status == 0);
    CHECK(one.out.contains("swordsmen"));
    CHECK(one.out.contains("science_rounding"));
    const auto json = run_muster({"rules", "advanced-combat", "--json"});
    CHECK(parse_json(json.out).value()["id"] == "advanced-combat");
    const auto wrong = run_muster({"rules", "advanced-combad"});
    CHECK(wrong.status == 2);
    CHECK(wrong.err.contains("did you mean \"advanced-combat\"?"));
}

TEST_CASE("wrong usage exits with 2, help with 0") {
    CHECK(run_muster({}).status == 2);
    CHECK(run_muster({"nonsense"}).status == 2);
    CHECK(run_muster({"resolve"}).status == 2);
    CHECK(run_muster({"list", "--status", "nonsense"}).status == 2);
    CHECK(run_muster({"create", "--server", "ftp://example.org", "--example", "advanced-combat"}).status == 2);
    CHECK(run_muster({"create"}).status == 2);
    CHECK(run_muster({"play", "no link at all"}).status == 2);
    CHECK(run_muster({"--help"}).status == 0);
    CHECK(run_muster({"play", "--help"}).status == 0);
}

TEST_CASE("a server that is not there is an answer of its own for what is asked once") {
    // Port 1 of this machine answers nobody.
    const auto list = run_muster({"list", "--server", "http://127.0.0.1:1"});
    CHECK(list.status == 3);
    CHECK(list.err.starts_with("muster: cannot reach http://127.0.0.1:1"));
    CHECK(run_muster({"create", "--example", "advanced-combat", "--server", "http://127.0.0.1:1"}).status == 3);
}

TEST_CASE("whatever is wrong with the command line is one sentence of this program's, and a word in the wrong place is told its own") {
    const auto complaint = [](const std::vector<std::string>& words) {
        const auto run = run_muster(words);
        CHECK(run.status == 2);
        CHECK(run.out.empty());
        CHECK_MESSAGE(std::ranges::count(run.err, '\n') == 1, run.err);
        return run.err;
    };
    const auto help = [](const std::string& command) { return " (see muster " + command + " --help)\n"; };
    CHECK(complaint({"--server", "X", "list"}) == "muster: the command comes first: muster list --server X" + help("list"));
    CHECK(complaint({"--server=X", "list", "--json"}) == "muster: the command comes first: muster list --server=X --json" + help("list"));
    CHECK(complaint({"--json", "list"}) == "muster: the command comes first: muster list --json" + help("list"));
    CHECK(complaint({"--ruleset", "armies", "arena", "best", "./my bot"}) ==
          "muster: the command comes first: muster arena --ruleset armies best './my bot'" + help("arena"));
    CHECK(complaint({"--name", "Ada", "play"}) == "muster: the command comes first: muster play --name Ada" + help("play"));
    CHECK(complaint({"list", "--auto"}) == "muster: --auto is an option of muster play, not of muster list" + help("list"));
    CHECK(complaint({"--auto=best"}) == "muster: --auto is an option of muster play (see muster --help, muster COMMAND --help)\n");
    CHECK(complaint({"--server", "X"}) == "muster: --server is an option of muster create and others (see muster --help, muster COMMAND --help)\n");
    CHECK(complaint({"--jsn", "list"}) == "muster: there is no option \"--jsn\"; did you mean \"--json\"?" + help("list"));
    CHECK(complaint({"list", "--", "--json"}) == "muster: muster list does not take \"--json\"" + help("list"));
    CHECK(complaint({"list", "battles"}) == "muster: muster list does not take \"battles\"" + help("list"));
    CHECK(complaint({"play"}) == "muster: battle is required" + help("play"));
    CHECK(complaint({"arena", "best"}) == "muster: muster arena takes at least 2 bots" + help("arena"));
    std::vector<std::string> crowd(17, "best");
    crowd.insert(crowd.begin(), "arena");
    CHECK(complaint(crowd) == "muster: muster arena takes at most 16 bots" + help("arena"));
    CHECK(complaint({"list", "--limit"}) == "muster: --limit needs a value" + help("list"));
    CHECK(complaint({"list", "--limit", "x"}) == "muster: --limit: Value x not in range 1 to 100" + help("list"));
    CHECK(complaint({"seats"}) == "muster: muster seats needs one of export, import" + help("seats"));
    CHECK(complaint({}) == "muster: muster needs a command (see muster --help, muster COMMAND --help)\n");
    CHECK(run_muster({"list", "--help"}).status == 0);
    CHECK(run_muster({"--version"}).err.empty());
}
