// What a nudge says, in the words of whoever gets it. Titles were written by strangers: they cannot mention, link or format anything.
#pragma once
#include <algorithm>
#include <string>
#include <vector>

#include "server/battle/nudges.hpp"

namespace muster::server {

/// Several turns that go to one place.
struct Digest {
    std::vector<Turn> turns;
    std::size_t more = 0;                ///< further ones that are not listed
    std::vector<std::size_t> decided{};  ///< of `turns`: those whose decision was made since it was told

    bool is_decided(std::size_t turn) const { return std::ranges::find(decided, turn) != decided.end(); }
};

/// The JSON body for a webhook. `public_url`: where battles are reached from outside, without a slash at its end; empty: nudges have
/// no links and, in Discord, no pictures of the battles. A link is to a battle's page, which on the device of whoever plays opens the seat; it has no token.
std::string webhook_text(protocol::NudgeFormat format, const Digest& digest, const std::string& public_url);

/// The JSON for the web client's service worker, which makes the words itself. Of a long digest as much as fits.
std::string push_text(Digest digest);

}  // namespace muster::server
