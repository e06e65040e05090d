#include "tests/support/wire_client.hpp"

#include <netinet/tcp.h>
#include <openssl/pem.h>
#include <openssl/ssl.h>
#include <poll.h>
#include <signal.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <stdexcept>
#include <system_error>

#include "tests/support/loopback.hpp"

namespace muster::test {

namespace {

using Clock = std::chrono::steady_clock;

int connect_to(unsigned short port) {
    const int fd = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    const auto address = loopback(port);
    if (::connect(fd, reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0) {
        const std::string why = std::generic_category().message(errno);
        ::close(fd);
        throw std::runtime_error("cannot connect to port " + std::to_string(port) + ": " + why);
    }
    const int one = 1;
    ::setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
    return fd;
}

// A body that came in chunks. Throws where the last one, which is empty, did not come.
std::string unchunked(std::string_view text) {
    std::string out;
    while (true) {
        const auto line = text.find("\r\n");
        if (line == std::string_view::npos) throw std::runtime_error("a body that ends too soon");
        const auto size = std::stoul(std::string(text.substr(0, line)), nullptr, 16);
        text.remove_prefix(line + 2);
        if (text.size() < size + 2) throw std::runtime_error("a chunk that ends too soon");
        if (size == 0) return out;
        out += text.substr(0, size);
        text.remove_prefix(size + 2);
    }
}

HttpReply parse_reply(const std::string& text) {
    HttpReply reply;
    const auto head_end = text.find("\r\n\r\n");
    if (head_end == std::string::npos) throw std::runtime_error("no HTTP reply: " + text.substr(0, 80));
    reply.status = std::stoi(text.substr(9, 3));
    std::size_t at = text.find("\r\n") + 2;
    while (at < head_end) {
        const auto end = text.find("\r\n", at);
        const auto colon = text.find(": ", at);
        std::string key = text.substr(at, colon - at);
        std::ranges::transform(key, key.begin(), [](char c) { return static_cast<char>(std::tolower(static_cast<unsigned char>(c))); });
        reply.headers[key] = text.substr(colon + 2, end - colon - 2);
        at = end + 2;
    }
    reply.body = text.substr(head_end + 4);
    if (const auto coding = reply.headers.find("transfer-encoding"); coding != reply.headers.end()) reply.body = unchunked(reply.body);
    return reply;
}

SSL_CTX* tls_context() {
    static SSL_CTX* const context = [] {
        ::signal(SIGPIPE, SIG_IGN);  // OpenSSL writes without MSG_NOSIGNAL
        return SSL_CTX_new(TLS_client_method());
    }();
    return context;
}

}  // namespace

Wire::Wire(unsigned short port, Kind kind) : socket_(connect_to(port)) {
    if (kind == Kind::plain) return;
    ssl_ = SSL_new(tls_context());
    SSL_set_fd(ssl_, socket_);
    if (SSL_connect(ssl_) == 1) return;
    SSL_free(ssl_);
    ::close(socket_);
    throw std::runtime_error("no TLS on port " + std::to_string(port));
}

Wire::~Wire() {
    SSL_free(ssl_);
    ::close(socket_);
}

void Wire::send(std::string_view bytes) {
    while (!bytes.empty()) {
        const auto size = static_cast<int>(std::min<std::size_t>(bytes.size(), 1 << 20));
        const auto sent = ssl_ ? SSL_write(ssl_, bytes.data(), size) : ::send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
        if (sent <= 0) return;
        bytes.remove_prefix(static_cast<std::size_t>(sent));
    }
}

bool Wire::read_some(std::string& into, Clock::time_point until) {
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(until - Clock::now()).count();
    pollfd waiting{socket_, POLLIN, 0};
    if (left <= 0 || ::poll(&waiting, 1, static_cast<int>(left)) == 0) throw std::runtime_error("the server is silent");
    char buffer[65536];
    do {  // what TLS has decrypted no poll would tell
        const auto got = ssl_ ? SSL_read(ssl_, buffer, sizeof buffer) : ::recv(socket_, buffer, sizeof buffer, 0);
        if (got <= 0) return false;
        into.append(buffer, static_cast<std::size_t>(got));
    } while (ssl_ && SSL_pending(ssl_) > 0);
    return true;
}

std::string Wire::read_all() {
    std::string out;
    while (read_some(out, Clock::now() + patience)) {}
    return out;
}

void Wire::end_sending() {
    if (ssl_) SSL_shutdown(ssl_);
    ::shutdown(socket_, SHUT_WR);
}

std::string Wire::certificate() const {
    X509* const shown = ssl_ ? SSL_get1_peer_certificate(ssl_) : nullptr;
    if (!shown) return {};
    BIO* const memory = BIO_new(BIO_s_mem());
    PEM_write_bio_X509(memory, shown);
    char* text = nullptr;
    const auto size = BIO_get_mem_data(memory, &text);
    std::string out(text, static_cast<std::size_t>(size));
    BIO_free(memory);
    X509_free(shown);
    return out;
}

WireClient::WireClient(unsigned short port, const std::string& headers, Wire::Kind kind) : wire_(port, kind) {
    wire_.send("GET /ws HTTP/1.1\r\nHost: 127.0.0.1:" + std::to_string(port) +
               "\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
               "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Protocol: muster.v1\r\n" +
               headers + "\r\n");
    const auto until = Clock::now() + patience;
    while (in_.find("\r\n\r\n") == std::string::npos)
        if (!wire_.read_some(in_, until)) break;
    const auto end = in_.find("\r\n\r\n");
    if (!in_.starts_with("HTTP/1.1 101") || end == std::string::npos) throw std::runtime_error("upgrade refused: " + in_.substr(0, in_.find('\r')));
    in_.erase(0, end + 4);
}

void WireClient::send_bytes(std::string_view bytes) { wire_.send(bytes); }

void WireClient::send_frame(int opcode, std::string_view payload, bool fin) { wire_.send(masked_frame(opcode, payload, fin)); }

std::string masked_frame(int opcode, std::string_view payload, bool fin) {
    std::string frame(1, static_cast<char>((fin ? 0x80 : 0) | opcode));
    const auto size = payload.size();
    if (size < 126) {
        frame += static_cast<char>(0x80 | size);
    } else if (size < 65536) {
        frame += static_cast<char>(0x80 | 126);
        frame += static_cast<char>(size >> 8);
        frame += static_cast<char>(size & 0xff);
    } else {
        frame += static_cast<char>(0x80 | 127);
        for (int shift = 56; shift >= 0; shift -= 8) frame += static_cast<char>(size >> shift & 0xff);
    }
    constexpr char mask[] = {0x11, 0x22, 0x33, 0x44};
    frame.append(mask, 4);
    for (std::size_t i = 0; i < size; ++i) frame += static_cast<char>(payload[i] ^ mask[i % 4]);
    return frame;
}

bool WireClient::fill(Clock::time_point until) { return wire_.read_some(in_, until); }

std::optional<WireClient::Frame> WireClient::first_frame() const {
    const auto byte = [&](std::size_t i) { return static_cast<std::uint64_t>(static_cast<unsigned char>(in_[i])); };
    if (in_.size() < 2) return {};
    std::uint64_t size = byte(1) & 127;
    const std::size_t extra = size == 126 ? 2 : size == 127 ? 8 : 0;
    const std::size_t head = 2 + extra;
    if (in_.size() < head) return {};
    if (extra > 0) size = 0;
    for (std::size_t i = 0; i < extra; ++i) size = size << 8 | byte(2 + i);
    if (in_.size() < head + size) return {};
    return Frame{in_[0] & 15, head, static_cast<std::size_t>(size)};
}

// A ping says that the server is there, not that what is waited for will come.
std::optional<WireClient::Frame> WireClient::first_message() {
    while (const auto frame = first_frame()) {
        if (frame->opcode == 1 || frame->opcode == 8) return frame;
        if (frame->opcode == 9) send_frame(10, in_.substr(frame->head, frame->size));
        in_.erase(0, frame->head + frame->size);
    }
    return {};
}

std::optional<std::string> WireClient::next_text() {
    const auto until = Clock::now() + patience;
    auto frame = first_message();
    for (; !frame; frame = first_message()) {
        if (fill(until)) continue;
        if (close_code == 0) close_code = 1006;
        return {};
    }
    std::string payload = in_.substr(frame->head, frame->size);
    in_.erase(0, frame->head + frame->size);
    if (frame->opcode == 1) return payload;
    close_code = payload.size() >= 2 ? static_cast<unsigned char>(payload[0]) << 8 | static_cast<unsigned char>(payload[1]) : 1005;
    send_frame(8, payload);
    return {};
}

Json WireClient::next() {
    auto text = next_text();
    if (!text) throw std::runtime_error("the server closed the connection: " + std::to_string(close_code));
    return Json::parse(*text);
}

Json WireClient::next(std::string_view type) {
    while (true) {
        Json message = next();
        if (message.at("type") == type) return message;
        skipped.push_back(std::move(message));
    }
}

Json WireClient::answer(std::string_view id) {
    while (true) {
        Json message = next();
        if (message.contains("id") && message["id"] == id) return message;
        skipped.push_back(std::move(message));
    }
}

Json WireClient::ask(Json message) {
    if (!message.contains("id")) message["id"] = "t" + std::to_string(++asked_);
    const auto id = message["id"].get<std::string>();
    send(message);
    return answer(id);
}

int WireClient::wait_closed() {
    while (next_text()) {}
    return close_code;
}

std::string WireClient::rest() {
    while (fill(Clock::now() + patience)) {}
    return std::exchange(in_, {});
}

bool WireClient::quiet() {
    while (!first_message()) {
        pollfd waiting{wire_.socket(), POLLIN, 0};
        if (::poll(&waiting, 1, 0) == 0) return true;
        if (!fill(Clock::now() + patience)) return false;
    }
    return false;
}

std::size_t WireClient::wait_any(const std::vector<WireClient*>& clients) {
    const auto until = Clock::now() + patience;
    while (true) {
        std::vector<pollfd> waiting;
        for (std::size_t i = 0; i < clients.size(); ++i) {
            if (clients[i]->first_message()) return i;
            waiting.push_back({clients[i]->wire_.socket(), POLLIN, 0});
        }
        const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(until - Clock::now()).count();
        if (left <= 0 || ::poll(waiting.data(), waiting.size(), static_cast<int>(left)) <= 0) throw std::runtime_error("the server is silent");
        for (std::size_t i = 0; i < waiting.size(); ++i)
            if (waiting[i].revents != 0 && !clients[i]->fill(until)) return i;
    }
}

EventSource::EventSource(unsigned short port, const std::string& target, const std::string& headers, Wire::Kind kind) : wire_(port, kind) {
    wire_.send("GET " + target + " HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept: text/event-stream\r\n" + headers + "\r\n");
    const auto until = Clock::now() + patience;
    while (in_.find("\r\n\r\n") == std::string::npos)
        if (!wire_.read_some(in_, until)) break;
    reply = parse_reply(in_);
    in_ = std::exchange(reply.body, {});
    if (reply.status == 200) return;
    const auto size = std::stoul(reply.headers.at("content-length"));
    while (in_.size() < size && wire_.read_some(in_, until)) {}
    reply.body = std::exchange(in_, {});
}

std::optional<EventSource::Message> EventSource::next() {
    const auto until = Clock::now() + patience;
    while (true) {
        const auto end = in_.find("\n\n");
        if (end == std::string::npos) {
            if (!wire_.read_some(in_, until)) return {};
            continue;
        }
        Message message;
        for (std::size_t at = 0; at < end;) {
            const auto line_end = std::min(in_.find('\n', at), end);
            const std::string line = in_.substr(at, line_end - at);
            if (line.starts_with("id: ")) message.id = line.substr(4);
            else if (line.starts_with("event: ")) message.event = line.substr(7);
            else if (line.starts_with("data: ")) message.data = line.substr(6);
            else comments += line + "\n";
            at = line_end + 1;
        }
        in_.erase(0, end + 2);
        if (message.data.empty()) continue;
        heard.push_back(message);
        return message;
    }
}

Json EventSource::next(std::string_view type) {
    while (const auto message = next())
        if (message->event == type) return Json::parse(message->data);
    throw std::runtime_error("the server ended the stream");
}

PendingRequest::PendingRequest(unsigned short port, const Bytes& request, Wire::Kind kind) : wire_(port, kind) { wire_.send(request.bytes); }

PendingRequest::PendingRequest(unsigned short port, const std::string& target, const std::string& headers, Wire::Kind kind)
    : PendingRequest(port, Bytes{"GET " + target + " HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n" + headers + "\r\n"}, kind) {}

HttpReply PendingRequest::answer() { return parse_reply(wire_.read_all()); }

bool PendingRequest::quiet() {
    pollfd waiting{wire_.socket(), POLLIN, 0};
    return ::poll(&waiting, 1, 0) == 0;
}

std::string bearer(const std::string& token) { return "Authorization: Bearer " + token + "\r\n"; }

std::string http_raw(unsigned short port, std::string_view bytes, Wire::Kind kind) {
    Wire wire(port, kind);
    wire.send(bytes);
    return wire.read_all();
}

HttpReply http_get(unsigned short port, const std::string& target, const std::string& headers, const std::string& method, Wire::Kind kind) {
    return parse_reply(http_raw(port, method + " " + target + " HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n" + headers + "\r\n", kind));
}

HttpReply http_post(unsigned short port, const std::string& target, const std::string& body, const std::string& headers) {
    return parse_reply(http_raw(port, "POST " + target +
                                          " HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: " +
                                          std::to_string(body.size()) + "\r\n" + headers + "\r\n" + body));
}

}  // namespace muster::test
