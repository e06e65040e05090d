// A line to a battle of this server itself, for those who came to it while it was another's: they need not notice whose it is now.
#pragma once
#include <memory>

#include "server/battle/battles.hpp"
#include "server/relay/upstream.hpp"

namespace muster::server {

/// `battles`: this server's own. It closes when the battle turns out to be another server's, or what was told is no longer true.
std::shared_ptr<Upstream::Line> open_own_line(std::shared_ptr<Battles> battles, const Strand& strand, const Upstream::To& to,
                                              std::weak_ptr<Upstream::Listener> listener);

}  // namespace muster::server
