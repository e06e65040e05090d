// Origins and hosts as settings name them. They are compared with what browsers and addresses say, letter by letter: one that is written
// otherwise would match nothing, and nobody would be told.
#pragma once
#include <expected>
#include <string>

namespace muster::server {

/// An origin as a browser sends it, `https://club.example`; or `null`, or `*`. The refusal says how it is to be written.
std::expected<void, std::string> check_origin(const std::string& text);

/// A host without scheme, port and path; `*.` may stand before it for its subdomains, and `*` alone for all. Capital letters do not count.
std::expected<void, std::string> check_host(const std::string& text);

}  // namespace muster::server
