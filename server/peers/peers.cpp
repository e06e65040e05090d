#include "server/peers/peers.hpp"

#include <atomic>

#include "server/base/log.hpp"
#include "server/base/refusals.hpp"
#include "server/peers/orders.hpp"
#include "server/peers/own_line.hpp"

namespace muster::server {

namespace {

/// A line to wherever a battle is. One that ends by itself, or is given up, says that it is there no longer.
class WayLine final : public Upstream::Line, public Upstream::Listener, public std::enable_shared_from_this<WayLine> {
public:
    WayLine(std::weak_ptr<Upstream::Listener> listener, Gauge& lines, std::function<void()> gone)
        : listener_(std::move(listener)), lines_(lines), gone_(std::move(gone)) {}

    void begin(std::shared_ptr<Upstream::Line> line) { line_ = std::move(line); }

    void say(std::string text) override { line_->say(std::move(text)); }
    void cut() override {
        listener_.reset();
        open_ = {};
        line_->cut();
    }
    void give_up() override {
        tell_gone();
        cut();
    }
    void pause(bool on) override { line_->pause(on); }

    void on_open() override {
        open_ = Gauge::Held(lines_);
        if (const auto listener = listener_.lock()) listener->on_open();
    }
    void on_text(std::string_view text) override {
        if (const auto listener = listener_.lock()) listener->on_text(text);
    }
    void on_closed(const std::string& why) override {
        tell_gone();
        open_ = {};
        if (const auto listener = std::exchange(listener_, {}).lock()) listener->on_closed(why);
    }

private:
    void tell_gone() {
        if (const auto gone = std::exchange(gone_, {})) gone();
    }

    std::weak_ptr<Upstream::Listener> listener_;
    Gauge& lines_;
    std::function<void()> gone_;
    std::shared_ptr<Upstream::Line> line_{};
    Gauge::Held open_{};
};

}  // namespace

Refusal Peers::Host::only_watches(const std::string&) const { return another_servers(); }
Refusal Peers::Host::away() const { return another_servers(); }

std::shared_ptr<Peers> Peers::make(Ground& ground, std::shared_ptr<Lobby> lobby, const NodePass& pass, const Clock& clock) {
    std::shared_ptr<Peers> out(new Peers(ground, std::move(lobby), pass, clock));
    out->look();
    return out;
}

Peers::Peers(Ground& ground, std::shared_ptr<Lobby> lobby, const NodePass& pass, const Clock& clock)
    : ground_(ground),
      lobby_(std::move(lobby)),
      pass_(pass),
      clock_(clock),
      ways_(ground.io, clock, pass),
      relay_{ground, *this, host_, clock, false, limits::node_first_pause, limits::node_pause_max, limits::node_grace},
      strand_(asio::make_strand(ground.io)),
      every_second_(strand_) {
    relay_.passes_tokens = true;
    relays_ = std::make_shared<Relays>(relay_, Relays::AskList(), limits::node_battles_max);
}

void Peers::stop() {
    stopped_ = true;
    asio::post(strand_, [self = shared_from_this()] { self->every_second_.cancel(); });
    relays_->stop();
    std::unordered_map<std::string, std::shared_ptr<PeerBattle>> battles;
    {
        const std::lock_guard lock(mutex_);
        battles.swap(battles_);
    }
    for (const auto& [id, battle] : battles) battle->end();
    ways_.stop();
}

// First of all battles, so that none of their lines is opened there again; also what is being looked for already, and may have been it.
void Peers::gone(const std::string& url) {
    std::vector<std::pair<std::shared_ptr<PeerBattle>, bool>> concerned;
    {
        const std::lock_guard lock(mutex_);
        for (const auto& [id, battle] : battles_) {
            const bool was_there = battle->forget_url(url);
            if (was_there || battle->url().empty()) concerned.emplace_back(battle, was_there);
        }
    }
    if (url != pass_.url()) log::info("another server has gone; its battles go on at those that are left", {{"url", url}});
    ways_.give_up(url);
    for (const auto& [battle, was_there] : concerned) {
        battle->look_again(was_there);
        relays_->look_again(battle->battle(), was_there);
    }
}

void Peers::look() {
    relays_->look();
    {
        const std::lock_guard lock(mutex_);
        for (const auto& [id, battle] : battles_) battle->look();
    }
    every_second_.expires_after(std::chrono::seconds(1));
    every_second_.async_wait([weak = weak_from_this()](ErrorCode error) {
        const auto self = weak.lock();
        if (self && !error && !self->stopped_) self->look();
    });
}

std::shared_ptr<PeerBattle> Peers::known(const std::string& battle) const {
    const std::lock_guard lock(mutex_);
    const auto found = battles_.find(battle);
    return found == battles_.end() ? nullptr : found->second;
}

std::expected<std::shared_ptr<BattlePort>, Refusal> Peers::find(const std::string& battle) {
    if (ground_.stopping) return std::unexpected(going_down());
    if (auto found = known(battle)) return found;
    return lobby_->find(battle);
}

std::shared_ptr<BattlePort> Peers::existing(const std::string& battle) const {
    if (auto found = known(battle)) return found;
    return lobby_->existing(battle);
}

std::shared_ptr<BattlePort> Peers::passed_on(const std::string& battle) const { return known(battle); }

std::shared_ptr<BattlePort> Peers::at(const std::string& battle, const std::string& url) {
    if (stopped_ || !ways_.to(url)) return nullptr;
    const std::lock_guard lock(mutex_);
    if (battles_.size() >= limits::node_battles_max && !battles_.contains(battle)) return nullptr;
    auto& found = battles_[battle];
    if (!found) found = std::make_shared<PeerBattle>(battle, ground_.io, std::weak_ptr<PeerBattle::Site>(shared_from_this()));
    found->set_url(url);
    return found;
}

bool Peers::may_open() {
    if (++ways_open_ <= limits::node_lines_max) return true;
    --ways_open_;
    return false;
}

// Another of the same name may stand in its place already.
void Peers::forget(const std::shared_ptr<PeerBattle>& battle) {
    const std::lock_guard lock(mutex_);
    const auto found = battles_.find(battle->battle());
    if (found != battles_.end() && found->second == battle) battles_.erase(found);
}

std::shared_ptr<Upstream::Line> Peers::open(const Strand& strand, const To& to, std::weak_ptr<Listener> listener) {
    const auto battle = known(to.battle);
    const auto url = battle ? battle->url() : std::string();
    const auto way = ways_.to(url);
    auto gone = [weak = std::weak_ptr(battle), url, peers = weak_from_this()] {
        const auto of = weak.lock();
        const auto self = peers.lock();
        if (url.empty() || !self) return;
        self->lost_.add();
        if (of) of->forget_url(url);
    };
    auto line = std::make_shared<WayLine>(std::move(listener), lines_, std::move(gone));
    line->begin(way ? way->lines.open(strand, to, line) : open_own_line(lobby_, strand, to, line));
    return line;
}

Forwarder::Cut Peers::forward(const HttpRequest& request, const std::string& battle, bool waits, Answered done) {
    const auto peer = known(battle);
    const auto url = peer ? peer->url() : std::string();
    const auto way = ways_.to(url);
    if (!way) {
        done({});
        return [] {};
    }
    UpstreamHttp::Question question{.target = request.target,
                                    .head = request.head,
                                    .posts = request.method == "POST",
                                    .body = request.body,
                                    .headers = pass_header(pass_, url, request.caller->address().to_string()),
                                    .accept = request.accept,
                                    .accept_language = request.accept_language};
    if (!request.bearer.empty()) question.headers.emplace_back("Authorization", "Bearer " + request.bearer);
    if (!request.if_none_match.empty()) question.headers.emplace_back("If-None-Match", request.if_none_match);
    if (!waits) question.within = limits::node_answer_max;
    const bool changes = question.posts;
    requests_.add();
    const auto gone = std::make_shared<std::atomic<bool>>(false);  // the server is no worse for it
    auto answered = [peer, url, changes, gone, done = std::move(done)](std::expected<HttpResponse, UpstreamHttp::NoAnswer> answer) {
        if (*gone) return done(problem(another_servers()));
        if (answer && !answer->elsewhere) return done(std::move(*answer));
        if (!answer && !answer.error().asked) return done(problem(answer.error().refusal));
        peer->forget_url(url);
        if (!answer && answer.error().sent && changes)
            return done(problem({Code::server_busy, "the server that has this battle went; nobody can say whether this was kept: look, and send it again"}));
        done({});
    };
    UpstreamHttp& to = waits ? way->polls : way->http;
    return [gone, cut = to.get(std::move(question), std::move(answered))] {
        *gone = true;
        cut();
    };
}

// Asked once: the operator may ask again, and finds where it is then.
void Peers::moderate(const std::string& battle, Moderation what, Moderated done) {
    const auto peer = known(battle);
    const auto url = peer ? peer->url() : std::string();
    const auto way = ways_.to(url);
    auto text = way ? order_text(pass_, url, {what, battle}) : std::nullopt;
    if (!text) return done(std::unexpected(another_servers()));
    UpstreamHttp::Question question{
        .target = std::string(orders_path), .posts = true, .body = std::move(*text), .headers = pass_header(pass_, url, {}), .within = limits::node_answer_max};
    requests_.add();
    way->http.get(std::move(question), [peer, url, done = std::move(done)](const std::expected<HttpResponse, UpstreamHttp::NoAnswer>& answer) {
        if (answer && !answer->elsewhere) return done(read_order_answer(*answer));
        if (!answer && !answer.error().asked) return done(std::unexpected(answer.error().refusal));
        peer->forget_url(url);
        done(std::unexpected(another_servers()));
    });
}

void Peers::take_order(const std::string& body, std::function<void(HttpResponse)> done) {
    const auto order = read_order(pass_, body);
    if (!order) return done(problem(order.error()));
    const auto found = lobby_->find(order->battle);
    if (!found) return done(problem(found.error()));
    server::moderate(**found, order->what, [order = *order, done = std::move(done)](std::expected<std::vector<Onlooker>, Refusal> moderated) {
        if (moderated) log::info("an operator at another server was answered", {{"battle", order.battle}, {"what", name_of(order.what)}});
        auto out = order_answer(std::move(moderated));
        if (out.elsewhere) out.headers[elsewhere_header] = "1";
        done(std::move(out));
    });
}

void Peers::after(std::chrono::milliseconds pause, std::function<void()> then) {
    const auto timer = std::make_shared<Timer>(strand_, pause);
    timer->async_wait([timer, then = std::move(then)](ErrorCode) { then(); });
}

Forwarder::Figures Peers::figures() const {
    const std::lock_guard lock(mutex_);
    return {battles_.size(), lines_.value(), lost_.value(), requests_.value()};
}

}  // namespace muster::server
