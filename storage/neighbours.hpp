// The other servers of a store, as whoever passes something on to them hears of them. Made before the store is opened, and outlives it. Thread-safe.
#pragma once
#include <functional>
#include <mutex>
#include <string>
#include <utility>

namespace muster::storage {

class Neighbours {
public:
    /// Called with the address of each that is gone, by which others reached it (Location::node_url): what was its may be claimed from then on. On a thread of
    /// the store's, which it must not hold up.
    void on_gone(std::function<void(const std::string& url)> call) {
        const std::scoped_lock lock(mutex_);
        gone_ = std::move(call);
    }

    /// Called when nothing has been heard from where the store is for so long that whoever reaches it may have all that was this server's (`reached`: false),
    /// and when it is reached again. `others`: whether any lived when something was last heard. On a thread of the store's, which it must not hold up.
    void on_reach(std::function<void(bool reached, bool others)> call) {
        const std::scoped_lock lock(mutex_);
        reach_ = std::move(call);
    }

    /// Called once, when others have lived for a while that cannot reach this server by the address it gives them: there is none (empty), or another one gives
    /// the same. On a thread of the store's, which it must not hold up.
    void on_unreachable(std::function<void(const std::string& url)> call) {
        const std::scoped_lock lock(mutex_);
        unreachable_ = std::move(call);
    }

    /// Called once, when a newer server has made of the store what this one does not know: it can write nothing any more. On a thread of the store's.
    void on_outdated(std::function<void()> call) {
        const std::scoped_lock lock(mutex_);
        outdated_ = std::move(call);
    }

    /// For the store.
    void tell_gone(const std::string& url) {
        const std::scoped_lock lock(mutex_);
        if (gone_) gone_(url);
    }
    void tell_reach(bool reached, bool others) {
        const std::scoped_lock lock(mutex_);
        if (reach_) reach_(reached, others);
    }

    void tell_outdated() {
        const std::scoped_lock lock(mutex_);
        if (outdated_) outdated_();
    }
    void tell_unreachable(const std::string& url) {
        const std::scoped_lock lock(mutex_);
        if (unreachable_) unreachable_(url);
    }

private:
    std::mutex mutex_{};
    std::function<void(const std::string& url)> gone_{};
    std::function<void(bool reached, bool others)> reach_{};
    std::function<void(const std::string& url)> unreachable_{};
    std::function<void()> outdated_{};
};

}  // namespace muster::storage
