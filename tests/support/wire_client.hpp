// A WebSocket and HTTP client for tests, on bare sockets: it can send what no well-behaved client would.
#pragma once
#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "rules/json.hpp"

namespace muster::test {

/// How long a test waits for something that must come. Only reached when it fails.
inline constexpr std::chrono::seconds patience{20};

class WireClient {
public:
    /// Connects and upgrades; throws std::runtime_error when that is refused. `headers`: more request lines, each ended by \r\n.
    explicit WireClient(unsigned short port, const std::string& headers = {});
    ~WireClient();
    WireClient(const WireClient&) = delete;
    WireClient& operator=(const WireClient&) = delete;

    void send(const Json& message) { send_frame(0x1, message.dump()); }
    void send_text(std::string_view text) { send_frame(0x1, text); }
    /// One masked frame; `fin` false: more fragments follow.
    void send_frame(int opcode, std::string_view payload, bool fin = true);
    void send_bytes(std::string_view bytes);

    /// The next text message; throws if none comes in time or the connection ends.
    Json next();
    /// The next message of this type; other messages on the way are kept in `skipped`.
    Json next(std::string_view type);
    /// The answer to the message with this id; other messages on the way are kept in `skipped`.
    Json answer(std::string_view id);
    /// Sends a message and waits for its answer.
    Json ask(Json message);
    /// The next text frame as it came, or nothing once the server has closed (then close_code is set).
    std::optional<std::string> next_text();
    /// Reads until the server closes; its close code (1006 if it just went away).
    int wait_closed();
    /// Whether there is nothing to read now.
    bool quiet();

    /// Waits until one of these has something to read; its index. Throws when none has in time.
    static std::size_t wait_any(const std::vector<WireClient*>& clients);

    int close_code = 0;
    std::vector<Json> skipped{};

private:
    bool fill(std::chrono::steady_clock::time_point until);
    std::optional<std::pair<int, std::string>> next_frame();

    int socket_ = -1;
    int asked_ = 0;
    std::string in_{};
};

struct HttpReply {
    int status = 0;
    std::map<std::string, std::string> headers{};  ///< names in lower case
    std::string body{};
    Json json() const { return Json::parse(body); }
};

/// One HTTP request on a connection of its own.
HttpReply http_get(unsigned short port, const std::string& target, const std::string& headers = {}, const std::string& method = "GET");
HttpReply http_post(unsigned short port, const std::string& target, const std::string& body, const std::string& headers = {});
/// Sends bytes as they are and reads until the server closes or is silent for `patience`.
std::string http_raw(unsigned short port, std::string_view bytes);

}  // namespace muster::test
