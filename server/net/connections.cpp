#include "server/net/connections.hpp"

namespace muster::server {

std::optional<std::uint64_t> Connections::add(Ends ends, std::size_t limit) {
    const std::lock_guard lock(mutex_);
    if (closing_ || open_.size() >= limit) return {};
    open_.emplace(++next_, std::move(ends));
    return next_;
}

void Connections::replace(std::uint64_t id, Ends ends) {
    const std::lock_guard lock(mutex_);
    if (closing_) ends.close();
    open_[id] = std::move(ends);
}

void Connections::remove(std::uint64_t id) {
    const std::lock_guard lock(mutex_);
    open_.erase(id);
}

void Connections::close_all() {
    const std::lock_guard lock(mutex_);
    closing_ = true;
    for (const auto& [id, ends] : open_) ends.close();
}

void Connections::cut_all() {
    const std::lock_guard lock(mutex_);
    for (const auto& [id, ends] : open_) ends.cut();
}

std::size_t Connections::size() const {
    const std::lock_guard lock(mutex_);
    return open_.size();
}

}  // namespace muster::server
