// What the operator decides about nudges.
#pragma once
#include <string>
#include <vector>

namespace muster::server {

/// Where they may go.
struct NudgeReach {
    /// `discord.com`, `*.example.org` (its subdomains), `*` (any).
    std::vector<std::string> hosts = {"discord.com",      "discordapp.com",      "hooks.slack.com", "fcm.googleapis.com", "*.push.services.mozilla.com",
                                      "*.push.apple.com", "*.notify.windows.com"};
    bool private_addresses = false;  ///< also http and addresses that are not public, for a receiver in one's own network
};

struct NudgeSettings {
    NudgeReach reach{};
    std::string public_url{};  ///< where people reach this server: links in webhooks, contact for push services; empty: neither
};

}  // namespace muster::server
