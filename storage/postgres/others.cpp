#include "storage/postgres/others.hpp"

#include <algorithm>

namespace muster::storage::postgres {

namespace {

/// A look that comes so late was held up, by the database or by this machine.
constexpr auto held_up = 2 * beat_every;
/// Behind the end of a lease, however the database's clock was rounded.
constexpr std::chrono::milliseconds after{2};

}  // namespace

// A server that writes by another connection now has another token, and is where it was.
void Others::look(const std::vector<Seen>& seen, Time now) {
    if (now - looked_ > held_up) quiet_until_ = now + quiet;
    looked_ = now;
    any_ = std::ranges::any_of(seen, &Seen::has_lock);
    auto next = beat_every;
    std::map<std::int64_t, std::string> live;
    std::set<std::string> urls;
    for (const Seen& each : seen) {
        const auto end = each.has_lock ? lease : overdue;
        if (each.silent > end) continue;
        next = std::min(next, end - each.silent + after);
        live.emplace(each.owner, each.url);
        urls.insert(each.url);
    }
    next_look_ = std::max(next, after);
    for (const auto& [owner, url] : known_) {
        if (live.contains(owner)) continue;
        if (now < quiet_until_) live.emplace(owner, url);  // and is looked at then
        else if (!url.empty() && !urls.contains(url)) gone_.insert(url);
    }
    known_ = std::move(live);
}

}  // namespace muster::storage::postgres
