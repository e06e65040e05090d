// Whoever answers HTTP requests, as the connections that read them see it: the server's own calls (api.hpp), or those of one that passes on
// another's. Callable from any thread.
#pragma once
#include <functional>
#include <memory>
#include <string_view>

#include "server/http/message.hpp"

namespace muster::server {

class HttpCalls {
public:
    virtual ~HttpCalls() = default;

    /// Answers one request; `done` is called once, on any thread.
    using Done = std::function<void(HttpResponse)>;
    virtual void answer(HttpRequest request, Done done) = 0;
    /// The server goes down: whoever waits, or asks from now on, is told so; seats are not kept present between polls any more.
    virtual void stop() = 0;

    /// How large a body may be that is sent there.
    virtual std::size_t body_max(std::string_view method, std::string_view target) const = 0;
    /// Leave to read a body that is larger than a message: only so many are in memory at once. It is given back with the last copy. Null: too many.
    virtual std::shared_ptr<void> take_large_body() = 0;
};

}  // namespace muster::server
