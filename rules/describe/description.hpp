// What a ruleset shows and asks, as data: `describe.json` of its folder. Clients tell any battle by it and know no ruleset's names.
//
// Sentences stand in `texts.*.json` beside it, under the name of what they are said of (rules/describe/texts.hpp); here is what fills their
// gaps. A place in an event's data, a decision's options or a setup is a JSON pointer; `*` in it is each of a list, `-` the last.
#pragma once
#include <map>
#include <string>
#include <vector>

#include "rules/fields.hpp"

namespace muster::rules::describe {

/// How a sentence is told.
enum class Tone { plain, heading, loss, quiet, late };
constexpr EnumNames<Tone, 5> names_of(Tone) {
    using enum Tone;
    return {{{plain, "plain"}, {heading, "heading"}, {loss, "loss"}, {quiet, "quiet"}, {late, "late"}}};
}

/// How what happened is shown.
enum class Beat { none, note, step, count, fall, move, fire };
constexpr EnumNames<Beat, 7> names_of(Beat) {
    using enum Beat;
    return {{{none, "none"}, {note, "note"}, {step, "step"}, {count, "count"}, {fall, "fall"}, {move, "move"}, {fire, "fire"}}};
}

/// What fills a gap.
enum class ArgumentKind {
    number,
    text,  ///< as it is
    word,  ///< told by the texts under `of`, else as it is
    seat,
    unit,       ///< of its type as many as stand at `also`; without it several
    units,      ///< a list of {unit, enhanced?, count?}
    cell,       ///< of a board
    area,       ///< of a map: its name in the setup, else its word with capitals
    sum,        ///< a list of {line, value}
    count,      ///< how many a list has
    given,      ///< "yes" if it is there and neither false, 0 nor empty, else "no"
    there,      ///< "yes" if it is there, whatever it is, else "no"
    sentences,  ///< of each in a list what the item `of` says; of each field of an object, as {name, value}
    data,       ///< anything, told as it can be
    signed_number,
};
constexpr EnumNames<ArgumentKind, 15> names_of(ArgumentKind) {
    using enum ArgumentKind;
    return {{{number, "number"},
             {text, "text"},
             {word, "word"},
             {seat, "seat"},
             {unit, "unit"},
             {units, "units"},
             {cell, "cell"},
             {area, "area"},
             {sum, "sum"},
             {count, "count"},
             {given, "given"},
             {there, "there"},
             {sentences, "sentences"},
             {data, "data"},
             {signed_number, "signed"}}};
}

struct Argument {
    ArgumentKind as = ArgumentKind::number;
    std::string at{};
    std::string also{};
    std::string of{};
    std::string between{};
    static void fields(auto& visit, auto& self) {
        list_fields(visit, "as", self.as, "at", self.at);
        visit("between", self.between, Rule{.sparse = true, .about = "of sentences: what stands between them, if not a comma"});
        visit("also", self.also, Rule{.sparse = true, .about = "more units, or how many"});
        visit("of", self.of, Rule{.sparse = true, .about = "the part of the texts that has the word, or the item of which each sentence is"});
    }
};
using Arguments = std::map<std::string, Argument>;

/// Of a list that a sentence goes through.
struct ItemDescription {
    Arguments args{};
    std::string tell_loss_if{};
    static void fields(auto& visit, auto& self) {
        visit("args", self.args, Rule{.about = "places in the item"});
        visit("tell_loss_if", self.tell_loss_if, Rule{.sparse = true, .about = "a terminal tells it as a loss if this is given"});
    }
};

/// What an event changes on the table. Seats, units and fields that begin with / are places in the event's data.
enum class Operation {
    set,       ///< a field of the table, or of a seat's side, is what stands at `from`
    fresh,     ///< of all sides, or of one: nothing is forward or has fallen any more, nobody has moved or fired, and the `fields` are gone
    forward,   ///< of the units, exactly these are forward; what is beside them stays
    class_on,  ///< all living units of a class go forward
    pair,      ///< aircraft fly beside units: {aircraft, unit, enhanced?, count?}
    lose,      ///< units are gone
    lose_all,
    gain,
    move,    ///< a unit of the board goes over cells, if there are any
    fire,    ///< a unit of the board shoots: shots of {target, hit?, damaged?, destroyed?, lost?, power?}
    damage,  ///< a unit of the board has taken some
};
constexpr EnumNames<Operation, 11> names_of(Operation) {
    using enum Operation;
    return {{{set, "set"},
             {fresh, "fresh"},
             {forward, "forward"},
             {class_on, "class_on"},
             {pair, "pair"},
             {lose, "lose"},
             {lose_all, "lose_all"},
             {gain, "gain"},
             {move, "move"},
             {fire, "fire"},
             {damage, "damage"}}};
}

struct Change {
    Operation op = Operation::set;
    std::string seat{};
    std::string each{};
    std::string when{};
    std::string unless{};
    std::vector<std::string> units{};
    std::string unit{};
    std::string field{};
    std::string from{};
    std::string gone{};
    std::vector<std::string> fields_gone{};
    static void fields(auto& visit, auto& self) {
        list_fields(visit, "op", self.op);
        visit("seat", self.seat, Rule{.sparse = true});
        visit("each", self.each, Rule{.sparse = true, .about = "the change happens for each of this list; places are in what it lists"});
        visit("if", self.when, Rule{.sparse = true, .about = "only if this is given"});
        visit("unless", self.unless, Rule{.sparse = true, .about = "only if this is not given"});
        visit("units", self.units, Rule{.sparse = true, .about = "lists of units or pairs"});
        visit("unit", self.unit, Rule{.sparse = true, .about = "one of its type; on a board its id"});
        visit("field", self.field, Rule{.sparse = true});
        visit("from", self.from, Rule{.sparse = true, .about = "the field's value, the class, how many, the cells, the shots, how much"});
        visit("gone", self.gone, Rule{.sparse = true, .about = "whether the damage was its end"});
        visit("fields", self.fields_gone, Rule{.sparse = true});
    }
};

struct Chapter {
    std::string kind{};
    std::string number{};
    static void fields(auto& visit, auto& self) { list_fields(visit, "kind", self.kind, "number", self.number); }
};

/// How much longer something is shown for each of a list.
struct Longer {
    std::string each{};
    int milliseconds = 0;
    static void fields(auto& visit, auto& self) {
        list_fields(visit, "each", self.each);
        visit("milliseconds", self.milliseconds, Rule{.min = 0, .max = 1'000});
    }
};

/// A die that had to reach something: where that stands, and whether it did.
struct Reached {
    std::string needs{};
    std::string reached{};
    static void fields(auto& visit, auto& self) { list_fields(visit, "needs", self.needs, "reached", self.reached); }
};

/// Dice that an event tells by itself, of one unit of a board.
struct ShotLuck {
    std::string unit{};
    std::string each{};
    std::vector<Reached> dice{};
    std::string natural{};
    static void fields(auto& visit, auto& self) {
        list_fields(visit, "unit", self.unit);
        visit("each", self.each, Rule{.about = "the list of which each has such dice"});
        list_fields(visit, "dice", self.dice);
        visit("natural", self.natural, Rule{.about = "of the setup: if it is given, a six reaches and a one fails whatever is needed"});
    }
};

/// Of a turn on a map of areas: which part of it, as the page's track of the turn calls them, or `start` or `end`.
struct CourseDescription {
    std::string part{};
    std::string next{};
    std::string mark{};
    std::string given{};
    std::string else_mark{};
    static void fields(auto& visit, auto& self) {
        visit("part", self.part, Rule{.about = "it belongs to"});
        visit("next", self.next, Rule{.sparse = true, .about = "whose decisions come next, where nobody decides any more in its own"});
        visit("mark", self.mark, Rule{.sparse = true, .about = "what its `area` shows until the part is over"});
        visit("if", self.given, Rule{.sparse = true, .about = "only if this is given"});
        visit("else", self.else_mark, Rule{.sparse = true, .about = "what it shows if not"});
    }
};

struct EventDescription {
    Tone tone = Tone::plain;
    std::optional<Tone> tell_tone{};
    std::vector<std::string> empty{};
    Tone tone_if_empty = Tone::plain;
    std::string each{};
    Arguments args{};
    bool silent = false;
    Beat beat = Beat::none;
    int milliseconds = 0;
    int before = 0;
    int milliseconds_if_empty = 0;
    std::optional<Longer> longer{};
    std::optional<ShotLuck> luck{};
    std::optional<Chapter> chapter{};
    std::optional<CourseDescription> course{};
    std::vector<std::string> turning{};
    std::vector<Change> does{};
    static void fields(auto& visit, auto& self) {
        visit("tone", self.tone, Rule{.sparse = true});
        visit("tell_tone", self.tell_tone, Rule{.sparse = true, .about = "in a terminal, where that is another"});
        visit("empty", self.empty, Rule{.sparse = true, .about = "if none of these is given"});
        visit("tone_if_empty", self.tone_if_empty, Rule{.sparse = true, .about = "this is the tone"});
        visit("each", self.each, Rule{.sparse = true, .about = "a sentence for each of this list: the item of the event's name; of an empty one the event's"});
        visit("args", self.args, Rule{.sparse = true});
        visit("silent", self.silent, Rule{.sparse = true, .about = "something else tells it"});
        visit("beat", self.beat, Rule{.sparse = true});
        visit("milliseconds", self.milliseconds, Rule{.sparse = true, .min = 0, .max = 10'000, .about = "how long it has the table for itself"});
        visit("before", self.before, Rule{.sparse = true, .min = 0, .max = 10'000, .about = "how much of that goes by before the table changes"});
        visit("milliseconds_if_empty", self.milliseconds_if_empty, Rule{.sparse = true, .min = 0, .max = 10'000, .about = "so long it is noted instead"});
        visit("longer", self.longer, Rule{.sparse = true});
        visit("luck", self.luck, Rule{.sparse = true});
        visit("chapter", self.chapter, Rule{.sparse = true, .about = "begins with it"});
        visit("course", self.course, Rule{.sparse = true});
        visit("turning", self.turning, Rule{.sparse = true, .about = "chances may have changed if one of these is given; an empty place always is"});
        visit("does", self.does, Rule{.sparse = true, .about = "to the table, in this order"});
    }
};

/// How lucky a roll was is said of its sum, of its hits, or not.
enum class Luck { none, sum, hits };
constexpr EnumNames<Luck, 3> names_of(Luck) { return {{{Luck::none, "none"}, {Luck::sum, "sum"}, {Luck::hits, "hits"}}}; }

/// What dice are thrown for.
struct RollDescription {
    bool silent = false;
    Luck luck = Luck::none;
    std::vector<int> faces{};
    static void fields(auto& visit, auto& self) {
        visit("silent", self.silent, Rule{.sparse = true, .about = "an event tells it"});
        visit("luck", self.luck, Rule{.sparse = true});
        visit("faces", self.faces, Rule{.sparse = true, .about = "of a sum: what each face counts, if not what it shows"});
    }
};

/// How a decision is asked, by the shape of what is offered and chosen: of a list of words, or of {name}, one; of a list of {unit, enhanced?, count}
/// some; which of `among`, words too, those of the list go with, as {CHOICE, pairs?: [{aircraft, unit, enhanced?, count}]}; of a list of {unit, at,
/// move_allowance, cells: [[a, b, cost]]} where one goes, as {unit, to} or {unit, path: []}; of a list of {unit, weapons: [{weapon, name, targets:
/// [{target, range, to_hit, to_damage}]}]} what one fires at, as {unit, shots: [{weapon, target}]}; yes or no; dice to throw, as {roll, for?}; orders to
/// what stands on a map of areas, in the shape that the decision has; anything else, by the
/// fields of its choice, as the catalog has their schema.
enum class Form { pick, counts, pairs, path, shots, yes_no, throw_dice, orders, fields };
constexpr EnumNames<Form, 9> names_of(Form) {
    using enum Form;
    return {{{pick, "pick"},
             {counts, "counts"},
             {pairs, "pairs"},
             {path, "path"},
             {shots, "shots"},
             {yes_no, "yes_no"},
             {throw_dice, "throw_dice"},
             {orders, "orders"},
             {fields, "fields"}}};
}

/// What orders to a map of areas are about, which is how the page asks for them.
enum class Orders { none, moves, works, pick, shares, places, units };
constexpr EnumNames<Orders, 7> names_of(Orders) {
    using enum Orders;
    return {{{none, "none"}, {moves, "moves"}, {works, "works"}, {pick, "pick"}, {shares, "shares"}, {places, "places"}, {units, "units"}}};
}

/// Of counts that take hits, as many as there are: where these stand in the options. What a choice would mean is {used, left, lost?, fault?: {why, unit?,
/// enhanced?}}.
struct HitsDescription {
    std::string fresh{};
    std::string kept{};
    std::string first{};
    std::string takes{};
    static void fields(auto& visit, auto& self) {
        list_fields(visit, "new", self.fresh);
        visit("kept", self.kept, Rule{.sparse = true, .about = "older ones"});
        visit("first", self.first, Rule{.sparse = true, .about = "the class that takes them as long as it can"});
        visit("takes", self.takes, Rule{.sparse = true, .about = "of one of the list: how many it takes; without this one"});
    }
};

/// Of counts of which so many of each group are chosen.
struct GroupsDescription {
    std::string list{};
    std::string by{};
    static void fields(auto& visit, auto& self) {
        visit("list", self.list, Rule{.about = "of the options: of each group {count}, and what it is by"});
        visit("by", self.by, Rule{.about = "of one of these, and of one of what there is to choose among"});
    }
};

/// Of pairs: whom they go with, and how many do.
struct PartnersDescription {
    std::string list{};
    std::string by{};
    std::string room{};
    static void fields(auto& visit, auto& self) {
        visit("list", self.list, Rule{.about = "of the options: {unit, enhanced?, count}, and which of `among` each is"});
        visit("by", self.by, Rule{.about = "of one of these: which"});
        visit("room", self.room, Rule{.about = "of the options: of each of `among`, under the same name, how many `aircraft` go with it"});
    }
};

/// What both sides' totals may be expected to be.
struct ExpectedDescription {
    std::string own{};
    std::string enemy{};
    static void fields(auto& visit, auto& self) { list_fields(visit, "own", self.own, "enemy", self.enemy); }
};

struct DecisionDescription {
    Form form = Form::pick;
    Orders orders = Orders::none;
    std::string part{};
    Arguments args{};
    std::string list{};
    std::string item{};
    std::string setup_list{};
    std::string among{};
    std::string total{};
    std::optional<GroupsDescription> groups{};
    std::optional<HitsDescription> hits{};
    std::optional<PartnersDescription> partners{};
    std::optional<ExpectedDescription> expected{};
    std::string choice{};
    std::string whether{};
    bool grave = false;
    std::string told_by{};
    bool forced_silent = false;
    Arguments said{};
    static void fields(auto& visit, auto& self) {
        list_fields(visit, "form", self.form);
        visit("orders", self.orders, Rule{.sparse = true, .about = "of the form of that name"});
        visit("part", self.part, Rule{.sparse = true, .about = "of a turn on a map of areas, in which it is asked"});
        visit("args", self.args, Rule{.sparse = true, .about = "of the question: places in the options"});
        visit("list", self.list, Rule{.sparse = true, .about = "of the options: what there is to choose among"});
        visit("item", self.item, Rule{.sparse = true, .about = "what tells each of the list, if more than its number and name"});
        visit("setup_list", self.setup_list,
              Rule{.sparse = true, .about = "of the setup: the {name} that the list can have, for who orders before it is asked"});
        visit("among", self.among, Rule{.sparse = true, .about = "of the options: of pairs, what one of is chosen"});
        visit("total", self.total, Rule{.sparse = true, .about = "of the options: how many of them"});
        visit("groups", self.groups, Rule{.sparse = true, .about = "of counts: how many of them in each group"});
        visit("hits", self.hits, Rule{.sparse = true, .about = "of counts: the hits that they take"});
        visit("partners", self.partners, Rule{.sparse = true, .about = "of pairs: whom those of the list may go with"});
        visit("expected", self.expected, Rule{.sparse = true, .about = "of what a choice would mean: totals that it is judged by"});
        visit("choice", self.choice, Rule{.sparse = true, .about = "of the choice: what was chosen"});
        visit("whether", self.whether, Rule{.sparse = true, .about = "of the choice: whether anything is chosen, where one may also pass"});
        visit("grave", self.grave, Rule{.sparse = true, .about = "yes may cost the battle: whoever says it is asked once more"});
        visit("told_by", self.told_by, Rule{.sparse = true, .about = "the event that tells what was chosen"});
        visit("forced_silent", self.forced_silent, Rule{.sparse = true, .about = "nothing is said of one that is no choice"});
        visit("said", self.said, Rule{.sparse = true, .about = "what was chosen, where no event tells all of it: places in the choice"});
    }
};

/// What a table is drawn as.
enum class View { none, ranks, tokens, board, areas };
constexpr EnumNames<View, 5> names_of(View) {
    return {{{View::none, "none"}, {View::ranks, "ranks"}, {View::tokens, "tokens"}, {View::board, "board"}, {View::areas, "areas"}}};
}

struct TokenDescription {
    std::string unit{};
    std::string at{};
    static void fields(auto& visit, auto& self) { list_fields(visit, "unit", self.unit, "at", self.at); }
};

struct BoardDescription {
    std::string units{};
    std::string grid{};
    std::string width{};
    std::string height{};
    std::string blocked{};
    std::string polygons{};
    std::string terrain{};
    int side = 0;
    static void fields(auto& visit, auto& self) {
        visit("units", self.units, Rule{.about = "of a seat: its list of {id, profile, at}"});
        visit("grid", self.grid, Rule{.about = "of the setup, as all that follows: \"square\", \"free\" (no cells, places in tenths), else of hexes"});
        list_fields(visit, "width", self.width, "height", self.height);
        visit("blocked", self.blocked, Rule{.about = "cells that nobody enters"});
        visit("polygons", self.polygons, Rule{.sparse = true, .about = "what nobody enters where there are no cells: lists of corners"});
        visit("terrain", self.terrain, Rule{.sparse = true, .about = "kinds of ground, a list of {terrain, name, cells}"});
        visit("side", self.side, Rule{.about = "width and height where the setup does not say them"});
    }
};

/// Where what lies on a table stands in a setup.
struct TableDescription {
    View view = View::none;
    std::string sides{};
    std::vector<std::string> units{};
    std::vector<std::string> beside{};
    std::vector<TokenDescription> tokens{};
    std::optional<BoardDescription> board{};
    std::string areas{};
    std::string roster{};
    std::map<std::string, std::string> aliases{};
    std::map<std::string, std::string> given{};
    static void fields(auto& visit, auto& self) {
        visit("view", self.view, Rule{.sparse = true});
        visit("sides", self.sides,
              Rule{.sparse = true,
                   .about = "the list of what each seat has, with its `seat`; where there is none, and without this, it stands under the seat's name"});
        visit("units", self.units, Rule{.sparse = true, .about = "of a seat: its lists of {unit, enhanced?, count}"});
        visit("beside", self.beside, Rule{.sparse = true, .about = "of a seat: such lists of what is not counted among its units"});
        visit("tokens", self.tokens, Rule{.sparse = true, .about = "of a seat: how many it has of each type"});
        visit("board", self.board, Rule{.sparse = true});
        visit("areas", self.areas, Rule{.sparse = true, .about = "of the setup: the list of {area, name?} of which a map is made"});
        visit("roster", self.roster, Rule{.sparse = true, .about = "of the setup: the list of {unit, class}"});
        visit("aliases", self.aliases, Rule{.sparse = true, .about = "other words that setups may have for a unit, unless the roster has them too"});
        visit("given", self.given, Rule{.sparse = true, .about = "fields of the table that the setup gives, and where"});
    }
};

/// What a catalog lists: units, weapons.
struct ListDescription {
    std::string list{};
    std::vector<std::string> columns{};
    static void fields(auto& visit, auto& self) {
        visit("list", self.list, Rule{.about = "of the catalog"});
        visit("columns", self.columns, Rule{.about = "fields of each, in the order in which they are shown"});
    }
};

struct Description {
    std::vector<std::string> uses{};
    bool dice = true;
    bool at_sea = false;
    std::vector<std::string> symbols{};
    TableDescription table{};
    std::map<std::string, EventDescription> events{};
    std::map<std::string, ItemDescription> items{};
    std::map<std::string, RollDescription> rolls{};
    std::map<std::string, DecisionDescription> decisions{};
    std::vector<std::string> reasons{};
    std::vector<std::string> by_points{};
    std::vector<ListDescription> lists{};
    static void fields(auto& visit, auto& self) {
        visit("uses", self.uses, Rule{.sparse = true, .about = "what is described there, and its texts, are this one's too, unless it has its own"});
        visit("dice", self.dice, Rule{.optional = true});
        visit("at_sea", self.at_sea, Rule{.sparse = true, .about = "where there is neither a field nor a settlement"});
        visit("symbols", self.symbols,
              Rule{.sparse = true, .about = "the pieces that stand for it in a list of rulesets, the first of them alone where there is less room"});
        visit("table", self.table, Rule{.sparse = true});
        visit("events", self.events, Rule{.sparse = true});
        visit("items", self.items, Rule{.sparse = true, .about = "of lists in events"});
        visit("rolls", self.rolls, Rule{.sparse = true, .about = "by purpose"});
        visit("decisions", self.decisions, Rule{.sparse = true});
        visit("reasons", self.reasons, Rule{.sparse = true, .about = "of endings"});
        visit("by_points", self.by_points, Rule{.sparse = true, .about = "those of them in which points have decided"});
        visit("lists", self.lists, Rule{.sparse = true});
    }
};

}  // namespace muster::rules::describe
