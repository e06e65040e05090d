#include "protocol/heard.hpp"

#include <algorithm>

#include "protocol/mine_words.hpp"

namespace muster::protocol {

namespace {

constexpr std::string_view talk = "said";  // spectators hear it without what seats say among themselves

/// Of the digests, the first that is not before this event.
auto at_or_after(auto& heard, std::int64_t seq) { return std::ranges::lower_bound(heard, seq, {}, &Heard::seq); }

/// The whole that was told up to `point`, which was not as it is told now.
Breach otherwise(const std::vector<Heard>& heard, std::vector<Heard>::const_iterator point) {
    return breaches::other_story(point == heard.begin() ? 0 : std::prev(point)->seq, point->seq);
}

std::optional<Breach> add(KeptSeat& kept, const Heard& point) {
    const auto found = at_or_after(kept.heard, point.seq);
    if (found != kept.heard.end() && found->seq == point.seq) return found->digest == point.digest ? std::nullopt : std::optional(otherwise(kept.heard, found));
    kept.heard.insert(found, point);
    return {};
}

}  // namespace

std::optional<Breach> Hearing::hear(std::int64_t seq, std::string_view at, std::string_view event, const Json& data, const KeptSeat& kept) {
    if (seq == 1) {
        digest_ = start_;
        is_known_ = true;
        is_over_ = false;
    }
    if (is_over_) return {};
    is_known_ = is_known_ && (seq == 1 || seq == seq_ + 1);
    seq_ = seq;
    is_over_ = event == "battle_ended";
    if (!is_known_) return {};
    if (event != talk) {
        std::string link(bytes_of(digest_));
        append_canonical(link, FlatJson(Json{{"at", at}, {"data", data}, {"event", event}, {"seq", seq}}));
        digest_ = sha256(link);
    }
    const auto here = at_or_after(kept.heard, seq);
    if (here == kept.heard.end() || here->seq != seq || here->digest == to_hex(bytes_of(digest_))) return {};
    return otherwise(kept.heard, here);
}

bool Hearing::is_kept(const KeptSeat& kept) const { return !is_known_ || seq_ == 0 || std::ranges::binary_search(kept.heard, seq_, {}, &Heard::seq); }

void Hearing::keep(KeptSeat& kept) const {
    if (is_kept(kept)) return;
    (void)add(kept, {seq_, to_hex(bytes_of(digest_))});
    bound(kept);
}

std::optional<Breach> merge_heard(KeptSeat& kept, const std::vector<Heard>& theirs) {
    std::optional<Breach> out;
    for (const auto& each : theirs)
        if (auto breach = add(kept, each); !out) out = std::move(breach);
    return out;
}

}  // namespace muster::protocol
