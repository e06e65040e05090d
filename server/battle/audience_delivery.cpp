// How it reaches everybody: history in slices, news to players, sweeps over crowds, presence.
#include <algorithm>

#include "server/base/limits.hpp"
#include "server/battle/audience.hpp"

namespace muster::server {

// The next slice goes out when the connection has written the last: a long battle costs a reader no more memory than a short one.
void Audience::send_history(const Connection& connection, std::uint64_t generation) {
    auto* viewing = find(*connection);
    if (!viewing || viewing->generation != generation) return;
    auto slice = history_.slice(viewing->viewer, viewing->sent, limits::history_slice_bytes);
    if (viewing->sent == history_.head() && !(paced_ && slice)) {
        if (slice) hold(*viewing, std::move(slice));
        viewing->catching_up = false;
        if (auto clock = host_.clock()) clock_ = std::move(clock);  // with the time of this moment
        return serve(*viewing);
    }
    let_go(*viewing);  // in order
    connection->deliver_then(std::move(slice), host_.next_slice(connection, generation));
}

// Everything that this viewer does not have yet, in one write.
void Audience::serve(Viewing& viewing) {
    add_news(viewing);
    add_requests(viewing);
    add_clock(viewing);
    add_presence(viewing);
    let_go(viewing);
}

void Audience::add_news(Viewing& viewing) {
    if (viewing.catching_up || viewing.sent >= history_.head()) return;
    if (paced_ || history_.bytes_after(viewing.sent) > limits::news_bytes_max) {  // thousands of forced phases can follow from one choice
        viewing.catching_up = true;
        return send_history(viewing.connection, viewing.generation);
    }
    hold(viewing, news_for(viewing));
    viewing.sent = history_.head();
}

Bundle Audience::news_for(const Viewing& viewing) {
    rules::Viewer audience = viewing.viewer;
    if (audience.seat && !history_.differs_for(*audience.seat, viewing.sent)) audience = rules::Viewer::spectator();
    if (!shared_.news || shared_.since != viewing.sent || shared_.head != history_.head() || shared_.viewer != audience) {
        auto since = viewing.sent;
        auto news = history_.slice(audience, since, std::numeric_limits<std::size_t>::max());
        shared_ = {viewing.sent, since, audience, std::move(news)};
    }
    return shared_.news;
}

void Audience::add_requests(Viewing& viewing) {
    if (!viewing.viewer.seat || viewing.catching_up) return;
    for (const auto& each : asked_) {
        if (each.seat != *viewing.viewer.seat || each.decision <= viewing.requested) continue;
        viewing.requested = each.decision;
        hold(viewing, each.request);
    }
}

void Audience::add_clock(Viewing& viewing) {
    if (viewing.catching_up || viewing.clock_seen == clock_revision_) return;
    viewing.clock_seen = clock_revision_;
    if (clock_) hold(viewing, clock_);
}

void Audience::add_presence(Viewing& viewing) {
    if (viewing.presence_seen == presence_revision_ || !presence_) return;
    viewing.presence_seen = presence_revision_;
    hold(viewing, presence_);
}

void Audience::hold(Viewing& viewing, Bundle bundle) {
    constexpr std::size_t usual = 4;  // an answer, news, a request, a request that is closed
    if (viewing.held.empty()) viewing.held.reserve(usual);
    viewing.held.push_back(std::move(bundle));
}

void Audience::let_go(Viewing& viewing) {
    if (viewing.held.empty()) return;
    auto bundles = std::exchange(viewing.held, {});
    if (bundles.size() == 1) viewing.connection->deliver(std::move(bundles.front()));
    else viewing.connection->deliver_all(std::move(bundles));
}

void Audience::serve_players() {
    for (std::size_t i = 0; i < viewers_.size(); ++i)
        if (viewers_[i].viewer.seat) serve(viewers_[i]);
}

void Audience::start_sweep() {
    if (spectators_ == 0) return;
    if (sweeping_) {
        sweep_again_ = true;
        return;
    }
    sweep_at_ = 0;
    sweep();
}

void Audience::sweep() {
    const auto end = std::min(viewers_.size(), sweep_at_ + limits::fanout_slice);
    for (; sweep_at_ < end; ++sweep_at_)
        if (!viewers_[sweep_at_].viewer.seat) serve(viewers_[sweep_at_]);
    if (sweep_at_ >= viewers_.size()) {
        sweeping_ = std::exchange(sweep_again_, false);
        sweep_at_ = 0;
    } else {
        sweeping_ = true;
    }
    if (sweeping_) host_.sweep_on();
}

void Audience::schedule_presence(Now now) {
    if (presence_due_ || stopped_ || viewers_.empty()) return;
    presence_due_ = true;
    constexpr std::chrono::milliseconds gather{50};  // a page that opens and follows is one change, not two
    const auto since = std::chrono::milliseconds(presence_sent_ ? now.played_ms() - *presence_sent_ : 0);
    host_.presence_in(presence_sent_ ? std::max<std::chrono::milliseconds>(gather, limits::presence_every - since) : gather);
}

void Audience::send_presence(Now now) {
    presence_due_ = false;
    auto [presence, clock] = host_.look();
    if (!presence) return;
    presence_sent_ = now.played_ms();
    presence_ = std::move(presence);
    ++presence_revision_;
    if (clock) {
        clock_ = std::move(clock);
        ++clock_revision_;
    }
    serve_players();
    start_sweep();
}

}  // namespace muster::server
