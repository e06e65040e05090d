#include "server/card/symbols.hpp"

#include <map>

#include "rules/json.hpp"
#include "server/card/symbol_data.hpp"

namespace muster::server {

namespace {

struct Drawn {
    std::map<std::string, Symbol, std::less<>> symbols{};
    std::map<std::string, std::string, std::less<>> emblems{};
};

const Drawn& drawn() {
    static const Drawn all = [] {
        Drawn out;
        const Json data = parse_json(symbol_data()).value();
        for (const auto& [kind, shape] : data.at("shapes").items()) out.symbols.emplace(kind, Symbol{shape.value("fill", ""), shape.value("line", "")});
        for (const auto& [colour, path] : data.at("emblems").items()) out.emblems.emplace(colour, path.get<std::string>());
        return out;
    }();
    return all;
}

// From this era on ships are of steel, as src/symbols/shapes.ts has it; what a campaign calls a ship is one, too.
constexpr int steel = 3;

std::string_view drawn_as(std::string_view kind, int era) {
    if (kind == "ship") return "fleet";
    return kind == "fleet" && era >= steel ? "steamship" : kind;
}

}  // namespace

const Symbol& symbol_of(std::string_view kind, int era) {
    const auto found = drawn().symbols.find(drawn_as(kind, era));
    return found == drawn().symbols.end() ? drawn().symbols.at("generic") : found->second;
}

bool has_symbol(std::string_view kind) { return drawn().symbols.contains(drawn_as(kind, 0)); }

const std::string& emblem_of(char colour) { return drawn().emblems.find(std::string_view(&colour, 1))->second; }

}  // namespace muster::server
