// What battles say to one connection, from several threads, in the order in which it was said.
#include "server/ws/connection.hpp"

#include "tests/battle/house.hpp"

using namespace muster;
using namespace muster::test;

namespace {

/// Keeps what is sent.
class KeptWebSocket final : public server::WebSocket {
public:
    explicit KeptWebSocket(server::IoContext& io) : strand_(server::asio::make_strand(io)) {}
    bool send(server::Frame frame) override {
        sent.push_back(frame->substr(2));
        return true;
    }
    bool send_all(std::span<server::Frame> frames) override {
        for (auto& each : frames) send(std::move(each));
        return true;
    }
    void when_drained(std::function<void()> callback) override { callback(); }
    void close(server::Close, std::string_view, bool) override {}
    void cut() override {}
    const server::Strand& strand() const override { return strand_; }

    std::vector<std::string> sent{};

private:
    server::Strand strand_;
};

server::Bundle closed(std::int64_t decision) { return server::bundle_of(decision, protocol::RequestClosed{"B", decision}); }

}  // namespace

TEST_CASE("what a connection hears while it says something itself does not overtake what another thread told it before") {
    ScriptedStore store;
    House house(store);
    const auto websocket = std::make_shared<KeptWebSocket>(house.services.io);
    const auto connection = std::make_shared<server::Connection>(house.services, house.lobby, websocket, nullptr);
    bool heard = false;
    server::asio::post(websocket->strand(), [&] {  // as within on_text()
        std::thread([&] { connection->deliver(closed(1)); }).join();
        connection->deliver(closed(2));
        connection->deliver_all({closed(3), closed(4)});
        heard = true;
    });
    house.until([&] { return heard && websocket->sent.size() == 4; });
    for (std::size_t i = 0; i < 4; ++i) CHECK(websocket->sent[i].contains("\"decision\":" + std::to_string(i + 1)));
}

TEST_CASE("what a battle says is written at once where the connection does nothing else") {
    ScriptedStore store;
    House house(store);
    const auto websocket = std::make_shared<KeptWebSocket>(house.services.io);
    const auto connection = std::make_shared<server::Connection>(house.services, house.lobby, websocket, nullptr);
    std::size_t sent = 0;
    server::asio::post(house.services.io, [&] {
        connection->deliver(closed(1));
        sent = websocket->sent.size();
    });
    house.settle();
    CHECK(sent == 1);
}
