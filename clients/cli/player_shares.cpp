// Dice to which both players add: our shares are given by themselves.
#include "clients/cli/awaited.hpp"
#include "clients/cli/narration.hpp"
#include "clients/cli/player.hpp"

namespace muster::cli {

void Player::give_share(const Json& request) {
    const auto asked = number_at(request, "decision");
    request_ = Json();
    sealed_ = false;
    share_asked_ = asked;
    share_given_ = !value_at(request, "pending").is_null();
    show_prompt_soon();
    if (share_given_ || following_.waits_for("choose", asked)) return;
    Keeper::Told told;
    auto answer = keeper_.share(request, told);
    warn(told);
    if (!answer && !told.empty() && settings_.automatic) return finish(server_failed);
    if (!answer) return;
    following_.say(Json{{"type", "choose"}, {"decision", asked}, {"choice", std::move(*answer)}});
    speaker_.send_what_is_due();
}

void Player::share_accepted(std::int64_t decision) {
    share_given_ = true;
    connection_.after(share_patience, [this, decision] {
        if (share_asked_ == decision && !finished_) tell(std::string(share_awaited));
    });
}

}  // namespace muster::cli
