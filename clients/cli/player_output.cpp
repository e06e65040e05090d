// What somebody at a battle sees.
#include "clients/cli/field_prompt.hpp"
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

void Player::ask() {
    if (std::exchange(asked_, decision()) != decision()) {
        const bool agreeing = text_at(request_, "kind") == "ready";  // to all that the setup says
        if (std::exchange(armies_changed_, false) || agreeing) {
            tell({Line{}});
            tell(narrator_.armies(reach_of(request_)));
        }
        tell(question(request_));
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
    prompt_shown_ = true;
    settings_.keyboard->show(prompt());
}

std::string Player::prompt() const {
    if (conceding_) return "Concede the battle? y to concede, anything else to go on > ";
    if (asked_now()) return prompt_text(request_);
    if (seat_.empty()) return "watching [? = help] > ";
    return sealed_ ? "sealed, waiting for the other side [u = undo, ? = help] > " : "waiting for the other side [? = help] > ";
}

void Player::hide_prompt() {
    prompt_shown_ = false;
    if (settings_.keyboard) settings_.keyboard->hide();
}

}  // namespace muster::cli
