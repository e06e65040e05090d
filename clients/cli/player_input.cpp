// What is typed during a battle.
#include "clients/cli/narration.hpp"
#include "clients/cli/player.hpp"
#include "rules/refusal.hpp"

namespace muster::cli {

void Player::typed(std::string line) {
    hide_prompt();
    lines_.push_back(std::move(line));
    work_off_lines();
}

void Player::input_ended() {
    input_ended_ = true;
    if (settings_.keyboard) interrupted();
    else work_off_lines();
}

// A script's lines wait for the question that they answer; a person hears at once that nothing is asked.
bool Player::ready_for(const Command& command) const {
    if (settings_.keyboard) return true;
    if (!following_.follows() || following_.waits_for("choose") || speaker_.holds()) return false;
    const bool to_draw = command.kind == Command::Kind::yes || command.kind == Command::Kind::no;
    if (command.kind == Command::Kind::answer || (to_draw && !draw_offered_)) return asked_now();
    return true;
}

void Player::work_off_lines() {
    while (!lines_.empty() && !finished_) {
        const auto command = read_command(asked_now() ? request_ : Json(), narrator_.telling(), lines_.front());
        if (!conceding_ && !ready_for(command)) return;
        const auto line = std::move(lines_.front());
        lines_.pop_front();
        if (conceding_) confirm_concession(line);
        else obey(command);
        show_prompt_soon();
    }
    const bool all_answered = !following_.waits_for("choose") && !following_.waits_for("concede") && !following_.waits_for("say") && !speaker_.holds();
    const bool up_to_date = following_.follows() && following_.since() >= head_;
    if (input_ended_ && !settings_.keyboard && lines_.empty() && all_answered && up_to_date && !finished_) {
        tell("No more input; the battle goes on.");
        finish(done);
    }
}

void Player::obey(const Command& command) {
    using Kind = Command::Kind;
    const bool needs_seat =
        command.kind != Kind::help && command.kind != Kind::armies && command.kind != Kind::say && command.kind != Kind::clock && command.kind != Kind::quit;
    if (needs_seat && seat_.empty()) {
        if (command.kind != Kind::answer || !command.text.empty()) tell("You are watching; ? shows what you can do.");
        return;
    }
    switch (command.kind) {
        case Kind::answer: return answer(command.text);
        case Kind::help: return help();
        case Kind::reach: return tell(standing(reach_of(request_, narrator_.telling(), command.text)));
        case Kind::armies: tell(standing()); return tell(narrator_.roll());
        case Kind::undo: return undo();
        case Kind::concede: conceding_ = true; return;
        case Kind::draw: return say(Json{{"type", "offer_draw"}});
        case Kind::yes:
        case Kind::no:
            if (!draw_offered_) return tell("Nobody has offered a draw.");
            return say(Json{{"type", "answer_draw"}, {"accept", command.kind == Kind::yes}});
        case Kind::say:
            if (command.text.empty()) return tell("Say what? s TEXT");
            if (!is_utf8(command.text)) return tell("That is not UTF-8 text.");
            return say(Json{{"type", "say"}, {"text", plain(command.text)}});
        case Kind::clock: return tell(times().empty() ? "This battle has no clock." : "Time left: " + times() + ".");
        case Kind::rematch: return ask_rematch(command.text == "swap");
        case Kind::withdraw: return withdraw_rematch();
        case Kind::quit: tell(seat_.empty() || over_ ? "You leave." : "You leave; the battle goes on and waits for you."); return finish(done);
    }
}

void Player::answer(const std::string& line) {
    if (over_) {
        if (line.empty()) return;
        return tell("There is no \"" + plain(line) + "\"" + did_you_mean(line, std::vector<std::string>{"rematch", "rematch swap", "withdraw", "help"}) +
                    " ? shows what you can type.");
    }
    if (sealed_)
        return tell(keeper_.is_sealed_for_all(request_) ? "You've already decided; where dice are shared nothing that is sealed can be taken back."
                                                        : "You've already decided; u takes it back.");
    if (!asked_now()) {
        if (!line.empty() && share_asked_ != 0) tell("The dice are thrown as soon as both have given their shares; yours is given by itself.");
        else if (!line.empty())
            tell(seats_.size() > 2 ? "Nothing to decide right now; the others decide. ? shows what you can do."
                                   : "Nothing to decide right now; it's the other side's turn. ? shows what you can do.");
        return;
    }
    if (following_.waits_for("choose", decision())) return tell("Your decision is on its way.");
    if (drafts(line)) return;
    const auto answer = draft_.empty() ? line : draft_with(line);
    auto choice = read_choice(request_, narrator_.telling(), answer);
    constexpr std::size_t message_bytes_max = 60'000;
    if (choice && choice->dump().size() > message_bytes_max) choice = std::unexpected("that is too long for a message");
    if (!choice) return tell(choice.error(), Tone::bad);
    draft_.clear();
    choose(std::move(*choice));
}

void Player::undo() {
    if (undraft()) return;
    if (!sealed_ || request_.is_null()) return tell("There is nothing to take back; only a sealed choice can be taken back.");
    if (keeper_.is_sealed_for_all(request_)) return tell("Where dice are shared nothing that is sealed can be taken back: two seals could be compared.");
    say(Json{{"type", "retract"}, {"decision", decision()}});
}

void Player::confirm_concession(const std::string& line) {
    conceding_ = false;
    if (line == "y" || line == "Y" || line == "yes") say(Json{{"type", "concede"}});
    else tell("Not conceded.");
}

void Player::help() {
    std::vector<Line> lines{{Tone::heading, "  What you can type:"}};
    if (asked_now())
        for (const auto& each : answer_help(request_, narrator_.telling())) lines.push_back({Tone::normal, "    " + each});
    for (const auto& each : command_help()) lines.push_back({Tone::normal, "    " + each});
    tell(lines);
}

}  // namespace muster::cli
