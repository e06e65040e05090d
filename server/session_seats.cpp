// Who may sit where: invitations that are made anew, seats that are handed over. A token is made here, stored as its hash,
// and told once; what it replaces ends when nobody can be locked out by it any more: an invitation at once, since whoever
// made the battle can ask again; a seat's own token when the new one is first used.
#include "protocol/ids.hpp"
#include "server/session.hpp"

namespace muster::server {

namespace {

constexpr const char* offered_name = "offered_token";

struct SeatData {
    std::string seat;
    static void fields(auto& visit, auto& self) { visit("seat", self.seat, Rule{}); }
};

std::string hash_of(const std::string& token) { return std::string(protocol::bytes_of(protocol::sha256(token))); }

}  // namespace

void Session::hand_over(Connection connection, std::string id, protocol::HandOver message) {
    plain(connection, id, [connection, id, message = std::move(message)](Session& self) { self.do_hand_over(connection, id, message); });
}

void Session::invite(Connection connection, std::string id, protocol::Invite message) {
    plain(connection, id, [connection, id, message = std::move(message)](Session& self) { self.do_invite(connection, id, message); });
}

bool Session::restore_offers(const storage::StoredBattle& stored) {
    offered_.clear();
    for (const auto& kept : stored.kept) {
        if (kept.name != offered_name) continue;
        const auto seat = rules::seat_named(*fold_->origin().ruleset, kept.seat);
        const auto hash = protocol::from_hex(kept.value);
        if (!seat || !hash) return false;
        offered_[*seat] = *hash;
    }
    return true;
}

// Every offer is compared, so that the time tells nothing.
std::optional<rules::Seat> Session::seat_offered_to(const std::string& token) const {
    const auto hash = hash_of(token);
    std::optional<rules::Seat> out;
    for (const auto& [seat, offered] : offered_)
        if (protocol::equal_secrets(offered, hash)) out = seat;
    return out;
}

std::expected<rules::Seat, Refusal> Session::seat_held_by(const std::string& token) const {
    const auto viewer = viewer_for(token);
    if (!viewer) return std::unexpected(viewer.error());
    if (!viewer->seat) return refuse(Code::bad_token, "only who holds a seat may do this", "/token");
    if (!fold_->seat_taken(*viewer->seat)) return refuse(Code::not_your_seat, "take your seat first: follow the battle with its token", "/token");
    return *viewer->seat;
}

void Session::do_hand_over(const Connection& connection, const std::string& id, const protocol::HandOver& message) {
    const auto seat = seat_held_by(message.token);
    if (!seat) return tell(connection, make_frame(protocol::rejected_text(seat.error(), id, battle_)));
    const auto token = protocol::new_token();
    const auto hash = hash_of(token);
    const auto& name = fold_->seats()[static_cast<std::size_t>(*seat)];
    auto pending = begin_step();
    pending->step.keep.push_back({name, offered_name, protocol::to_hex(hash)});
    pending->stored = [self = shared_from_this(), connection, id, seat = *seat, name, token, hash] {
        self->offered_[seat] = hash;
        self->tell(connection, make_frame(protocol::message_text(protocol::Invitation{self->battle_, name, token}, id)));
    };
    pending->failed = refusing(connection, id);
    commit(std::move(pending));
}

void Session::do_invite(const Connection& connection, const std::string& id, const protocol::Invite& message) {
    const auto refused = [&](const Refusal& refusal) { tell(connection, make_frame(protocol::rejected_text(refusal, id, battle_))); };
    const auto host = seat_held_by(message.token);
    if (!host) return refused(host.error());
    rules::Seat first = 0;
    while (bots_.contains(first)) ++first;
    if (*host != first) return refused({Code::not_your_seat, "only the first seat, of whoever made the battle, invites", "/token"});
    const auto seat = rules::seat_named(*fold_->origin().ruleset, message.seat);
    if (!seat) return refused({Code::bad_message, "this battle has no such seat", "/seat"});
    if (fold_->seat_taken(*seat)) return refused({Code::not_your_seat, "this seat is taken; only who holds it can hand it over", "/seat"});
    const auto token = protocol::new_token();
    const auto hash = hash_of(token);
    auto pending = begin_step();
    pending->step.tokens.push_back({message.seat, hash});
    pending->stored = [self = shared_from_this(), connection, id, seat = *seat, name = message.seat, token, hash] {
        self->token_hashes_[static_cast<std::size_t>(seat)] = hash;
        self->tell(connection, make_frame(protocol::message_text(protocol::Invitation{self->battle_, name, token}, id)));
    };
    pending->failed = refusing(connection, id);
    commit(std::move(pending));
}

/// The seat's new holder comes: the old token ends, and whoever sits there with it. What the former holder left for later ends too: it
/// would show the one's plans to the other, or the other's turns to the one.
void Session::accept_seat(const Connection& connection, const std::string& id, const protocol::Follow& message, rules::Seat seat) {
    const auto& name = fold_->seats()[static_cast<std::size_t>(seat)];
    const auto hash = offered_.at(seat);
    auto pending = begin_step();
    pending->step.tokens.push_back({name, hash});
    pending->step.keep.push_back({name, offered_name, {}});
    if (orders_.contains(seat)) keep_orders(seat, {}, *pending);
    auto nudges = nudges_.unsubscribe_all(name);
    fold_->note({"seat_handed_over", to_text(SeatData{name})}, pending->applied);
    pending->stored = [self = shared_from_this(), connection, id, message, seat, hash, nudges = std::move(nudges)] {
        self->end_nudges(nudges);
        self->token_hashes_[static_cast<std::size_t>(seat)] = hash;
        self->offered_.erase(seat);
        self->unseat(seat, connection);
        self->add_viewer(connection, id, message, rules::Viewer{seat}, self->fold_->seat_name(seat));
    };
    pending->failed = refusing(connection, id);
    commit(std::move(pending));
}

void Session::unseat(rules::Seat seat, const Connection& except) {
    std::vector<Connection> gone;
    for (const auto& viewing : viewers_)
        if (viewing.viewer.seat == seat && viewing.connection != except) gone.push_back(viewing.connection);
    const auto frame = make_frame(protocol::message_text(protocol::Unfollowed{battle_, "this seat was handed over; your token opens it no longer"}));
    for (const auto& connection : gone) {
        tell(connection, frame);
        drop_viewer(connection);
    }
}

std::function<void(const Refusal&)> Session::refusing(const Connection& connection, const std::string& id) const {
    return [battle = battle_, connection, id](const Refusal& refusal) { connection->deliver(make_frame(protocol::rejected_text(refusal, id, battle))); };
}

}  // namespace muster::server
