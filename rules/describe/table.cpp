#include "rules/describe/table.hpp"

#include <algorithm>

#include "rules/describe/place.hpp"

namespace muster::rules::describe {

namespace {

/// So many of a type, as lists of units have them.
struct Some {
    std::string unit;
    bool enhanced = false;
    long long count = 1;
};

Some some_of(const Json& entry) { return {text_at_place(entry, "/unit"), given_at(entry, "/enhanced"), number_at_place(entry, "/count", 1)}; }

Piece* piece_of(Side& side, const Some& some) {
    const auto found = std::ranges::find_if(side.pieces, [&](const Piece& each) { return each.unit == some.unit && each.enhanced == some.enhanced; });
    return found == side.pieces.end() ? nullptr : &*found;
}

/// The units that a change names: lists of them, or one of a type.
std::vector<Some> named(const Change& change, const Json& data) {
    std::vector<Some> out;
    for (const auto& place : change.units)
        if (const auto& list = at_place(data, place); list.is_array())
            for (const auto& entry : list) out.push_back(some_of(entry));
    if (!change.unit.empty()) out.push_back({text_at_place(data, change.unit)});
    return out;
}

void lose(Piece& piece, long long count) {
    count = std::clamp(count, 0LL, piece.living);
    piece.living -= count;
    piece.fallen += count;
    piece.forward = std::max(0LL, piece.forward - count);
    piece.supported = std::min(piece.supported, piece.living);
}

void gain(Side& side, const Some& some, Sort sort) {
    auto* piece = piece_of(side, some);
    if (!piece) piece = &side.pieces.emplace_back(Piece{some.unit, some.enhanced, sort});
    piece->start += some.count;
    piece->living += some.count;
}

void forward(Side& side, const std::vector<Some>& units) {
    for (auto& piece : side.pieces)
        if (piece.sort == Sort::unit) piece.forward = 0;
    for (const auto& some : units)
        if (auto* piece = piece_of(side, some)) piece->forward += some.count;
}

void pair(Side& side, const Change& change, const Json& data) {
    for (const auto& place : change.units)
        if (const auto& list = at_place(data, place); list.is_array())
            for (const auto& entry : list) {
                const auto below = some_of(entry);
                if (auto* piece = piece_of(side, below)) piece->supported += below.count;
                if (auto* piece = piece_of(side, {text_at_place(entry, "/aircraft")})) piece->forward += below.count;
            }
}

/// What a setup says of one seat.
const Json& own_of(const TableDescription& table, const Json& setup, const std::string& seat) {
    if (!table.sides.empty())
        if (const auto& list = at_place(setup, table.sides); list.is_array())
            for (const auto& each : list)
                if (text_at_place(each, "/seat") == seat) return each;
    return at_place(setup, "/" + seat);
}

}  // namespace

Table::Table(const Description& description, const Json& setup, std::span<const std::string> seats) : description_(&description) {
    const auto& table = description.table;
    const Json roster = table.roster.empty() ? Json() : at_place(setup, table.roster);
    for (const auto& seat : seats) set_up(sides_.emplace_back(Side{seat}), own_of(table, setup, seat), roster);
    for (const auto& [field, place] : table.given) fields_[field] = at_place(setup, place);
}

void Table::set_up(Side& side, const Json& own, const Json& roster) const {
    const auto& table = description_->table;
    std::map<std::string, std::string> classes;
    if (roster.is_array())
        for (const auto& entry : roster) classes[text_at_place(entry, "/unit")] = text_at_place(entry, "/class");
    const auto take = [&](const std::vector<std::string>& places, Sort sort) {
        for (const auto& place : places)
            if (const auto& list = at_place(own, place); list.is_array())
                for (const auto& entry : list) {
                    auto some = some_of(entry);
                    const auto alias = table.aliases.find(some.unit);
                    if (alias != table.aliases.end() && !classes.contains(some.unit)) some.unit = alias->second;
                    gain(side, some, sort);
                }
    };
    take(table.units, Sort::unit);
    take(table.beside, Sort::beside);
    for (auto& piece : side.pieces)
        if (const auto found = classes.find(piece.unit); found != classes.end()) piece.unit_class = found->second;
    for (const auto& [unit, place] : table.tokens) gain(side, {unit, false, number_at_place(own, place)}, Sort::token);
    if (!table.board) return;
    if (const auto& list = at_place(own, table.board->units); list.is_array())
        for (const auto& entry : list) side.board.push_back({text_at_place(entry, "/id"), text_at_place(entry, "/profile"), at_place(entry, "/at")});
}

bool Table::apply(const Json& event) {
    if (!description_) return false;
    const auto found = description_->events.find(text_at_place(event, "/event"));
    if (found == description_->events.end()) return false;
    const auto& data = at_place(event, "/data");
    bool changed = false;
    for (const auto& change : found->second.does) {
        if (change.each.empty()) changed = apply(change, data) || changed;
        else if (const auto& list = at_place(data, change.each); list.is_array())
            for (const auto& item : list) changed = apply(change, item) || changed;
    }
    return changed;
}

bool Table::apply(const Change& change, const Json& data) {
    if (!change.when.empty() && !given_at(data, change.when)) return false;
    if (!change.unless.empty() && given_at(data, change.unless)) return false;
    switch (change.op) {
        case Operation::set: set(change, data); return false;
        case Operation::fresh: fresh(change, data); return false;
        case Operation::class_on: class_on(change, data); return false;
        case Operation::move: return move(change, data);
        case Operation::fire: fire(change, data); return false;
        case Operation::damage: damage(change, data); return true;
        default: apply_to_side(change, data); return change.op != Operation::forward && change.op != Operation::pair;
    }
}

void Table::apply_to_side(const Change& change, const Json& data) {
    auto* side = side_of(text_at_place(data, change.seat));
    if (!side) return;
    if (change.op == Operation::forward) forward(*side, named(change, data));
    if (change.op == Operation::pair) pair(*side, change, data);
    if (change.op == Operation::gain) gain(*side, {text_at_place(data, change.unit), false, number_at_place(data, change.from)}, Sort::token);
    if (change.op == Operation::lose)
        for (const auto& some : named(change, data))
            if (auto* piece = piece_of(*side, some)) lose(*piece, some.count);
    if (change.op == Operation::lose_all)
        for (auto& piece : side->pieces) lose(piece, piece.living);
}

void Table::set(const Change& change, const Json& data) {
    const Json value = change.from.starts_with('/') ? at_place(data, change.from) : change.from.empty() ? Json() : Json(change.from);
    if (change.seat.empty()) fields_[change.field] = value;
    else if (auto* side = side_of(text_at_place(data, change.seat))) side->fields[change.field] = value;
}

void Table::fresh(const Change& change, const Json& data) {
    for (auto& side : sides_) {
        if (!change.seat.empty() && side.seat != text_at_place(data, change.seat)) continue;
        for (auto& piece : side.pieces) piece.forward = piece.fallen = piece.supported = 0;
        for (auto& unit : side.board) unit.moved = unit.fired = false;
        for (const auto& field : change.fields_gone) side.fields.erase(field);
    }
}

void Table::class_on(const Change& change, const Json& data) {
    const auto word = text_at_place(data, change.from);
    for (auto& side : sides_)
        for (auto& piece : side.pieces)
            if (!word.empty() && piece.unit_class == word) piece.forward = piece.living;
}

bool Table::move(const Change& change, const Json& data) {
    auto* unit = unit_of(text_at_place(data, change.unit));
    if (!unit) return false;
    unit->moved = true;
    const auto& cells = at_place(data, change.from);
    if (!cells.is_array() || cells.empty()) return false;
    unit->at = cells.back();
    return true;
}

void Table::fire(const Change& change, const Json& data) {
    if (auto* unit = unit_of(text_at_place(data, change.unit))) unit->fired = true;
}

void Table::damage(const Change& change, const Json& data) {
    auto* unit = unit_of(text_at_place(data, change.unit));
    if (!unit) return;
    unit->damage += number_at_place(data, change.from);
    unit->destroyed = unit->destroyed || (!change.gone.empty() && given_at(data, change.gone));
}

const Json& Table::field(std::string_view name) const {
    static const Json none;
    const auto found = fields_.find(name);
    return found == fields_.end() ? none : found->second;
}

Side* Table::side_of(const std::string& seat) {
    const auto found = std::ranges::find(sides_, seat, &Side::seat);
    return found == sides_.end() ? nullptr : &*found;
}

BoardUnit* Table::unit_of(const std::string& id) {
    for (auto& side : sides_)
        if (const auto found = std::ranges::find(side.board, id, &BoardUnit::id); found != side.board.end()) return &*found;
    return nullptr;
}

}  // namespace muster::rules::describe
