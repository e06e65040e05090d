// The operator's way into a running server: a socket in its data folder that only its owner may open. One connection, one
// request line, one reply line (operator.hpp). Requests are answered one after the other on a thread of its own, which may
// block on the store and on battles; a request that does not come in time is cut off.
#pragma once
#include <expected>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <thread>

#include "server/operator/operator.hpp"
#include "storage/location.hpp"

namespace muster::server {

class Control {
public:
    /// The caller holds the store's lock, so whatever is at this place was left by a server that is gone. `answerer` must
    /// outlive this. The refusal is a sentence.
    static std::expected<std::unique_ptr<Control>, std::string> open(const std::filesystem::path& socket, Operator& answerer);
    ~Control();
    Control(const Control&) = delete;
    Control& operator=(const Control&) = delete;

private:
    Control(std::filesystem::path socket, int listening, int stop_event, Operator& answerer);
    void run();
    void serve(int connection);
    /// Whether `descriptor` can be read or written before the time is up and before the end.
    bool wait_for(int descriptor, short events) const;

    const std::filesystem::path socket_;
    const int listening_;
    const int stop_event_;
    Operator& operator_;
    std::thread thread_;
};

/// Where the socket of this store's server is; nothing: there is no place for it.
std::optional<std::filesystem::path> control_socket(const storage::Location& data);

/// Whether a server that runs has its socket there. A store in a folder is locked anyway; a database's servers have each a folder for this alone.
bool is_taken(const std::filesystem::path& socket);

/// The reply of the server that runs on this store. Nothing: none that could be reached runs. The refusal is a sentence.
std::expected<std::optional<OperatorReply>, std::string> ask_running_server(const storage::Location& data, const OperatorRequest& request);

}  // namespace muster::server
