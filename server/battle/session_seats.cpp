// Who may sit where: invitations that are made anew, seats that are handed over. A token is made here, stored as its hash,
// and told once; what it replaces ends when nobody can be locked out by it any more: at once while nobody sits there, otherwise when
// the new one is first used.
#include "protocol/ids.hpp"
#include "server/battle/session.hpp"

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

void Session::do_hand_over(const Connection& connection, const std::string& id, const protocol::HandOver& message) {
    const auto viewer = viewer_for(message.token);
    if (!viewer) return tell(connection, make_frame(protocol::rejected_text(viewer.error(), id, battle_)));
    const auto seat = *viewer->seat;  // a token that is no seat's was refused
    const bool taken = fold_->seat_taken(seat);
    const auto token = protocol::new_token();
    const auto hash = hash_of(token);
    const auto& name = fold_->seats()[static_cast<std::size_t>(seat)];
    auto pending = begin_step();
    if (taken) pending->step.keep.push_back({name, offered_name, protocol::to_hex(hash)});
    else pending->step.tokens.push_back({name, hash});
    pending->stored = [self = shared_from_this(), connection, id, seat, taken, name, token, hash] {
        if (taken) self->offered_[seat] = hash;
        else self->token_hashes_[static_cast<std::size_t>(seat)] = hash;
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
