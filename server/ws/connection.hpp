// One client's WebSocket: reads its messages, hands them to battles, bounds what it may cost. Lives on the WebSocket's
// strand; `deliver` may be called from anywhere.
#pragma once
#include <atomic>
#include <map>
#include <memory>
#include <set>
#include <string>

#include "protocol/client_messages.hpp"
#include "server/access/address_limits.hpp"
#include "server/base/pace.hpp"
#include "server/battle/battles.hpp"
#include "server/battle/ground.hpp"
#include "server/battle/subscriber.hpp"
#include "server/net/websocket_client.hpp"

namespace muster::server {

class Connection : public Subscriber, public WebSocket::Handler, public std::enable_shared_from_this<Connection> {
public:
    Connection(Ground& ground, std::shared_ptr<Battles> battles, std::shared_ptr<WebSocket> websocket, std::shared_ptr<Caller> caller);

    void on_text(std::string_view text) override;
    void on_closed() override;
    bool gone() const override { return gone_; }
    std::string address() const override { return caller_text(caller_->address()); }
    bool may_fetch() override { return static_cast<bool>(caller_->may_fetch()); }
    bool stays_here() const override { return caller_->is_passed_on(); }

    void deliver(Bundle bundle) override;
    void deliver_all(std::vector<Bundle> bundles) override;
    void deliver_then(Bundle bundle, std::function<void()> drained) override;
    void come_again() override;

    /// Says goodbye: a notice, then close 4001. From any thread.
    void go_down(Bundle notice);
    /// Ends it without a handshake. From any thread.
    void cut();

private:
    void handle(protocol::ClientMessage message);
    void handle_create(const std::string& id, const protocol::Create& message);
    void handle_list(const std::string& id, const protocol::List& message);
    void handle_follow(const std::string& id, protocol::Follow message);
    void handle_unfollow(const std::string& id, const std::string& name);
    void handle_together(const std::string& id, protocol::TogetherBody message);
    void handle_seat(const std::string& id, protocol::ClientBody& body);
    bool may_send();
    /// Whether the operator keeps this address out; then it has been told so.
    bool shut_out(const std::string& id, const std::string& battle = {});
    /// What battles say of who follows them: a follow that was refused does not count.
    void heed(const Messages& messages);
    void put_among_followed(const std::string& battle);
    void reject(const std::string& id, const Refusal& refusal, const std::string& battle = {}, std::int64_t decision = 0);
    void count(const Refusal& refusal);
    template <typename Work>
    void in_order(Work work);
    void send(Frame frame);
    void too_slow();
    void say(const std::string& text) { send(make_frame(text)); }
    /// The battle, or null after a refusal has been sent.
    std::shared_ptr<BattlePort> battle(const std::string& id, const std::string& name, std::int64_t decision = 0);
    void answer(const std::string& text);

    Ground& ground_;
    std::shared_ptr<Battles> battles_;
    std::shared_ptr<WebSocket> websocket_;
    std::shared_ptr<Caller> caller_;
    Strand strand_;
    using Places = std::map<std::string, Caller::Place>;  ///< by battle
    Places followed_{};
    Places leaving_{};                                      ///< it asked to, and is not answered yet
    std::map<std::string, std::string> asked_to_follow_{};  ///< of these, who have not answered yet: battle, id of the message
    std::set<std::string> meetings_{};                      ///< battles in whose rooms it may be a member; bounded like those that are followed
    std::weak_ptr<BattlePort> last_{};                      ///< the battle that it sent something to last: mostly the next goes there too
    Pace messages_{};
    int refused_in_a_row_ = 0;
    std::atomic<bool> gone_{false};
};

/// Makes the connections of a server. `own`: of the battles those that it has itself, for what other servers pass on to it. `notice`: said to each when the
/// server goes down. `ground` must outlive them all.
MakeWebSocketClient websocket_connections(Ground& ground, std::shared_ptr<Battles> battles, std::shared_ptr<Battles> own, Bundle notice);

}  // namespace muster::server
