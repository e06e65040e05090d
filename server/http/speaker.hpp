// Who speaks on one HTTP connection: the other end of it, or, if that is a proxy of ours or another server of the store, whoever each request names.
#pragma once
#include <boost/beast/http/fields.hpp>
#include <expected>
#include <memory>
#include <string>

#include "server/access/address_limits.hpp"
#include "server/access/node_pass.hpp"

namespace muster::server {

class Speaker {
public:
    /// `pass`: by which other servers of the store are known; null: there are none. `caller`: the peer's own address. `encrypted`: the connection is under TLS.
    Speaker(Callers& callers, const NodePass* pass, Address peer, std::shared_ptr<Caller> caller, bool encrypted)
        : callers_(callers), pass_(pass), peer_(std::move(peer)), proxied_(callers.is_proxy(peer_)), caller_(std::move(caller)), encrypted_(encrypted) {}

    /// The peer is a proxy of ours: each request may be somebody else's.
    bool proxied() const { return proxied_; }
    const std::shared_ptr<Caller>& peer() const { return caller_; }

    /// The refusal is for who shows what is no pass, or not for here.
    std::expected<std::shared_ptr<Caller>, Refusal> caller_of(const boost::beast::http::fields& request) const;
    /// Whether what was sent came over TLS, as far as this server or its own proxy can tell.
    bool is_secure(const boost::beast::http::fields& request) const;
    /// Whether it comes from this machine, and was not passed on by a proxy on it: what a proxy of ours sends without a client's address may be anybody's.
    bool is_local(const boost::beast::http::fields& request) const;

private:
    Callers& callers_;
    const NodePass* pass_;
    Address peer_;
    bool proxied_;
    std::shared_ptr<Caller> caller_;
    bool encrypted_;
};

}  // namespace muster::server
