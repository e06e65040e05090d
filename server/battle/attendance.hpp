// Where somebody is at this moment, and how many: of battles that nobody looks at it knows nothing. Told by the battles, asked by lists.
// Thread-safe; no more than the battles in memory are in it.
#pragma once
#include <mutex>
#include <string>
#include <unordered_map>

namespace muster::server {

class Attendance {
public:
    void set(const std::string& battle, int present) {
        const std::lock_guard lock(mutex_);
        if (present > 0) present_[battle] = present;
        else present_.erase(battle);
    }
    int of(const std::string& battle) const {
        const std::lock_guard lock(mutex_);
        const auto found = present_.find(battle);
        return found == present_.end() ? 0 : found->second;
    }
    /// How many battles it knows of.
    std::size_t size() const {
        const std::lock_guard lock(mutex_);
        return present_.size();
    }

private:
    mutable std::mutex mutex_;
    std::unordered_map<std::string, int> present_{};
};

}  // namespace muster::server
