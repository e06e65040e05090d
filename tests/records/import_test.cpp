// Records that are taken into the store: whatever is wrong with one, also where the verifier would not see it, it is refused with a place.
#include <doctest/doctest.h>

#include "rules/systems.hpp"
#include "server/battle/records.hpp"
#include "tests/protocol/games.hpp"
#include "tests/protocol/tampered.hpp"
#include "tests/support/rock_paper.hpp"

using namespace muster;
using namespace muster::test;
using namespace muster::server;

namespace {

const rules::Rulesets& rulesets() {
    static const rules::Rulesets all({&rock_paper(), rules::shipped_rulesets().find("advanced-combat"), rules::shipped_rulesets().find("armies")});
    return all;
}

/// Battles with sealed steps, talk, readiness, draws, concessions and dice.
const std::vector<Json>& records() {
    static const std::vector<Json> all = [] {
        std::vector<Json> out;
        for (std::uint64_t seed = 0; seed < 12; ++seed) {
            SeededChance chance(seed);
            Start start{.ruleset = &rock_paper(), .setup = {{"rounds", 2}}, .confirm = seed % 3 == 0};
            if (seed % 2 == 0) start = {.ruleset = rulesets().find("advanced-combat"), .setup = skirmish(), .confirm = start.confirm};
            for (const auto proof : {protocol::Proof::first, protocol::Proof::second}) {
                start.proof = proof;
                out.push_back(Json::parse(random_game(start, chance, {.concede_one_in = 12, .draw_one_in = 6}).record()));
            }
        }
        return out;
    }();
    return all;
}

/// Where the record is refused; "taken" if it is not. The verifier is not asked.
std::string refused_at(const Json& record) {
    const auto read = protocol::read_record(record.dump());
    REQUIRE_MESSAGE(read, (read ? "" : read.error().message));
    const auto stored = stored_form(*read, rulesets());
    if (stored) return "taken";
    CHECK(!stored.error().message.empty());
    CHECK(stored.error().path.starts_with("/"));
    return stored.error().path;
}

Json shortened(Json record, const char* list, std::size_t length) {
    record[list].erase(record[list].begin() + static_cast<std::ptrdiff_t>(length), record[list].end());
    return record;
}

}  // namespace

TEST_CASE("a good record becomes steps that hold all of its events") {
    for (const auto& record : records()) {
        const auto stored = stored_form(protocol::read_record(record.dump()).value(), rulesets());
        REQUIRE(stored);
        CHECK(stored->steps.front().first_seq == 1);
        CHECK(stored->steps.back().last_seq == static_cast<std::int64_t>(record["events"].size()));
        CHECK(stored->steps.back().status == storage::Status::over);
        CHECK(stored->seats.size() == record["seats"].size());
    }
}

TEST_CASE("what was said before somebody was ready, at another time, is no part of that") {
    for (const auto proof : {protocol::Proof::first, protocol::Proof::second}) {
        Game game = seated({.ruleset = &rock_paper(), .setup = {{"rounds", 1}}, .confirm = true, .proof = proof});
        game.run([](protocol::Fold& fold, protocol::Applied& out) { fold.note({"said", R"({"room":"players"})"}, out); });
        game.choose_best();
        game.run([](protocol::Fold& fold, protocol::Applied& out) { fold.close(out); });
        CHECK(refused_at(Json::parse(game.record())) == "taken");
    }
}

TEST_CASE("a record whose inputs or events end too early is refused, wherever they end") {
    for (const auto& record : records()) {
        for (std::size_t length = 0; length < record["inputs"].size(); ++length) {
            const auto path = refused_at(shortened(record, "inputs", length));
            CHECK((path.starts_with("/events") || path == "/inputs/" + std::to_string(length)));  // the latter: within a sealed step
        }
        for (std::size_t length = 0; length < record["events"].size(); ++length) {
            const auto path = refused_at(shortened(record, "events", length));
            CHECK((path.starts_with("/events") || path.starts_with("/inputs")));
            for (std::size_t inputs = 0; inputs <= record["inputs"].size(); ++inputs)
                CHECK(refused_at(shortened(shortened(record, "events", length), "inputs", inputs)) != "taken");
        }
    }
}

TEST_CASE("a record from which an input or event is missing, or in which one stands twice, is refused") {
    for (const auto& record : records())
        for (const auto* list : {"inputs", "events"})
            for (std::size_t i = 0; i < record[list].size(); ++i) {
                CAPTURE(record[list][i].dump());
                Json damaged = record;
                damaged[list].erase(i);
                CHECK(refused_at(damaged) != "taken");
                damaged = record;
                damaged[list].insert(damaged[list].begin() + static_cast<std::ptrdiff_t>(i), record[list][i]);
                CHECK(refused_at(damaged) != "taken");
            }
}

TEST_CASE("an event with another number or another time than its step is refused there") {
    for (const auto& record : records())
        for (std::size_t i = 0; i < record["events"].size(); ++i) {
            Json damaged = record;
            damaged["events"][i]["seq"] = i + 2;
            CHECK(refused_at(damaged) == "/events/" + std::to_string(i) + "/seq");
        }
    Json damaged = records().front();
    auto& last = damaged["events"].back()["at"];
    last = "2027" + last.get<std::string>().substr(4);
    CHECK(refused_at(damaged) == "/events/" + std::to_string(damaged["events"].size() - 1) + "/at");
}

TEST_CASE("a battle that is over takes nothing more from a record") {
    int after = 0;
    for (const auto& [name, holds, record] : tampered_records()) {
        CAPTURE(name);
        const auto path = refused_at(record);
        if (holds) CHECK(path == "taken");
        if (!name.contains(", then ")) continue;
        CHECK(path != "taken");
        ++after;
    }
    CHECK(after > 10);
}

TEST_CASE("what a record says of its battle is not believed either") {
    const auto with = [](const char* field, const Json& value) {
        Json record = records()[4];
        record[field] = value;
        return refused_at(record);
    };
    CHECK(with("server_seed", nullptr) == "/server_seed");
    CHECK(with("server_seed", "00") == "/server_seed");
    CHECK(with("ruleset", "chess") == "/ruleset");
    CHECK(with("ruleset_version", 99) == "/ruleset");
    CHECK(with("setup", nullptr).starts_with("/setup"));
    CHECK(with("seats", Json::array()) == "/seats");
    CHECK(with("seats", {{{"seat", "nobody"}, {"name", nullptr}}, {{"seat", "defender"}, {"name", nullptr}}}) == "/seats");
    CHECK(with("options", nullptr) == "taken");
    CHECK(with("options", {{"confirm", "yes"}}) == "taken");
    CHECK(with("options", {{"visibility", 7}}) == "/options/visibility");
}

TEST_CASE("what does not hold is not imported, and the refusal says where") {
    for (const auto& [name, holds, record] : tampered_records()) {
        CAPTURE(name);
        const auto imported = import_record(protocol::read_record(record.dump()).value(), rulesets());
        CHECK(imported.has_value() == holds);
        if (holds) CHECK(import_record(protocol::read_record(record.dump()).value(), rulesets(), [] { return true; }).error().code == Code::server_busy);
        if (!imported) CHECK(imported.error().path.starts_with("/"));
    }
}
