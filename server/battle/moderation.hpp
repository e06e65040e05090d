// What an operator wants of a battle, at whichever server has it.
#pragma once
#include <expected>
#include <functional>
#include <vector>

#include "rules/fields.hpp"
#include "server/battle/port.hpp"

namespace muster::server {

enum class Moderation { hide, show, close, who };
constexpr EnumNames<Moderation, 4> names_of(Moderation) {
    return {{{Moderation::hide, "hide"}, {Moderation::show, "show"}, {Moderation::close, "close"}, {Moderation::who, "who"}}};
}

/// Called once, on any thread: it is done, and who looks at the battle, if that was asked; or why not.
using Moderated = std::function<void(std::expected<std::vector<Onlooker>, Refusal>)>;

/// Does it to a battle of this server.
void moderate(BattlePort& battle, Moderation what, Moderated done);

}  // namespace muster::server
