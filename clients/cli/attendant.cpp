#include "clients/cli/attendant.hpp"

#include "clients/cli/files.hpp"
#include "clients/cli/narration.hpp"
#include "clients/cli/player.hpp"
#include "rules/systems.hpp"

namespace muster::cli {

Attendant::Attendant(const HeldSeat& seat, Host host)
    : host_(std::move(host)),
      battle_(seat.battle),
      seat_(seat.seat),
      following_({seat.battle, seat.token, {}}, random_prefix()),
      keeper_(SeatsFile::of_user(), seat.server, seat.battle, seat.token),
      speaker_(
          following_, keeper_, [this](std::string text) { host_.send(std::move(text)); }, [this](const Keeper::Told& told) { warn(told); }),
      local_(rules::shipped_rulesets()) {}

void Attendant::opened() {
    if (done_) return;
    ++openings_;
    keeper_.asks();
    host_.send(following_.hello());
}

void Attendant::received(std::string_view text) {
    using What = Following::Heard::What;
    if (done_) return;
    auto heard = following_.hear(text);
    switch (heard.what) {
        case What::follows: return follow(heard.message);
        case What::restored:
            tell("the server has gone back to an older copy of this battle");
            begin_anew();
            return follow(heard.message);
        case What::shorter: begin_anew(); return opened();
        case What::event: return happen(heard.message);
        case What::gap: return host_.reopen();
        case What::request: return take_request(std::move(heard.message));
        case What::closed:
            if (number_at(heard.message, "decision") == number_at(request_, "decision")) request_ = Json();
            return speaker_.renew_ladder(request_);
        case What::previewed: return speaker_.say_previewed(std::move(heard.ours), heard.message, request_);
        case What::accepted:
            patience_.reset();
            warn(keeper_.answered(heard.ours, true));
            return warn(keeper_.hears(heard.message));
        case What::last_head: return warn(keeper_.hears(heard.message));
        case What::refused: {
            if (speaker_.says_again(heard.ours, heard.message)) return choose_held();
            warn(keeper_.answered(heard.ours, false));
            if (text_at(heard.ours, "type") == "new_ladder") {
                choose_held();
                carry_out_orders();
            }
            const auto code = text_at(heard.message, "code");
            if (code != "stale_decision" && code != "battle_over") tell("the server refused it: " + refusal_text(heard.message));  // another program was faster
            return;
        }
        case What::no_entry: return end("is left alone: " + refusal_text(heard.message));
        case What::busy: return wait_and_retry();
        default: return;
    }
}

void Attendant::begin_anew() {
    keeper_.begin_anew();
    speaker_.begin_anew();
}

void Attendant::follow(const Json& message) {
    patience_.reset();
    warn(keeper_.follows(message));
    request_ = Json();
    if (text_at(message, "status") == "over") return end("is over");
    speaker_.send_what_is_due();
}

void Attendant::happen(const Json& event) {
    const bool renewed = keeper_.renews_ladder();
    warn(keeper_.happens(event));
    local_.take(event);
    if (renewed && !keeper_.renews_ladder()) {
        choose_held();
        carry_out_orders();
    }
    if (text_at(event, "event") == "battle_ended") end(outcome_text(value_at(event, "data")));
}

void Attendant::take_request(Json request) {
    if (text_at(request, "seat") != seat_) return;
    warn(keeper_.pauses());
    if (text_at(request, "kind") == protocol::share_kind) return give_share(request);
    request_ = std::move(request);
    if (value_at(request_, "pending").is_null()) speaker_.renew_ladder(request_);
    choose_held();
    carry_out_orders();
}

void Attendant::give_share(const Json& request) {
    const auto decision = number_at(request, "decision");
    if (!value_at(request, "pending").is_null() || following_.waits_for("choose", decision)) return;
    Keeper::Told told;
    auto answer = keeper_.share(request, told);
    warn(told);
    if (!answer) return;
    tell("gives its share of the dice, step " + std::to_string(number_at(value_at(request, "options"), "step")));
    speaker_.say(Json{{"type", "choose"}, {"decision", decision}, {"choice", std::move(*answer)}}, request_);
}

void Attendant::orders_changed() {
    keeper_.reload();
    carry_out_orders();
}

void Attendant::carry_out_orders() {
    const auto decision = number_at(request_, "decision");
    const auto kept = keeper_.orders();
    if (done_ || request_.is_null() || !kept || decision < kept->from || !value_at(request_, "pending").is_null() || following_.waits_for("choose", decision) ||
        speaker_.holds(decision))
        return;
    const auto orders = local_.read_orders(kept->orders);
    if (!orders) return tell("its standing orders cannot be carried out: " + refusal_text(orders.error()));
    const auto ordered = local_.ordered(seat_, text_at(request_, "kind"), *orders);
    if (!ordered) return;
    if (keeper_.is_sealed_for_all(request_) && keeper_.renews_ladder()) return;  // once that is in
    if (choose(Json(*ordered->choice)))
        tell("carries out its standing order " + std::to_string(ordered->order + 1) + " (" + worded(text_at(request_, "kind")) + ")");
}

// Which seal is made again was decided before; orders that came since are for later.
void Attendant::choose_held() {
    if (auto held = speaker_.take_held(request_); held && value_at(request_, "pending").is_null()) choose(std::move(*held));
}

bool Attendant::choose(Json choice) {
    const auto not_sealed = speaker_.choose(request_, std::move(choice));
    if (not_sealed) tell(not_sealed->why);
    return !not_sealed;
}

void Attendant::wait_and_retry() {
    if (std::exchange(retry_due_, true)) return;
    host_.after(patience_.next(), [this, opening = openings_] {
        retry_due_ = false;
        if (opening != openings_ || done_) return;
        following_.try_again();
        if (following_.follows()) speaker_.send_what_is_due();
        else opened();
    });
}

void Attendant::end(const std::string& why) {
    done_ = true;
    tell(why);
    if (following_.follows()) host_.send(Json{{"type", "unfollow"}, {"battle", battle_}}.dump());
}

}  // namespace muster::cli
