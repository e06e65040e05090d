// The way of new battles and of battles' steps to the store, and of its answers back. What the rounds of the server's loop bring forth one after the other is
// gathered and goes to the store in one call, so that it is one group there and wakes its thread once; what that answers for a group comes back as few posts,
// not as one for each step. No timer: a step that comes alone goes at once. Thread-safe.
#pragma once
#include <chrono>
#include <functional>
#include <mutex>
#include <variant>
#include <vector>

#include "server/base/executor.hpp"
#include "storage/store.hpp"

namespace muster::server {

class Commits {
public:
    /// Called once, on one of the server's threads, when it is durable or has failed.
    using Report = std::function<void(const storage::Result&)>;

    /// Both must outlive this, and this every report that is under way.
    Commits(IoContext& io, storage::Store& store) : io_(io), store_(store) {}
    Commits(const Commits&) = delete;
    Commits& operator=(const Commits&) = delete;

    /// One step of a battle at a time: the next when the last is reported, since two threads may hand over in any order.
    void write(std::variant<storage::Creation, storage::Append> what, Report report);

private:
    struct Reported {
        Report report;
        storage::Result result;
    };
    void hand_over(std::size_t before, std::chrono::steady_clock::time_point since);
    void take_in(Report report, storage::Result result);
    void tell();

    IoContext& io_;
    storage::Store& store_;
    std::mutex mutex_{};  // guards what follows
    std::vector<storage::Store::Write> gathered_{};
    std::vector<Reported> reported_{};
};

}  // namespace muster::server
