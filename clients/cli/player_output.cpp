// What somebody at a battle sees.
#include <cstdio>

#include "clients/cli/narration.hpp"
#include "clients/cli/player.hpp"

namespace muster::cli {

void Player::tell(const std::vector<Line>& lines) {
    if (settings_.quiet || lines.empty()) return;
    hide_prompt();
    screen_.print(lines);
    show_prompt_soon();
}

void Player::tell(std::string text, Tone tone) { tell({{tone, "  " + std::move(text)}}); }

// What a server does against its word is told to those too who want to hear nothing else.
void Player::warn(const Keeper::Told& told) {
    for (const auto& each : told) {
        if (settings_.quiet) std::fprintf(stderr, "muster: %s\n", plain(each).c_str());
        else tell(plain(each), Tone::bad);
    }
}

void Player::ask() {
    if (std::exchange(asked_, decision()) != decision()) {
        const bool agreeing = text_at(request_, "kind") == "ready";  // to all that the setup says
        if (std::exchange(armies_changed_, false) || agreeing) {
            tell({Line{}});
            tell(standing(reach_of(request_, narrator_.telling())));
        }
        tell(question(request_, narrator_.telling()));
    }
    show_prompt_soon();
}

// Events come in bursts; the prompt waits for the end of one.
void Player::show_prompt_soon() {
    if (!settings_.keyboard || prompt_shown_ || finished_ || std::exchange(prompt_due_, true)) return;
    connection_.after(std::chrono::milliseconds(60), [this] {
        prompt_due_ = false;
        show_prompt();
    });
}

void Player::show_prompt() {
    if (prompt_shown_ || finished_) return;
    if (asked_now() && std::exchange(timed_, decision()) != decision())
        if (const auto left = times(); !left.empty()) screen_.print(Line{Tone::quiet, "    Time left: " + left});
    prompt_shown_ = true;
    settings_.keyboard->show(prompt());
}

std::string Player::prompt() const {
    if (conceding_ && !contest_ && shared_)
        return "Leave for good? Without you no dice can be thrown, and the table is closed. y to leave, anything else to stay > ";
    if (conceding_ && !contest_) return "Leave for good? The others go on. y to leave, anything else to stay > ";
    // Of more than two the others go on.
    if (conceding_ && seats_.size() - gone_.size() > 2)
        return "Concede the battle? The others go on, and your side plays its defaults. y to concede, anything else to go on > ";
    if (conceding_) return "Concede the battle? The other side wins. y to concede, anything else to go on > ";
    if (over_ && !witness_.empty()) return "the battle is over [q = leave, ? = help] > ";
    if (over_) return "the battle is over [rematch, q = leave, ? = help] > ";
    if (asked_now()) return prompt_text(request_, narrator_.telling());
    if (!awaited_.empty()) return "waiting for the witness [? = help] > ";
    if (seat_.empty()) return "watching [? = help] > ";
    if (share_asked_ != 0) return share_given_ ? "waiting for the other's share of the dice [? = help] > " : "the dice wait for your share [? = help] > ";
    const std::string others = seats_.size() > 2 ? "waiting for the others [" : "waiting for the other side [";
    if (!sealed_) return others + "? = help] > ";
    return "sealed, " + others + (keeper_.is_sealed_for_all(request_) ? "? = help] > " : "u = undo, ? = help] > ");
}

void Player::hide_prompt() {
    prompt_shown_ = false;
    if (settings_.keyboard) settings_.keyboard->hide();
}

// ---- the clocks ----------------------------------------------------------------------------------------------------

std::string Player::times() const { return clocks_.text(seat_, std::chrono::steady_clock::now()); }

// Says once for each decision that its time runs short, and looks again when that will be.
void Player::watch_time() {
    if (!settings_.keyboard || finished_ || !asked_now() || warned_ == decision()) return;
    const auto now = std::chrono::steady_clock::now();
    const auto left = clocks_.left(seat_, now);
    if (!left) return;
    const auto early = *left - clocks_.short_time();
    if (early.count() <= 0) {
        warned_ = decision();
        return tell("You're running out of time: " + clock_face(*left) + " left, " + clocks_.at_the_end() + ".", Tone::attention);
    }
    if (look_due_ && *look_due_ <= now + early) return;
    look_due_ = now + early;
    connection_.after(early, [this] {
        look_due_.reset();
        watch_time();
    });
}

}  // namespace muster::cli
