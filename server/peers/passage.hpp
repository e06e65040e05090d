// The way of one connection here to a battle that another server has: a line of its own there, by the protocol of clients. Its messages and their answers go
// through as they are, ids and tokens too. When the line is lost it is opened anew, wherever the battle is then, and followed from the last event that came:
// who is behind the connection notices a pause. What was not answered is sent again if the protocol recognises it (protocol/README.md, "The same message
// again"); else he is sent away to come again, as when a server restarts. On its battle's strand.
//
// Bounded: limits::node_unanswered_max messages, each for limits::node_wait_max while there is no line; what the connection has not taken yet
// (limits::node_unread_bytes_max), then nothing is read from the line.
#pragma once
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <string>

#include "protocol/client_messages.hpp"
#include "server/base/clock.hpp"
#include "server/base/limits.hpp"
#include "server/battle/command.hpp"
#include "server/battle/port.hpp"
#include "server/relay/upstream.hpp"

namespace muster::server {

class Passage final : public Upstream::Listener, public std::enable_shared_from_this<Passage> {
public:
    using Connection = BattlePort::Connection;
    /// `ended`: nothing more comes of it. Both others must outlive it.
    Passage(std::string battle, Connection connection, const Strand& strand, Upstream& upstream, const Clock& clock, std::function<void()> ended);

    void follow(std::string id, protocol::Follow message);
    /// Follows for what it sends to be heard, and says nothing of what it hears: the connection is told that by others.
    void stand_by(protocol::Follow message);
    void send(std::string id, SeatMessage message);
    /// The line is opened anew at once: this one is of no use (`lost`), or there is none and one is waited for.
    void look_again(bool lost);
    /// Nobody is behind it any more, or it is not wanted.
    void end();

    void on_open() override;
    void on_text(std::string_view text) override;
    void on_closed(const std::string& why) override;

private:
    struct Following {
        std::string id;
        protocol::Follow message;
        std::int64_t until_ms = 0;
        bool asked = false;  ///< on this line
        bool told = false;   ///< the connection knows that it follows
    };
    struct Unanswered {
        std::string id;
        std::string text;
        std::int64_t decision = 0;
        std::int64_t until_ms = 0;
        bool again = false;     ///< it may be sent again
        bool sent = false;      ///< on this line
        bool was_sent = false;  ///< on any
    };

    void open();
    void say_follow();
    void say_unanswered();
    void hear(std::string_view text, const Json& message);
    void hear_following(std::string_view text, const Json& message);
    bool hear_refusal(std::string_view text, const Json& message);
    bool is_known_request(std::string_view text, const Json& message);
    void close_request(const Json& event);
    bool settle(std::string_view type, const std::string& id);
    void pass(std::string_view text, std::string_view type, std::int64_t number);
    void deliver(Bundle bundle, std::size_t bytes);
    void lose();
    void wait_for_late();
    void refuse_late();
    void send_away();

    const std::string battle_;
    const Connection connection_;
    Strand strand_;
    Upstream& upstream_;
    const Clock& clock_;
    const std::function<void()> ended_;
    Timer again_, late_;

    std::shared_ptr<Upstream::Line> line_{};
    bool open_ = false;
    bool ready_ = false;  ///< what it sends is heard: it follows on this line, or need not
    std::optional<Following> following_{};
    bool silent_ = false;  ///< only answers are passed on
    std::int64_t since_ = 0;
    std::int64_t missed_until_ = 0;  ///< events up to this one came about while there was no line
    std::string generation_{};
    std::deque<Unanswered> unanswered_{};
    std::map<std::int64_t, std::string> requests_{};  ///< that are open, as they were told
    std::size_t unread_ = 0;
    bool paused_ = false;
    bool waits_for_late_ = false;
    bool over_ = false;
    std::chrono::milliseconds pause_ = limits::node_first_pause;
};

}  // namespace muster::server
