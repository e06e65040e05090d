// A little HTTPS (or HTTP) server on this machine that takes nudges, and answers what the test says.
#pragma once
#include <condition_variable>
#include <deque>
#include <filesystem>
#include <map>
#include <mutex>
#include <string>
#include <thread>

#include "server/base/executor.hpp"

namespace muster::test {

/// A certificate for hooks.example and push.example, made when first asked for. While it lives in `SSL_CERT_FILE`, it is what the
/// system trusts.
struct Certificate {
    std::string pem;
    std::string key_pem;
};
const Certificate& trusted_certificate();

struct Received {
    std::string target;
    std::map<std::string, std::string> headers;  ///< names in lower case
    std::string body;
    std::string method{};
};

class Receiver {
public:
    explicit Receiver(bool tls = true);
    ~Receiver();
    Receiver(const Receiver&) = delete;
    Receiver& operator=(const Receiver&) = delete;

    unsigned short port() const { return port_; }
    /// What it answers from now on: the head of a response. "": nothing, for as long as it lives.
    void answer(std::string head);
    /// The next request; throws when none comes in time.
    Received next();
    /// Connections so far, whether anything was asked on them or not.
    int connections() const;

private:
    void serve();
    template <typename Stream>
    void serve_one(Stream& stream);

    bool tls_;
    server::asio::io_context io_{};
    server::tcp::acceptor acceptor_{io_};
    unsigned short port_ = 0;
    mutable std::mutex mutex_{};
    std::condition_variable changed_{};
    std::deque<Received> received_{};
    std::string answer_ = "HTTP/1.1 204 No Content\r\n\r\n";
    int connections_ = 0;
    bool stopping_ = false;
    std::jthread thread_{};
};

}  // namespace muster::test
