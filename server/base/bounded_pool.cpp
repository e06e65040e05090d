#include "server/base/bounded_pool.hpp"

#include "server/base/log.hpp"

namespace muster::server {

namespace {

// A bug ends here, and the server goes on. Whoever must be told in such a case is told by the work itself, or by what it lets go of.
void do_work(const std::function<void()>& work) {
    try {
        work();
    } catch (const std::exception& error) {
        log::critical("work in the background failed", {{"reason", error.what()}});
    }
}

}  // namespace

bool BoundedPool::post(std::function<void()> work) {
    if (waiting_.fetch_add(1) >= waiting_max_) {
        --waiting_;
        return false;
    }
    asio::post(threads_, [this, work = std::move(work)]() mutable {
        if (!let_go_) do_work(work);
        work = {};
        --waiting_;
    });
    return true;
}

}  // namespace muster::server
