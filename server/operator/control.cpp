#include "server/operator/control.hpp"

#include <poll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <cerrno>

#include "server/base/limits.hpp"
#include "server/base/log.hpp"
#include "server/base/process.hpp"

namespace muster::server {

namespace {

std::string error_text() { return system_text(errno); }

std::optional<sockaddr_un> address_of(const std::filesystem::path& socket) {
    sockaddr_un out{};
    out.sun_family = AF_UNIX;
    const std::string& name = socket.native();
    if (name.size() >= sizeof out.sun_path) return {};
    name.copy(out.sun_path, name.size());
    return out;
}

const sockaddr* plain(const sockaddr_un& address) { return reinterpret_cast<const sockaddr*>(&address); }

OperatorReply answer_line(Operator& answerer, const std::string& line) {
    const auto json = parse_flat_json(line);
    const auto request = json ? read_fields<OperatorRequest>(*json, Code::bad_message) : std::unexpected(json.error());
    if (!request) return {false, request.error().message};
    try {
        return answerer.answer(*request);
    } catch (const std::exception& error) {
        log::critical("an operator's request failed", {{"reason", error.what()}});
        return {false, "the server made a mistake: " + std::string(error.what())};
    }
}

/// Sends all of it; false if the other side is gone.
bool send_all(int connection, std::string_view text) {
    while (!text.empty()) {
        const auto sent = ::send(connection, text.data(), text.size(), MSG_NOSIGNAL);
        if (sent < 0 && errno != EINTR) return false;
        if (sent > 0) text.remove_prefix(static_cast<std::size_t>(sent));
    }
    return true;
}

}  // namespace

std::expected<std::unique_ptr<Control>, std::string> Control::open(const std::filesystem::path& socket, Operator& answerer) {
    const auto address = address_of(socket);
    if (!address) return std::unexpected(socket.string() + " is too long for a socket's name; use a data folder with a shorter path");
    std::error_code ignored;
    std::filesystem::remove(socket, ignored);
    const int listening = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    const int stop_event = ::eventfd(0, EFD_CLOEXEC);
    constexpr int waiting_max = 16;
    // The mode before the name is there: nobody else can open it at any moment.
    if (listening >= 0 && stop_event >= 0 && ::fchmod(listening, 0600) == 0 && ::bind(listening, plain(*address), sizeof *address) == 0 &&
        ::listen(listening, waiting_max) == 0)
        return std::unique_ptr<Control>(new Control(socket, listening, stop_event, answerer));
    const std::string why = error_text();
    for (const int descriptor : {listening, stop_event})
        if (descriptor >= 0) ::close(descriptor);
    return std::unexpected(socket.string() + " cannot be created: " + why);
}

Control::Control(std::filesystem::path socket, int listening, int stop_event, Operator& answerer)
    : socket_(std::move(socket)), listening_(listening), stop_event_(stop_event), operator_(answerer), thread_([this] { run(); }) {}

Control::~Control() {
    ::eventfd_write(stop_event_, 1);
    thread_.join();
    std::error_code ignored;
    std::filesystem::remove(socket_, ignored);
    ::close(listening_);
    ::close(stop_event_);
}

bool Control::wait_for(int descriptor, short events) const {
    const int patience_ms = descriptor == listening_ ? -1 : static_cast<int>(std::chrono::milliseconds(limits::operator_wait_max).count());
    pollfd watched[]{{stop_event_, POLLIN, 0}, {descriptor, events, 0}};
    int ready = 0;
    while ((ready = ::poll(watched, 2, patience_ms)) < 0 && errno == EINTR) {}
    return ready > 0 && watched[0].revents == 0;
}

void Control::run() {
    while (wait_for(listening_, POLLIN)) {
        const int connection = ::accept4(listening_, nullptr, nullptr, SOCK_CLOEXEC);
        if (connection < 0) {  // out of file descriptors, say: whoever knocks goes on waiting, and so does this
            log::warn("cannot accept an operator's command", {{"reason", error_text()}});
            constexpr int pause_ms = 100;
            pollfd end{stop_event_, POLLIN, 0};
            ::poll(&end, 1, pause_ms);
            continue;
        }
        serve(connection);
        ::close(connection);
    }
}

void Control::serve(int connection) {
    std::string line;
    while (!line.ends_with('\n')) {
        char bytes[64 * 1024];
        if (!wait_for(connection, POLLIN)) return;
        const auto size = ::recv(connection, bytes, sizeof bytes, 0);
        if (size <= 0) return;
        line.append(bytes, static_cast<std::size_t>(size));
        if (line.size() > limits::operator_line_bytes_max) return;
    }
    const auto reply = answer_line(operator_, line);
    if (!reply.message.empty()) log::info("the operator was answered", {{"answer", reply.for_log.empty() ? reply.message : reply.for_log}});
    const timeval patience{.tv_sec = std::chrono::seconds(limits::operator_wait_max).count(), .tv_usec = 0};
    ::setsockopt(connection, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience);
    send_all(connection, to_text(reply) + "\n");
}

std::optional<std::filesystem::path> control_socket(const storage::Location& data) {
    return data.folder.empty() ? std::nullopt : std::optional(data.folder / "control.sock");
}

bool is_taken(const std::filesystem::path& socket) {
    const auto address = address_of(socket);
    const int connection = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    const bool taken = connection >= 0 && address && ::connect(connection, plain(*address), sizeof *address) == 0;
    if (connection >= 0) ::close(connection);
    return taken;
}

std::expected<std::optional<OperatorReply>, std::string> ask_running_server(const storage::Location& data, const OperatorRequest& request) {
    const auto socket = control_socket(data);
    if (!socket) return std::nullopt;
    const auto address = address_of(*socket);
    const int connection = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (connection < 0) return std::unexpected("no socket: " + error_text());
    if (!address || ::connect(connection, plain(*address), sizeof *address) != 0) {
        const bool nobody = !address || errno == ENOENT || errno == ECONNREFUSED;
        const std::string why = error_text();
        ::close(connection);
        if (nobody) return std::nullopt;
        return std::unexpected(socket->string() + ": " + why);
    }
    std::string line;
    bool answered = send_all(connection, to_text(request) + "\n");
    while (answered && !line.ends_with('\n')) {
        char bytes[4 * 1024];
        const auto size = ::recv(connection, bytes, sizeof bytes, 0);
        if (size < 0 && errno == EINTR) continue;
        answered = size > 0;
        if (answered) line.append(bytes, static_cast<std::size_t>(size));
    }
    ::close(connection);
    if (!answered) return std::unexpected("the server stopped before it answered; check whether it was done before you try again");
    const auto json = parse_flat_json(line);
    auto reply = json ? read_fields<OperatorReply>(*json, Code::internal) : std::unexpected(json.error());
    if (!reply) return std::unexpected("the server's reply cannot be read: " + reply.error().message);
    return std::move(*reply);
}

}  // namespace muster::server
