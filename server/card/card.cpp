#include "server/card/card.hpp"

#include <algorithm>

#include "protocol/narration/text.hpp"
#include "protocol/narration/words.hpp"
#include "rules/describe/library.hpp"
#include "rules/describe/place.hpp"
#include "rules/describe/table.hpp"
#include "server/card/symbols.hpp"

namespace muster::server {

namespace {

namespace describe = rules::describe;

/// A name keeps its own direction in the midst of a line, whatever script it is in; one in plain letters needs nothing for that.
std::string apart(const std::string& name) {
    const bool is_plain = std::ranges::all_of(name, [](char each) { return static_cast<unsigned char>(each) < 0x80; });
    return is_plain ? name : "\u2068" + name + "\u2069";
}

std::string seat_word(const std::string& seat) { return told(narration::capitalised(narration::worded(seat))); }

std::string who(const Glance::Seat& seat) { return apart(seat.name.empty() ? seat_word(seat.id) : told(seat.name)); }

std::string list_of(const std::vector<std::string>& names) {
    std::string out;
    for (std::size_t i = 0; i < names.size(); ++i) out.append(i == 0 ? "" : i + 1 == names.size() ? " and " : ", ").append(names[i]);
    return out;
}

std::string ending_of(const Glance& glance) {
    const auto& outcome = *glance.outcome;
    const auto why = narration::reason_text(outcome.reason, glance.seats.size());
    const auto because = why.empty() ? "" : ": " + why;
    if (!glance.is_contest) return "The table is closed" + because;
    if (!outcome.winner) return "No winner" + because;
    const auto winner = static_cast<std::size_t>(*outcome.winner);
    return who(glance.seats.at(winner)) + " wins" + because;
}

std::string waiting_for(const Glance& glance) {
    std::vector<std::string> missing, unready;
    for (const auto& seat : glance.seats) {
        if (seat.name.empty()) missing.push_back(seat_word(seat.id));
        else if (seat.asked) unready.push_back(who(seat));
    }
    if (missing.empty() && unready.empty()) return "About to begin";
    if (missing.empty()) return "Waiting for " + list_of(unready);
    if (missing.size() == glance.seats.size()) return "Waiting for players";
    return missing.size() > 2 ? "Waiting for " + std::to_string(missing.size()) + " players" : "Waiting for " + list_of(missing);
}

std::string turn_of(const Glance& glance) {
    std::vector<std::string> asked;
    for (const auto& seat : glance.seats)
        if (seat.asked) asked.push_back(who(seat));
    if (asked.empty()) return glance.is_contest ? "The battle is on" : "The table is open";
    if (!glance.is_contest) return "The table is open";
    if (asked.size() == 1) return "It\u2019s " + asked.front() + "\u2019s turn";
    if (asked.size() > 3) return std::to_string(asked.size()) + " players decide";
    return list_of(asked) + " decide";
}

int era_of(const Glance& glance, const std::string& unit) {
    const auto& roster = describe::at_place(glance.setup, "/roster");
    if (!roster.is_array()) return 0;
    for (const auto& each : roster)
        if (describe::text_at_place(each, "/unit") == unit) return static_cast<int>(describe::number_at_place(each, "/era"));
    return 0;
}

long long left_of(const rules::Facts::Side& facts, const std::string& name, long long otherwise) {
    const auto found = facts.left.find(name);
    return found == facts.left.end() ? otherwise : found->second;
}

/// A piece more of a kind; those of one name are counted together.
void add(std::vector<std::pair<std::string, CardPiece>>& pieces, const std::string& name, const std::string& symbol, long long count) {
    const auto found = std::ranges::find(pieces, name, &std::pair<std::string, CardPiece>::first);
    if (found == pieces.end()) pieces.push_back({name, {.symbol = symbol, .start = count}});
    else found->second.start += count;
}

std::vector<CardPiece> pieces_of(const Glance& glance, const describe::Description& description, const describe::Side& side, const rules::Facts::Side& facts) {
    std::vector<std::pair<std::string, CardPiece>> named;
    for (const auto& piece : side.pieces)
        if (piece.start > 0) add(named, piece.unit, piece.unit_class.empty() ? piece.unit : piece.unit_class, piece.start);
    for (const auto& unit : side.board) add(named, unit.profile, unit.profile, 1);
    if (description.table.view == describe::View::areas)
        for (const auto& [name, count] : facts.left)
            if (has_symbol(name)) named.push_back({name, {.symbol = name, .living = count}});
    std::vector<CardPiece> out;
    for (auto& [name, piece] : named) {
        piece.name = name;
        piece.era = era_of(glance, name);
        if (piece.start > 0) piece.living = std::clamp(left_of(facts, name, piece.start), 0LL, piece.start);
        out.push_back(piece);
    }
    return out;
}

void arm(Card& card, const Glance& glance) {
    const auto* description = describe::description_of(glance.ruleset);
    if (!description) return;
    std::vector<std::string> seats;
    for (const auto& seat : glance.seats) seats.push_back(seat.id);
    const describe::Table table(*description, glance.setup, seats);
    for (std::size_t i = 0; i < card.sides.size() && i < glance.facts.sides.size(); ++i)
        card.sides[i].pieces = pieces_of(glance, *description, table.sides()[i], glance.facts.sides[i]);
    if (std::ranges::any_of(card.sides, [](const CardSide& side) { return !side.pieces.empty(); })) return;
    for (const auto& symbol : description->symbols) card.stand.push_back({.symbol = symbol});
}

/// What a setup calls the side of a seat: the nations of a campaign have names.
std::string side_word(const Glance& glance, const std::string& seat) {
    const auto* description = describe::description_of(glance.ruleset);
    const auto& sides = description && !description->table.sides.empty() ? describe::at_place(glance.setup, description->table.sides) : Json();
    if (sides.is_array())
        for (const auto& side : sides)
            if (describe::text_at_place(side, "/seat") == seat)
                if (const auto name = told(describe::text_at_place(side, "/name")); !name.empty()) return name;
    return seat_word(seat);
}

}  // namespace

std::string told(std::string_view text) {
    constexpr std::size_t columns = 120;
    return narration::shortened(narration::plain(text), columns);
}

std::string ruleset_title(const std::string& ruleset) {
    const auto title = describe::text_at_place(describe::texts_of(ruleset, "en"), "/about/title");
    return title.empty() ? narration::worded(ruleset) : title;
}

std::vector<char> colours_of(const std::vector<std::string>& seats) {
    static constexpr std::pair<std::string_view, char> own[] = {
        {"attacker", 'a'}, {"defender", 'b'}, {"red", 'a'},        {"blue", 'b'},       {"green", 'c'},      {"yellow", 'd'},
        {"violet", 'e'},   {"black", 'f'},    {"teal", 'g'},       {"pink", 'h'},       {"north", 'a'},      {"south", 'b'},
        {"east", 'c'},     {"west", 'd'},     {"north_east", 'e'}, {"north_west", 'f'}, {"south_east", 'g'}, {"south_west", 'h'}};
    std::vector<char> out;
    std::string free = "abcdefgh";
    for (const auto& seat : seats) {
        const auto* found = std::ranges::find(own, seat, &std::pair<std::string_view, char>::first);
        out.push_back(found == std::end(own) ? '\0' : found->second);
        if (out.back() != '\0') std::erase(free, out.back());
    }
    std::size_t next = 0;
    for (auto& colour : out)
        if (colour == '\0') colour = free.empty() ? 'a' : free[next++ % free.size()];
    return out;
}

std::string title_of(const std::vector<std::string>& names) {
    if (names.size() == 2) return apart(names[0]) + " against " + apart(names[1]);
    std::vector<std::string> each;
    for (const auto& name : names) each.push_back(apart(name));
    return list_of(each);
}

std::string line_of(const Glance& glance) {
    switch (glance.status) {
        case protocol::BattleStatus::waiting: return waiting_for(glance);
        case protocol::BattleStatus::running: return turn_of(glance);
        case protocol::BattleStatus::over: break;
    }
    return glance.outcome ? ending_of(glance) : "It is over";
}

Card card_of(const Glance& glance, const std::string& scenario) {
    Card out{.title = told(glance.title), .game = ruleset_title(glance.ruleset), .line = line_of(glance)};
    std::vector<std::string> names, seats;
    for (const auto& seat : glance.seats) {
        seats.push_back(seat.id);
        names.push_back(seat.name.empty() ? side_word(glance, seat.id) : told(seat.name));
    }
    if (out.title.empty()) out.title = title_of(names);
    if (!scenario.empty() && scenario != out.title) out.game += "  \u00b7  " + told(scenario);
    const auto colours = colours_of(seats);
    for (std::size_t i = 0; i < seats.size(); ++i) {
        const auto& seat = glance.seats[i];
        const bool won = glance.outcome && glance.outcome->winner && static_cast<std::size_t>(*glance.outcome->winner) == i;
        out.sides.push_back({colours[i], told(seat.name), side_word(glance, seat.id), seat.asked && glance.status == protocol::BattleStatus::running, won});
    }
    arm(out, glance);
    if (glance.facts.round && glance.is_contest && glance.status != protocol::BattleStatus::waiting)
        out.moment = "Round " + std::to_string(*glance.facts.round);
    return out;
}

const Card& blank_card() {
    static const Card card{.title = "A battle awaits", .game = "Battles by link", .line = "Open the link to see it"};
    return card;
}

}  // namespace muster::server
