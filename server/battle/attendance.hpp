// Where somebody is at this moment, and how many: of battles that lists may show, and of those that nobody looks at it knows nothing.
// Told by the battles, asked by lists. Thread-safe; no more than the battles in memory are in it.
#pragma once
#include <mutex>
#include <string>
#include <unordered_map>
#include <vector>

namespace muster::server {

/// Of one battle.
struct Attended {
    int present = 0;  ///< 0: there is nothing to tell
    bool over = false;
    bool operator==(const Attended&) const = default;
};

class Attendance {
public:
    void set(const std::string& battle, Attended attended) {
        const std::lock_guard lock(mutex_);
        if (attended.present > 0) attended_[battle] = attended;
        else attended_.erase(battle);
    }
    int of(const std::string& battle) const {
        const std::lock_guard lock(mutex_);
        const auto found = attended_.find(battle);
        return found == attended_.end() ? 0 : found->second.present;
    }
    /// `most` of them, if there are more: first those that are not over.
    std::vector<std::string> battles(std::size_t most) const {
        const std::lock_guard lock(mutex_);
        std::vector<std::string> out;
        for (const bool over : {false, true})
            for (const auto& [battle, attended] : attended_) {
                if (out.size() >= most) return out;
                if (attended.over == over) out.push_back(battle);
            }
        return out;
    }

private:
    mutable std::mutex mutex_;
    std::unordered_map<std::string, Attended> attended_{};
};

}  // namespace muster::server
