// What the rooms of all battles of a server share: how many there may be, and what holds in each. Thread-safe; outlives them.
#pragma once
#include <chrono>
#include <expected>
#include <map>
#include <mutex>
#include <string>
#include <utility>

#include "rules/refusal.hpp"
#include "server/base/limits.hpp"
#include "server/base/pace.hpp"

namespace muster::server {

struct TogetherRules {
    std::size_t rooms_max = limits::together_rooms_max;
    std::size_t rooms_per_address_max = limits::together_rooms_per_address_max;
    Pace::Rate moves{limits::together_moves_per_s, limits::together_moves_burst};
    Pace::Rate leads{limits::together_leads_per_s, limits::together_leads_burst};
    Pace::Rate talk{limits::said_per_s, limits::said_burst};
    Pace::Rate comings{limits::together_comings_per_s, limits::together_comings_burst};
    std::chrono::milliseconds empty_max = limits::together_empty_max;
    std::chrono::milliseconds lasts_max = limits::together_lasts_max;
};

class TogetherHouse {
public:
    /// A room's place among all, given back when this goes.
    class Place {
    public:
        Place() = default;
        Place(Place&& other) noexcept : house_(std::exchange(other.house_, nullptr)), address_(std::move(other.address_)) {}
        Place& operator=(Place&& other) noexcept {
            std::swap(house_, other.house_);
            std::swap(address_, other.address_);
            return *this;
        }
        ~Place() {
            if (house_) house_->give_back(address_);
        }

    private:
        friend class TogetherHouse;
        Place(TogetherHouse& house, std::string address) : house_(&house), address_(std::move(address)) {}
        TogetherHouse* house_ = nullptr;
        std::string address_{};
    };

    explicit TogetherHouse(TogetherRules rules = {}) : rules_(rules) {}
    const TogetherRules& rules() const { return rules_; }

    std::expected<Place, Refusal> take(const std::string& address) {
        const std::lock_guard lock(mutex_);
        if (rooms_ >= rules_.rooms_max) return refuse(Code::server_busy, "there are too many rooms on this server; try again later");
        auto& of_address = by_address_[address];
        if (of_address >= rules_.rooms_per_address_max)
            return refuse(Code::server_busy, "from your address " + std::to_string(of_address) + " rooms are open already; try again when one has ended");
        ++of_address;
        ++rooms_;
        return Place(*this, address);
    }

private:
    void give_back(const std::string& address) {
        const std::lock_guard lock(mutex_);
        --rooms_;
        if (const auto found = by_address_.find(address); --found->second == 0) by_address_.erase(found);
    }

    const TogetherRules rules_;
    std::mutex mutex_{};  // guards what follows
    std::size_t rooms_ = 0;
    std::map<std::string, std::size_t> by_address_{};
};

}  // namespace muster::server
