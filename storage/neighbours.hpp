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

    /// For the store.
    void tell_gone(const std::string& url) {
        const std::scoped_lock lock(mutex_);
        if (gone_) gone_(url);
    }

private:
    std::mutex mutex_{};
    std::function<void(const std::string& url)> gone_{};
};

}  // namespace muster::storage
