// One HTTP request, one answer. For what is asked once; battles are followed over a Connection.
#pragma once
#include <expected>
#include <string>
#include <string_view>

#include "clients/cli/link.hpp"

namespace muster::cli {

struct HttpAnswer {
    int status = 0;
    std::string body;
};

/// `token` is sent as a bearer token when there is one. The error is a sentence.
std::expected<HttpAnswer, std::string> http_get(const Server& server, std::string_view target, std::string_view token = {});

/// What a Muster server says of why it refuses (RFC 9457, with the protocol's `code` and `path`); empty where it says nothing.
struct Problem {
    std::string code;
    std::string sentence;
    std::string path;
};
Problem problem_in(std::string_view body);

/// `text` with everything that is special in a query escaped.
std::string url_escaped(std::string_view text);

}  // namespace muster::cli
