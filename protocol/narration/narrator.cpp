#include "protocol/narration/narrator.hpp"

#include <algorithm>

#include "protocol/narration/armies.hpp"
#include "protocol/narration/field_words.hpp"
#include "protocol/narration/text.hpp"
#include "protocol/narration/words.hpp"
#include "rules/describe/library.hpp"
#include "rules/systems.hpp"

namespace muster::narration {

namespace {

using rules::describe::Description;
using rules::describe::TableDescription;

Line indented(std::string text, Tone tone = Tone::normal) { return {tone, "  " + std::move(text)}; }

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
        if (!rest.is_null() && !(rest.is_structured() && rest.empty())) out.push_back(indented(capitalised(worded(key)) + ": " + data_text(rest), Tone::quiet));
    }
    return out;
}

}  // namespace

void Narrator::begin(std::string_view ruleset, const Json& setup, std::vector<std::string> seats) {
    static const Description unknown;
    const auto* found = rules::describe::description_of(ruleset);
    const auto& description = found ? *found : unknown;
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
    for (auto& row : army_rows(table_.sides(), titles)) out.push_back({out.empty() ? Tone::heading : Tone::normal, std::move(row)});
    return out;
}

std::vector<Line> Narrator::tell(const Json& event) {
    const auto name = text_at(event, "event");
    const auto& data = value_at(event, "data");
    changed_armies_ = table_.apply(event);
    if (name != "rematch_withdrawn") no_rematch_.clear();
    if (auto lines = field_event(name, data)) return std::move(*lines);
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
    if (name == "phase_started") return phase(data);
    if (name == "round_started") return {};  // each phase says it
    if (name == "hits_dealt") return hits(data);
    if (name == "retreated") return retreated(data);
    if (name == "wave_formed") return of_seat(data, "'s wave: " + unit_list(value_at(data, "units")));
    if (name == "air_support_declared") return support(data);
    if (name == "rolled") return of_seat(data, " roll{s}: " + dice_text(data), Tone::quiet);
    if (name == "totalled") return of_seat(data, "'s total: " + sum_text(data));
    if (name == "casualties_taken") return losses(data);
    if (name == "advantage_counted") return advantage(data);
    if (name == "removed")
        return of_seat(data, " lose{s} " + std::string(text_at(data, "token") == "army" ? "an army token" : "a population token") +
                                 (text_at(data, "step") == "before" ? " before combat." : "."));
    if (name == "city_assaulted") return assault(data);
    if (name == "conceded") return of_seat(data, " concede{s}.", Tone::attention);
    if (name == "draw_offered") return of_seat(data, " offer{s} a draw.", Tone::attention);
    if (name == "draw_answered") return of_seat(data, flag_at(data, "accept") ? " accept{s} the draw." : " decline{s} the draw.", Tone::attention);
    if (name == "forfeited" && number_at(data, "step") > 0 && !text_at(data, "seat").empty())
        return of_seat(data, " lose{s} the battle: a share of the dice was not given in time.", Tone::attention);
    if (name == "forfeited" && text_at(data, "seat").empty()) return {indented("Both sides ran out of time.", Tone::attention)};
    if (name == "forfeited") return of_seat(data, " ran out of time and lose{s} the battle.", Tone::attention);
    if (name == "claimed") return of_seat(data, " claim{s} victory: the other side is away.", Tone::attention);
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
    const auto title = text_at(data, "title");
    Lines out{{Tone::heading, (title.empty() ? "Battle " + text_at(data, "battle") : "\"" + title + "\"") + ", " + text_at(data, "ruleset")}};
    if (const auto commitment = text_at(data, "commitment"); !commitment.empty())
        out.push_back(indented("The server has committed to its dice: " + commitment.substr(0, 16) + "…", Tone::quiet));
    if (const auto& options = value_at(data, "options"); text_at(options, "dice") == "shared")
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
std::vector<Line> Narrator::chosen(const Json& data) const {
    const auto kind = text_at(data, "kind");
    const auto& choice = value_at(data, "choice");
    const bool on_field = kind == "move" || kind == "fire";
    const auto what = decision_name(kind) + ": " + (on_field ? field_choice_text(choice) : choice_text(choice));
    if (on_field && !flag_at(data, "timed_out") && !flag_at(data, "standing")) return {};  // what follows tells it
    const bool told_next = kind == "wave" || kind == "air_support" || kind == "casualties" || kind == "remove" || kind == "hit_class" || kind == "retreat";
    if (flag_at(data, "forced") && kind == "remove") return {};  // a line for each token is enough
    if (flag_at(data, "forced") && told_next) return of_seat(data, "'s " + decision_name(kind) + ": no choice.", Tone::quiet);
    if (flag_at(data, "forced")) return of_seat(data, " {has} no choice (" + what + ").", Tone::quiet);
    if (flag_at(data, "timed_out")) return of_seat(data, " ran out of time; the default is played (" + what + ").", Tone::attention);
    if (flag_at(data, "standing")) return of_seat(data, "'s standing orders decide (" + what + ").", Tone::quiet);
    if (kind == "ready") return of_seat(data, flag_at(choice, "ready") ? " accept{s} the battle." : " decline{s} the battle.", Tone::quiet);
    if (kind == "retreat" && !flag_at(choice, "retreat")) return of_seat(data, " fight{s} on.", Tone::quiet);
    if (kind == "withdraw") return of_seat(data, flag_at(choice, "withdraw") ? " withdraw{s}." : " fight{s} on.", Tone::quiet);
    if (told_next) return {};
    return of_seat(data, " chose " + what);
}

std::vector<Line> Narrator::phase(const Json& data) const {
    std::string text;
    if (const auto round = number_at(data, "round"); round > 0) text = "Round " + std::to_string(round) + ", ";
    text += value_at(data, "phase").is_string() ? text_at(data, "phase") : "phase " + std::to_string(number_at(data, "phase"));
    if (const auto size = number_at(data, "wave_size"); size > 0)
        text += ": waves of " + std::to_string(size) + ", " + counted(number_at(data, "attacker_units"), "unit") + " against " +
                std::to_string(number_at(data, "defender_units"));
    return {{}, {Tone::heading, capitalised(text)}};
}

std::vector<Line> Narrator::support(const Json& data) const {
    std::vector<std::string> pairs;
    if (const auto& list = value_at(data, "pairs"); list.is_array())
        for (const auto& pair : list) {
            const auto count = number_at(pair, "count", 1);
            const auto plane = text_at(pair, "aircraft");
            pairs.push_back(std::to_string(count) + " " + (count == 1 ? singular(plane) : worded(plane)) + " with " + unit_name(pair, 2));
        }
    return of_seat(data, "'s aircraft support the " + text_at(data, "class") + (pairs.empty() ? "" : ": " + joined(pairs, ", ")));
}

std::vector<Line> Narrator::losses(const Json& data) const {
    const auto& lost = value_at(data, "lost");
    const auto& planes = value_at(data, "aircraft_lost");
    const bool unharmed = (!lost.is_array() || lost.empty()) && (!planes.is_array() || planes.empty());
    std::string text;
    if (const auto damage = number_at(data, "damage", -1); damage >= 0) text += " take{s} " + std::to_string(damage) + " damage and";
    const bool only_planes = !unharmed && (!lost.is_array() || lost.empty());
    text += " lose{s} " + unit_list(only_planes ? planes : lost);
    if (!unharmed && !only_planes && planes.is_array() && !planes.empty()) text += ", plus " + unit_list(planes);
    if (const auto kept = number_at(data, "kept"); kept > 0) text += "; " + counted(kept, "hit") + (kept == 1 ? " carries" : " carry") + " over";
    return of_seat(data, text + ".", unharmed ? Tone::normal : Tone::attention);
}

std::vector<Line> Narrator::advantage(const Json& data) const {
    const auto& levels = value_at(data, "levels");
    std::string by_seat;
    if (levels.is_object())
        for (const auto& [seat, level] : levels.items()) by_seat += (by_seat.empty() ? "" : ", ") + plain(seat) + " " + data_text(level);
    const auto holder = text_at(data, "holder");
    const auto first = text_at(data, "first");
    const auto before = number_at(data, "removed_before");
    auto text = (holder.empty() ? "Nobody has an advantage" : who(holder) + " has an advantage of " + std::to_string(number_at(data, "net"))) +
                (by_seat.empty() ? "" : " (levels: " + by_seat + ")");
    if (first.empty()) return {{}, {Tone::heading, text + ". Both sides lose a token at the same time."}};
    if (before > 0) text += ". " + who(first) + " loses " + counted(before, "token") + " before combat; then the sides take turns, " + first + " first.";
    else text += ". The sides take turns losing a token, " + first + " first.";
    return {{}, {Tone::heading, text}};
}

std::vector<Line> Narrator::assault(const Json& data) const {
    const auto attackers = number_at(data, "attackers");
    const auto text = counted(attackers, "token") + (attackers == 1 ? " assaults the city" : " assault the city");
    const auto needed = std::to_string(number_at(data, "needed"));
    if (!flag_at(data, "falls")) return {{}, {Tone::heading, text + ", but " + needed + " are needed. They are lost, and the city stands."}};
    return {{}, {Tone::heading, text + " (" + needed + " needed). It falls and becomes " + counted(number_at(data, "placed"), "population token") + "."}};
}

std::vector<Line> Narrator::hits(const Json& data) const {
    const auto number = number_at(data, "hits");
    const auto first = text_at(data, "class");
    return of_seat(data,
                   number == 0 ? " score{s} no hits." : " score{s} " + counted(number, "hit") + (first.empty() ? "" : ", on the " + first + " first") + ".");
}

std::vector<Line> Narrator::retreated(const Json& data) const {
    const auto region = text_at(data, "region");
    return {indented(region.empty() ? "The attacker retreats with nowhere to go: the army is destroyed." : "The attacker retreats to " + region + ".",
                     Tone::attention)};
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
