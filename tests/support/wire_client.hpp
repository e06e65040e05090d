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
#include "tests/support/patience.hpp"

struct ssl_st;

namespace muster::test {

/// A connection to the server on this machine, plain or under TLS (any certificate will do). Throws when it cannot be made.
class Wire {
public:
    enum class Kind { plain, tls };
    explicit Wire(unsigned short port, Kind kind = Kind::plain);
    ~Wire();
    Wire(const Wire&) = delete;
    Wire& operator=(const Wire&) = delete;

    /// What cannot be sent because the other side has gone is dropped; the reader will see it.
    void send(std::string_view bytes);
    /// Appends what comes; false at the end of the stream, throws when nothing comes in time.
    bool read_some(std::string& into, std::chrono::steady_clock::time_point until);
    /// Everything until the other side closes.
    std::string read_all();
    /// Nothing more will be sent, under TLS with its goodbye; what comes can still be read.
    void end_sending();
    int socket() const { return socket_; }
    /// The certificate that the server showed, as text; empty when plain.
    std::string certificate() const;

private:
    int socket_;
    ssl_st* ssl_ = nullptr;
};

/// A client's frame as it goes over the wire; `fin` false: more fragments follow.
std::string masked_frame(int opcode, std::string_view payload, bool fin = true);

class WireClient {
public:
    /// Connects and upgrades; throws std::runtime_error when that is refused. `headers`: more request lines, each ended by \r\n.
    explicit WireClient(unsigned short port, const std::string& headers = {}, Wire::Kind kind = Wire::Kind::plain);
    WireClient(const WireClient&) = delete;
    WireClient& operator=(const WireClient&) = delete;

    void send(const Json& message) { send_frame(0x1, message.dump()); }
    void send_text(std::string_view text) { send_frame(0x1, text); }
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
    /// What comes after the last message that was read, until the other side ends the connection.
    std::string rest();
    /// Whether there is no message to read now, nor an end; pings are answered on the way.
    bool quiet();

    /// Waits until one of these has a message to read, or has ended; its index. Throws when none has in time.
    static std::size_t wait_any(const std::vector<WireClient*>& clients);

    int close_code = 0;
    std::vector<Json> skipped{};

private:
    /// Where a frame stands at the beginning of what came.
    struct Frame {
        int opcode = 0;
        std::size_t head = 0;
        std::size_t size = 0;
    };
    bool fill(std::chrono::steady_clock::time_point until);
    std::optional<Frame> first_frame() const;
    /// The first frame that is text or a close, if it is whole; what stood before it is dropped, and pings are answered.
    std::optional<Frame> first_message();

    Wire wire_;
    int asked_ = 0;
    std::string in_{};
};

struct HttpReply {
    int status = 0;
    std::map<std::string, std::string> headers{};  ///< names in lower case
    std::string body{};
    Json json() const { return Json::parse(body); }
};

/// A stream of server-sent events.
class EventSource {
public:
    struct Message {
        std::string id{};
        std::string event{};
        std::string data{};
    };
    /// Asks for it and reads the answer's head; another status than 200 is kept with its body.
    EventSource(unsigned short port, const std::string& target, const std::string& headers = {}, Wire::Kind kind = Wire::Kind::plain);
    EventSource(const EventSource&) = delete;
    EventSource& operator=(const EventSource&) = delete;

    /// The next message; nothing once the server has ended the stream. Throws when none comes in time.
    std::optional<Message> next();
    /// The next message of this type, as JSON; throws if the stream ends before.
    Json next(std::string_view type);
    int socket() const { return wire_.socket(); }
    void end_sending() { wire_.end_sending(); }

    HttpReply reply{};
    std::vector<Message> heard{};  ///< all messages so far
    std::string comments{};        ///< lines that are no messages

private:
    Wire wire_;
    std::string in_{};
};

/// A request that is sent now and whose answer is read later.
class PendingRequest {
public:
    struct Bytes {
        std::string bytes;
    };
    PendingRequest(unsigned short port, const Bytes& request, Wire::Kind kind = Wire::Kind::plain);
    PendingRequest(unsigned short port, const std::string& target, const std::string& headers = {}, Wire::Kind kind = Wire::Kind::plain);
    PendingRequest(const PendingRequest&) = delete;
    PendingRequest& operator=(const PendingRequest&) = delete;
    HttpReply answer();
    void send(std::string_view more) { wire_.send(more); }
    void end_sending() { wire_.end_sending(); }
    /// All that comes until the server closes.
    std::string read_all() { return wire_.read_all(); }
    /// Whether nothing has come yet.
    bool quiet();

private:
    Wire wire_;
};

/// The header line that shows a seat's token.
std::string bearer(const std::string& token);

/// One HTTP request on a connection of its own.
HttpReply http_get(unsigned short port, const std::string& target, const std::string& headers = {}, const std::string& method = "GET",
                   Wire::Kind kind = Wire::Kind::plain);
HttpReply http_post(unsigned short port, const std::string& target, const std::string& body, const std::string& headers = {});
/// Sends bytes as they are and reads until the server closes or is silent for `patience`.
std::string http_raw(unsigned short port, std::string_view bytes, Wire::Kind kind = Wire::Kind::plain);

}  // namespace muster::test
