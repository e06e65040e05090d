// Yardstick: a bare broadcast on Boost.Beast. Who connects to /sub gets every message that comes in on /pub: one
// asynchronous Beast write per reader, one shared text. No battles, no rules, no limits.
#include <boost/asio.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/websocket.hpp>
#include <cstdio>
#include <deque>
#include <memory>
#include <string>
#include <unordered_set>

namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;
using asio::ip::tcp;
using Error = boost::system::error_code;
using Text = std::shared_ptr<const std::string>;

class Reader;
using Readers = std::unordered_set<std::shared_ptr<Reader>>;

class Reader : public std::enable_shared_from_this<Reader> {
public:
    Reader(Readers& readers, tcp::socket socket) : readers_(readers), stream_(std::move(socket)) {}

    void run() {
        http::async_read(stream_.next_layer(), buffer_, request_, [self = shared_from_this()](Error error, std::size_t) {
            if (!error) self->accept();
        });
    }

private:
    void accept() {
        stream_.text(true);
        stream_.async_accept(request_, [self = shared_from_this()](Error error) {
            if (error) return;
            self->publishes_ = self->request_.target() == "/pub";
            if (!self->publishes_) self->readers_.insert(self);
            self->request_ = {};
            self->read();
        });
    }
    void read() {
        stream_.async_read(buffer_, [self = shared_from_this()](Error error, std::size_t) {
            if (error) {
                self->readers_.erase(self);
                return;
            }
            if (self->publishes_) {
                const auto text = std::make_shared<const std::string>(beast::buffers_to_string(self->buffer_.data()));
                for (const auto& reader : self->readers_) reader->deliver(text);
            }
            self->buffer_.consume(self->buffer_.size());
            self->read();
        });
    }
    void deliver(Text text) {
        queue_.push_back(std::move(text));
        if (queue_.size() == 1) write();
    }
    void write() {
        stream_.async_write(asio::buffer(*queue_.front()), [self = shared_from_this()](Error error, std::size_t) {
            if (error) return;
            self->queue_.pop_front();
            if (!self->queue_.empty()) self->write();
        });
    }

    Readers& readers_;
    beast::websocket::stream<tcp::socket> stream_;
    beast::flat_buffer buffer_{};
    http::request<http::empty_body> request_{};
    bool publishes_ = false;
    std::deque<Text> queue_{};
};

void accept(tcp::acceptor& acceptor, Readers& readers) {
    acceptor.async_accept([&](Error error, tcp::socket socket) {
        if (!error) {
            socket.set_option(tcp::no_delay(true));
            std::make_shared<Reader>(readers, std::move(socket))->run();
        }
        accept(acceptor, readers);
    });
}

}  // namespace

int main() {
    asio::io_context io(1);
    Readers readers;
    tcp::acceptor acceptor(io, {asio::ip::address_v4::loopback(), 0});
    constexpr int backlog = 4096;
    acceptor.listen(backlog);
    accept(acceptor, readers);
    printf("listens on http://127.0.0.1:%d\n", int(acceptor.local_endpoint().port()));
    fflush(stdout);
    io.run();
}
