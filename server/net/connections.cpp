#include "server/net/connections.hpp"

namespace muster::server {

Connections::Place Connections::add(Ends ends, std::size_t most) {
    const std::lock_guard lock(mutex_);
    if (closing_ || open_.size() >= most) return {};
    open_.emplace(++next_, std::move(ends));
    return {shared_from_this(), next_};
}

void Connections::replace(std::uint64_t id, Ends ends) {
    std::unique_lock lock(mutex_);
    const bool too_late = closing_;
    const auto before = std::exchange(open_[id], ends);
    lock.unlock();
    if (too_late) ends.close();
}

// Ends are called and let go without the lock: the last that holds a connection ends it, and it leaves the table by itself.
void Connections::remove(std::uint64_t id) {
    std::unique_lock lock(mutex_);
    const auto gone = open_.extract(id);
    lock.unlock();
}

std::vector<Connections::Ends> Connections::all() const {
    std::vector<Ends> out;
    out.reserve(open_.size());
    for (const auto& [id, ends] : open_) out.push_back(ends);
    return out;
}

void Connections::close_all() {
    std::unique_lock lock(mutex_);
    closing_ = true;
    const auto open = all();
    lock.unlock();
    for (const auto& ends : open) ends.close();
}

void Connections::cut_all() {
    std::unique_lock lock(mutex_);
    const auto open = all();
    lock.unlock();
    for (const auto& ends : open) ends.cut();
}

std::size_t Connections::size() const {
    const std::lock_guard lock(mutex_);
    return open_.size();
}

}  // namespace muster::server
