#include "protocol/proof/course.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "protocol/proof/seat_signatures.hpp"
#include "protocol/shares.hpp"
#include "protocol/witness.hpp"

namespace muster::protocol::proof {

namespace {

constexpr std::string_view of_seat[] = {"seat"};
constexpr std::string_view of_choice[] = {"seat", "decision", "choice", "timed_out?", "standing?", "left?"};
constexpr std::string_view notes[] = {"said", "seat_handed_over", "decision_sealed", "decision_unsealed", "clock_credited"};
/// Endings that follow from an input, and never from the rules.
constexpr std::string_view caused[] = {"conceded", "agreed", "timeout", "abandoned", "closed", "declined", "share"};
/// Events that never follow from the rules.
constexpr std::string_view not_of_rules[] = {"battle_created", "battle_started", "seat_taken",     "conceded",       "draw_offered",       "draw_answered",
                                             "forfeited",      "claimed",        "closed",         "rematch_wanted", "rematch_withdrawn",  "rematch_made",
                                             "choice_sealed",  "share_given",    "ladder_renewed", "witness_joined", "witness_share_given"};

bool is_one_of(std::span<const std::string_view> words, std::string_view word) { return std::ranges::find(words, word) != words.end(); }

/// Forced choices are the rules' own doing and no inputs.
bool is_of_rules(const RecordEvent& event) {
    if (is_one_of(not_of_rules, event.event)) return false;
    const auto* forced = event.event == "chosen" ? find_field(event.data, "forced") : nullptr;
    return event.event != "chosen" || (forced && *forced == true);
}

Json or_null(const Json* value) { return value ? *value : Json(nullptr); }

}  // namespace

Course::Course(std::vector<std::string> seats, const Json& options, bool may_leave) : seats_(std::move(seats)), options_(options), may_leave_(may_leave) {
    if (proof::shares_dice(options)) shared_dice_.emplace(seats_);
    if (protocol::has_witness(options)) witnessed_dice_.emplace();
}

bool Course::passes() {
    if (witnessed_dice_) witnessed_dice_->passes();
    return !shared_dice_ || shared_dice_->passes();
}

bool Course::witness_joins(const Json& ladder) {
    return witnessed_dice_->joins(asked_witness() > 0) && shows("witness_joined", {{"ladder", ladder}}, started_);  // it may have become too long
}

bool Course::witness_gives(const Json& share) {
    const int step = asked_witness();
    return step > 0 && witnessed_dice_->gives() && shows("witness_share_given", {{"share", share}, {"step", step}}, true);
}

// Which shares of the seats may have been asked for now; 0: none.
int Course::asked_shares() const { return started_ && shared_dice_ ? shared_dice_->asked_step() : 0; }

// Likewise of the witness, who adds to what the seats have given.
int Course::asked_witness() const {
    const bool is_next = started_ && witnessed_dice_ && (!shared_dice_ || shared_dice_->feeds_dice());
    return is_next ? witnessed_dice_->asked_step() : 0;
}

std::string text_of(const Json& object, std::string_view field) {
    const auto* value = find_field(object, field);
    return value && value->is_string() ? value->get<std::string>() : std::string();
}

Json Course::sitting() const {
    Json out = Json::array();
    for (const auto& seat : seats_) {
        const auto name = names_.find(seat);
        out.push_back({{"seat", seat}, {"name", name == names_.end() ? Json(nullptr) : Json(name->second)}});
    }
    return out;
}

std::optional<Problem> Course::input(const Entry& entry) {
    const bool is_choice = entry.said.contains("decision");
    const auto kind = text_of(entry.said, "kind");
    std::optional<Fields> known;
    if (is_choice) known = of_choice;
    else if (kind == "concede" || kind == "claim") known = of_seat;
    else if (kind == "close") known = Fields{};
    else known = fields(kind);
    Problem not_allowed{entry.path, "this input (\"" + kind + "\") is not allowed here"};
    if (!known || over_ || awaits_event() || (awaits_witness() && kind != "witness") || (revealing_ && !is_choice) || (draw_agreed() && kind != "draw"))
        return not_allowed;
    if (!is_choice && entry.said.contains("standing")) return Problem{entry.path + "/standing", "there is no such field here"};
    const bool may_sign = may_be_signed(entry.said);
    if (!may_sign && kind != "witness" && kind != "witness_share" && entry.said.contains("signature"))
        return Problem{entry.path + "/signature", "there is no such field here"};
    Json told = entry.said;
    if (may_sign) told.erase("signature");  // no event repeats it
    Json rest = told;
    rest.erase("kind");
    if (is_choice) rest.erase("standing");
    if (auto found = misfit(rest, *known, entry.hashed_path, not_allowed)) return found;
    auto allowed = is_choice ? std::nullopt : said_by_both(told);
    if (!allowed) {
        auto ruling = is_choice ? chosen(told, entry.hashed_path) : said(told, entry.hashed_path);
        if (!ruling) return std::move(ruling.error());
        allowed = *ruling;
    }
    return *allowed ? std::nullopt : std::optional(not_allowed);
}

bool Course::is_note(const RecordEvent& event) const { return is_one_of(notes, event.event); }

std::optional<Problem> Course::event(const RecordEvent& event, const std::string& path) {
    if (over_) return Problem{path, "a record must end with its battle"};
    if (!due_.empty()) {
        auto due = std::move(due_.front());
        due_.pop_front();
        return is_due(std::move(due), event, path);
    }
    if (shared_dice_) shared_dice_->follows();
    if (!revealing_ && is_note(event)) return note(event, path + "/data");
    if (!led_ || !is_of_rules(event)) return Problem{path, "event " + std::to_string(event.seq) + " (" + event.event + ") does not follow from any input"};
    if (event.event == "rolled" && shared_dice_ && !shared_dice_->feeds_dice())
        return Problem{path, "dice are rolled, but no shares have come since the last decision"};
    if (event.event == "rolled" && witnessed_dice_ && !witnessed_dice_->feeds_dice())
        return Problem{path, "dice are rolled, but no share of the witness has come since the last decision"};
    if (event.event != "battle_ended") return {};
    over_ = true;
    const auto reason = text_of(event.data, "reason");
    if (!is_one_of(caused, reason)) return {};
    return Problem{path + "/data/reason", "no input before it ends the battle (\"" + reason + "\")"};
}

std::optional<Problem> Course::is_due(Due due, const RecordEvent& event, const std::string& path) {
    led_ = due.leads;
    over_ = over_ || due.event == "battle_ended";
    if (event.event != due.event) return Problem{path + "/event", "its input makes this event " + due.event + ", but the record says " + event.event};
    if (due.step > 0 && event.data.contains("step")) takes_step(due);
    if (due.opened) return difference_problem(event.data, opened_data(due, event.data), path + "/data");
    if (event.event != "battle_ended") return difference_problem(event.data, due.data, path + "/data");
    const Json told{{"winner", or_null(find_field(event.data, "winner"))}, {"reason", or_null(find_field(event.data, "reason"))}};
    return difference_problem(told, due.data, path + "/data");
}

// Whether shares were asked for when it was ended is the rules' to say.
void Course::takes_step(Due& due) {
    due.data["step"] = due.step;
    if (due.event == "forfeited" && !due_.empty()) due_.front().data["reason"] = "share";
}

std::optional<Problem> Course::note(const RecordEvent& event, const std::string& path) {
    led_ = false;  // what follows from an input comes at once
    Problem out_of_place{path, "this event (" + event.event + ") cannot be here"};
    if (awaits_witness()) return out_of_place;
    if (event.event == "decision_sealed" || event.event == "decision_unsealed") return seal(event) ? std::nullopt : std::optional(out_of_place);
    if (is_one_of(notes, event.event)) return {};
    auto ruling = announced(event, path);
    if (!ruling) return std::move(ruling.error());
    return *ruling ? std::nullopt : std::optional(out_of_place);
}

// Of which step the decision is, is the rules' to say; that it is not made yet and of that seat is not.
bool Course::seal(const RecordEvent& event) {
    const auto* number = find_field(event.data, "decision");
    const auto* seat = find_field(event.data, "seat");
    if (!started_ || awaits_shares() || !seat || !is_seat(*seat) || !number || !number->is_number_integer() || event.data.size() != 2) return false;
    const auto decision = number->get<std::int64_t>();
    if (decision <= decisions_ || decision > decisions_ + std::ssize(seats_)) return false;
    const auto who = seat->get<std::string>();
    if (event.event == "decision_sealed") return sealed_.emplace(decision, who).second;
    const auto found = sealed_.find(decision);
    if (shared_dice_ || found == sealed_.end() || found->second != who) return false;  // no seal for all is taken back
    sealed_.erase(found);
    return true;
}

std::optional<bool> Course::said_by_both(const Json& input) {
    const auto kind = text_of(input, "kind");
    const auto seat = text_of(input, "seat");
    if (kind == "close") return ended_by("closed", Json::object(), awaits_shares()) && ends(nullptr, "closed");
    if (left_.contains(seat)) return kind == "concede" || kind == "claim" || kind == "forfeit" ? std::optional(false) : std::nullopt;
    if (kind == "concede" && started_ && goes_on_without(seat)) return leaves("conceded", seat);
    if (kind == "concede") return started_ && ended_by("conceded", {{"seat", seat}}, awaits_shares()) && ends(other(seat), "conceded");
    if (kind == "claim") {
        const auto* mode = clock() ? find_field(*clock(), "mode") : nullptr;
        return started_ && !awaits_shares() && mode && *mode == "live" && !other(seat).is_null() && shows("claimed", {{"seat", seat}}) &&
               ends(seat, "abandoned");
    }
    if (kind != "forfeit") return {};
    return started_ && clock() && forfeits(seat);
}

// Who owes a share forfeits by it, whatever else the clock does.
bool Course::forfeits(const std::string& seat) {
    const auto* then = find_field(options_, "on_timeout");
    const bool is_by_time = then && *then == "forfeit" && !awaits_shares();
    if (!is_by_time && asked_shares() == 0) return false;
    if (!seat.empty() && goes_on_without(seat)) return leaves("forfeited", seat);
    ended_by("forfeited", seat.empty() ? Json::object() : Json{{"seat", seat}}, !is_by_time);
    return ends(seat.empty() ? Json(nullptr) : other(seat), is_by_time ? "timeout" : "share");
}

bool Course::goes_on_without(const std::string& seat) const { return may_leave_ && !shares_dice() && others_than(seat).size() > (is_contest() ? 1U : 0U); }

bool Course::is_contest() const {
    const auto* contest = options_.is_object() ? find_field(options_, "contest") : nullptr;
    return !contest || *contest != false;
}

// From then on its defaults are played.
bool Course::leaves(std::string event, const std::string& seat) {
    left_.insert(seat);
    agreed_.clear();
    return passes() && shows(std::move(event), {{"seat", seat}}, true);  // it may have become too long
}

// `is_asked`: while shares were awaited; otherwise it may have been then.
bool Course::ended_by(std::string event, Json data, bool is_asked) {
    const bool is_of_witness = asked_shares() == 0 && event != "forfeited";  // the witness's silence forfeits nothing
    const int step = is_of_witness ? asked_witness() : asked_shares();
    if (is_asked) data["step"] = step;
    due_.push_back({.event = std::move(event), .data = std::move(data), .step = is_asked ? 0 : step});
    return true;
}

Course::Ruling Course::chosen(const Json& input, const std::string& path) {
    const bool timed_out = input.contains("timed_out");
    const auto seat = text_of(input, "seat");
    if ((timed_out && (input.contains("standing") || !started_ || !clock_plays())) || (started_ && text_of(input, "kind") == "ready")) return false;
    if (input.contains("left") != left_.contains(seat) || (input.contains("left") && (timed_out || input.contains("standing")))) return false;
    if (!started_) return readied(input);
    const auto decision = input["decision"].get<std::int64_t>();
    const auto sealed = sealed_.find(decision);
    if (decision != decisions_ + 1 || (sealed != sealed_.end() && sealed->second != seat)) return false;
    if (shared_dice_) return decided(input, path);
    if (text_of(input, "kind") == share_kind) return false;
    decisions_ = decision;
    if (witnessed_dice_) witnessed_dice_->decides();
    const bool is_sealed = sealed_.erase(decision) > 0;
    revealing_ = !sealed_.empty() || (is_sealed && !revealing_);  // the first of a step is never its only one
    return shows_choice(input, !revealing_);
}

Course::Ruling Course::decided(const Json& input, const std::string& path) {
    const auto decision = input["decision"].get<std::int64_t>();
    auto due = shared_dice_->decides(input, sealed_.contains(decision), path);
    if (!due) return std::unexpected(std::move(due.error()));
    if (due->empty()) return false;
    decisions_ = decision;
    if (witnessed_dice_) witnessed_dice_->decides();
    sealed_.erase(decision);
    revealing_ = !sealed_.empty() || shared_dice_->is_in_part();
    for (auto& each : *due) due_.push_back(std::move(each));
    return true;
}

const Json* Course::clock() const {
    const auto* clock = options_.is_object() ? find_field(options_, "clock") : nullptr;
    return clock && clock->is_object() ? clock : nullptr;
}

// Whether the default is played when time is up.
bool Course::clock_plays() const {
    const auto* then = clock() ? find_field(options_, "on_timeout") : nullptr;
    return clock() && (!then || then->is_null() || *then == "default");
}

bool Course::confirm() const {
    const auto* confirm = options_.is_object() ? find_field(options_, "confirm") : nullptr;
    return confirm && *confirm == true;
}

void Course::sit_down(const std::string& seat, const Json* name) { names_[seat] = name ? name->get<std::string>() : std::string(); }

bool Course::start() {
    started_ = true;
    if (confirm()) decisions_ = std::ssize(seats_);
    return shows("battle_started", {{"seats", sitting()}}, true);
}

bool Course::offers_draw(const std::string& seat) {
    return started_ && agreed_.empty() && !left_.contains(seat) && !others_than(seat).empty() && passes() && agreed_.insert(seat).second;
}

bool Course::answers_draw(const std::string& seat, bool accept) {
    if (!started_ || agreed_.empty() || agreed_.contains(seat) || left_.contains(seat) || !passes()) return false;
    if (accept) agreed_.insert(seat);
    else agreed_.clear();
    return true;
}

bool Course::has_sealed(const std::string& seat) const {
    return std::ranges::any_of(sealed_, [&](const auto& each) { return each.second == seat; });
}

bool Course::shows(std::string event, Json data, bool leads) {
    due_.push_back({std::move(event), std::move(data), leads});
    return true;
}

bool Course::shows_choice(const Json& choice, bool leads) { return shows("chosen", choice, leads); }

bool Course::ends(const Json& winner, std::string_view reason) { return shows("battle_ended", {{"winner", winner}, {"reason", reason}}); }

std::int64_t Course::asked_ready(std::string_view seat) const { return std::ranges::find(seats_, seat) - seats_.begin() + 1; }

std::optional<Problem> Course::misfit(const Json& said, Fields fields, const std::string& path, const Problem& missing) const {
    if (auto unknown = unknown_field(said, fields, path)) return unknown;
    for (const auto field : fields)
        if (!field.ends_with('?') && !said.contains(field)) return missing;
    const auto* seat = find_field(said, "seat");
    if (!seat || is_seat(*seat)) return {};
    return Problem{path + "/seat", "there is no seat \"" + text_of(said, "seat") + "\""};
}

bool Course::is_seat(const Json& seat) const { return seat.is_string() && std::ranges::find(seats_, seat.get<std::string>()) != seats_.end(); }

Json Course::other(const std::string& seat) const {
    const auto others = others_than(seat);
    return is_contest() && others.size() == 1 ? Json(others.front()) : Json(nullptr);
}

std::vector<std::string> Course::others_than(const std::string& seat) const {
    std::vector<std::string> out;
    std::ranges::copy_if(seats_, std::back_inserter(out), [&](const std::string& each) { return each != seat && !left_.contains(each); });
    return out;
}

}  // namespace muster::protocol::proof
