// Folds the battle in each line of the input, for tests/js/table.test.mjs: of {"ruleset","setup","seats","events"} comes a list of what lies on the
// table before the first event and after each.
#include <iostream>
#include <string>

#include "rules/describe/library.hpp"
#include "rules/describe/table.hpp"

using namespace muster;
namespace describe = rules::describe;

namespace {

Json piece_json(const describe::Piece& piece) {
    return {{"unit", piece.unit},       {"enhanced", piece.enhanced}, {"start", piece.start},        {"living", piece.living},
            {"forward", piece.forward}, {"fallen", piece.fallen},     {"supported", piece.supported}};
}

/// The SDK reads what is no cell as the first one.
Json cell_json(const Json& at) {
    const auto number = [&](std::size_t i) { return at.is_array() && at.size() > i && at[i].is_number() ? at[i] : Json(0); };
    return {number(0), number(1)};
}

Json unit_json(const describe::BoardUnit& unit) {
    return {{"id", unit.id},       {"profile", unit.profile}, {"at", cell_json(unit.at)}, {"damage", unit.damage}, {"destroyed", unit.destroyed},
            {"moved", unit.moved}, {"fired", unit.fired}};
}

Json side_json(const describe::Side& side) {
    Json out{{"seat", side.seat}, {"pieces", Json::array()}, {"tokens", Json::array()}, {"board", Json::array()}, {"fields", Json::object()}};
    for (const auto& piece : side.pieces) out[piece.sort == describe::Sort::token ? "tokens" : "pieces"].push_back(piece_json(piece));
    for (const auto& unit : side.board) out["board"].push_back(unit_json(unit));
    for (const auto& [name, value] : side.fields) out["fields"][name] = value;
    return out;
}

Json table_json(const describe::Table& table) {
    Json out{{"fields", Json::object()}, {"sides", Json::array()}};
    for (const auto& [name, value] : table.fields()) out["fields"][name] = value;
    for (const auto& side : table.sides()) out["sides"].push_back(side_json(side));
    return out;
}

}  // namespace

int main() {
    static const describe::Description unknown;
    for (std::string line; std::getline(std::cin, line);) {
        const Json battle = parse_json(line).value();
        const auto* found = describe::description_of(battle.at("ruleset").get<std::string>());
        describe::Table table(found ? *found : unknown, battle.at("setup"), battle.at("seats").get<std::vector<std::string>>());
        Json tables = Json::array({table_json(table)});
        for (const auto& event : battle.at("events")) {
            table.apply(event);
            tables.push_back(table_json(table));
        }
        std::cout << tables.dump() << '\n';
    }
    return 0;
}
