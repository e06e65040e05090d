// Where somebody is at this moment, and how many: of battles that nobody looks at it knows nothing. Told by the battles, asked by lists.
// Thread-safe; no more than the battles in memory are in it.
#pragma once
#include <mutex>
#include <string>
#include <unordered_map>
#include <vector>

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
    /// `most` of them, if there are more.
    std::vector<std::string> battles(std::size_t most) const {
        const std::lock_guard lock(mutex_);
        std::vector<std::string> out;
        for (const auto& [battle, present] : present_) {
            if (out.size() == most) break;
            out.push_back(battle);
        }
        return out;
    }

private:
    mutable std::mutex mutex_;
    std::unordered_map<std::string, int> present_{};
};

}  // namespace muster::server
