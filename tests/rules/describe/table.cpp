// The table that a description makes of a setup and events is the one that the battle itself shows.
#include "rules/describe/table.hpp"

#include <doctest/doctest.h>

#include "rules/describe/library.hpp"
#include "rules/describe/place.hpp"
#include "rules/drive.hpp"
#include "tests/rules/played.hpp"
#include "tests/rules/subjects.hpp"

using namespace muster;
using namespace muster::test;
using namespace muster::rules;
using describe::at_place;

namespace {

using Counts = std::map<std::pair<std::string, bool>, long long>;

void count(Counts& out, const Json& list) {
    for (const auto& each : list) out[{each.at("unit").get<std::string>(), describe::given_at(each, "/enhanced")}] += each.at("count").get<long long>();
}

Json event_of(const Event& event) { return {{"event", event.name}, {"data", parse_json(event.data).value()}}; }

/// Numbers and words that both have under one name. But for hits: the battle forgets them when they have been placed, the table
/// lets them lie for the phase. And for the phase, of which the battle has one more, a retreat, which no event begins.
std::string differing(const Json& view, const auto& field) {
    for (const auto& [name, value] : view.items())
        if (name != "hits" && name != "phase" && value.is_primitive() &&
            (value.type() == field(name).type() || (value.is_number() && field(name).is_number())) && field(name) != value)
            return name + " is " + field(name).dump() + ", not " + value.dump();
    return {};
}

/// What the description's table has otherwise than the battle's view; empty: nothing.
std::string difference(const describe::Description& description, const describe::Table& table, const Json& view) {
    if (const auto found = differing(view, [&](const std::string& name) { return table.field(name); }); !found.empty()) return found;
    for (const auto& side : table.sides()) {
        const Json& own = view.at(side.seat);
        const auto field = [&](const std::string& name) {
            const auto found = side.fields.find(name);
            return found == side.fields.end() ? Json() : found->second;
        };
        if (const auto found = differing(own, field); !found.empty()) return side.seat + ": " + found;
        Counts shown;
        for (const auto& places : {description.table.units, description.table.beside})
            for (const auto& place : places) count(shown, at_place(own, place));
        for (const auto& [token, place] : description.table.tokens) shown[{token, false}] = describe::number_at_place(own, place);
        Counts living;
        for (const auto& piece : side.pieces)
            if (piece.living > 0 || shown.contains({piece.unit, piece.enhanced})) living[{piece.unit, piece.enhanced}] = piece.living;
        if (shown != living) return side.seat + " has other pieces";
        const Json board = description.table.board ? at_place(own, description.table.board->units) : Json::array();
        for (std::size_t i = 0; i < side.board.size(); ++i) {
            const auto& unit = side.board[i];
            // Of what is destroyed the battle knows no damage beyond what it could take.
            if (board.at(i).at("id") != unit.id || (!unit.destroyed && board.at(i).at("damage") != unit.damage)) return unit.id + " has other damage";
            if (board.at(i).at("at") != (unit.destroyed ? Json() : unit.at)) return unit.id + " stands elsewhere";
        }
    }
    return {};
}

}  // namespace

TEST_CASE("at each decision of a thousand random battles and at their ends, the table of the description is that of the battle") {
    for (const auto* subject : offered_subjects()) {
        const auto& description = *describe::description_of(subject->ruleset->id());
        for (std::uint64_t seed = 0; seed < 1'000; ++seed) {
            SeededChance chance(seed);
            const Json setup = subject->setup(chance);
            const Json resolved = subject->ruleset->resolve(setup).value();
            describe::Table table(description, resolved, seats_of(*subject->ruleset, setup).value());
            std::size_t applied = 0;
            const auto compare = [&](const Battle& battle, const std::vector<Event>& events) {
                for (; applied < events.size(); ++applied) table.apply(event_of(events[applied]));
                const auto found = difference(description, table, battle.view(Viewer::spectator()));
                REQUIRE_MESSAGE(found.empty(), subject->ruleset->id() << ' ' << seed << ", event " << applied << ": " << found);
            };
            const auto [battle, events] = played(*subject, setup, chance, [&](const Deciding& deciding) { compare(deciding.battle, deciding.events); });
            compare(*battle, events);
        }
    }
}

TEST_CASE("events of a wrong shape, and those that nobody described, break no table") {
    const auto& description = *describe::description_of("advanced-combat");
    const std::vector<std::string> seats{"attacker", "defender"};
    for (const char* setup :
         {"{}", "[]", "null", R"({"attacker":[],"defender":{"army":{"unit":1}},"roster":3})", R"({"attacker":{"army":[1,{"unit":"tanks"}]}})"}) {
        describe::Table table(description, parse_json(setup).value(), seats);
        for (const char* name : {"casualties_taken", "wave_formed", "air_support_declared", "phase_started", "nobody_knows"})
            for (const char* data :
                 {"null", "[]", R"({"seat":7,"lost":3})", R"({"seat":"attacker","lost":[[],{"unit":"tanks","count":-5}],"units":[{}],"pairs":[null]})"})
                table.apply({{"event", name}, {"data", parse_json(data).value()}});
        CHECK(table.sides().size() == 2);
    }
}
