#include "protocol/narration/narrator.hpp"

#include <algorithm>
#include <span>
#include <utility>

#include "protocol/narration/armies.hpp"
#include "protocol/narration/text.hpp"
#include "protocol/narration/words.hpp"
#include "rules/describe/place.hpp"
#include "rules/systems.hpp"

namespace muster::narration {

namespace {

using rules::describe::EventDescription;
using rules::describe::TableDescription;

Line indented(std::string text, Tone tone = Tone::normal) { return {tone, "  " + std::move(text)}; }

Tone tone_of(rules::describe::Tone tone) {
    switch (tone) {
        case rules::describe::Tone::heading: return Tone::heading;
        case rules::describe::Tone::quiet: return Tone::quiet;
        case rules::describe::Tone::loss:
        case rules::describe::Tone::late: return Tone::attention;
        default: return Tone::normal;
    }
}

/// Whether an event tells what came of dice for this purpose.
bool told_by_event(const rules::describe::Description& description, const std::string& purpose) {
    const auto found = description.rolls.find(purpose);
    return found != description.rolls.end() && found->second.silent;
}

// "{has} decided" as "has decided", or "have decided" when it is said of "you".
std::string agreed(std::string_view says, bool own) {
    static constexpr struct {
        std::string_view mark;
        std::string_view other;
        std::string_view own;
    } verbs[] = {{"{s}", "s", ""}, {"{has}", "has", "have"}};
    std::string out(says);
    for (const auto& verb : verbs)
        for (auto at = out.find(verb.mark); at != std::string::npos; at = out.find(verb.mark, at + 1))
            out.replace(at, verb.mark.size(), own ? verb.own : verb.other);
    return out;
}

// A choice as an event shows it; without the braces around its only field.
std::string choice_text(const Json& choice) {
    if (choice.is_object() && choice.size() == 1 && choice.begin()->is_structured()) return data_text(*choice.begin());
    return data_text(choice);
}

// What a setup says beside what lies on the table, a line for each of its fields. Without house rules the usual ones hold.
std::vector<Line> terms_of(const Json& setup, const TableDescription& table) {
    std::vector<Line> out;
    if (!setup.is_object()) return out;
    std::vector<std::string> shown = table.units;
    shown.insert(shown.end(), table.beside.begin(), table.beside.end());
    if (table.board) shown.push_back(table.board->units);
    for (const auto& [key, value] : setup.items()) {
        Json rest = value;
        if (rest.is_object())
            for (const auto& place : shown) rest.erase(place.substr(1));
        if (table.board && "/" + key == table.board->blocked && rest.is_array()) rest = counted(static_cast<long long>(rest.size()), "cell");
        if (table.board && "/" + key == table.board->terrain && rest.is_array())
            for (auto& kind : rest)
                if (kind.is_object() && kind.contains("cells")) kind["cells"] = kind["cells"].size();
        if (!table.areas.empty() && rest.is_array()) rest = rest.size();  // the map shows them
        if (!rest.is_null() && !(rest.is_structured() && rest.empty())) out.push_back(indented(capitalised(worded(key)) + ": " + data_text(rest), Tone::quiet));
    }
    return out;
}

}  // namespace

void Narrator::begin(std::string_view ruleset, const Json& setup, std::vector<std::string> seats) {
    telling_ = Telling(ruleset, setup);
    const auto& description = telling_.description();
    const auto* rules = rules::shipped_rulesets().find(ruleset);
    table_ = rules::describe::Table(description, setup, seats.empty() && rules ? rules->seats() : seats);
    field_.reset();
    if (description.table.board) field_.emplace(*description.table.board, setup);
    terms_ = terms_of(setup, description.table);
}

std::string Narrator::who(std::string_view seat) const { return capitalised(worded(seat)) + (!own_seat_.empty() && seat == own_seat_ ? " (you)" : ""); }

std::string Narrator::titled(const std::string& seat) const {
    const auto found = std::ranges::find(names_, seat, &Name::seat);
    const bool named = found != names_.end() && !found->name.empty() && found->name != seat;
    return who(seat) + (named ? ": " + found->name : "");
}

void Narrator::rename(const std::string& seat, std::string name) {
    const auto found = std::ranges::find(names_, seat, &Name::seat);
    if (found != names_.end()) found->name = std::move(name);
    else names_.push_back({seat, std::move(name)});
}

std::vector<Line> Narrator::armies(const Json& marked) const {
    if (field_) return field_->lines(table_.sides(), marked);
    Lines out;
    std::vector<std::string> titles;
    for (const auto& side : table_.sides()) titles.push_back(titled(side.seat));
    constexpr std::size_t abreast = 3;  // as many as a terminal's 80 columns have room for
    const std::span sides = table_.sides();
    for (std::size_t first = 0; first < sides.size(); first += abreast) {
        const auto count = std::min(abreast, sides.size() - first);
        auto tone = Tone::heading;
        for (auto& row : army_rows(sides.subspan(first, count), std::span(titles).subspan(first, count)))
            out.push_back({std::exchange(tone, Tone::normal), std::move(row)});
    }
    return out;
}

std::vector<Line> Narrator::tell(const Json& event) {
    const auto name = text_at(event, "event");
    const auto& data = value_at(event, "data");
    changed_armies_ = table_.apply(event) || begins_on_map(name);
    if (name != "rematch_withdrawn") no_rematch_.clear();
    const auto& events = telling_.description().events;
    if (const auto found = events.find(name); found != events.end()) return described(name, found->second, data);
    if (name == "battle_created") return created(data);
    if (name == "seat_taken") return taken(data);
    if (name == "battle_started") return started(data);
    if (name == "chosen") return chosen(data);
    if (name == "decision_sealed") return of_seat(data, " {has} chosen; nobody sees it yet.", Tone::quiet);
    if (name == "choice_sealed" || name == "share_given" || name == "witness_share_given") return {};  // hashes; what comes of them is told
    if (name == "witness_joined") return {{Tone::quiet, "The witness adds to the dice from now on."}};
    if (name == "ladder_renewed") return of_seat(data, " add{s} to the dice from another device from now on.", Tone::quiet);
    if (name == "seat_handed_over") return handed_over(data);
    if (name == "decision_unsealed") return of_seat(data, " take{s} the choice back.", Tone::quiet);
    if (name == "rolled" && told_by_event(telling_.description(), text_at(data, "purpose"))) return {};
    if (name == "rolled") return of_seat(data, " roll{s}: " + dice_text(data), Tone::quiet);
    if (name == "conceded") return of_seat(data, contest_ ? " concede{s}." : " leave{s} the table.", Tone::attention);
    if (name == "draw_offered") return of_seat(data, " offer{s} a draw.", Tone::attention);
    if (name == "draw_answered") return of_seat(data, flag_at(data, "accept") ? " accept{s} the draw." : " decline{s} the draw.", Tone::attention);
    if (name == "forfeited" && number_at(data, "step") > 0 && !text_at(data, "seat").empty())
        return of_seat(data, " lose{s} the battle: a share of the dice was not given in time.", Tone::attention);
    if (name == "forfeited" && text_at(data, "seat").empty()) return {indented("All sides ran out of time.", Tone::attention)};
    if (name == "forfeited") return of_seat(data, " ran out of time and lose{s} the battle.", Tone::attention);
    if (name == "claimed") return of_seat(data, " claim{s} victory: nobody else is there.", Tone::attention);
    if (name == "closed") return {indented("The server's operator ends the battle.", Tone::attention)};
    if (name == "said") return said(data);
    if (name == "rematch_wanted")
        return of_seat(data, flag_at(data, "swap") ? " want{s} a rematch with the sides swapped." : " want{s} a rematch.", Tone::attention);
    if (name == "rematch_withdrawn") return rematch_withdrawn(data);
    if (name == "rematch_made") return {indented("The rematch is ready: battle " + text_at(data, "battle") + ".", Tone::attention)};
    if (name == "battle_ended") return ended(data);
    return other(name, data);
}

// Each of those who wanted it is told why there can be none; whoever reads it needs it once.
std::vector<Line> Narrator::rematch_withdrawn(const Json& data) {
    const auto why = text_at(data, "message");
    if (why.empty()) return of_seat(data, " no longer want{s} a rematch.", Tone::quiet);
    if (std::exchange(no_rematch_, why) == why) return {};
    return {indented("The rematch cannot be made: " + why + ".", Tone::attention)};
}

std::vector<Line> Narrator::of_seat(const Json& data, std::string_view says, Tone tone) const {
    const auto seat = text_at(data, "seat");
    const bool own = !own_seat_.empty() && seat == own_seat_;
    if (own && says.starts_with("'s ")) return {indented("Your" + std::string(says.substr(2)), tone)};
    return {indented((own ? "You" : who(seat)) + agreed(says, own), tone)};
}

std::vector<Line> Narrator::created(const Json& data) {
    std::vector<std::string> seats;
    if (const auto& named = value_at(data, "seats"); named.is_array())
        for (const auto& each : named)
            if (each.is_string()) seats.push_back(each.get<std::string>());
    begin(text_at(data, "ruleset"), value_at(data, "setup"), std::move(seats));
    const auto& contest = value_at(value_at(data, "options"), "contest");
    contest_ = !contest.is_boolean() || contest.get<bool>();
    shared_ = text_at(value_at(data, "options"), "dice") == "shared";
    const auto title = text_at(data, "title");
    Lines out{{Tone::heading, (title.empty() ? "Battle " + text_at(data, "battle") : "\"" + title + "\"") + ", " + text_at(data, "ruleset")}};
    if (const auto commitment = text_at(data, "commitment"); !commitment.empty())
        out.push_back(indented("The server has committed to its dice: " + commitment.substr(0, 16) + "…", Tone::quiet));
    if (const auto& options = value_at(data, "options"); shared_)
        out.push_back(indented("The dice are " + whose_dice(options) + ": nobody knows them before " +
                                   (value_at(options, "witness").is_object() ? "all" : "both") + " have given their shares.",
                               Tone::quiet));
    if (const auto clock = clock_text(value_at(data, "options")); !clock.empty()) out.push_back(indented("Clock: " + clock + ".", Tone::quiet));
    out.insert(out.end(), terms_.begin(), terms_.end());
    return out;
}

std::vector<Line> Narrator::taken(const Json& data) {
    const auto seat = text_at(data, "seat");
    const auto name = text_at(data, "name");
    rename(seat, name);
    if (name.empty() || name == seat) return of_seat(data, " join{s}.", Tone::quiet);
    return {indented(name + " joins as " + worded(seat) + (!own_seat_.empty() && seat == own_seat_ ? " (you)." : "."), Tone::quiet)};
}

// The same words for the one who has given it away and the one who has it: both hear of it as whoever plays this seat.
std::vector<Line> Narrator::handed_over(const Json& data) {
    const auto seat = text_at(data, "seat");
    const auto name = text_at(data, "name");
    if (name.empty()) return of_seat(data, "'s seat was handed over: someone else plays it now.", Tone::attention);
    rename(seat, name);
    return {indented(name + " takes over as " + worded(seat) + ".", Tone::attention)};
}

// It names whoever sat down first; a seat may have been handed over since.
std::vector<Line> Narrator::started(const Json& data) {
    if (const auto& seats = value_at(data, "seats"); seats.is_array())
        for (const auto& each : seats)
            if (const auto seat = text_at(each, "seat"); std::ranges::find(names_, seat, &Name::seat) == names_.end()) rename(seat, text_at(each, "name"));
    Lines out{{Tone::heading, "The battle begins."}};
    for (auto& line : armies()) out.push_back(std::move(line));
    return out;
}

// What was chosen is told by the event that follows from it; here only what is special about it, and kinds nobody knows.
std::string Narrator::what_was_chosen(const std::string& kind, const Json& choice) const {
    const auto& decisions = telling_.description().decisions;
    const auto found = decisions.find(kind);
    const auto name = telling_.sentence("tell_decisions", kind, {}).value_or(worded(kind));
    if (found != decisions.end())
        if (const auto told = telling_.sentence("tell_choices", kind, telling_.filled(found->second.said, choice, viewer()))) return name + ": " + *told;
    return name + ": " + choice_text(choice);
}

// What was chosen is told by the event that follows from it; here only what is special about it, and kinds nobody knows.
std::vector<Line> Narrator::chosen(const Json& data) const {
    const auto kind = text_at(data, "kind");
    const auto& choice = value_at(data, "choice");
    static const rules::describe::DecisionDescription undescribed;
    const auto& decisions = telling_.description().decisions;
    const auto found = decisions.find(kind);
    const auto& decision = found == decisions.end() ? undescribed : found->second;
    const bool told_next = !decision.told_by.empty();
    if (flag_at(data, "forced") && decision.forced_silent) return {};  // a line for what comes of it is enough
    if (flag_at(data, "forced") && told_next)
        return of_seat(data, "'s " + telling_.sentence("tell_decisions", kind, {}).value_or(worded(kind)) + ": no choice.", Tone::quiet);
    const auto what = what_was_chosen(kind, choice);
    if (flag_at(data, "forced")) return of_seat(data, " {has} no choice (" + what + ").", Tone::quiet);
    if (flag_at(data, "timed_out")) return of_seat(data, " ran out of time; the default is played (" + what + ").", Tone::attention);
    if (flag_at(data, "left")) return of_seat(data, " {has} left; the default is played (" + what + ").", Tone::quiet);
    if (flag_at(data, "standing")) return of_seat(data, "'s standing orders decide (" + what + ").", Tone::quiet);
    if (kind == "ready") return of_seat(data, flag_at(choice, "ready") ? " accept{s} the battle." : " decline{s} the battle.", Tone::quiet);
    auto arguments = telling_.filled(decision.said, choice, viewer());
    arguments["who"] = who(text_at(data, "seat"));
    arguments["you"] = !own_seat_.empty() && text_at(data, "seat") == own_seat_ ? "yes" : "no";
    if (const auto told = telling_.sentence("tell_said", kind, arguments); told && !told->empty()) return {indented(*told, Tone::quiet)};
    if (told_next) return {};
    return of_seat(data, " chose " + what);
}

// Of a map it is enough to look at it once in a chapter.
bool Narrator::begins_on_map(const std::string& event) const {
    const auto& description = telling_.description();
    const auto found = description.events.find(event);
    return !description.table.areas.empty() && found != description.events.end() && found->second.chapter;
}

Telling::Viewer Narrator::viewer() const {
    return {[this](std::string_view seat) { return who(seat); }, own_seat_};
}

std::vector<Line> Narrator::described(const std::string& name, const EventDescription& event, const Json& data) const {
    const auto arguments = telling_.filled(event.args, data, viewer());
    const auto& list = rules::describe::at_place(data, event.each);
    if (!event.each.empty() && list.is_array() && !list.empty()) {
        const auto& item = telling_.description().items.at(name);
        Lines out;
        for (const auto& each : list) {
            auto own = telling_.filled(item.args, each, viewer());
            own.insert(arguments.begin(), arguments.end());
            const bool loss = !item.tell_loss_if.empty() && rules::describe::given_at(each, item.tell_loss_if);
            if (const auto told = telling_.sentence("tell_items", name, own)) out.push_back(indented(*told, loss ? Tone::attention : Tone::normal));
        }
        return out;
    }
    const bool empty = !event.empty.empty() && std::ranges::none_of(event.empty, [&](const auto& place) { return rules::describe::given_at(data, place); });
    const auto tone = tone_of(empty ? event.tone_if_empty : event.tell_tone.value_or(event.tone));
    const auto told = telling_.sentence("tell", name, arguments);
    if (!told) return other(name, data);
    if (told->empty()) return {};
    if (tone == Tone::heading) return {{}, {tone, *told}};
    return {indented(*told, tone)};
}

std::vector<Line> Narrator::said(const Json& data) const {
    const auto text = text_at(data, "text");
    if (text.empty()) return {};  // said in the other room
    const auto name = text_at(data, "name");
    const auto seat = text_at(data, "seat");
    const auto speaker =
        seat.empty() ? (name.empty() ? "a spectator" : name) + " (watching)" : (name.empty() || name == seat ? who(seat) : name + " (" + seat + ")");
    return {indented(speaker + ": " + text, Tone::chat)};
}

std::vector<Line> Narrator::ended(const Json& data) const {
    if (!contest_) return {{}, {Tone::heading, closing_text(data, shared_)}};
    const auto winner = text_at(data, "winner");
    Tone tone = Tone::heading;
    if (!own_seat_.empty() && !winner.empty()) tone = winner == own_seat_ ? Tone::good : Tone::bad;
    Lines out{{}, {tone, outcome_text(data) + (tone == Tone::good ? " You win!" : "")}};
    if (const auto left = survivors_text(value_at(data, "survivors")); !left.empty()) out.push_back(indented("Survivors: " + left + "."));
    return out;
}

std::vector<Line> Narrator::other(const std::string& name, const Json& data) const {
    Json rest = data.is_object() ? data : Json::object();
    const auto seat = text_at(rest, "seat");
    rest.erase("seat");
    const auto what = worded(name) + (rest.empty() ? "" : ": " + data_text(rest));
    return {indented(seat.empty() ? capitalised(what) : who(seat) + ", " + what)};
}

}  // namespace muster::narration
