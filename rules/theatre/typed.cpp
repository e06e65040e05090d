// Typed lines as choices: orders with semicolons between them, areas by their first letters, "3" or "3p" population, "1a" armies, "1s" ships, "c" a city.
#include "rules/theatre/typed.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <map>
#include <optional>

#include "rules/fields.hpp"
#include "rules/theatre/naming.hpp"

namespace muster::rules::theatre {

namespace {

using Read = std::expected<Json, std::string>;
using Words = std::vector<std::string_view>;

std::vector<std::string_view> parted(std::string_view text, std::string_view at) {
    std::vector<std::string_view> out;
    while (!text.empty()) {
        const auto end = std::min(text.find_first_of(at), text.size());
        if (const auto part = text.substr(0, end); part.find_first_not_of(" \t\r") != std::string_view::npos) out.push_back(part);
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return out;
}

std::optional<int> number_of(std::string_view text) {
    int value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size() || value < 0) return {};
    return value;
}

std::unexpected<std::string> not_understood(std::string_view text, const char* like) {
    return std::unexpected("\"" + std::string(text) + "\" is not understood; type it like " + like);
}

/// How many of each sort some words say.
struct Counts {
    int population = 0;
    int armies = 0;
    int ships = 0;
    bool city = false;
};

std::optional<std::string> take_count(std::string_view word, Counts& out) {
    if (word == "c") {
        out.city = true;
        return {};
    }
    const auto letter = word.find_first_not_of("0123456789");
    const auto number = letter == 0 ? std::optional(1) : number_of(word.substr(0, letter));
    const auto sort = letter == std::string_view::npos ? "p" : word.substr(letter);
    if (!number || *number > 1'000) return "\"" + std::string(word) + "\" is no number of tokens";
    if (sort == "p") out.population += *number;
    else if (sort == "a") out.armies += *number;
    else if (sort == "s") out.ships += *number;
    else return "\"" + std::string(word) + "\" is not understood: 3 or 3p is population, 1a an army, 1s a ship, c the city";
    return {};
}

std::expected<Counts, std::string> counts_of(std::span<const std::string_view> words) {
    Counts out;
    for (const auto word : words)
        if (auto problem = take_count(word, out)) return std::unexpected(std::move(*problem));
    return out;
}

/// Sums by name, of orders like "ha 2".
std::expected<Json, std::string> sums_of(const std::vector<Words>& orders, std::span<const std::string> names, Json sums, const char* like) {
    for (const auto& words : orders) {
        const auto count = words.size() == 2 ? number_of(words[1]) : std::nullopt;
        if (!count) return not_understood(words.front(), like);
        const auto name = area_meant(words[0], names);
        if (!name) return std::unexpected(name.error());
        sums[*name] = *count;
    }
    return sums;
}

Read read_tax(const std::vector<Words>& orders) {
    const auto rate = orders.size() == 1 && orders[0].size() == 1 ? number_of(orders[0][0]) : std::nullopt;
    if (!rate) return std::unexpected("type how many tokens each city pays: 1, 2 or 3");
    return Json{{"rate", *rate}};
}

// ---- building --------------------------------------------------------------------------------------------------------

/// The default, changed: "hi 1a 1s" builds, "hi drop 1a" gives up, "hi levy 2" is paid by population, "release 1" returns treasury.
Read read_build(const AskedOrders& asked, const std::vector<Words>& orders) {
    Json out = asked.preset;
    const auto line_of = [&](const std::string& area) -> Json& {
        for (auto& line : out.at("areas"))
            if (line.at("area") == area) return line;
        out.at("areas").push_back({{"area", area}, {"keep_armies", 0}, {"keep_ships", 0}, {"build_armies", 0}, {"build_ships", 0}, {"levy", 0}});
        return out.at("areas").back();
    };
    const auto change = [](Json& field, int by) { field = std::max(0, field.get<int>() + by); };
    for (const auto& words : orders) {
        if (words[0] == "release" && words.size() == 2 && number_of(words[1])) {
            out["release"] = *number_of(words[1]);
            continue;
        }
        const auto area = area_meant(words[0], asked.areas);
        if (!area) return std::unexpected(area.error());
        Json& line = line_of(*area);
        if (words.size() == 3 && words[1] == "levy" && number_of(words[2])) {
            line["levy"] = *number_of(words[2]);
            continue;
        }
        const bool drops = words.size() > 1 && words[1] == "drop";
        const auto counts = counts_of(std::span(words).subspan(drops ? 2 : 1));
        if (!counts) return std::unexpected(counts.error());
        if (counts->population > 0 || counts->city || counts->armies + counts->ships == 0)
            return not_understood(words[0], "hi 1a, hi drop 1s, hi levy 2, release 1");
        change(line[drops ? "keep_armies" : "build_armies"], drops ? -counts->armies : counts->armies);
        change(line[drops ? "keep_ships" : "build_ships"], drops ? -counts->ships : counts->ships);
    }
    return out;
}

// ---- moving ----------------------------------------------------------------------------------------------------------

/// "lo mi 3 1a", or all that may move without numbers.
Read read_march(const AskedOrders& asked, const Words& words) {
    if (words.size() < 2) return not_understood(words[0], "lo mi 3 1a");
    const auto from = area_meant(words[0], asked.areas);
    if (!from) return std::unexpected(from.error());
    const auto to = area_meant(words[1], asked.areas);
    if (!to) return std::unexpected(to.error());
    const Json& tokens = asked.options.at("tokens");
    const auto troop = std::ranges::find(tokens, Json(*from), [](const Json& each) { return each.at("area"); });
    if (troop == tokens.end()) return std::unexpected("nothing in " + asked.name(*from) + " may move now");
    if (std::ranges::find(troop->at("to"), Json(*to)) == troop->at("to").end())
        return std::unexpected(asked.name(*to) + " is not in reach of " + asked.name(*from));
    Counts counts{troop->at("population").get<int>(), troop->at("armies").get<int>()};
    if (words.size() > 2) {
        const auto typed = counts_of(std::span(words).subspan(2));
        if (!typed) return std::unexpected(typed.error());
        if (typed->city || typed->ships > 0) return not_understood(words[0], "lo mi 3 1a");
        counts = *typed;
    }
    return Json{{"from", *from}, {"to", *to}, {"population", counts.population}, {"armies", counts.armies}};
}

/// What is aboard on a voyage that is read word by word.
class Hold {
public:
    void load(int place, const Counts& counts) { aboard_.push_back({place, counts}); }

    /// Those land who have been aboard the longest. Says whether so many were aboard.
    bool land(int place, Counts counts) {
        for (auto& [on, left] : aboard_) {
            const int population = std::min(counts.population, left.population);
            const int armies = std::min(counts.armies, left.armies);
            if (population + armies > 0) cargo_.push_back({{"on", on}, {"off", place}, {"population", population}, {"armies", armies}});
            left.population -= population;
            left.armies -= armies;
            counts.population -= population;
            counts.armies -= armies;
        }
        return counts.population + counts.armies == 0;
    }

    Json landed(int place) {
        Counts all;
        for (const auto& [on, left] : aboard_) {
            all.population += left.population;
            all.armies += left.armies;
        }
        land(place, all);
        return cargo_;
    }

private:
    std::vector<std::pair<int, Counts>> aboard_{};
    Json cargo_ = Json::array();
};

/// "sail up +3 +1a ha -2 do": from up with 3 population and an army to ha, where 2 land, and on to do, where the others land.
Read read_voyage(const AskedOrders& asked, const Words& words) {
    constexpr auto like = "sail up +3 ha -2 do";
    if (words.size() < 3) return not_understood(words[0], like);
    std::vector<std::string> places;
    Hold hold;
    for (const auto word : std::span(words).subspan(1)) {
        const int here = static_cast<int>(places.size()) - 1;
        if (word.front() != '+' && word.front() != '-') {
            auto area = area_meant(word, asked.areas);
            if (!area) return std::unexpected(area.error());
            places.push_back(std::move(*area));
            continue;
        }
        Counts counts;
        if (auto problem = take_count(word.substr(1), counts)) return std::unexpected(std::move(*problem));
        if (here < 0 || counts.city || counts.ships > 0) return not_understood(word, like);
        if (word.front() == '+') hold.load(here, counts);
        else if (!hold.land(here, counts)) return std::unexpected("not so many are aboard in " + asked.name(places.back()));
    }
    if (places.size() < 2) return not_understood(words[0], like);
    return Json{
        {"ship", places.front()}, {"route", std::vector(places.begin() + 1, places.end())}, {"cargo", hold.landed(static_cast<int>(places.size()) - 1)}};
}

Read read_moves(const AskedOrders& asked, const std::vector<Words>& orders) {
    Json out{{"marches", Json::array()}, {"voyages", Json::array()}};
    for (const auto& words : orders) {
        const bool sails = words[0] == "sail";
        auto order = sails ? read_voyage(asked, words) : read_march(asked, words);
        if (!order) return order;
        out[sails ? "voyages" : "marches"].push_back(std::move(*order));
    }
    return out;
}

// ---- all others ------------------------------------------------------------------------------------------------------

Read read_losses(const AskedOrders& asked, const std::vector<Words>& orders) {
    auto armies = sums_of(orders, asked.areas, asked.preset.value("armies", Json::object()), "mi 1: so many of what is lost there are armies");
    if (!armies) return armies;
    return Json{{"armies", std::move(*armies)}};
}

Read read_found(const AskedOrders& asked, const std::vector<Words>& orders) {
    Json out = Json::array();
    for (const auto& words : orders) {
        const auto treasury = words.size() == 2 ? number_of(words[1]) : std::optional(0);
        if (words.size() > 2 || !treasury) return not_understood(words[0], "hi; ha 3: in hi, and in ha with 3 from the treasury; none founds nothing");
        if (words[0] == "none") continue;
        const auto area = area_meant(words[0], asked.areas);
        if (!area) return std::unexpected(area.error());
        out.push_back({{"area", *area}, {"treasury", *treasury}});
    }
    return Json{{"cities", std::move(out)}};
}

/// One of what is offered, by its number.
std::expected<const Json*, std::string> numbered(const AskedOrders& asked, const std::vector<Words>& orders) {
    const Json& choices = asked.options.at("choices");
    const auto number = orders.size() == 1 && orders[0].size() == 1 ? number_of(orders[0][0]) : std::nullopt;
    if (!number || *number < 1 || *number > static_cast<int>(choices.size()))
        return std::unexpected("answer with a number from 1 to " + std::to_string(choices.size()));
    return &choices.at(static_cast<std::size_t>(*number - 1));
}

Read read_reduce(const AskedOrders& asked, const std::vector<Words>& orders) {
    Json out = Json::array();
    for (const auto& words : orders)
        for (const auto word : words) {
            const auto area = area_meant(word, asked.areas);
            if (!area) return std::unexpected(area.error());
            out.push_back(*area);
        }
    return Json{{"areas", std::move(out)}};
}

Read read_units(const AskedOrders& asked, const std::vector<Words>& orders) {
    Json out = Json::array();
    for (const auto& words : orders) {
        const auto area = area_meant(words[0], asked.areas);
        if (!area) return std::unexpected(area.error());
        const auto counts = counts_of(std::span(words).subspan(1));
        if (!counts) return std::unexpected(counts.error());
        if (words.size() == 1 || counts->ships > 0) return not_understood(words[0], "hi 2 1a c");
        out.push_back({{"area", *area}, {"population", counts->population}, {"armies", counts->armies}, {"city", counts->city}});
    }
    return Json{{"units", std::move(out)}};
}

std::vector<std::string> names_in(const Json& object) {
    std::vector<std::string> out;
    for (const auto& [name, value] : object.items()) out.push_back(name);
    return out;
}

template <template <typename> typename Shape, template <typename> typename Offer>
bool fit(const Json& options, const Json& preset) {
    const auto choice = read_fields<Shape<Name>>(preset, Code::bad_message);
    return choice && to_json_value(*choice) == preset && read_fields<Offer<Name>>(options, Code::bad_message);
}

struct Fitting {
    std::string_view kind;
    bool (*fits)(const Json& options, const Json& preset);
};
constexpr std::array fittings{
    Fitting{"tax", fit<Tax, TaxOptions>},
    Fitting{"expand", fit<Expand, ExpandOptions>},
    Fitting{"build", fit<Build, BuildOptions>},
    Fitting{"move", fit<Move, MoveOptions>},
    Fitting{"losses", fit<Losses, LossesOptions>},
    Fitting{"found", fit<Found, FoundOptions>},
    Fitting{"support", fit<Support, SupportOptions>},
    Fitting{"site", fit<Site, SiteOptions>},
    Fitting{"allot", fit<Allot, AllotOptions>},
    Fitting{"reduce", fit<Reduce, ReduceOptions>},
    Fitting{"lose", fit<Lose, LoseOptions>},
    Fitting{"faction", fit<Faction, FactionOptions>},
    Fitting{"keep", fit<Keep, KeepOptions>},
};

class Typed final : public TypedOrders {
public:
    bool fits(std::string_view kind, const Json& options, const Json& preset) const override {
        const auto found = std::ranges::find(fittings, kind, &Fitting::kind);
        return found != fittings.end() && found->fits(options, preset);
    }

    std::vector<Row> rows(const AskedOrders& asked) const override { return typed_rows(asked); }

    std::vector<Row> map(const Json& setup, const Json& view, const std::function<std::string(const std::string&)>& name) const override {
        return typed_map(setup, view, name);
    }

    std::string said(std::string_view kind, const Json& choice, const std::function<std::string(const std::string&)>& name) const override {
        return typed_words(kind, choice, name);
    }

    std::vector<std::string> help(std::string_view kind) const override {
        if (kind == "tax") return {"3             so many tokens each city pays"};
        if (kind == "build")
            return {"hi 1a 1s      builds an army and a ship in hi; all else is kept as by default", "hi drop 1a    gives an army up",
                    "hi levy 2     so much there is paid by population", "release 1     returns so much treasury to stock"};
        if (kind == "move")
            return {"lo mi 3 1a    3 population and an army march from lo to mi; without numbers all that may move",
                    "sail up +3 ha -2 do   a ship from up with 3 population by ha, where 2 land, to do"};
        if (kind == "expand" || kind == "losses") return {"hi 2; up 1    so many in each area"};
        if (kind == "allot") return {"south 8       so many points for each seat"};
        if (kind == "found") return {"hi; ha 3      cities in hi and, with 3 from the treasury, in ha; none: nowhere"};
        if (kind == "reduce") return {"ha hi         these cities, in this order"};
        if (kind == "lose" || kind == "faction") return {"hi 2 1a c     2 population, an army and the city in hi; more areas behind a semicolon"};
        return {"1             the number of a line"};
    }

    Read read(const AskedOrders& asked, std::string_view text) const override {
        std::vector<Words> orders;
        for (const auto order : parted(text, ";")) orders.push_back(parted(order, " \t\r,"));
        if (orders.empty() || std::ranges::any_of(orders, [](const Words& words) { return words.empty(); })) return std::unexpected("there is no order");
        if (asked.kind == "tax") return read_tax(orders);
        if (asked.kind == "build") return read_build(asked, orders);
        if (asked.kind == "move") return read_moves(asked, orders);
        if (asked.kind == "losses") return read_losses(asked, orders);
        if (asked.kind == "found") return read_found(asked, orders);
        if (asked.kind == "reduce") return read_reduce(asked, orders);
        if (asked.kind == "lose" || asked.kind == "faction") return read_units(asked, orders);
        if (asked.kind == "expand" || asked.kind == "allot") {
            const bool areas = asked.kind == "expand";
            auto sums = sums_of(orders, names_in(asked.options.at("caps")), Json::object(), areas ? "hi 2; up 1" : "south 8");
            if (!sums) return sums;
            return Json{{areas ? "areas" : "seats", std::move(*sums)}};
        }
        const auto one = numbered(asked, orders);
        if (!one) return std::unexpected(one.error());
        if ((*one)->is_string()) return Json{{"area", **one}};
        if ((*one)->contains("faction")) return Json{{"faction", (*one)->at("faction")}};
        return **one;
    }
};

}  // namespace

const TypedOrders& typed() {
    static const Typed instance;
    return instance;
}

}  // namespace muster::rules::theatre
