#include "server/card/card_service.hpp"

#include "protocol/ids.hpp"
#include "server/base/limits.hpp"
#include "server/base/log.hpp"
#include "server/base/politeness.hpp"
#include "server/base/refusals.hpp"

namespace muster::server {

namespace {

std::size_t bytes_of(const std::string& key, const CardService::Picture& picture) { return key.size() + picture.bytes.size() + picture.tag.size(); }

std::string key_of(CardService::Form form, const std::string& battle, const Glance* glance) {
    const std::string_view end = form == CardService::Form::film ? "\nfilm" : "";
    return (glance ? battle + '\n' + glance->version : std::string()).append(end);
}

}  // namespace

CardService::CardService(std::function<Draw()> made)
    : made_(std::move(made)), thread_([this](const std::stop_token& stop) {
          yield_to_battles();
          work(stop);
      }) {}

void CardService::stop() {
    std::unique_lock lock(mutex_);
    stopped_ = true;
    queue_.clear();
    std::vector<Done> asked;
    for (auto& [key, job] : std::exchange(open_, {})) std::ranges::move(std::exchange(job->asked, {}), std::back_inserter(asked));
    lock.unlock();
    thread_.request_stop();
    for (const auto& done : asked) done(std::unexpected(going_down()));
}

std::shared_ptr<const CardService::Picture> CardService::find_kept(const std::string& key) {
    const auto found = kept_by_key_.find(key);
    if (found == kept_by_key_.end()) return nullptr;
    kept_.splice(kept_.begin(), kept_, found->second);
    ++statistics_.kept;
    return found->second->second;
}

std::shared_ptr<const CardService::Picture> CardService::kept(Form form, const std::string& battle, const Glance& glance) {
    const std::lock_guard lock(mutex_);
    return find_kept(key_of(form, battle, &glance));
}

void CardService::ask(const std::string& battle, Subject subject, Done done) {
    const auto key = key_of(subject.form, battle, subject.glance ? &*subject.glance : nullptr);
    std::unique_lock lock(mutex_);
    if (stopped_) {
        lock.unlock();
        return done(std::unexpected(going_down()));
    }
    if (const auto picture = find_kept(key)) {
        lock.unlock();
        return done(picture);
    }
    const auto open = open_.find(key);
    const bool full = open == open_.end() ? queue_.size() >= limits::card_queue_max : open->second->asked.size() >= limits::card_askers_max;
    if (full) {
        ++statistics_.refused;
        lock.unlock();
        return done(refuse(Code::server_busy, "too many pictures are waiting to be drawn; try again in a few seconds"));
    }
    if (open != open_.end()) return open->second->asked.push_back(std::move(done));
    auto job = std::make_shared<Job>(Job{key, std::move(subject)});
    job->asked.push_back(std::move(done));
    open_.emplace(key, job);
    queue_.push_back(std::move(job));
    lock.unlock();
    wake_.notify_one();
}

void CardService::work(const std::stop_token& stop) {
    std::unique_lock lock(mutex_);
    while (wake_.wait(lock, stop, [this] { return !queue_.empty(); }) && !stop.stop_requested()) {
        const auto job = std::move(queue_.front());
        queue_.pop_front();
        lock.unlock();
        const auto drawn = draw(*job);
        lock.lock();
        open_.erase(job->key);
        if (drawn) {
            ++statistics_.drawn;
            keep(job->key, *drawn);
        }
        const auto asked = std::move(job->asked);
        lock.unlock();
        for (const auto& done : asked) done(drawn);
        lock.lock();
    }
}

// A bug ends here, as does whatever the libraries complain of: whoever asked is told, battles know nothing of it.
CardService::Drawn CardService::draw(const Job& job) {
    try {
        if (!draw_) draw_ = made_();
        auto bytes = draw_(job.subject);
        if (!bytes) return std::unexpected(bytes.error());
        auto tag = protocol::to_hex(protocol::bytes_of(protocol::sha256(*bytes))).substr(0, 32);
        return std::make_shared<const Picture>(std::move(*bytes), std::move(tag));
    } catch (const std::exception& error) {
        log::critical("drawing a battle failed", {{"reason", error.what()}});
        return std::unexpected(our_mistake());
    }
}

void CardService::keep(const std::string& key, std::shared_ptr<const Picture> picture) {
    const auto size = bytes_of(key, *picture);
    if (size > limits::card_kept_bytes_max) return;
    kept_.emplace_front(key, std::move(picture));
    kept_by_key_[key] = kept_.begin();
    statistics_.bytes += size;
    while (statistics_.bytes > limits::card_kept_bytes_max) {
        statistics_.bytes -= bytes_of(kept_.back().first, *kept_.back().second);
        kept_by_key_.erase(kept_.back().first);
        kept_.pop_back();
    }
}

CardService::Statistics CardService::statistics() const {
    const std::lock_guard lock(mutex_);
    return statistics_;
}

}  // namespace muster::server
