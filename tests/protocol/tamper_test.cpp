// No record that was changed holds.
#include <doctest/doctest.h>

#include <algorithm>
#include <set>
#include <span>

#include "protocol/verify.hpp"
#include "rules/systems.hpp"
#include "tests/protocol/games.hpp"
#include "tests/support/rock_paper.hpp"

using namespace muster;
using namespace muster::test;
using namespace muster::protocol;

namespace {

using Pointer = Json::json_pointer;

struct Judgement {
    bool holds = false;
    std::string path{};
    std::string message{};
};

Judgement judge(const Json& record) {
    static const rules::Rulesets rulesets({&rock_paper(), rules::shipped_rulesets().find("advanced-combat")});
    const auto read = read_record(record.dump());
    if (!read) return {false, read.error().path, read.error().message};
    const auto verdict = verify(*read, rulesets);
    if (verdict.by_rules) return {verdict.holds, verdict.by_rules->path, verdict.by_rules->message};
    return {verdict.holds, verdict.path, verdict.message};
}

const rules::Ruleset& advanced() { return *rules::shipped_rulesets().find("advanced-combat"); }

/// Battles with all that can be in a record: sealed steps, chat, readiness, draws, concessions, dice.
const std::vector<Json>& records() {
    static const std::vector<Json> all = [] {
        std::vector<Json> out;
        for (std::uint64_t seed = 0; seed < 12; ++seed) {
            SeededChance chance(seed);
            const bool small = seed % 2 == 0;
            Start start{small ? &rock_paper() : &advanced(), small ? Json{{"rounds", 2}} : skirmish(), seed % 3 == 0, "Title", std::string(32, 's')};
            for (const auto proof : {Proof::first, Proof::second}) {
                start.proof = proof;
                out.push_back(Json::parse(random_game(start, chance, {.concede_one_in = 12, .draw_one_in = 6}).record()));
            }
        }
        return out;
    }();
    return all;
}

void leaves(const Json& json, const std::string& path, std::vector<std::string>& out) {
    if (!json.is_structured() || json.empty()) return out.push_back(path);
    for (const auto& [key, value] : json.items()) leaves(value, path + "/" + key, out);
}

/// The same kind of value, another one; hex stays hex.
Json changed(const Json& leaf) {
    if (leaf.is_boolean()) return !leaf.get<bool>();
    if (leaf.is_number()) return leaf.get<int>() == 6 ? 5 : leaf.get<int>() + 1;
    if (leaf.is_null()) return "red";
    if (!leaf.is_string()) return 1;
    auto text = leaf.get<std::string>();
    if (text.empty()) return "x";
    text.back() = text.back() == '0' ? '1' : '0';
    return text;
}

bool is_second(const Json& record) { return record["format"] == "muster.record/2"; }

bool at_or_above(const std::string& named, const std::string& place) { return !named.empty() && (place == named || place.starts_with(named + "/")); }

/// Whether a verdict that names `named` points at the change of `leaf`, or at the other place where the record says the same:
/// what is fixed at creation is in event 1, an input is in the event with its number, and secret and commitment vouch for
/// each other; the outcome is in the last event; and of a roll that is none the next has the number.
bool points_at(const Json& record, const std::string& leaf, const std::string& named) {
    if (at_or_above(named, leaf)) return true;
    if (leaf == "/commitment") return named == "/server_seed";
    const auto index = [&](std::string_view list) {
        return static_cast<std::size_t>(std::stoi(leaf.substr(list.size(), leaf.find('/', list.size()) - list.size())));
    };
    if (leaf.starts_with("/inputs/")) {
        const auto& input = record["inputs"][index("/inputs/")];
        if (leaf.ends_with("/seq") && named.starts_with("/events/")) return true;                                 // of whatever stands there then
        if (is_second(record) && input["input"]["kind"] == "seat" && named.starts_with("/events/")) return true;  // nothing else follows from these
        return at_or_above("/events/" + std::to_string(input["seq"].get<int>() - 1), named);
    }
    if (leaf.starts_with("/events/") && is_second(record)) {  // notes that announce an input, which is named when it comes without them
        const auto& event = record["events"][index("/events/")]["event"];
        if (event == "seat_taken" || event == "draw_offered" || event == "draw_answered" || event == "chosen")
            if (named.starts_with("/inputs/") || named.starts_with("/events/")) return true;
    }
    if (leaf.starts_with("/events/")) {
        const auto at = index("/events/");
        if (at + 1 == record["events"].size() && named.starts_with("/outcome")) return true;
        const bool seals = record["events"][at]["event"] == "decision_sealed" || record["events"][at]["event"] == "decision_unsealed";
        if (seals && (named.starts_with("/inputs/") || named.starts_with("/events/"))) return true;                               // of what does not fit to it
        if (record["events"][at]["event"] == "rolled" && leaf.ends_with("/event") && named.ends_with("/data/roll")) return true;  // of the next
    }
    return at_or_above(named, "/events/0/data" + leaf);
}

/// Not those that announce an input of which all others are missing then.
bool is_note(const Json& event) {
    constexpr std::string_view notes[] = {"said", "decision_sealed", "decision_unsealed", "draw_offered", "draw_answered"};
    if (std::ranges::find(notes, event["event"].get<std::string>()) != std::end(notes)) return true;
    return event["event"] == "chosen" && event["data"]["kind"] == "ready";
}

std::string kind_of_place(const Json& record, const std::string& leaf) {
    if (leaf.starts_with("/events/")) {
        const auto end = leaf.find('/', 8);
        const auto& event = record["events"][static_cast<std::size_t>(std::stoi(leaf.substr(8, end - 8)))];
        return "/events/*" + leaf.substr(end) + (leaf.ends_with("/at") ? "" : " of " + event["event"].get<std::string>());
    }
    return leaf;
}

/// A record whose events and inputs are counted anew, as a forger would do after adding or removing some.
Json renumbered(Json record) {
    std::map<std::int64_t, std::int64_t> moved;
    for (std::size_t i = 0; i < record["events"].size(); ++i) {
        moved[record["events"][i]["seq"].get<std::int64_t>()] = static_cast<std::int64_t>(i) + 1;
        record["events"][i]["seq"] = i + 1;
    }
    for (auto& input : record["inputs"])
        if (const auto found = moved.find(input["seq"].get<std::int64_t>()); found != moved.end()) input["seq"] = found->second;
    return record;
}

}  // namespace

TEST_CASE("every value of a record that is changed is found, and named, except times and notes that steer nothing") {
    std::set<std::string> exempt;
    int refused = 0;
    for (const auto& record : records()) {
        REQUIRE(judge(record).holds);
        std::vector<std::string> all;
        leaves(record, "", all);
        for (const auto& leaf : all) {
            Json forged = record;
            forged[Pointer(leaf)] = changed(record[Pointer(leaf)]);
            CAPTURE(leaf);
            CAPTURE(forged[Pointer(leaf)].dump());
            const auto judgement = judge(forged);
            if (judgement.holds) {
                exempt.insert(kind_of_place(record, leaf));
                continue;
            }
            ++refused;
            CAPTURE(judgement.path);
            CAPTURE(judgement.message);
            CHECK(points_at(record, leaf, judgement.path));
        }
    }
    CHECK(exempt == std::set<std::string>{"/created_at", "/finished_at", "/events/*/at", "/events/*/data/name of said", "/events/*/data/room of said",
                                          "/events/*/data/text of said",
                                          "/events/*/data/accept of draw_answered"});  // the latter by muster/2, where nothing came of it
    CHECK(refused > 2000);
}

TEST_CASE("every value of a record that is made another type is found, except what was said") {
    for (const auto& record : std::span(records()).first(4)) {
        std::vector<std::string> all;
        leaves(record, "", all);
        for (const auto& leaf : all) {
            if (kind_of_place(record, leaf).ends_with(" of said") && leaf.find("/data/") != std::string::npos) continue;
            for (const Json& other : {Json(nullptr), Json(true), Json::array({1}), Json{{"a", 1}}, Json(-1), Json("zz")}) {
                const Json& mine = record[Pointer(leaf)];
                const bool a_time = leaf.ends_with("_at") || leaf.ends_with("/at");
                if (mine == other || (a_time && (other.is_string() || other.is_null()))) continue;
                Json forged = record;
                forged[Pointer(leaf)] = other;
                CAPTURE(leaf);
                CAPTURE(other.dump());
                CHECK(!judge(forged).holds);
            }
        }
    }
}

TEST_CASE("every value that is taken out of a record is missed, except what was said and when it ended") {
    for (const auto& record : records()) {
        std::vector<std::string> all;
        leaves(record, "", all);
        for (const auto& leaf : all) {
            if (leaf.starts_with("/events/") && leaf.find("/data/") != std::string::npos && kind_of_place(record, leaf).ends_with(" of said")) continue;
            const Pointer pointer(leaf);
            Json forged = record;
            if (forged[pointer.parent_pointer()].is_array()) forged[pointer.parent_pointer()].erase(static_cast<std::size_t>(std::stoi(pointer.back())));
            else forged[pointer.parent_pointer()].erase(pointer.back());
            CAPTURE(leaf);
            CHECK((!judge(forged).holds || leaf == "/finished_at"));
        }
    }
}

TEST_CASE("a changed die is named, with what the secret gives") {
    int dice = 0;
    for (const auto& record : records()) {
        std::vector<std::string> all;
        leaves(record["events"], "/events", all);
        for (const auto& leaf : all) {
            if (leaf.find("/dice/") == std::string::npos) continue;
            const int true_value = record[Pointer(leaf)].get<int>();
            for (int value = 1; value <= 6; ++value) {
                if (value == true_value) continue;
                Json forged = record;
                forged[Pointer(leaf)] = value;
                const auto judgement = judge(forged);
                CHECK(!judgement.holds);
                CHECK(judgement.path == leaf);
                CHECK(judgement.message.ends_with("the record says " + std::to_string(value) + ", but the secret gives " + std::to_string(true_value)));
            }
            ++dice;
        }
    }
    CHECK(dice > 30);
}

TEST_CASE("a removed, doubled or moved event or input is found, also when the rest is counted anew") {
    for (const auto& record : records()) {
        for (const auto* list : {"events", "inputs"}) {
            const auto size = record[list].size();
            for (std::size_t i = 0; i < size; ++i) {
                CAPTURE(list);
                CAPTURE(record[list][i].dump());
                Json removed = record;
                removed[list].erase(i);
                CHECK(!judge(removed).holds);
                // By muster/2 notes are none of the proof's, and nothing hangs on how many there are.
                const bool a_note = is_second(record) && list == std::string_view("events") && is_note(record[list][i]);
                if (!a_note) CHECK(!judge(renumbered(removed)).holds);
                Json doubled = record;
                doubled[list].insert(doubled[list].begin() + static_cast<std::ptrdiff_t>(i), record[list][i]);
                CHECK(!judge(doubled).holds);
                if (!a_note) CHECK(!judge(renumbered(doubled)).holds);
                if (i + 1 == size) continue;
                Json swapped = record;
                std::swap(swapped[list][i], swapped[list][i + 1]);
                CHECK(!judge(swapped).holds);
            }
            Json emptied = record;
            emptied[list].clear();
            CHECK(!judge(emptied).holds);
        }
    }
}

TEST_CASE("an event that no input brings forth is found where it was put in, unless it is talk that steers nothing") {
    int said = 0;
    for (const auto& record : records()) {
        for (std::size_t i = 0; i <= record["events"].size(); ++i) {
            for (const Json& data : {Json{{"room", "spectators"}, {"text", "never said"}}, Json{{"seat", "red"}, {"decision", 1}}}) {
                Json added = record;
                const Json event{{"seq", i + 1}, {"at", ""}, {"event", data.contains("text") ? "said" : "decision_sealed"}, {"data", data}};
                added["events"].insert(added["events"].begin() + static_cast<std::ptrdiff_t>(i), event);
                CAPTURE(i);
                CHECK(!judge(added).holds);
                const auto judgement = judge(renumbered(added));
                if (is_second(record) && data.contains("text")) said += judgement.holds ? 1 : 0;
                else CHECK(!judgement.holds);
            }
            Json late = record;
            late["events"].push_back(
                {{"seq", record["events"].size() + 1}, {"at", ""}, {"event", "said"}, {"data", {{"room", "spectators"}, {"text", "late"}}}});
            CHECK(!judge(late).holds);
        }
    }
    CHECK(said > 100);  // by muster/2, where that changes no die
}

TEST_CASE("an input that was never made is found") {
    for (const auto& record : records()) {
        for (const Json& input :
             {Json{{"seq", 3}, {"seat", record["seats"][0]["seat"]}, {"kind", "concede"}},
              Json{{"seq", 2}, {"seat", record["seats"][0]["seat"]}, {"kind", "nonce"}},
              Json{{"seq", 4}, {"seat", record["seats"][1]["seat"]}, {"kind", "throw"}, {"decision", 1}, {"choice", {{"throw", "rock"}}}}}) {
            for (std::size_t i = 0; i <= record["inputs"].size(); ++i) {
                Json added = record;
                added["inputs"].insert(added["inputs"].begin() + static_cast<std::ptrdiff_t>(i), input);
                CHECK(!judge(added).holds);
            }
        }
    }
}

TEST_CASE("a note may pass for talk: the proof covers that there was one, not which") {
    Game game = seated({&rock_paper(), {{"rounds", 1}}});
    game.run([](Fold& f, Applied& out) { f.note({"decision_sealed", R"({"seat":"red","decision":1})"}, out); });
    game.choose_best();
    Json record = Json::parse(game.record());
    REQUIRE(record["events"][6]["event"] == "decision_sealed");
    record["events"][6]["event"] = "said";
    CHECK(judge(record).holds);
    record["events"][6]["event"] = "sung";
    CHECK(judge(record).path == "/events/6");
}

TEST_CASE("a record ends with its battle") {
    Game game = seated({&rock_paper(), {{"rounds", 1}}});
    game.choose_best();
    const auto end = game.events.size();
    game.run([](Fold& f, Applied& out) { f.note({"said", R"({"room":"spectators","text":"well played"})"}, out); });
    const auto judgement = judge(Json::parse(game.record()));
    CHECK(!judgement.holds);
    CHECK(judgement.path == "/events/" + std::to_string(end));
}

TEST_CASE("a seal stands for a decision that is open, of that seat, and not sealed yet") {
    Game game = seated({&rock_paper(), {{"rounds", 1}}});
    const auto seal = [&](const char* event, const char* seat, int decision) {
        game.run([&](Fold& f, Applied& out) { f.note({event, Json{{"seat", seat}, {"decision", decision}}.dump()}, out); });
    };
    seal("decision_sealed", "red", 1);
    seal("decision_unsealed", "red", 1);
    seal("decision_sealed", "red", 1);
    game.choose_best();
    const Json record = Json::parse(game.record());
    REQUIRE(judge(record).holds);
    const auto with = [&](std::size_t index, const char* field, const Json& value) {
        Json forged = record;
        forged["events"][index]["data"][field] = value;
        const auto judgement = judge(forged);
        return judgement.path + ": " + judgement.message;
    };
    CHECK(with(6, "seat", "green") == "/events/7/data: this event (decision_unsealed) cannot be here");  // of the other seat
    CHECK(with(6, "decision", 9) == "/events/6/data: this event (decision_sealed) cannot be here");
    CHECK(with(6, "choice", "rock") == "/events/6/data: this event (decision_sealed) cannot be here");
    CHECK(with(7, "seat", "green") == "/events/7/data: this event (decision_unsealed) cannot be here");
    Json forged = record;
    forged["events"][7]["event"] = "decision_sealed";
    CHECK(judge(forged).path == "/events/7/data");
}
