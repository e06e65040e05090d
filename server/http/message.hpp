// A request and a response without HTTP's bytes, and what all calls need to read one and to refuse one. Errors are RFC 9457
// problem documents with the protocol's codes. Plain values; callable from anywhere.
#pragma once
#include <expected>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "rules/json.hpp"
#include "server/access/address_limits.hpp"
#include "server/http/body_stream.hpp"
#include "server/http/request_end.hpp"

namespace muster::server {

struct HttpRequest {
    std::string method;    ///< HEAD comes as GET
    bool head = false;     ///< it was HEAD: nothing of the body will be sent
    std::string target;    ///< path and query as sent
    std::string bearer{};  ///< token of the Authorization header, if any
    std::string if_none_match{};
    std::string last_event_id{};
    std::string accept{};
    std::string accept_encoding{};
    std::string accept_language{};
    std::string host{};  ///< as its sender calls this server
    std::string user_agent{};
    std::string fetch_dest{};  ///< what a browser wants it for: "document", "image"; empty: it is none, or an old one
    bool secure = false;       ///< it came over TLS, as far as this server or its own proxy can tell
    std::string relays{};      ///< through which relays it came, as they name themselves: "a, b"
    std::string body{};
    std::shared_ptr<Caller> caller{};   ///< whose request it is
    bool local = false;                 ///< from this machine, and not passed on by a proxy
    std::shared_ptr<RequestEnd> end{};  ///< for handlers while `answer` runs, on the connection's strand: for answers that take their time

    /// It comes by another server of the store.
    bool passed_on() const { return caller && caller->is_passed_on(); }
};

struct HttpResponse {
    int status = 200;
    std::string content_type = "application/json";
    std::string body{};
    std::map<std::string, std::string> headers{};
    std::shared_ptr<BodyStream> stream{};      ///< in place of a body: one that goes on
    std::optional<std::size_t> stream_size{};  ///< of the whole stream, or of the body that a HEAD leaves out
    bool elsewhere = false;                    ///< refused only because another server of the store has the battle
    bool unsized = false;                      ///< such a stream's size is known only when it ends: it goes out in chunks, so that its end is seen
};

/// An answer that is `elsewhere` has this, for the server of the store that asked.
inline constexpr const char* elsewhere_header = "Muster-Elsewhere";

HttpResponse problem(const Refusal& refusal);
/// 429 to whoever could take none of a rate, with the seconds until there is one.
HttpResponse too_fast(const Pace::Taken& none, std::string sentence);
HttpResponse searches_too_fast(const Pace::Taken& none);
/// JSON Schema of a problem document.
Json problem_schema();

/// Gives a good answer a tag, of its own version or of its bytes, and answers 304 to who has it already.
HttpResponse with_tag(HttpResponse response, const HttpRequest& request, std::string version = {});
HttpResponse problem(int status, const Refusal& refusal);

using HttpQuery = std::map<std::string, std::string>;

/// Percent-decoding; nothing for a broken escape, nor for what is no UTF-8 then. Ours, since Boost.URL takes RFC 3986 at its word and
/// refuses what browsers and people send unescaped ("q=a|b", "q=ä").
std::optional<std::string> decode_url(std::string_view text, bool plus_is_space);
/// A key or a value as it stands in a query.
std::string encode_url(std::string_view text);
/// What stands after the question mark. Refuses what is not well-formed, and a key that is there twice.
std::expected<HttpQuery, Refusal> read_query(std::string_view text);
/// A query as the JSON of the message it stands for, so that both are read by one definition. `numbers`: the keys whose values are numbers;
/// `flags`: those whose values are true or false.
Json query_json(const HttpQuery& query, const std::vector<std::string_view>& numbers, const std::vector<std::string_view>& flags = {});

}  // namespace muster::server
