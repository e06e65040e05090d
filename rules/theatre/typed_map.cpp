// Tables of a campaign for a terminal: the map, the nations, and what a decision offers.
#include <algorithm>
#include <map>

#include "rules/theatre/typed.hpp"
#include "rules/theatre/typed_text.hpp"

namespace muster::rules::theatre {

namespace {

using Row = TypedOrders::Row;

int count_of(const Json& json, const char* field) {
    const auto found = json.find(field);
    return found != json.end() && found->is_number_integer() ? found->get<int>() : 0;
}

bool is_set(const Json& json, const char* field) {
    const auto found = json.find(field);
    return found != json.end() && !found->is_null() && *found != false;
}

std::string holding_text(const Json& holding) {
    std::string out;
    if (is_set(holding, "city")) out = "city";
    if (const auto tokens = tokens_text(holding); !tokens.empty()) add(out, tokens);
    if (const int ships = count_of(holding, "ships")) add(out, counted(ships, "ship", "ships"));
    return out;
}

std::string land_text(const Json& area) {
    if (is_set(area, "open_sea")) return "sea";
    return std::to_string(count_of(area, "limit")) + (is_set(area, "city_site") ? "*" : "") + (is_set(area, "flood_plain") ? "~" : "") +
           (is_set(area, "volcano") ? "^" : "");
}

std::vector<std::string> words_of(const Json& setup) {
    std::vector<std::string> out;
    for (const auto& area : setup.at("areas")) out.push_back(area.at("area").get<std::string>());
    return out;
}

std::map<std::string, std::string> neighbours(const Json& setup, const char* list, std::span<const std::string> areas) {
    std::map<std::string, std::string> out;
    if (const auto found = setup.find(list); found != setup.end())
        for (const auto& border : *found)
            for (const int end : {0, 1})
                add(out[border.at(static_cast<std::size_t>(end)).get<std::string>()],
                    short_code(border.at(static_cast<std::size_t>(1 - end)).get<std::string>(), areas), " ");
    return out;
}

Row nation_row(const std::string& seat, const Json& nation, const Json& of_setup) {
    Row out{seat};
    for (const char* field : {"population", "armies", "ships", "cities", "stock", "treasury", "score"}) out.push_back(std::to_string(count_of(nation, field)));
    std::string known;
    if (const auto found = of_setup.find("advances"); found != of_setup.end())
        for (const auto& advance : *found) add(known, advance.get<std::string>());
    std::ranges::replace(known, '_', ' ');
    out.push_back(std::move(known));
    return out;
}

std::string code_and_name(const AskedOrders& asked, const Json& area) {
    const auto word = area.get<std::string>();
    return asked.name(word) + " (" + short_code(word, asked.areas) + ")";
}

std::string codes(const AskedOrders& asked, const Json& list) {
    std::string out;
    for (const auto& each : list) add(out, short_code(each.get<std::string>(), asked.areas), " ");
    return out;
}

void add_counts(const AskedOrders& asked, const Json& counts, bool of_areas, std::vector<Row>& out) {
    for (const auto& [name, most] : counts.items()) out.push_back({of_areas ? code_and_name(asked, name) : name, "up to " + std::to_string(most.get<int>())});
}

void add_move(const AskedOrders& asked, std::vector<Row>& out) {
    for (const auto& each : asked.options.at("tokens"))
        out.push_back({code_and_name(asked, each.at("area")), tokens_text(each), "to " + codes(asked, each.at("to"))});
    for (const auto& each : asked.options.at("ships"))
        out.push_back({code_and_name(asked, each.at("area")), counted(count_of(each, "ships"), "ship", "ships"),
                       "by sea to " + codes(asked, asked.options.at("water").value(each.at("area").get<std::string>(), Json::array()))});
}

void add_build(const AskedOrders& asked, std::vector<Row>& out) {
    for (const auto& each : asked.options.at("areas"))
        out.push_back({code_and_name(asked, each.at("area")), holding_text(each), std::string(is_set(each, "coast") ? "coast" : "")});
}

void add_choices(const AskedOrders& asked, std::vector<Row>& out) {
    for (const auto& each : asked.options.at("choices")) {
        const auto number = std::to_string(out.size() + 1);
        if (each.is_string()) out.push_back({number, code_and_name(asked, each)});
        else if (each.contains("give_up")) out.push_back({number, each.at("give_up").get<std::string>() + " in " + code_and_name(asked, each.at("area"))});
        else {
            std::string units;
            for (const auto& part : each.at("units")) add(units, asked.name(part.at("area").get<std::string>()) + " " + holding_text(part), "; ");
            out.push_back({number, each.at("faction").get<std::string>() + ": " + units});
        }
    }
}

}  // namespace

std::string tokens_text(const Json& holding) {
    std::string out;
    if (const int population = count_of(holding, "population")) add(out, std::to_string(population) + " population");
    if (const int armies = count_of(holding, "armies")) add(out, counted(armies, "army", "armies"));
    return out;
}

std::vector<Row> typed_rows(const AskedOrders& asked) {
    const Json& options = asked.options;
    std::vector<Row> out;
    if (options.contains("choices")) add_choices(asked, out);
    else if (options.contains("caps")) add_counts(asked, options.at("caps"), asked.kind == "expand", out);
    else if (asked.kind == "move") add_move(asked, out);
    else if (asked.kind == "build") add_build(asked, out);
    else if (options.contains("units"))
        for (const auto& each : options.at("units")) out.push_back({code_and_name(asked, each.at("area")), holding_text(each)});
    else if (options.contains("areas"))
        for (const auto& each : options.at("areas")) {
            if (each.is_string()) out.push_back({code_and_name(asked, each)});
            else if (each.contains("needed"))
                out.push_back({code_and_name(asked, each.at("area")), tokens_text(each), std::to_string(count_of(each, "needed")) + " needed"});
            else out.push_back({code_and_name(asked, each.at("area")), tokens_text(each), std::to_string(count_of(each, "lost")) + " lost"});
        }
    return out;
}

std::vector<Row> typed_map(const Json& setup, const Json& view, const std::function<std::string(const std::string&)>& name) {
    const auto areas = words_of(setup);
    const auto land = neighbours(setup, "land", areas);
    const auto water = neighbours(setup, "water", areas);
    std::map<std::string, std::string> standing;
    for (const auto& area : view.at("campaign").at("areas"))
        for (const auto& holding : area.at("holdings"))
            add(standing[area.at("area").get<std::string>()], holding.at("seat").get<std::string>() + ": " + holding_text(holding), "; ");
    const auto of = [](const std::map<std::string, std::string>& texts, const std::string& area) {
        const auto found = texts.find(area);
        return found == texts.end() ? std::string() : found->second;
    };
    std::vector<Row> out{{"code", "area", "feeds", "by land", "by water", "there"}};
    for (const auto& area : setup.at("areas")) {
        const auto word = area.at("area").get<std::string>();
        out.push_back({short_code(word, areas), name(word), land_text(area), of(land, word), of(water, word), of(standing, word)});
    }
    out.push_back({});
    out.push_back({"* city site, ~ flood plain, ^ volcano"});
    out.push_back({});
    out.push_back({"nation", "population", "armies", "ships", "cities", "stock", "treasury", "score", "advances"});
    for (const auto& nation : setup.at("nations")) {
        const auto seat = nation.at("seat").get<std::string>();
        out.push_back(nation_row(seat, view.at(seat), nation));
    }
    return out;
}

}  // namespace muster::rules::theatre
