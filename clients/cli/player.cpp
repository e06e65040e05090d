#include "clients/cli/player.hpp"

#include <cstdio>

#include "clients/cli/field_prompt.hpp"
#include "clients/cli/narration.hpp"
#include "protocol/ids.hpp"
#include "rules/systems.hpp"

namespace muster::cli {

namespace {

std::uint64_t random_seed() {
    std::uint64_t out = 0;
    for (const char byte : protocol::random_bytes(8)) out = out << 8 | static_cast<unsigned char>(byte);
    return out;
}

}  // namespace

std::string random_prefix() { return protocol::to_hex(protocol::random_bytes(6)) + "-"; }

ExitCode code_for(const Json& refusal) {
    const auto code = text_at(refusal, "code");
    return code == "unknown_battle" ? answer_is_no : wrong_input;
}

std::string refusal_text(const Json& refusal) {
    auto text = text_at(refusal, "message");
    if (text.empty()) text = text_at(refusal, "code");
    const auto path = text_at(refusal, "path");
    return path.empty() ? text : text + " (" + path + ")";
}

Player::Player(Settings settings, Connection& connection, std::function<void(const std::string&)> seated)
    : settings_(std::move(settings)),
      connection_(connection),
      seated_(std::move(seated)),
      following_(settings_.who, random_prefix()),
      keeper_(SeatsFile::of_user(), settings_.server_url, settings_.who.battle, settings_.who.token),
      speaker_(
          following_, keeper_, [this](std::string text) { connection_.send(std::move(text)); }, [this](const Keeper::Told& told) { warn(told); }),
      local_(rules::shipped_rulesets()),
      random_(random_seed()) {}

std::int64_t Player::decision() const { return number_at(request_, "decision"); }

void Player::finish(ExitCode code) {
    if (std::exchange(finished_, true)) return;
    exit_code_ = code;
    if (settings_.keyboard) settings_.keyboard->close();
    connection_.stop();
}

// ---- the connection ------------------------------------------------------------------------------------------------

void Player::opened() {
    ++openings_;
    hello();
}

// What a seat is taken with is the same at every attempt.
bool Player::brings() {
    if (brought_ || !settings_.bring) return true;
    auto brought = settings_.bring();
    if (brought) {
        following_.brings(std::move(*brought));
        return brought_ = true;
    }
    if (brought.error().for_now) {
        connection_.after(patience_.next(), [this, opening = openings_] {
            if (opening == openings_) hello();
        });
    } else {
        finish(brought.error().code);
        std::fprintf(stderr, "muster: %s\n", plain(brought.error().why).c_str());
    }
    return false;
}

void Player::hello() {
    if (!brings()) return;
    keeper_.asks();
    connection_.send(following_.hello());
}

void Player::lost(const std::string& why) {
    if (std::exchange(away_told_, true)) return;
    if (openings_ == 0) tell("cannot reach " + settings_.server_url + " (" + why + "); trying again…");
    else tell("connection lost (" + why + "); trying again…");
}

void Player::refused(const std::string& why) {
    finish(server_failed);
    std::fprintf(stderr, "muster: %s %s\n", settings_.server_url.c_str(), why.c_str());
}

void Player::interrupted() {
    if (settings_.reads_lines && !seat_.empty()) tell(over_ ? "You leave." : "You leave; the battle goes on and waits for you.");
    finish(settings_.automatic ? answer_is_no : done);
}

void Player::say(Json message) { speaker_.say(std::move(message), request_); }

// The server asked for patience: what it refused is sent again a moment later, unless a new connection has done so.
void Player::wait_and_retry() {
    if (std::exchange(retry_due_, true)) return;
    connection_.after(patience_.next(), [this, opening = openings_] {
        retry_due_ = false;
        if (opening != openings_) return;
        following_.try_again();
        if (following_.follows()) speaker_.send_what_is_due();
        else hello();
    });
}

void Player::received(std::string_view text) {
    if (finished_) return;
    using What = Following::Heard::What;
    auto heard = following_.hear(text);
    switch (heard.what) {
        case What::nothing: return;
        case What::follows: follow(heard.message); break;
        case What::restored:
            begin_anew();
            follow(heard.message);
            break;
        case What::shorter:
            begin_anew();
            hello();
            break;
        case What::event: happen(heard.message); break;
        case What::gap: connection_.reopen(); return;
        case What::request: take_request(std::move(heard.message)); break;
        case What::closed: close_request(heard.message); break;
        case What::clock: clocks_.tell(heard.message, std::chrono::steady_clock::now()); break;
        case What::presence: hear_of_witness(value_at(heard.message, "witness")); break;
        case What::notice: tell(text_at(heard.message, "message")); break;
        case What::previewed: speaker_.say_previewed(std::move(heard.ours), heard.message, request_); break;
        case What::accepted:
            busy_ = 0;
            warn(keeper_.answered(heard.ours, true));
            warn(keeper_.hears(heard.message));
            accepted(heard.ours);
            break;
        case What::last_head:
            warn(keeper_.hears(heard.message));
            last_head_heard_ = true;
            if (awaits_last_head_) finish(done);
            break;
        case What::invited: invited(heard.message); return;
        case What::refused:
            if (speaker_.says_again(heard.ours, heard.message)) {
                choose_held();
                break;
            }
            warn(keeper_.answered(heard.ours, false));
            rejected(heard.message, heard.ours);
            choose_held();
            break;
        case What::no_entry: turned_away(heard.message); return;
        case What::busy:
            if (++busy_ == 2) tell(refusal_text(heard.message) + "; trying again…");  // once is nothing to speak of
            wait_and_retry();
            return;
    }
    work_off_lines();
    watch_time();
}

// ---- what the server says ------------------------------------------------------------------------------------------

void Player::follow(const Json& message) {
    connection_.settled();
    patience_.reset();
    if (std::exchange(away_told_, false)) tell("connected.");
    busy_ = 0;
    head_ = number_at(message, "head");
    awaited_.clear();  // what is said of it now comes with presence
    was_over_ = text_at(message, "status") == "over";
    clocks_.agree(value_at(message, "options"));
    witness_ = text_at(value_at(value_at(message, "options"), "witness"), "address");
    shared_ = text_at(value_at(message, "options"), "dice") == "shared";
    contest_ = value_at(value_at(message, "options"), "contest") != Json(false);
    seats_.clear();
    for (const auto& each : value_at(message, "seats")) seats_.push_back(text_at(each, "seat"));
    const auto viewer = text_at(message, "viewer");
    if (seat_.empty() && viewer != "spectator" && !settings_.who.token.empty()) {
        seat_ = viewer;
        narrator_ = Narrator(seat_);
        seated_(seat_);
        tell("You are the " + seat_ + (settings_.keyboard ? ". ? shows what you can type." : "."));
    }
    warn(keeper_.follows(message));
    // What is still open comes again after this.
    request_ = Json();
    sealed_ = false;
    share_asked_ = 0;
    speaker_.send_what_is_due();
    show_prompt_soon();
}

// The server's copy was restored from an older one, and what was told here is not in it.
void Player::begin_anew() {
    tell("The server has gone back to an older copy of this battle. Here it is from the beginning; what came later is lost.", Tone::attention);
    narrator_ = Narrator(seat_);
    keeper_.begin_anew();
    request_ = Json();
    speaker_.begin_anew();
    share_asked_ = 0;
    asked_ = timed_ = warned_ = answered_ = 0;
    sealed_ = armies_changed_ = draw_offered_ = conceding_ = over_ = false;
    sat_.clear();
    gone_.clear();
    wanted_.clear();
    made_.clear();
    drawn_.clear();
}

void Player::happen(const Json& event) {
    const auto name = text_at(event, "event");
    const auto& data = value_at(event, "data");
    warn(keeper_.happens(event));
    if (name == "draw_offered") draw_offered_ = text_at(data, "seat") != seat_;
    if (name == "draw_answered") draw_offered_ = false;
    if (name == "conceded" || name == "forfeited") gone_.insert(text_at(data, "seat"));
    if (name == "seat_taken") sat_.insert(text_at(data, "seat"));
    if ((name == "seat_taken" || name == "seat_handed_over") && text_at(data, "seat") == seat_ && !text_at(data, "name").empty()) name_ = text_at(data, "name");
    follow_rules(event);
    const auto lines = narrator_.tell(event);
    if (narrator_.changed_armies()) armies_changed_ = true;
    if (name == "battle_ended" && settings_.quiet) screen_.print(outcome_text(data));
    else tell(lines);
    if (name == "draw_offered" && draw_offered_ && settings_.keyboard) tell("y accepts, n declines.");
    if (name == "battle_ended") end();
    hear_of_rematch(name, data);
    choose_held();
}

// Once the new ladder is in, or was refused.
void Player::choose_held() {
    if (auto held = speaker_.take_held(request_); held && !sealed_) choose(std::move(*held));
}

void Player::take_request(Json request) {
    if (seat_.empty() || text_at(request, "seat") != seat_) return;
    warn(keeper_.pauses());
    if (text_at(request, "kind") == protocol::share_kind) return give_share(request);
    request_ = std::move(request);
    sealed_ = !value_at(request_, "pending").is_null();
    if (!sealed_) speaker_.renew_ladder(request_);
    choose_held();
    if (following_.waits_for("choose", decision()) || speaker_.holds(decision())) return;  // our answer is on its way
    if (sealed_) {
        answered_ = decision();
        show_prompt_soon();
    } else if (settings_.automatic) {
        decide();
    } else {
        ask();
    }
}

// The default of `ready` agrees to the battle; whether to is no rule's business, and the rules here have not begun then.
void Player::decide() {
    const auto kind = text_at(request_, "kind");
    std::expected<Json, std::string> choice = Json("default");
    if (kind != "ready") choice = local_.choose(seat_, kind, *settings_.automatic, random_);
    if (!choice && *settings_.automatic == protocol::Bot::best) choice = Json("default");  // rules that are not known here
    if (!choice) {
        std::fprintf(stderr, "muster: %s; --auto best needs no rules here\n", choice.error().c_str());
        return finish(server_failed);
    }
    choose(std::move(*choice));
}

void Player::choose(Json choice) {
    const auto not_sealed = speaker_.choose(request_, std::move(choice));
    if (not_sealed) {
        tell(not_sealed->why, Tone::bad);
        if (settings_.automatic && !not_sealed->is_outdated) finish(server_failed);
        return;
    }
    if (speaker_.holds(decision())) return tell("A new ladder is on its way; this is sealed as soon as it is in.");
    answered_ = decision();
}

void Player::close_request(const Json& message) {
    const auto closed = number_at(message, "decision");
    if (closed == share_asked_) {
        share_asked_ = 0;
        show_prompt_soon();
        speaker_.renew_ladder(request_);
    }
    if (request_.is_null() || closed != decision()) return;
    if (answered_ != closed && !settings_.automatic) tell("That decision is closed: it was made elsewhere.");
    request_ = Json();
    sealed_ = false;
    show_prompt_soon();
}

void Player::accepted(const Json& ours) {
    patience_.reset();
    const auto type = text_at(ours, "type");
    const bool about_open = !request_.is_null() && number_at(ours, "decision") == decision();
    if (type == "choose" && share_asked_ != 0 && number_at(ours, "decision") == share_asked_) share_accepted(share_asked_);
    if (type == "choose" && about_open) {
        sealed_ = flag_at(request_, "sealed");
        if (!sealed_) request_ = Json();
        else if (settings_.keyboard)
            tell(keeper_.is_sealed_for_all(request_) ? "Sealed, for the server too, until both have given their shares of the dice."
                 : seats_.size() > 2                 ? "Sealed until the others have decided; u takes it back."
                                                     : "Sealed until the other side has decided; u takes it back.");
    }
    if (type == "retract" && about_open) {
        sealed_ = false;
        answered_ = 0;
        asked_ = 0;
        ask();
    }
    show_prompt_soon();
}

void Player::rejected(const Json& message, const Json& ours) {
    const auto code = text_at(message, "code");
    const auto type = text_at(ours, "type");
    const bool too_late = code == "stale_decision" || code == "battle_over";
    if (type == "choose" && too_late) return;  // the events tell what became of it
    tell(refusal_text(message), Tone::bad);
    if (type == "rematch" && code == "not_your_seat") drawn_.clear();  // it opens nothing there
    if (settings_.automatic && type == "choose") return finish(server_failed);
    if (type == "choose" && !request_.is_null()) {
        answered_ = 0;
        sealed_ = !value_at(request_, "pending").is_null();
    }
    show_prompt_soon();
}

void Player::turned_away(const Json& message) {
    finish(code_for(message));
    std::fprintf(stderr, "muster: %s\n", refusal_text(message).c_str());
}

}  // namespace muster::cli
