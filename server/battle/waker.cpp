#include "server/battle/waker.hpp"

#include <future>

#include "rules/fields.hpp"
#include "server/base/log.hpp"

namespace muster::server {

namespace {

constexpr std::int64_t tick_ms = 1'000;
constexpr std::int64_t sign_of_life_ms = 5'000;  // what is told too late is credited too much
constexpr std::int64_t again_ms = 5'000;         // a battle that could do nothing (a store that fails) is woken again
const std::string alive_key = "alive";

}  // namespace

/// The last sign of life, as the store has it.
struct Waker::Alive {
    std::int64_t at = 0;
    std::int64_t shift_ms = 0;
    static void fields(auto& visit, auto& self) {
        visit("at", self.at, Rule{});
        visit("shift_ms", self.shift_ms, Rule{});
    }
};

Waker::Waker(IoContext& io, storage::Store& store, ServerTime& time) : store_(store), time_(time), strand_(asio::make_strand(io)), timer_(strand_) {}

std::expected<void, storage::Failure> Waker::restore() {
    const auto kept = store_.recall(alive_key);
    if (!kept) return std::unexpected(kept.error());
    const auto wakes = store_.wakes();
    if (!wakes) return std::unexpected(wakes.error());
    const auto now = time_.now_ms();
    if (const auto json = parse_json(*kept)) {
        if (const auto alive = read_fields<Alive>(*json, Code::internal)) time_.begin_with(alive->shift_ms + (wakes->empty() ? 0 : now - alive->at));
    }
    std::promise<storage::Failure> failed;
    auto stored = failed.get_future();
    store_.remember(alive_key, to_text(Alive{now, time_.now().shift_ms}),
                    [&](const std::expected<std::int64_t, storage::Failure>& result) { failed.set_value(result ? storage::Failure{} : result.error()); });
    if (auto failure = stored.get(); !failure.message.empty()) return std::unexpected(std::move(failure));
    told_at_ = now;
    for (const auto& each : *wakes) set(each.battle, each.at);
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

void Waker::set(const std::string& battle, std::int64_t at_ms) {
    const std::lock_guard lock(mutex_);
    if (const auto found = times_.find(battle); found != times_.end()) {
        queue_.erase({found->second, battle});
        times_.erase(found);
    }
    if (at_ms == 0) return;
    if (on_due_ && queue_.empty()) asio::post(strand_, [this] { say_alive(); });  // from now on an absence would count
    times_[battle] = at_ms;
    queue_.emplace(at_ms, battle);
}

void Waker::wait() {
    std::int64_t pause = tick_ms;
    {
        const std::lock_guard lock(mutex_);
        if (stopped_) return;
        if (!queue_.empty()) pause = std::clamp<std::int64_t>(queue_.begin()->first - time_.now_ms(), 1, tick_ms);
    }
    timer_.expires_after(std::chrono::milliseconds(pause));
    timer_.async_wait([this](ErrorCode error) {
        if (error) return;
        tick();
        wait();
    });
}

void Waker::tick() {
    const auto moved = time_.look();
    const auto now = time_.now_ms();
    if (moved != 0) {
        log::warn("the server stood still, or the time of day was set; all deadlines move with it", {{"milliseconds", moved}});
        wake_all(now);
        told_at_ = 0;
    }
    for (const auto& battle : take_due(now)) on_due_(battle);
    if (now - told_at_ >= sign_of_life_ms || now < told_at_) say_alive();
}

// Each takes its credit, and says when it wants attention then.
void Waker::wake_all(std::int64_t now_ms) {
    const std::lock_guard lock(mutex_);
    queue_.clear();
    for (auto& [battle, at] : times_) queue_.emplace(at = now_ms, battle);
}

std::vector<std::string> Waker::take_due(std::int64_t now_ms) {
    std::vector<std::string> out;
    const std::lock_guard lock(mutex_);
    while (!queue_.empty() && queue_.begin()->first <= now_ms) {
        auto node = queue_.extract(queue_.begin());
        out.push_back(node.value().second);
        node.value().first = times_[node.value().second] = now_ms + again_ms;
        queue_.insert(std::move(node));
    }
    return out;
}

// Only while a battle has something to lose by an absence that nobody knows the length of.
void Waker::say_alive() {
    const auto now = time_.now();
    {
        const std::lock_guard lock(mutex_);
        if (queue_.empty() || telling_) return;
    }
    told_at_ = now.ms;
    telling_ = true;
    store_.remember(alive_key, to_text(Alive{now.ms, now.shift_ms}), [this](const std::expected<std::int64_t, storage::Failure>& result) {
        if (!result) log::warn("no sign of life could be stored", {{"reason", result.error().message}});
        telling_ = false;
    });
}

}  // namespace muster::server
