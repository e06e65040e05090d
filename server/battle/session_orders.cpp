// Standing orders: what a seat has left for later decisions. Private to the seat; used, they are played like its own choice.
#include "protocol/ids.hpp"
#include "server/battle/session.hpp"

namespace muster::server {

namespace {
const std::string orders_name = "orders";
}

void Session::order(Connection connection, std::string id, protocol::Order message) {
    plain(connection, id, [connection, id, message = std::move(message)](Session& self) { self.do_order(connection, id, message); });
}

void Session::tell_orders(Connection connection, std::string id) {
    plain(connection, id, [connection, id](Session& self) { self.do_tell_orders(connection, id); });
}

/// False: what is stored cannot be read.
bool Session::restore_orders(const storage::StoredBattle& stored) {
    orders_.clear();
    for (const auto& kept : stored.kept) {
        if (kept.name != orders_name) continue;
        const auto seat = rules::seat_named(*fold_->origin().ruleset, kept.seat);
        const auto json = parse_json(kept.value);
        auto mine = json ? read_fields<SeatOrders>(*json, Code::internal) : std::unexpected(json.error());
        if (!seat || !mine) return false;
        orders_[*seat] = std::move(*mine);
    }
    return true;
}

void Session::keep_orders(rules::Seat seat, SeatOrders orders, Pending& pending) {
    const bool none = orders.orders.empty();
    pending.step.keep.push_back({fold_->seats()[static_cast<std::size_t>(seat)], orders_name, none ? std::string() : to_text(orders)});
    if (none) orders_.erase(seat);
    else orders_[seat] = std::move(orders);
}

void Session::do_order(const Connection& connection, const std::string& id, const protocol::Order& message) {
    const auto subject = protocol::to_hex(protocol::bytes_of(protocol::sha256(message.orders.dump())));
    const auto question = ask_seat(connection, id, "order:" + subject, 0);
    if (!question) return;
    const auto refused = [&](const Refusal& refusal) { tell(connection, make_frame(protocol::rejected_text(refusal, id, battle_))); };
    if (fold_->phase() == protocol::Fold::Phase::over) return refused({Code::battle_over, "this battle is over"});
    auto orders = rules::read_standing_orders(message.orders, *fold_->origin().ruleset, fold_->battle(), "/orders");
    if (!orders) return refused(orders.error());
    SeatOrders mine{std::move(*orders)};
    if (!message.now)
        for (const auto& open : fold_->open())
            if (open.ask.seat == *question->seat) mine.from = open.id + 1;
    auto pending = begin_step();
    keep_orders(*question->seat, std::move(mine), *pending);
    answer(*pending, *question, log_.head());
    pending->stored = [self = shared_from_this(), stored = std::move(pending->stored), seat = *question->seat] {
        stored();
        self->to_seat(seat, make_frame(self->orders_text(seat, {})));
    };
    commit(std::move(pending));
}

void Session::do_tell_orders(const Connection& connection, const std::string& id) {
    const auto question = ask_seat(connection, id, "orders", 0);
    if (question) tell(connection, make_frame(orders_text(*question->seat, id)));
}

// What they would do now, whether or not they may: the seat looks before it lets them.
std::string Session::orders_text(rules::Seat seat, const std::string& id) const {
    protocol::Orders out;
    out.battle = battle_;
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
    return protocol::message_text(out, id);
}

/// What a seat took back is its own to decide.
void Session::leave_to_seat(rules::Seat seat, std::int64_t decision, Pending& pending) {
    const auto found = orders_.find(seat);
    if (found == orders_.end() || found->second.from > decision) return;
    auto orders = found->second;
    orders.from = decision + 1;
    keep_orders(seat, std::move(orders), pending);
}

/// A decision that a seat's orders make now. While a decision is open nothing changes that orders look at, so each is
/// looked at once.
std::optional<Session::OrderDue> Session::order_due() {
    if (fold_->phase() != protocol::Fold::Phase::running) return {};
    for (auto& [seat, mine] : orders_)
        for (const auto& open : fold_->open()) {
            if (open.ask.seat != seat || open.id < mine.from || open.id == mine.asked || box_.contains(seat)) continue;
            if (auto choice = rules::standing_choice(fold_->battle(), open.ask, mine.orders)) return OrderDue{open.id, std::move(choice->choice)};
            mine.asked = open.id;
        }
    return {};
}

// One decision, like a bot's move: when it is stored, the queue of commands comes first and then the next one.
void Session::play_order() {
    auto due = order_due();
    if (!due) return;
    auto pending = begin_step();
    put_choice(*fold_->find_open(due->decision), std::move(due->choice), protocol::How::standing, *pending);
    pending->stored = [self = shared_from_this(), decision = due->decision] { self->resend_if_sealed(decision, nullptr); };
    pending->failed = trying_again();
    commit(std::move(pending));
}

}  // namespace muster::server
