#include "server/battle/commits.hpp"

namespace muster::server {

namespace {

/// Reports that one post brings: few enough that other threads, if there are any, take their share of a large group.
constexpr std::size_t told_at_once = 32;

}  // namespace

// Behind all that is ready to run now: what else this round brings forth comes along.
void Commits::append(std::int64_t number, storage::Step step, Report report) {
    auto done = [this, report = std::move(report), work = asio::make_work_guard(io_)](storage::Result result) mutable {
        take_in(std::move(report), std::move(result));
    };
    bool first = false;
    {
        const std::lock_guard lock(mutex_);
        first = gathered_.empty();
        gathered_.push_back({number, std::move(step), std::move(done)});
    }
    if (first) asio::post(io_, [this] { hand_over(); });
}

void Commits::hand_over() {
    std::vector<storage::Store::Appended> steps;
    {
        const std::lock_guard lock(mutex_);
        steps.swap(gathered_);
    }
    store_.append_all(std::move(steps));
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
    for (const auto& [report, result] : now) report(result);
}

}  // namespace muster::server
