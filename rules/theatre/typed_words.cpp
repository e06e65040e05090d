// Choices of a campaign in few words, for a terminal.
#include "rules/theatre/typed.hpp"
#include "rules/theatre/typed_text.hpp"

namespace muster::rules::theatre {

namespace {

using Namer = std::function<std::string(const std::string&)>;

int count_of(const Json& json, const char* field) { return json.at(field).get<int>(); }

std::string area_of(const Json& each, const Namer& name, const char* field = "area") { return name(each.at(field).get<std::string>()); }

std::string pieces(int armies, int ships) {
    std::string out;
    if (armies > 0) add(out, counted(armies, "army", "armies"));
    if (ships > 0) add(out, counted(ships, "ship", "ships"));
    return out;
}

std::string build_words(const Json& choice, const Namer& name) {
    std::string out;
    for (const auto& line : choice.at("areas")) {
        std::string part;
        if (const auto kept = pieces(count_of(line, "keep_armies"), count_of(line, "keep_ships")); !kept.empty()) add(part, "keeps " + kept);
        if (const auto built = pieces(count_of(line, "build_armies"), count_of(line, "build_ships")); !built.empty()) add(part, "builds " + built);
        if (const int levy = count_of(line, "levy")) add(part, std::to_string(levy) + " levied");
        if (!part.empty()) add(out, area_of(line, name) + " " + part, "; ");
    }
    if (const int release = count_of(choice, "release")) add(out, std::to_string(release) + " of the treasury returned", "; ");
    return out.empty() ? "nothing is kept or built" : out;
}

std::string move_words(const Json& choice, const Namer& name) {
    std::string out;
    for (const auto& march : choice.at("marches")) add(out, area_of(march, name, "from") + " → " + area_of(march, name, "to") + " " + tokens_text(march), "; ");
    for (const auto& voyage : choice.at("voyages")) {
        std::string way = "a ship " + area_of(voyage, name, "ship");
        for (const auto& place : voyage.at("route")) way += " → " + name(place.get<std::string>());
        for (const auto& cargo : voyage.at("cargo")) add(way, tokens_text(cargo));
        add(out, way, "; ");
    }
    return out.empty() ? "nobody moves" : out;
}

std::string units_words(const Json& units, const Namer& name) {
    std::string out;
    for (const auto& each : units) {
        std::string part = each.at("city").get<bool>() ? "the city" : "";
        if (const auto tokens = tokens_text(each); !tokens.empty()) add(part, tokens);
        add(out, area_of(each, name) + " " + part, "; ");
    }
    return out;
}

std::string sums_words(const Json& sums, const char* one, const char* more, const Namer& name) {
    std::string out;
    for (const auto& [area, count] : sums.items()) add(out, name(area) + " " + counted(count.get<int>(), one, more));
    return out;
}

}  // namespace

std::string typed_words(std::string_view kind, const Json& choice, const Namer& name) {
    if (kind == "tax") return counted(count_of(choice, "rate"), "token", "tokens") + " of each city";
    if (kind == "build") return build_words(choice, name);
    if (kind == "move") return move_words(choice, name);
    if (kind == "expand") return sums_words(choice.at("areas"), "token", "tokens", name);
    if (kind == "losses") return sums_words(choice.at("armies"), "army", "armies", name);
    if (kind == "lose") return units_words(choice.at("units"), name);
    std::string out;
    if (kind == "found")
        for (const auto& city : choice.at("cities"))
            add(out, area_of(city, name) + (count_of(city, "treasury") > 0 ? " with " + std::to_string(count_of(city, "treasury")) + " of the treasury" : ""));
    if (kind == "reduce")
        for (const auto& area : choice.at("areas")) add(out, name(area.get<std::string>()));
    return kind == "found" && out.empty() ? "none" : out;
}

}  // namespace muster::rules::theatre
