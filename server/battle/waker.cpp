#include "server/battle/waker.hpp"

#include <future>

#include "rules/fields.hpp"
#include "server/base/log.hpp"

namespace muster::server {

namespace {

constexpr std::int64_t tick_ms = ServerTime::look_every.count();
constexpr std::int64_t pause_min_ms = 50;        // whoever is due has been woken by then
constexpr std::int64_t sign_of_life_ms = 5'000;  // what is told too late is credited too much
constexpr std::int64_t again_ms = 5'000;         // a battle that could do nothing (a store that fails) is woken again, then after twice as long
constexpr std::int64_t again_max_ms = 300'000;   // and so on, up to this
const std::string alive_key = "alive";

std::pair<std::int64_t, std::string_view> place_of(const storage::Wake& wake) { return {wake.at, wake.battle}; }

}  // namespace

/// The last sign of life, as the store has it.
struct Waker::Alive {
    std::int64_t at = 0;
    std::int64_t shift_ms = 0;
    bool sweeping = false;
    static void fields(auto& visit, auto& self) {
        list_fields(visit, "at", self.at, "shift_ms", self.shift_ms);
        visit("sweeping", self.sweeping, Rule{.sparse = true});
    }
};

Waker::Waker(IoContext& io, BoundedPool& reads, storage::Store& store, ServerTime& time, std::size_t held_max)
    : store_(store), reads_(reads), time_(time), held_max_(held_max), strand_(asio::make_strand(io)), timer_(strand_) {}

std::expected<void, storage::Failure> Waker::restore() {
    const auto kept = store_.recall(alive_key);
    if (!kept) return std::unexpected(kept.error());
    const auto wakes = store_.wakes(held_max_);
    if (!wakes) return std::unexpected(wakes.error());
    const auto shared = store_.is_shared();
    if (!shared) return std::unexpected(shared.error());
    const auto now = time_.now_ms();
    if (const auto json = parse_flat_json(*kept)) {
        if (const auto alive = read_fields<Alive>(*json, Code::internal)) {
            const auto away = wakes->empty() || *shared ? 0 : now - alive->at;
            time_.begin_with(alive->shift_ms + away);
            if (alive->sweeping || away < 0) swept_.emplace();
        }
    }
    std::promise<storage::Failure> failed;
    auto stored = failed.get_future();
    store_.remember(alive_key, to_text(Alive{now, time_.now().shift_ms, swept_.has_value()}),
                    [&](const std::expected<std::int64_t, storage::Failure>& result) { failed.set_value(result ? storage::Failure{} : result.error()); });
    if (auto failure = stored.get(); !failure.message.empty()) return std::unexpected(std::move(failure));
    told_at_ = now;
    take_up({}, wakes);
    return {};
}

void Waker::start() {
    asio::post(strand_, [this] { wait(); });
}

void Waker::stop() {
    {
        const std::lock_guard lock(mutex_);
        stopped_ = true;
    }
    asio::post(strand_, [this] {
        timer_.cancel();
        say_alive();
    });
}

void Waker::set(const std::string& battle, std::int64_t at_ms, std::chrono::milliseconds rest) {
    const std::lock_guard lock(mutex_);
    drop(battle);
    if (at_ms == 0) return;
    if (on_due_ && !somebody_waits()) asio::post(strand_, [this] { say_alive(); });  // from now on an absence would count
    const auto now = time_.now_ms();
    if (at_ms > now) return hold(battle, {.at = at_ms});
    const auto pause = std::max<std::int64_t>(rest.count(), again_ms);  // it acts by itself, and must not come before all others again and again
    hold(battle, {.at = now + pause, .pause = pause});
}

std::size_t Waker::held() const {
    const std::lock_guard lock(mutex_);
    return times_.size();
}

// Under the lock, as what follows.
void Waker::drop(const std::string& battle) {
    const auto found = times_.find(battle);
    if (found == times_.end()) return;
    queue_.erase({found->second.at, battle});
    if (found->second.swept) --swept_held_;
    times_.erase(found);
}

// It is not held yet.
void Waker::hold(const std::string& battle, Held held) {
    times_[battle] = held;
    queue_.emplace(held.at, battle);
    if (held.swept) ++swept_held_;
    if (times_.size() > held_max_) drop_latest();
}

// It is in the store: where its time says, or before, if it is only to be woken again.
void Waker::drop_latest() {
    const auto [at, battle] = *std::prev(queue_.end());
    const auto& held = times_.at(battle);
    if (held.pause == 0) leave_unread({.battle = {}, .at = at});
    else from_start_at_ = std::min(from_start_at_, at);
    if (held.swept) sweep_again_ = true;
    drop(battle);
}

void Waker::leave_unread(storage::Wake after) {
    if (!unread_ || place_of(after) < place_of(*unread_)) unread_ = std::move(after);
}

void Waker::wait() {
    std::int64_t pause = tick_ms;
    {
        const std::lock_guard lock(mutex_);
        if (stopped_) return;
        if (!queue_.empty()) pause = std::clamp(queue_.begin()->first - time_.now_ms(), pause_min_ms, tick_ms);
    }
    timer_.expires_after(std::chrono::milliseconds(pause));
    timer_.async_wait([this](ErrorCode error) {
        if (error) return;
        asio::post(strand_, [this] { wait(); });  // also when a mistake ends this tick
        tick();
    });
}

void Waker::tick() {
    const auto moved = time_.look();
    const auto now = time_.now_ms();
    if (moved != 0) {
        log::warn("the server was suspended or its clock was set; all deadlines of its battles move with it", {{"milliseconds", moved}});
        move(moved);
        on_moved_();
        told_at_ = 0;
    }
    const auto due = take_due(now);
    for (const auto& battle : due) on_due_(battle);
    if (due.size() < at_once || now - swept_at_ >= tick_ms || now < swept_at_) sweep_further(now);
    read_further(now);
    claim_due(now);
    if (now - told_at_ >= sign_of_life_ms || now < told_at_) say_alive();
}

// Whoever is woken too early takes its credit and says when it wants attention; so only what would come too late is to be mended.
void Waker::move(std::int64_t by_ms) {
    if (by_ms > 0) return;
    const std::lock_guard lock(mutex_);
    swept_.emplace();
    if (from_start_at_ != for_ever) from_start_at_ += by_ms;
    queue_.clear();
    for (auto& [battle, held] : times_) queue_.emplace(held.at += by_ms, battle);
}

// The time has come of those that may be in the store only: the next. What is set meanwhile may be newer than what is read, so it counts.
void Waker::read_further(std::int64_t now_ms) {
    storage::Wake after;
    {
        const std::lock_guard lock(mutex_);
        const bool just_read = now_ms >= read_at_ && now_ms - read_at_ < (failed_ ? again_ms : tick_ms);
        const bool from_start = now_ms >= from_start_at_;
        if (reading_ || just_read || (!from_start && (!unread_ || now_ms < unread_->at))) return;
        reading_ = true;
        if (!from_start) after = *unread_;
        else from_start_at_ = for_ever;
        unread_.reset();
    }
    read_at_ = now_ms;
    read([this, after] { return store_.wakes(held_max_, after); }, [this, after](const Found& found) { take_up(after, found); });
}

// The soonest come first. Each stores its new time when it takes its credit.
void Waker::sweep_further(std::int64_t now_ms) {
    const auto count = std::min(at_once, held_max_);
    storage::Wake after;
    {
        const std::lock_guard lock(mutex_);
        if (reading_ || !swept_) return;
        reading_ = true;
        after = *swept_;
    }
    swept_at_ = now_ms;
    read([this, count, after] { return store_.wakes(count, after); }, [this, count, after](const Found& found) { take_up_swept(count, after, found); });
}

// Those of servers that are gone: whose turn it is to read one has it.
void Waker::claim_due(std::int64_t now_ms) {
    constexpr std::size_t claimed_at_once = 50;
    if ((now_ms >= claimed_at_ && now_ms - claimed_at_ < tick_ms) || claiming_.exchange(true)) return;
    claimed_at_ = now_ms;
    const bool posted = reads_.post([this, now_ms] {
        const std::shared_ptr<void> ends(nullptr, [this](void*) { claiming_ = false; });
        const auto due = store_.due_wakes(now_ms, claimed_at_once);
        if (!due) return;  // the store cannot be read, which others say loudly enough
        for (const auto& each : *due) on_due_(each.battle);
    });
    if (!posted) claiming_ = false;
}

void Waker::read(std::function<Found()> ask, std::function<void(const Found&)> take) {
    const auto fail = [take](std::string why) {
        log::warn("could not read which battles need attention next; trying again", {{"reason", why}});
        take(std::unexpected(storage::Failure{.message = std::move(why)}));
    };
    const bool posted = reads_.post([ask = std::move(ask), take, fail] {
        try {
            const auto found = ask();
            if (found) take(found);
            else fail(found.error().message);
        } catch (...) {
            fail("a mistake");
            throw;
        }
    });
    if (!posted) fail("too much is being read");
}

void Waker::take_up(const storage::Wake& after, const Found& found) {
    const std::lock_guard lock(mutex_);
    reading_ = false;
    failed_ = !found;
    if (!found) return leave_unread(after);
    if (found->size() == held_max_) leave_unread(found->back());
    for (const auto& [battle, at] : *found)
        if (!times_.contains(battle)) hold(battle, {.at = at});
}

// Fewer than asked for are the last: times that are new since then are no reason to go on.
void Waker::take_up_swept(std::size_t count, const storage::Wake& after, const Found& found) {
    const std::lock_guard lock(mutex_);
    reading_ = false;
    if (!found || swept_ != after) return;  // set back once more meanwhile: from the beginning
    for (const auto& [battle, at] : *found) {
        drop(battle);
        hold(battle, {.at = 1, .swept = true});
    }
    if (found->size() == count) swept_ = found->back();
    else if (std::exchange(sweep_again_, false)) swept_.emplace();
    else swept_.reset();
}

std::vector<std::string> Waker::take_due(std::int64_t now_ms) {
    std::vector<std::string> out;
    const std::lock_guard lock(mutex_);
    while (!queue_.empty() && queue_.begin()->first <= now_ms && out.size() < at_once) {
        auto node = queue_.extract(queue_.begin());
        out.push_back(node.value().second);
        auto& held = times_[node.value().second];
        held.pause = std::clamp(2 * held.pause, again_ms, again_max_ms);
        node.value().first = held.at = now_ms + held.pause;
        queue_.insert(std::move(node));
    }
    return out;
}

// Only while a battle has something to lose by an absence that nobody knows the length of.
void Waker::say_alive() {
    const auto now = time_.now();
    bool sweeping = false;
    {
        const std::lock_guard lock(mutex_);
        if (!somebody_waits() || telling_) return;
        sweeping = this->sweeping();
    }
    told_at_ = now.ms;
    telling_ = true;
    store_.remember(alive_key, to_text(Alive{now.ms, now.shift_ms, sweeping}), [this](const std::expected<std::int64_t, storage::Failure>& result) {
        if (!result) log::warn("no sign of life could be stored", {{"reason", result.error().message}});
        telling_ = false;
    });
}

}  // namespace muster::server
