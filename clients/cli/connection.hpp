// A WebSocket to the server that comes back by itself for as long as it is wanted. Beast and Asio stay behind it.
#pragma once
#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "clients/cli/link.hpp"

namespace muster::cli {

/// Everything happens on the thread that calls run(), except post(), which any thread may call.
class Connection {
public:
    class Listener {
    public:
        virtual ~Listener() = default;
        virtual void opened() = 0;
        virtual void received(std::string_view text) = 0;
        /// The connection broke or could not be made; it is tried again by itself.
        virtual void lost(const std::string& why) = 0;
        /// What answers there is no Muster server, or nobody knows whether it is the right one; run() returns after this. `why` goes on
        /// after the server's name.
        virtual void refused(const std::string& why) = 0;
        virtual void interrupted() = 0;  ///< SIGINT or SIGTERM
    };

    explicit Connection(Server server);
    ~Connection();

    /// Connects and reconnects until stop().
    void run(Listener& listener);
    /// Sends one text frame; dropped when the connection is not open (who resumes sends again).
    void send(std::string text);
    /// The server answered as it should: the next reconnect may be quick again.
    void settled();
    /// Breaks the connection and makes a new one.
    void reopen();
    void after(std::chrono::milliseconds delay, std::function<void()> callback);
    void post(std::function<void()> callback);
    /// Says good-bye and lets run() return.
    void stop();

private:
    class Impl;
    std::unique_ptr<Impl> impl_;
};

/// How long to wait before a try: 0.25 s doubling up to 30 s, from half of it to all of it by chance.
class Backoff {
public:
    std::chrono::milliseconds next();
    void reset() { delay_ms_ = first_ms; }

private:
    static constexpr int first_ms = 250;
    static constexpr int last_ms = 30'000;
    int delay_ms_ = first_ms;
};

}  // namespace muster::cli
