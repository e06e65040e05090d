#include "server/battle/seat_messages.hpp"

#include "server/base/overloaded.hpp"

namespace muster::server {

const std::vector<std::string>& seat_message_types() {
    static const auto types = [] {
        std::vector<std::string> out;
        const std::vector<std::string> elsewhere{"choose", "create", "follow", "unfollow", "list", "ping"};
        for (const auto& [type, schema] : protocol::client_message_schemas().items())
            if (std::ranges::find(elsewhere, type) == elsewhere.end()) out.push_back(type);
        return out;
    }();
    return types;
}

bool submit_seat_message(Session& session, const Session::Connection& from, const std::string& id, protocol::ClientBody& body) {
    bool known = true;
    std::visit(Overloaded{
                   [&](protocol::Choose& choose) { session.choose(from, id, std::move(choose)); },
                   [&](protocol::Retract& retract) { session.retract(from, id, std::move(retract)); },
                   [&](protocol::Order& order) { session.order(from, id, std::move(order)); },
                   [&](protocol::AskOrders&) { session.tell_orders(from, id); },
                   [&](protocol::Concede&) { session.concede(from, id); },
                   [&](protocol::OfferDraw&) { session.offer_draw(from, id); },
                   [&](protocol::AnswerDraw& answer) { session.answer_draw(from, id, answer.accept); },
                   [&](protocol::Claim&) { session.claim(from, id); },
                   [&](protocol::HandOver& hand_over) { session.hand_over(from, id, std::move(hand_over)); },
                   [&](protocol::Subscribe& subscribe) { session.nudge(from, id, std::move(subscribe)); },
                   [&](protocol::Unsubscribe& unsubscribe) { session.nudge(from, id, std::move(unsubscribe)); },
                   [&](protocol::ListNudges& list) { session.nudge(from, id, std::move(list)); },
                   [&](protocol::Say& said) { session.say(from, id, std::move(said.text)); },
                   [&](auto&) { known = false; },
               },
               body);
    return known;
}

}  // namespace muster::server
