// The same battle once more. Whoever types stays when it is over, hears what the other side wants, and goes over into the new battle.
#include <algorithm>

#include "clients/cli/narration.hpp"
#include "clients/cli/player.hpp"
#include "protocol/ids.hpp"

namespace muster::cli {

// Where somebody never came there is nobody to fight again.
void Player::end() {
    if (!settings_.keyboard || seat_.empty() || sat_.size() < seats_.size()) return leave();
    over_ = true;
    request_ = Json();
    sealed_ = conceding_ = false;
    tell("rematch asks for a rematch, rematch swap for one with the sides swapped; q leaves.");
}

// How it ended is signed when it has, before or after the event; a server that keeps that to itself is not waited for.
void Player::leave() {
    if (!keeper_.expects_last_head() || was_over_ || last_head_heard_) return finish(done);
    awaits_last_head_ = true;
    connection_.after(std::chrono::seconds(3), [this] { finish(done); });
}

void Player::hear_of_rematch(const std::string& name, const Json& data) {
    if (!over_) return;
    const auto seat = text_at(data, "seat");
    const bool swap = flag_at(data, "swap");
    if (name == "rematch_withdrawn") wanted_.erase(seat);
    if (name == "rematch_wanted") wanted_[seat] = swap;
    if (name == "rematch_made") {
        made_ = text_at(data, "battle");
        made_swapped_ = swap;
        wanted_.clear();
    }
    // Of what was before we came, the last event tells how it stands now, whatever it is; afterwards each tells what is new.
    if (following_.since() < head_) return;
    const bool caught_up = following_.since() == head_;
    for (const auto& [whose, swapped] : wanted_) {
        if (!caught_up && (name != "rematch_wanted" || whose != seat)) continue;
        if (whose == seat_)
            tell(seats_.size() > 2 ? "It starts as soon as all others accept; withdraw takes it back."
                                   : "It starts as soon as the other side accepts; withdraw takes it back.");
        else tell(swapped ? "rematch swap accepts." : "rematch accepts.");
    }
    if (made_.empty() || (!caught_up && name != "rematch_made")) return;
    if (drawn_.empty()) tell("rematch takes you there.");
    else if (!following_.waits_for("rematch")) ask_rematch(made_swapped_);
}

/// Our seat of the rematch that was made.
std::string Player::seat_there() const {
    const auto found = std::ranges::find(seats_, seat_);
    if (!made_swapped_ || found == seats_.end()) return seat_;
    return found + 1 == seats_.end() ? seats_.front() : *(found + 1);
}

// The token of our seat there is drawn here, and is the same however often it is asked for: a lost answer costs no seat.
void Player::ask_rematch(bool swap) {
    if (!over_) return tell("This battle is not over yet.");
    if (following_.waits_for("rematch")) return tell("Your request is on its way.");
    if (drawn_.empty() && !made_.empty()) drawn_ = settings_.held(made_, seat_there());
    if (drawn_.empty()) drawn_ = protocol::new_token();
    say(Json{{"type", "rematch"}, {"token", drawn_}, {"swap", swap}});
}

void Player::withdraw_rematch() {
    if (!wanted_.contains(seat_)) return tell("You have not asked for a rematch.");
    drawn_.clear();  // before it is answered: whoever asks again meanwhile draws anew
    say(Json{{"type", "withdraw_rematch"}});
}

void Player::invited(const Json& message) {
    next_ = Next{text_at(message, "battle"), text_at(message, "seat"), text_at(message, "token"), name_ == seat_ ? std::string() : name_};
    tell("On to the rematch.", Tone::attention);
    finish(done);
}

}  // namespace muster::cli
