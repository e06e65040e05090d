// Standing orders: what a seat has left for later decisions. Private to the seat; used, they are played like its own choice.
#include "protocol/ids.hpp"
#include "server/base/limits.hpp"
#include "server/battle/state.hpp"

namespace muster::server {

namespace {
const std::string orders_name = "orders";
}

void BattleState::keep_orders(rules::Seat seat, SeatOrders orders, Draft& draft) {
    const bool none = orders.orders.empty() && orders.changes == 0;
    draft.change.step.keep.push_back({seat_id(seat), orders_name, none ? std::string() : to_text(orders)});
    if (none) orders_.erase(seat);
    else orders_[seat] = std::move(orders);
}

BattleState::Applied BattleState::do_message(const Question& question, const protocol::Order& message, Now now) {
    if (over()) return refuse(Code::battle_over, "this battle is over");
    if (fold_->shares_dice())
        return refuse(Code::illegal_choice, "where dice are shared the server is not to know what you will choose: leave orders with your own `muster agent`");
    auto orders = rules::read_standing_orders(message.orders, *fold_->origin().ruleset, fold_->battle(), "/orders");
    if (!orders) return std::unexpected(orders.error());
    const auto before = orders_.find(question.seat);
    SeatOrders mine{.orders = std::move(*orders), .changes = before == orders_.end() ? 1 : before->second.changes + 1};
    if (mine.changes > limits::order_changes_per_seat_max) return refuse(Code::illegal_choice, "your seat has changed its orders often enough in this battle");
    if (!message.now)
        for (const auto& open : fold_->open())
            if (open.ask.seat == question.seat) mine.from = open.id + 1;
    Draft draft(*this, now);
    keep_orders(question.seat, std::move(mine), draft);
    answer(draft, question, fold_->head());
    auto change = finish(std::move(draft));
    change.told.push_back({question.seat, this->orders(question.seat, {})});
    return change;
}

BattleState::Applied BattleState::do_message(const Question& question, const protocol::AskOrders&, Now) { return only(orders(question.seat, question.id)); }

// What they would do now, whether or not they may: the seat looks before it lets them.
Bundle BattleState::orders(rules::Seat seat, const std::string& id) const {
    protocol::Orders out;
    out.battle = header_.id;
    if (const auto mine = orders_.find(seat); mine != orders_.end()) out.orders = mine->second.orders;
    if (fold_->phase() == protocol::Fold::Phase::running && !box_.contains(seat))
        for (const auto& open : fold_->open()) {
            if (open.ask.seat != seat) continue;
            auto& shown = out.preview.emplace_back(open.id, open.ask.kind);
            auto choice = rules::standing_choice(fold_->battle(), open.ask, out.orders);
            if (!choice) continue;
            shown.order = static_cast<int>(choice->order);
            shown.choice = std::move(choice->choice);
        }
    return bundle_of(0, out, id);
}

/// What a seat took back is its own to decide.
void BattleState::leave_to_seat(rules::Seat seat, std::int64_t decision, Draft& draft) {
    const auto found = orders_.find(seat);
    if (found == orders_.end() || found->second.from > decision) return;
    auto orders = found->second;
    orders.from = decision + 1;
    keep_orders(seat, std::move(orders), draft);
}

// While a decision is open nothing changes that orders look at, so each is looked at once.
std::optional<PlayForSeat> BattleState::order_due() {
    if (fold_->phase() != protocol::Fold::Phase::running) return {};
    for (auto& [seat, mine] : orders_)
        for (const auto& open : fold_->open()) {
            if (open.ask.seat != seat || fold_->has_left(seat) || open.id < mine.from || open.id == mine.asked || box_.contains(seat)) continue;
            if (auto choice = rules::standing_choice(fold_->battle(), open.ask, mine.orders))
                return PlayForSeat{open.id, std::move(choice->choice), protocol::How::standing};
            mine.asked = open.id;
        }
    return {};
}

}  // namespace muster::server
