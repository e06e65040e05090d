// The other end of one plain HTTP connection, driven by the test: it sends what it is told, and then waits until it is left.
#pragma once
#include <string>

#include "server/base/executor.hpp"

namespace muster::test {

class Peer {
public:
    /// `says`: its whole answer. `closes`: it hangs up afterwards; else the connection stays open until the other side has had enough.
    Peer(server::IoContext& io, std::string says, bool closes) : says_(std::move(says)), closes_(closes), acceptor_(io), socket_(io) {
        acceptor_.open(server::tcp::v4());
        acceptor_.bind({server::asio::ip::address_v4::loopback(), 0});
        acceptor_.listen();
        acceptor_.async_accept(socket_, [this](server::ErrorCode error) {
            if (!error) read();
        });
    }
    unsigned short port() const { return acceptor_.local_endpoint().port(); }

private:
    // The request is read to its end first: a connection that is closed with something unread is reset, and the answer with it.
    void read() {
        server::asio::async_read_until(socket_, server::asio::dynamic_buffer(heard_), "\r\n\r\n", [this](server::ErrorCode error, std::size_t) {
            if (!error) send();
        });
    }
    void send() {
        server::asio::async_write(socket_, server::asio::buffer(says_), [this](server::ErrorCode, std::size_t) {
            if (closes_) socket_.close();
            else socket_.async_read_some(server::asio::buffer(rest_), [](server::ErrorCode, std::size_t) {});
        });
    }

    std::string says_;
    bool closes_;
    server::tcp::acceptor acceptor_;
    server::tcp::socket socket_;
    std::string heard_{};
    char rest_[1]{};
};

}  // namespace muster::test
