#include "server/http/long_poll.hpp"

#include <algorithm>
#include <atomic>

#include "server/base/limits.hpp"
#include "server/base/refusals.hpp"

namespace muster::server {

/// One of them. Lives on a strand of its own.
class LongPoll final : public Subscriber, public std::enable_shared_from_this<LongPoll> {
public:
    LongPoll(LongPolls& all, std::string seat, std::int64_t since, LongPolls::Wish wish, LongPolls::Done done)
        : all_(all),
          seat_(std::move(seat)),
          strand_(asio::make_strand(all.ground_.io)),
          timer_(strand_),
          since_(since),
          told_(since),
          head_(since),
          wish_(std::move(wish)),
          done_(std::move(done)) {}

    void start(BattlePort& battle, protocol::Follow message) {
        battle_ = battle.battle();
        battle.follow(shared_from_this(), {}, std::move(message));
    }

    bool gone() const override { return left_; }
    std::string address() const override { return caller_text(wish_.caller->address()); }
    bool may_fetch() override { return static_cast<bool>(wish_.caller->may_fetch()); }
    bool stays_here() const override { return true; }  // the whole request can go there: an answer has all events up to its head, which come at once here only
    void deliver(Bundle bundle) override { deliver_all({std::move(bundle)}); }
    void deliver_all(std::vector<Bundle> bundles) override {
        asio::post(strand_, [self = shared_from_this(), bundles = std::move(bundles)] {
            bool found = false;
            for (const auto& bundle : bundles) found |= self->hear(*bundle);
            if (found) self->answer_events({});
        });
    }
    // A slice of a long history: it is enough for one answer, the next poll goes on from there.
    void deliver_then(Bundle bundle, std::function<void()>) override {
        asio::post(strand_, [self = shared_from_this(), bundle = std::move(bundle)] {
            self->hear(*bundle);
            self->answer_events(self->told_);
        });
    }

    void come_again() override {
        asio::post(strand_, [self = shared_from_this()] { self->answer_events({}); });
    }

    void end(RequestEnd::Reason reason) {
        asio::post(strand_, [self = shared_from_this(), reason] {
            self->answer(problem(going_down()));
            if (reason == RequestEnd::Reason::gone) self->leave();
        });
    }

    /// There is a later poll of this seat: nobody needs this one once it is answered.
    void give_way() {
        asio::post(strand_, [self = shared_from_this()] {
            if (!self->done_) self->leave();
        });
    }

private:
    /// Whether this is what the poll waited for.
    bool hear(const Messages& messages) {
        if (!done_) return false;
        if (const auto* refusal = messages.refusal()) refuse(*refusal);
        bool found = false;
        for (std::size_t i = 0; i < messages.size(); ++i) found |= hear_one(messages[i]);
        return found;
    }

    bool hear_one(const Message& message) {
        if (message.type == "event") {
            head_ = std::max(head_, message.number);
            more_ |= heard_ == wish_.limit;
            if (more_) return true;
            ++heard_;
            events_.append(events_.empty() ? "" : ",").append(message.text);
            told_ = message.number;
            return true;
        }
        if (message.type == protocol::Request::type) requests_[message.number] = message.text;
        else if (message.type == protocol::RequestClosed::type) requests_.erase(message.number);
        else if (message.type == protocol::Following::type) return begin_to_wait(message.number);
        return false;
    }

    /// Whether it has waited long enough already.
    bool begin_to_wait(std::int64_t head) {
        head_ = std::max(head_, head);
        if (wish_.wait.count() == 0) return head == since_;  // else history is on its way
        timer_.expires_after(wish_.wait);
        timer_.async_wait([self = shared_from_this()](ErrorCode error) {
            if (!error) self->answer_events({});
        });
        return false;
    }

    /// `next`: there is more behind these. So there is where a history is still on its way, at a relay say.
    void answer_events(std::optional<std::int64_t> next) {
        if (more_ || told_ < head_) next = told_;
        std::string requests;
        if (next) requests_.clear();  // they belong to what comes last
        for (const auto& [decision, text] : requests_) requests += (requests.empty() ? "" : ",") + text;
        answer({200, "application/json", events_answer(battle_, wish_.generation, head_, events_, requests, next)});
    }

    void refuse(const Refusal& refusal) {
        answer(problem(refusal));
        leave();
    }

    void answer(HttpResponse response) {
        const auto done = std::exchange(done_, {});
        if (!done) return;
        done(std::move(response));
        events_ = {};
        requests_.clear();
        if (all_.ground_.stopping || !all_.is_latest(seat_, this)) return leave();
        timer_.expires_after(limits::poll_linger);
        timer_.async_wait([self = shared_from_this()](ErrorCode error) {
            if (!error) self->leave();
        });
    }

    void leave() {
        if (left_.exchange(true)) return;
        timer_.cancel();
        all_.forget(seat_, this);
        if (const auto battle = all_.battles_->existing(battle_)) battle->leave(shared_from_this());
    }

    LongPolls& all_;
    const std::string seat_;  ///< battle and token; empty for a spectator
    std::string battle_{};
    Strand strand_;
    Timer timer_;
    const std::int64_t since_;
    std::int64_t told_;  ///< the last event of its answer
    std::int64_t head_;  ///< the last of the battle that it knows of
    const LongPolls::Wish wish_;
    std::int64_t heard_ = 0;  ///< events
    bool more_ = false;       ///< there were more than are wanted
    LongPolls::Done done_;
    std::string events_{};
    std::map<std::int64_t, std::string> requests_{};
    std::atomic<bool> left_{false};
};

void LongPolls::start(BattlePort& battle, protocol::Follow message, Wish wish, RequestEnd& end, Done done) {
    const std::string seat = message.token.empty() ? "" : battle.battle() + '\n' + message.token;
    const auto poll = std::make_shared<LongPoll>(*this, seat, message.since, std::move(wish), std::move(done));
    std::shared_ptr<LongPoll> before;
    if (!seat.empty()) {
        const std::lock_guard lock(mutex_);
        before = std::exchange(latest_[seat], poll);
    }
    end.when([poll](RequestEnd::Reason reason) { poll->end(reason); });
    poll->start(battle, std::move(message));
    if (before) before->give_way();
}

void LongPolls::stop() {
    const std::lock_guard lock(mutex_);
    for (const auto& [seat, poll] : latest_) poll->give_way();
}

bool LongPolls::is_latest(const std::string& seat, const LongPoll* poll) const {
    const std::lock_guard lock(mutex_);
    const auto found = latest_.find(seat);
    return found != latest_.end() && found->second.get() == poll;
}

void LongPolls::forget(const std::string& seat, const LongPoll* poll) {
    const std::lock_guard lock(mutex_);
    const auto found = latest_.find(seat);
    if (found != latest_.end() && found->second.get() == poll) latest_.erase(found);
}

}  // namespace muster::server
