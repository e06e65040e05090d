// Who looks at a battle, and what they get.

#include "protocol/ids.hpp"
#include "protocol/times.hpp"
#include "server/base/limits.hpp"
#include "server/battle/session.hpp"

namespace muster::server {

void Session::follow(Connection connection, std::string id, protocol::Follow message) {
    plain(connection, id, [connection, id, message = std::move(message)](Session& self) { self.do_follow(connection, id, message); });
}

void Session::unfollow(Connection connection, std::string id) {
    submit({[connection, id](Session& self) {
                self.drop_viewer(connection);
                connection->deliver(make_frame(protocol::message_text(protocol::Unfollowed{self.battle_}, id)));
            },
            [](const Refusal&) {}, true});
}

void Session::leave(Connection connection) {
    submit({[connection](Session& self) { self.drop_viewer(connection); }, [](const Refusal&) {}, true});
}

// A private battle does not exist for whoever holds no seat.
std::expected<rules::Viewer, Refusal> Session::viewer_for(const std::string& token) const {
    const bool hidden = header_.visibility == "private";
    const Refusal unknown{Code::unknown_battle, "there is no such battle", "/battle"};
    if (token.empty()) return hidden ? std::expected<rules::Viewer, Refusal>(std::unexpected(unknown)) : rules::Viewer::spectator();
    const auto hash = protocol::sha256(token);
    std::optional<rules::Seat> seat;
    for (std::size_t i = 0; i < token_hashes_.size(); ++i)
        if (protocol::equal_secrets(token_hashes_[i], protocol::bytes_of(hash))) seat = static_cast<rules::Seat>(i);
    if (!seat && hidden) return std::unexpected(unknown);  // a wrong token must not learn that there is something to open
    if (!seat) return refuse(Code::bad_token, "this token holds no seat in this battle", "/token");
    return rules::Viewer{seat};
}

Refusal Session::beyond_head() const { return {Code::bad_message, "this battle has only " + std::to_string(log_.head()) + " events", "/since"}; }

void Session::do_follow(const Connection& connection, const std::string& id, const protocol::Follow& message) {
    const auto refused = [&](const Refusal& refusal) { connection->deliver(make_frame(protocol::rejected_text(refusal, id, battle_))); };
    const auto offered = seat_offered_to(message.token);
    const auto viewer = offered ? rules::Viewer{offered} : viewer_for(message.token);
    if (!viewer) return refused(viewer.error());
    if (message.since > log_.head()) return refused(beyond_head());
    auto name = protocol::clean_text(message.name, limits::name_characters_max, "/name");
    if (!name) return refused(name.error());
    if (offered) return accept_seat(connection, id, message, *offered);
    if (viewer->seat && !fold_->seat_taken(*viewer->seat)) return take_seat(connection, id, message, *viewer->seat, *name);
    add_viewer(connection, id, message, *viewer, *name);
}

void Session::take_seat(const Connection& connection, const std::string& id, const protocol::Follow& message, rules::Seat seat, const std::string& name) {
    const auto& seat_name = fold_->seats()[static_cast<std::size_t>(seat)];
    const auto shown = name.empty() ? seat_name : name;
    if (const auto banned = services_.bans.refuse_name(shown, services_.clock.now_ms()))
        return connection->deliver(make_frame(protocol::rejected_text(*banned, id, battle_)));
    auto pending = begin_step();
    pending->step.taken.push_back({seat_name, shown});
    fold_->take_seat(seat, shown, message.nonce, pending->applied);
    pending->stored = [self = shared_from_this(), connection, id, message, seat, shown] {
        self->add_viewer(connection, id, message, rules::Viewer{seat}, shown);
    };
    pending->failed = [battle = battle_, connection, id](const Refusal& refusal) {
        connection->deliver(make_frame(protocol::rejected_text(refusal, id, battle)));
    };
    commit(std::move(pending));
}

std::string Session::following_text(rules::Viewer viewer, const std::string& id) const {
    const auto& origin = fold_->origin();
    protocol::Following out;
    out.battle = battle_;
    out.viewer = viewer.seat ? fold_->seats()[static_cast<std::size_t>(*viewer.seat)] : "spectator";
    out.head = log_.head();
    out.ruleset = origin.ruleset->id();
    out.ruleset_version = origin.ruleset->version();
    out.title = origin.title;
    out.setup = origin.setup;
    out.options = origin.options;
    out.seats = protocol::seat_infos(*fold_);
    out.status = fold_->phase() == protocol::Fold::Phase::over      ? protocol::BattleStatus::over
                 : fold_->phase() == protocol::Fold::Phase::running ? protocol::BattleStatus::running
                                                                    : protocol::BattleStatus::waiting;
    out.created_at = header_.created_at;
    out.commitment = fold_->commitment();
    return protocol::message_text(out, id);
}

/// While one of these is there, what is told to a connection is held back, and goes out together at the end.
struct Session::Cork {
    explicit Cork(Session& session) : session_(session), outer_(std::exchange(session.corked_, true)) {}
    ~Cork() {
        session_.corked_ = outer_;
        if (!outer_) session_.uncork();
    }
    Cork(const Cork&) = delete;
    Cork& operator=(const Cork&) = delete;

private:
    Session& session_;
    bool outer_;
};

void Session::add_viewer(const Connection& connection, const std::string& id, const protocol::Follow& message, rules::Viewer viewer, const std::string& name) {
    drop_viewer(connection);
    if (connection->gone()) return watch_idle();
    Viewing viewing;
    viewing.connection = connection;
    viewing.name = name.empty() ? "spectator" : name;
    viewing.viewer = viewer;
    viewing.sent = message.since;
    viewing.catching_up = true;
    viewing.counted = Gauge::Held(viewer.seat ? services_.metrics.players : services_.metrics.spectators);
    viewing.generation = ++generations_;
    const auto generation = viewing.generation;
    viewer_index_[connection.get()] = viewers_.size();
    const Cork cork(*this);
    tell(connection, make_frame(following_text(viewer, id)));
    if (message.snapshot) {
        viewing.sent = log_.head();
        tell(connection, make_frame(protocol::message_text(protocol::Snapshot{battle_, log_.head(), fold_->view(viewer)})));
    }
    viewers_.push_back(std::move(viewing));
    if (viewer.seat) note_absence(*viewer.seat);
    note_presence();
    send_history(connection, generation);
    schedule_presence();
}

void Session::drop_viewer(const Connection& connection) {
    const auto found = viewer_index_.find(connection.get());
    if (found == viewer_index_.end()) return;
    const auto index = found->second;
    const auto seat = viewers_[index].viewer.seat;
    viewer_index_.erase(found);
    if (index + 1 < viewers_.size()) {
        viewers_[index] = std::move(viewers_.back());
        viewer_index_[viewers_[index].connection.get()] = index;
        sweep_again_ = sweeping_;  // whoever moved may have been passed over
    }
    viewers_.pop_back();
    if (seat) note_absence(*seat);
    note_presence();
    schedule_presence();
    watch_idle();
}

Session::Viewing* Session::find_viewing(const Connection& connection) {
    const auto found = viewer_index_.find(connection.get());
    return found == viewer_index_.end() ? nullptr : &viewers_[found->second];
}

// History goes out in slices, the next one when the connection has written the last: a long battle costs a reader no more
// memory than a short one.
void Session::send_history(const Connection& connection, std::uint64_t generation) {
    auto* viewing = find_viewing(connection);
    if (!viewing || viewing->generation != generation) return;
    viewing->stalled = state_ != State::ready;
    if (viewing->stalled) {
        if (state_ == State::unloaded) load();
        return;
    }
    const Cork cork(*this);
    auto frame = log_.frames(viewing->viewer, viewing->sent, limits::history_slice_bytes);
    if (viewing->sent == log_.head()) {
        if (frame) tell(connection, std::move(frame));
        viewing->catching_up = false;
        send_requests(*viewing);
        if (clock_.rules()) tell(connection, make_frame(clock_text()));
        return;
    }
    uncork();  // in order
    connection->deliver_then(std::move(frame), [weak = weak_from_this(), connection, generation] {
        if (const auto self = weak.lock())
            self->submit({[connection, generation](Session& session) { session.send_history(connection, generation); }, [](const Refusal&) {}, true});
    });
}

// A failed commit took the battle out of memory; what its viewers did not get before goes out now.
void Session::resume_viewers() {
    if (viewers_.empty()) return;
    broadcast();
    for (const auto& viewing : viewers_)
        if (viewing.stalled) send_history(viewing.connection, viewing.generation);
    schedule_presence();
}

void Session::deliver_news(Viewing& viewing) {
    if (viewing.catching_up || viewing.sent >= log_.head()) return;
    if (log_.bytes_after(viewing.sent) > limits::news_bytes_max) {  // thousands of forced phases can follow from one choice
        viewing.catching_up = true;
        return send_history(viewing.connection, viewing.generation);
    }
    rules::Viewer audience = viewing.viewer;
    if (audience.seat && !log_.differs_for(*audience.seat, viewing.sent)) audience = rules::Viewer::spectator();
    if (!shared_.frame || shared_.since != viewing.sent || shared_.head != log_.head() || shared_.viewer != audience) {
        shared_.since = viewing.sent;
        shared_.viewer = audience;
        auto since = viewing.sent;
        shared_.frame = log_.frames(audience, since, std::numeric_limits<std::size_t>::max());
        shared_.head = log_.head();
    }
    viewing.sent = log_.head();
    if (viewing.viewer.seat) tell(viewing.connection, shared_.frame);
    else viewing.connection->deliver(shared_.frame);
}

// Players first; spectators in slices, so that a crowd at one battle does not hold up the others.
void Session::broadcast() {
    for (auto& viewing : viewers_)
        if (viewing.viewer.seat) deliver_news(viewing);
    if (sweeping_) {
        sweep_again_ = true;
        return;
    }
    sweep_at_ = 0;
    sweep_spectators();
}

void Session::sweep_spectators() {
    const auto end = std::min(viewers_.size(), sweep_at_ + limits::fanout_slice);
    for (; sweep_at_ < end; ++sweep_at_)
        if (!viewers_[sweep_at_].viewer.seat) deliver_news(viewers_[sweep_at_]);
    if (sweep_at_ >= viewers_.size()) {
        sweeping_ = std::exchange(sweep_again_, false);
        sweep_at_ = 0;
    } else {
        sweeping_ = true;
    }
    if (sweeping_) asio::post(strand_, [self = shared_from_this()] { self->sweep_spectators(); });
}

std::string Session::request_text(const protocol::OpenDecision& open) const {
    protocol::Request request{battle_,         open.id,    fold_->seats()[static_cast<std::size_t>(open.ask.seat)], open.ask.kind, open.ask.options,
                              open.ask.preset, open.sealed};
    if (const auto held = box_.find(open.ask.seat); held != box_.end() && held->second.decision == open.id) request.pending = held->second.choice;
    if (const auto deadline = clock_.deadline(open.ask.seat); deadline != 0) request.deadline = protocol::time_text(deadline);
    return protocol::message_text(request);
}

void Session::send_requests(Viewing& viewing) {
    if (!viewing.viewer.seat || viewing.catching_up) return;
    for (const auto& open : fold_->open()) {
        if (open.ask.seat != *viewing.viewer.seat || open.id <= viewing.requested) continue;
        viewing.requested = open.id;
        tell(viewing.connection, make_frame(request_text(open)));
    }
}

void Session::resend_request(const protocol::OpenDecision& open, const Connection& except) { to_seat(open.ask.seat, make_frame(request_text(open)), except); }

void Session::to_seat(rules::Seat seat, const Frame& frame, const Connection& except) {
    for (const auto& viewing : viewers_)
        if (viewing.viewer.seat == seat && viewing.connection != except) tell(viewing.connection, frame);
}

void Session::announce(const std::vector<std::pair<std::int64_t, rules::Seat>>& open_before) {
    for (const auto& [decision, seat] : open_before)
        if (!fold_->find_open(decision)) to_seat(seat, make_frame(protocol::message_text(protocol::RequestClosed{battle_, decision})));
    for (auto& viewing : viewers_) send_requests(viewing);
}

// What one commit has to say to one connection goes out together: the answer, the events, the next question.
void Session::tell(const Connection& connection, Frame frame) {
    if (!corked_) return connection->deliver(std::move(frame));
    for (auto& [each, frames] : held_)
        if (each == connection) return frames.push_back(std::move(frame));
    held_.emplace_back(connection, std::vector<Frame>{std::move(frame)});
}

void Session::uncork() {
    for (auto& [connection, frames] : std::exchange(held_, {})) connection->deliver_all(std::move(frames));
}

void Session::schedule_presence() {
    if (presence_due_ || stopped_ || viewers_.empty()) return;
    presence_due_ = true;
    constexpr auto gather = std::chrono::milliseconds(50);  // a page that opens and follows is one change, not two
    presence_timer_.expires_at(std::max(std::chrono::steady_clock::now() + gather, presence_sent_ + limits::presence_every));
    presence_timer_.async_wait([self = shared_from_this()](ErrorCode error) {
        self->presence_due_ = false;
        if (!error) self->send_presence();
    });
}

void Session::send_presence() {
    if (!fold_) return;
    presence_sent_ = std::chrono::steady_clock::now();
    protocol::Presence presence;
    presence.battle = battle_;
    for (const auto& seat : fold_->seats()) presence.seats.push_back({seat, false});
    for (const auto& [seat, bot] : bots_) presence.seats[static_cast<std::size_t>(seat)].connected = true;
    for (const auto& viewing : viewers_) {
        if (viewing.viewer.seat) presence.seats[static_cast<std::size_t>(*viewing.viewer.seat)].connected = true;
        else ++presence.spectators;
    }
    const auto frame = make_frame(protocol::message_text(presence));
    for (const auto& viewing : viewers_) viewing.connection->deliver(frame);
    if (!gone_since_.empty()) broadcast_clock();
}

}  // namespace muster::server
