// Whoever is told what happens in a battle, as the battle sees it. Callable from any strand: each call is a message to the carrier, who takes it
// at once where it is free to, and calls nobody back from within.
#pragma once
#include <functional>
#include <string>
#include <vector>

#include "server/battle/messages.hpp"

namespace muster::server {

class Subscriber {
public:
    virtual ~Subscriber() = default;
    /// Whether the connection has ended; nobody needs to be told anything any more.
    virtual bool gone() const { return false; }
    /// For callers that do not follow: the token that proves their seat with each message. Empty: who follows is known already.
    virtual std::string token() const { return {}; }
    /// Whence it comes, for the operator; empty: from nowhere outside. Kept nowhere.
    virtual std::string address() const { return {}; }
    /// Takes one of those battles that whoever is behind it may have fetched from another server; false: it has to wait.
    virtual bool may_fetch() { return true; }
    /// Whether it is told so where a battle is another server's: it comes from such a one itself, or can ask there in a way of its own. Else it is passed on.
    virtual bool stays_here() const { return false; }
    /// Queues messages; a connection whose bound they exceed closes itself.
    virtual void deliver(Bundle bundle) = 0;
    /// Several bundles at once: what one commit has to say to one connection goes out in one write.
    virtual void deliver_all(std::vector<Bundle> bundles) {
        for (auto& bundle : bundles) deliver(std::move(bundle));
    }
    /// The same, and calls `drained` (on the connection's strand) when all of it is written. Not called if the
    /// connection ends before.
    virtual void deliver_then(Bundle bundle, std::function<void()> drained) = 0;
    /// What it was told is no longer true: it is ended, and whoever is behind it comes again and is told everything anew.
    virtual void come_again() {}
};

}  // namespace muster::server
