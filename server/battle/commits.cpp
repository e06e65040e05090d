#include "server/battle/commits.hpp"

#include <algorithm>

#include "server/battle/mistakes.hpp"

namespace muster::server {

namespace {

/// While each round of the loop brings further steps they wait for the next, but no longer than this, nor for more than so many. A commit costs
/// the same for one step and for many, so a busy server needs fewer; one that has nothing else to do never waits.
constexpr std::chrono::milliseconds gather_max{10};
constexpr std::size_t gather_steps_max = 256;

/// Reports that one post brings: few enough that other threads, if there are any, take their share of a large group.
constexpr std::size_t told_at_once = 32;

}  // namespace

// Behind all that is ready to run now: what else this round brings forth comes along.
void Commits::write(std::variant<storage::Creation, storage::Append> what, Report report) {
    auto done = [this, report = std::move(report), work = asio::make_work_guard(io_)](storage::Result result) mutable {
        take_in(std::move(report), std::move(result));
    };
    bool first = false;
    {
        const std::lock_guard lock(mutex_);
        first = gathered_.empty();
        gathered_.push_back({std::move(what), std::move(done)});
    }
    if (first) asio::post(io_, [this, since = std::chrono::steady_clock::now()] { hand_over(0, since); });
}

void Commits::hand_over(std::size_t before, std::chrono::steady_clock::time_point since) {
    std::vector<storage::Store::Write> writes;
    {
        const std::lock_guard lock(mutex_);
        const auto count = gathered_.size();
        if (count > std::max<std::size_t>(before, 1) && count < gather_steps_max && std::chrono::steady_clock::now() - since < gather_max)
            return asio::post(io_, [this, count, since] { hand_over(count, since); });
        writes.swap(gathered_);
    }
    store_.write_all(std::move(writes));
}

// On the store's thread, once for each step of a group.
void Commits::take_in(Report report, storage::Result result) {
    bool first = false;
    {
        const std::lock_guard lock(mutex_);
        first = reported_.empty();
        reported_.push_back({std::move(report), std::move(result)});
    }
    if (first) asio::post(io_, [this] { tell(); });
}

void Commits::tell() {
    std::vector<Reported> now;
    {
        const std::lock_guard lock(mutex_);
        if (reported_.size() <= told_at_once) {
            now.swap(reported_);
        } else {
            const auto end = reported_.begin() + told_at_once;
            now.assign(std::make_move_iterator(reported_.begin()), std::make_move_iterator(end));
            reported_.erase(reported_.begin(), end);
        }
        if (!reported_.empty()) asio::post(io_, [this] { tell(); });
    }
    for (const auto& told : now) fails({}, [&] { told.report(told.result); });  // a mistake with one battle is not that of the next
}

}  // namespace muster::server
