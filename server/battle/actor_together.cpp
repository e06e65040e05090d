// Rooms in which the battle is looked back at together. They keep it in memory, and so at this server; when it leaves all the same, they end.
#include "rules/characters.hpp"
#include "server/base/limits.hpp"
#include "server/base/refusals.hpp"
#include "server/battle/actor.hpp"
#include "server/battle/glance.hpp"

namespace muster::server {

void BattleActor::together(Connection connection, std::string id, protocol::TogetherBody message) {
    submit(TogetherPost{std::move(connection), std::move(id), std::move(message)});
}

void BattleActor::carry_out(TogetherPost& post, Now now) {
    const auto* meet = std::get_if<protocol::Meet>(&post.message);
    if (const auto refusal = meet ? refuse_meeting(*meet, now) : std::nullopt) return refuse(*current_, *refusal);
    if (std::holds_alternative<protocol::Remark>(post.message))
        if (const auto banned = services_.bans.refuse_name(together_.name_of(*post.from), now.ms)) return refuse(*current_, *banned);
    together_.carry_out(post.from, post.id, post.message, now.ms);
    look_after_rooms();
}

/// A private battle's room needs what its replay needs.
std::optional<Refusal> BattleActor::refuse_meeting(const protocol::Meet& message, Now now) const {
    if (const auto viewer = state_->viewer_for(message.token); !viewer) return viewer.error();
    if (!state_->over()) return Refusal{Code::illegal_choice, "this battle is not over yet; one looks back together when it is"};
    if (is_shut_to_rooms()) return Refusal{Code::not_your_seat, "this battle has been taken out of the lists: there are no rooms on it"};
    const auto name = clean_text(message.name, limits::name_characters_max, "/name");
    return name ? services_.bans.refuse_name(*name, now.ms) : std::optional(name.error());
}

/// The operator has hidden it.
bool BattleActor::is_shut_to_rooms() const {
    const auto visibility = visibility_named(state_->header().visibility);
    return visibility == protocol::Visibility::unlisted && visibility_wanted(state_->fold().origin().options) == protocol::Visibility::everyone;
}

void BattleActor::look_after_rooms() {
    together_timer_.cancel();
    const auto end = together_.next_end_ms();
    if (!end || stopped_) return;
    together_timer_.expires_after(std::chrono::milliseconds(std::max<std::int64_t>(0, *end - services_.time.now_ms())));
    together_timer_.async_wait([weak = weak_from_this()](ErrorCode error) {
        const auto self = weak.lock();
        if (!self || error) return;
        self->post_guarded([](BattleActor& actor) {
            actor.together_.end_due(actor.services_.time.now_ms());
            actor.look_after_rooms();
            actor.watch_idle();
        });
    });
}

void BattleActor::end_rooms(const std::string& why) {
    together_.end_all(why);
    together_timer_.cancel();
}

}  // namespace muster::server
