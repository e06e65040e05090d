// What the server says in the same words wherever it has to.
#pragma once
#include "rules/refusal.hpp"

namespace muster::server {

inline Refusal going_down() { return {Code::server_busy, "the server is shutting down; try again in a moment"}; }
/// For whoever wants a battle that another server of the same store has.
inline Refusal another_servers() {
    return {Code::server_busy, "another server of this site has this battle now; try again in a moment, or by another address"};
}
/// Whoever hears this may ask there instead.
inline bool is_another_servers(const Refusal& refusal) { return refusal.code == Code::server_busy && refusal.message == another_servers().message; }
/// The database does not answer, and what is this server's may soon be another's.
inline Refusal far_from_store() { return {Code::server_busy, "the server does not reach its database now; nothing was changed, try again in a moment"}; }
/// For whoever takes more seats than an address may.
inline Refusal too_many_taken() { return {Code::rate_limited, "too many new battles and seats taken from your address; wait a while and send it again"}; }
/// For whoever waits where a bug ends.
inline Refusal our_mistake() { return {Code::internal, "something went wrong on the server; nothing was changed"}; }

}  // namespace muster::server
