// What the witness of a battle is asked next, signed by this server.
#pragma once
#include "protocol/fold.hpp"
#include "protocol/p256_key.hpp"
#include "protocol/signed_head.hpp"
#include "protocol/witness.hpp"

namespace muster::server {

/// For a ladder: the first, or another.
protocol::WitnessQuestion ladder_question(const protocol::Fold& fold, const protocol::P256Key& key);
/// For a share. `head`: the chain as it stands, signed with the step that is asked for. Precondition: fold.asks_witness().
protocol::WitnessQuestion share_question(const protocol::Fold& fold, const protocol::SignedHead& head);

}  // namespace muster::server
