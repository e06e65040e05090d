#include "server/net/connections.hpp"

namespace muster::server {

Connections::Place Connections::add(Ends ends, std::size_t most) {
    const std::lock_guard lock(mutex_);
    return counted_ < most ? add_line(std::move(ends), true) : Place();
}

Connections::Place Connections::add_leaving(Ends ends) {
    const std::lock_guard lock(mutex_);
    return add_line(std::move(ends), false);
}

Connections::Place Connections::add_line(Ends ends, bool counts) {
    if (closing_) return {};
    counted_ += counts ? 1 : 0;
    open_.emplace(++next_, Line{std::move(ends), counts});
    return {shared_from_this(), next_};
}

void Connections::replace(std::uint64_t id, Ends ends) {
    std::unique_lock lock(mutex_);
    const bool closing = closing_, cutting = cutting_;
    const auto before = std::exchange(open_.at(id).ends, ends);
    lock.unlock();
    if (closing) ends.close();
    if (cutting) ends.cut();
}

// Ends are called and let go without the lock: the last that holds a connection ends it, and it leaves the table by itself.
void Connections::remove(std::uint64_t id) {
    std::unique_lock lock(mutex_);
    const auto gone = open_.extract(id);
    counted_ -= gone.mapped().counts ? 1 : 0;
    lock.unlock();
}

std::vector<Connections::Ends> Connections::all() const {
    std::vector<Ends> out;
    out.reserve(open_.size());
    for (const auto& [id, line] : open_) out.push_back(line.ends);
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
    cutting_ = true;
    const auto open = all();
    lock.unlock();
    for (const auto& ends : open) ends.cut();
}

std::size_t Connections::size() const {
    const std::lock_guard lock(mutex_);
    return open_.size();
}

}  // namespace muster::server
