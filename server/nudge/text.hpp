// What a nudge says, in the words of whoever gets it. Titles were written by strangers: they cannot mention, link or format anything.
#pragma once
#include <string>
#include <vector>

#include "server/battle/nudges.hpp"

namespace muster::server {

/// Several turns that go to one place.
struct Digest {
    std::vector<Turn> turns;
    std::size_t more = 0;  ///< further ones that are not listed
};

/// The JSON body for a webhook. `public_url`: where battles are reached from outside, without a slash at its end; empty: nudges have
/// no links.
std::string webhook_text(protocol::NudgeFormat format, const Digest& digest, const std::string& public_url);

/// The JSON for the web client's service worker, which makes the words itself. Of a long digest as much as fits.
std::string push_text(Digest digest);

}  // namespace muster::server
