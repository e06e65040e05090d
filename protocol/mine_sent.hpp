// What a device sent, and whether an input that should be its own is that.
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "protocol/input.hpp"
#include "protocol/ladder.hpp"
#include "protocol/mine.hpp"

namespace muster::protocol {

/// Whether a canonical choice can be what somebody sent: what both say is the same. The rules fill in what was left out, and put pieces in their
/// own order.
bool says_the_same(const Json& sent, const Json& canonical);

bool has_sent(const KeptSeat& kept, std::string_view kind);
/// All that it sent of this kind for this decision.
std::vector<const SentInput*> sent_for(const KeptSeat& kept, const Input& input);

/// What it sent instead; null: nothing.
struct OtherThanSent {
    const SentInput* sent = nullptr;
};
/// Of an input in the clear: a choice, or what readies or ends a battle. Nothing: it is what this device sent, or another may have.
/// `others`: it had handed over the seat by then.
std::optional<OtherThanSent> other_than_sent(const KeptSeat& kept, const Input& input, bool others);
/// Of a decision of which nothing is kept: whether another device may have made it.
bool may_be_elsewhere(const KeptSeat& kept, const Input& input, bool others);

bool is_seal(const Input& input);

/// Of these that the device drew for the seat, the one with this foot (hex). Works out all of them; `start`: H(0).
std::optional<Ladder> ladder_with_foot(const KeptSeat& kept, const Hash& start, const std::string& foot);

}  // namespace muster::protocol
