#include "server/http/speaker.hpp"

#include "server/base/log.hpp"

namespace muster::server {

namespace http = boost::beast::http;

namespace {

// A header that may be there several times is one list.
std::string all_of(const http::fields& request, const char* name) {
    std::string out;
    const auto [first, last] = request.equal_range(name);
    for (auto each = first; each != last; ++each) {
        if (!out.empty()) out += ", ";
        out += std::string_view(each->value().data(), each->value().size());
    }
    return out;
}

}  // namespace

std::expected<std::shared_ptr<Caller>, Refusal> Speaker::caller_of(const http::fields& request) const {
    if (pass_ && request.count(NodePass::header) > 0) {
        const auto from = pass_->read(all_of(request, NodePass::header));
        if (!from) return std::unexpected(from.error());
        if (!proxied_) callers_.vouch(peer_);
        return Caller::passed_on(*from);
    }
    if (proxied_) return callers_.behind(peer_, all_of(request, "X-Forwarded-For"));
    if (request.count("X-Forwarded-For") > 0 && callers_.is_forgotten_proxy(peer_))
        log::warn("a proxy on this machine is not in trusted-proxies: whoever comes through it counts as this machine, without limits and bans of their own");
    return caller_;
}

bool Speaker::is_secure(const http::fields& request) const { return encrypted_ || (proxied_ && all_of(request, "X-Forwarded-Proto") == "https"); }

bool Speaker::is_local(const http::fields& request) const {
    return !proxied_ && peer_.is_loopback() && request.count("X-Forwarded-For") == 0 && request.count(http::field::forwarded) == 0;
}

}  // namespace muster::server
