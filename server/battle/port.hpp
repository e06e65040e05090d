// A battle as everybody else sees it: what can be asked of it, from any thread. Answers come from the battle's strand, or at once when
// too much waits already; they must not block.
#pragma once
#include <expected>
#include <functional>
#include <memory>
#include <string>

#include "server/battle/command.hpp"
#include "server/battle/glance.hpp"
#include "server/battle/reading.hpp"
#include "server/battle/subscriber.hpp"

namespace muster::server {

class BattlePort {
public:
    using Connection = std::shared_ptr<Subscriber>;
    template <typename T>
    using Answer = std::function<void(std::expected<T, Refusal>)>;

    virtual ~BattlePort() = default;
    virtual const std::string& battle() const = 0;

    // Answers go to the connection as protocol messages, with the client's `id`.
    virtual void follow(Connection connection, std::string id, protocol::Follow message) = 0;
    virtual void unfollow(Connection connection, std::string id) = 0;
    virtual void send(Connection connection, std::string id, SeatMessage message) = 0;
    /// What somebody says who looks back together with others: a member of a room, or whoever wants to become one.
    virtual void together(Connection connection, std::string id, protocol::TogetherBody message) = 0;
    /// The connection is gone.
    virtual void leave(Connection connection) = 0;

    /// What the operator and the server itself want done (SetHidden, CloseBattle, DropNudge).
    virtual void command(Command command, Answer<void> answer) = 0;
    /// Its time has come, as storage::Step::wake_at said.
    virtual void wake() = 0;

    /// Events after a number, at most so many and so many bytes: the answer of the events call.
    virtual void read_events(EventsQuestion question, Answer<std::string> answer) = 0;
    /// A part of the record; the cursor says which, and the answer's the next.
    virtual void read_record(std::string token, RecordCursor cursor, Answer<RecordSlice> answer) = 0;
    /// The battle as it stands, and all it has been, as `token`'s viewer may know it (sealed choices are no part of either).
    virtual void read_standing(std::string token, rules::Policy policy, Answer<Standing> answer) = 0;
    virtual void read_past(std::string token, Answer<Past> answer) = 0;
    /// For whoever has its address and no more; unknown_battle of one that is_told() says is for none of them.
    virtual void read_glance(Answer<Glance> answer) = 0;
    /// Who looks at it now, for the operator.
    virtual void read_audience(Answer<std::vector<Onlooker>> answer) = 0;
};

}  // namespace muster::server
