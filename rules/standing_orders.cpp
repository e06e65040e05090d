#include "rules/standing_orders.hpp"

#include <algorithm>
#include <set>

#include "rules/schema.hpp"

namespace muster::rules {

namespace {

constexpr std::string_view every_kind = "*";
constexpr std::string_view preset = "default";

struct PreferPlay {
    std::vector<std::string> prefer;
    static void fields(auto& visit, auto& self) {
        visit("prefer", self.prefer,
              Rule{.min = 1, .max = preferred_units_max, .each_min = 1, .each_max = 60, .about = "pieces in order; those not named come last"});
    }
};

bool is_preference(const Json& play) { return play.is_object() && play.contains("prefer"); }

std::unexpected<Refusal> wrong(std::string message, std::string path) { return refuse(Code::bad_message, std::move(message), std::move(path)); }

/// What orders may speak of in one battle.
struct Vocabulary {
    std::span<const DecisionKind> kinds;
    std::set<std::string> pieces;
    bool rounds = false;

    Vocabulary(const Ruleset& ruleset, const Battle& battle) : kinds(ruleset.decision_kinds()) {
        const auto facts = battle.facts();
        rounds = facts.round.has_value();
        for (const auto& side : facts.sides)
            for (const auto& [name, count] : side.left) pieces.insert(name);
    }

    const DecisionKind* find(std::string_view kind) const {
        const auto found = std::ranges::find(kinds, kind, &DecisionKind::kind);
        return found == kinds.end() ? nullptr : &*found;
    }
    std::expected<void, Refusal> know(const std::string& piece, const std::string& path) const {
        if (pieces.contains(piece)) return {};
        return wrong("nobody has \"" + piece + "\" in this battle" + did_you_mean(piece, pieces), path);
    }
};

std::expected<void, Refusal> check_bounds(const Bounds& bounds, const std::string& path) {
    if (!bounds.at_least && !bounds.at_most) return wrong("say \"at_least\" or \"at_most\"", path);
    if (bounds.at_least && bounds.at_most && *bounds.at_least > *bounds.at_most) return wrong("no number is at least this and at most that", path);
    return {};
}

std::expected<void, Refusal> check_condition(const Condition& condition, const Vocabulary& words, const std::string& path) {
    if (!condition.mine && !condition.theirs && !condition.round) return wrong("say \"mine\", \"theirs\" or \"round\", or leave the condition out", path);
    for (const auto& [bounds, name] : {std::pair(&condition.mine, "/mine"), std::pair(&condition.theirs, "/theirs")}) {
        if (!*bounds) continue;
        if (auto fine = check_bounds(**bounds, path + name); !fine) return fine;
        if ((*bounds)->unit.empty()) continue;
        if (auto fine = words.know((*bounds)->unit, path + name + "/unit"); !fine) return fine;
    }
    if (!condition.round) return {};
    if (!words.rounds) return wrong("this ruleset has no rounds", path + "/round");
    return check_bounds(*condition.round, path + "/round");
}

std::expected<void, Refusal> check_preference(const Json& play, const Vocabulary& words, const std::string& path) {
    const auto read = read_fields<PreferPlay>(play, Code::bad_message, path);
    if (!read) return std::unexpected(read.error());
    for (std::size_t i = 0; i < read->prefer.size(); ++i) {
        const std::string at = path + "/prefer/" + std::to_string(i);
        if (auto fine = words.know(read->prefer[i], at); !fine) return fine;
        if (std::find(read->prefer.begin(), read->prefer.begin() + static_cast<std::ptrdiff_t>(i), read->prefer[i]) !=
            read->prefer.begin() + static_cast<std::ptrdiff_t>(i))
            return wrong("\"" + read->prefer[i] + "\" is listed twice", at);
    }
    return {};
}

std::expected<void, Refusal> check_order(const StandingOrder& order, const Vocabulary& words, const std::string& path) {
    const auto* kind = words.find(order.kind);
    if (!kind && order.kind != every_kind) {
        std::vector<std::string> known;
        for (const auto& each : words.kinds) known.emplace_back(each.kind);
        return wrong("this ruleset asks no \"" + order.kind + "\"" + did_you_mean(order.kind, known), path + "/for");
    }
    if (order.condition)
        if (auto fine = check_condition(*order.condition, words, path + "/if"); !fine) return fine;
    const std::string play = path + "/play";
    if (order.play == preset) return {};
    if (!order.play.is_object()) return wrong("expected \"default\", {\"prefer\":[…]} or a choice", play);
    if (is_preference(order.play)) {
        if (kind && kind->pieces == Pieces::none) return wrong("pieces in an order say nothing about \"" + order.kind + "\"", play + "/prefer");
        return check_preference(order.play, words, play);
    }
    if (!kind) return wrong("a choice belongs to one kind of decision; name it in \"for\"", play);
    if (auto refusal = kind->misshapen(FlatJson(order.play), play)) return std::unexpected(std::move(*refusal));
    return {};
}

int pieces_left(const Facts::Side& side, const std::string& unit) {
    if (unit.empty()) return side.pieces;
    const auto found = side.left.find(unit);
    return found == side.left.end() ? 0 : found->second;
}

bool holds(const Condition& condition, const Facts& facts, Seat seat) {
    int theirs = 0;
    if (condition.theirs)
        for (std::size_t i = 0; i < facts.sides.size(); ++i)
            if (i != static_cast<std::size_t>(seat)) theirs += pieces_left(facts.sides[i], condition.theirs->unit);
    if (condition.theirs && !condition.theirs->hold(theirs)) return false;
    if (condition.mine && !condition.mine->hold(pieces_left(facts.sides[static_cast<std::size_t>(seat)], condition.mine->unit))) return false;
    return !condition.round || condition.round->hold(facts.round.value_or(0));
}

std::optional<SharedJson> carried_out(const Battle& battle, const Ask& ask, const Json& play) {
    if (play == preset) return ask.preset;
    if (is_preference(play)) {
        const auto names = play.at("prefer").get<std::vector<std::string>>();
        return battle.preferred(ask.seat, Preference(names));
    }
    if (auto choice = battle.check(ask.seat, play)) return std::move(*choice);
    return {};
}

Json order_schema(const Json& kind, std::vector<Json> plays) {
    Json order = value_schema<StandingOrder>(Rule{});
    order["properties"]["for"] = Json{{"const", kind}};
    order["properties"]["play"] = Json{{"anyOf", std::move(plays)}};
    return order;
}

}  // namespace

std::expected<StandingOrders, Refusal> read_standing_orders(const Json& json, const Ruleset& ruleset, const Battle& battle, const std::string& path) {
    StandingOrders orders;
    if (auto refusal = read_value(FlatJson(json), Rule{.max = standing_orders_max}, Code::bad_message, path, orders))
        return std::unexpected(std::move(*refusal));
    const Vocabulary words(ruleset, battle);
    for (std::size_t i = 0; i < orders.size(); ++i)
        if (auto fine = check_order(orders[i], words, path + '/' + std::to_string(i)); !fine) return std::unexpected(std::move(fine.error()));
    return orders;
}

std::optional<StandingChoice> standing_choice(const Battle& battle, const Ask& ask, const StandingOrders& orders) {
    const auto facts = battle.facts();
    for (std::size_t i = 0; i < orders.size(); ++i) {
        const auto& order = orders[i];
        if (order.kind != every_kind && order.kind != ask.kind) continue;
        if (order.condition && !holds(*order.condition, facts, ask.seat)) continue;
        if (auto choice = carried_out(battle, ask, order.play)) return StandingChoice{i, std::move(*choice)};
    }
    return {};
}

Json standing_orders_catalog(std::span<const DecisionKind> kinds) {
    Json shown = Json::array();
    std::vector<Json> orders;
    const Json as_preset{{"const", preset}};
    const Json as_preference = value_schema<PreferPlay>(Rule{});
    for (const auto& each : kinds) {
        Json entry{{"kind", each.kind}};
        Json choice = each.schema();
        choice.erase("$schema");
        std::vector<Json> plays{as_preset, std::move(choice)};
        if (each.pieces != Pieces::none) {
            entry["pieces"] = name_of(each.pieces);
            entry["first"] = each.preference;
            plays.push_back(as_preference);
        }
        shown.push_back(std::move(entry));
        orders.push_back(order_schema(each.kind, std::move(plays)));
    }
    orders.push_back(order_schema(every_kind, {as_preset, as_preference}));
    return {{"kinds", shown},
            {"schema",
             {{"$schema", "http://json-schema.org/draft-07/schema#"},
              {"type", "array"},
              {"maxItems", standing_orders_max},
              {"items", {{"anyOf", std::move(orders)}}}}}};
}

}  // namespace muster::rules
