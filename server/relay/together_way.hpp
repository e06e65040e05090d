// The way of one connection here to a room at the server that has its battle: a line of its own there, by the protocol of clients; who comes and goes, and
// what is said, goes through as it is. When the line is lost, whoever is behind the connection is told that he is in the room no longer, and may come again by
// `meet`: wherever the battle is then, it finds the room, or that there is none any more. On its battle's strand.
//
// Bounded: limits::together_unsaid_max messages wait for the line to open; a connection that takes too little closes itself, as for any other message.
#pragma once
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "protocol/together_messages.hpp"
#include "server/base/metrics.hpp"
#include "server/battle/port.hpp"
#include "server/relay/upstream.hpp"

namespace muster::server {

class TogetherWay final : public Upstream::Listener, public std::enable_shared_from_this<TogetherWay> {
public:
    using Connection = BattlePort::Connection;
    /// `ended`: nothing more comes of it. `ways` counts them, and must outlive it.
    TogetherWay(std::string battle, Connection connection, Gauge& ways, std::function<void()> ended)
        : battle_(std::move(battle)), connection_(std::move(connection)), counted_(ways), ended_(std::move(ended)) {}

    void open(Upstream& upstream, const Strand& strand);
    void send(const std::string& id, const protocol::TogetherBody& message);
    /// Nobody is behind it any more, or its server is gone: then he is told.
    void end();
    bool gone() const { return connection_->gone(); }

    void on_open() override;
    void on_text(std::string_view text) override;
    void on_closed(const std::string& why) override;

private:
    void finish();
    void refuse(const std::string& id, const Refusal& refusal) { connection_->deliver(rejection(refusal, id, battle_)); }

    const std::string battle_;
    const Connection connection_;
    const Gauge::Held counted_;
    std::function<void()> ended_;
    std::shared_ptr<Upstream::Line> line_{};
    bool open_ = false;
    std::vector<std::string> unsaid_{};
    std::string room_{};     ///< that it is in
    bool meets_ = false;     ///< it wants to be in one, and is not answered yet
    std::string meet_id_{};  ///< of that message
};

}  // namespace muster::server
