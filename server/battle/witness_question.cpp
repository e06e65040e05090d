#include "server/battle/witness_question.hpp"

namespace muster::server {

using protocol::to_hex;

protocol::WitnessQuestion ladder_question(const protocol::Fold& fold, const protocol::P256Key& key) {
    const auto& start = fold.chain().start();
    const int after = fold.witness_steps();
    return {.start = to_hex(protocol::bytes_of(start)),
            .server_key = to_hex(key.public_bytes()),
            .after = after,
            .signature = to_hex(key.sign(protocol::ladder_to_ask(start, after)))};
}

protocol::WitnessQuestion share_question(const protocol::Fold& fold, const protocol::SignedHead& head) {
    return {.start = to_hex(protocol::bytes_of(fold.chain().start())),
            .server_key = to_hex(fold.origin().server_key),
            .head = protocol::HeadOfStep{fold.witness_steps() + 1, head.inputs, head.chain, head.shown, head.signature}};
}

}  // namespace muster::server
