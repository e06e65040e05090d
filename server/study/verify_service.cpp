#include "server/study/verify_service.hpp"

#include "server/base/limits.hpp"
#include "server/base/log.hpp"
#include "server/base/refusals.hpp"

namespace muster::server {

VerifyService::~VerifyService() {
    stop();
    thread_.join();
}

void VerifyService::stop() {
    stop_.request_stop();
    std::map<std::uint64_t, Done> waiting;
    {
        const std::lock_guard lock(mutex_);
        waiting.swap(waiting_);
    }
    for (const auto& [number, done] : waiting) done(std::unexpected(going_down()));
}

void VerifyService::verify(std::string record, Done done) {
    std::unique_lock lock(mutex_);
    const bool stopping = stop_.stop_requested();
    if (stopping || waiting_.size() >= limits::verify_queue_max) {
        lock.unlock();
        return done(std::unexpected(stopping ? going_down() : Refusal{Code::server_busy, "too many records are waiting to be checked; try again in a moment"}));
    }
    waiting_.emplace(++last_number_, std::move(done));
    asio::post(thread_, [this, number = last_number_, record = std::move(record)] { tell(number, check_guarded(record)); });
}

/// Unless stop() has told him already.
void VerifyService::tell(std::uint64_t number, std::expected<protocol::Verdict, Refusal> verdict) {
    std::unique_lock lock(mutex_);
    auto waited = waiting_.extract(number);
    lock.unlock();
    if (waited) waited.mapped()(std::move(verdict));
}

// A bug ends here: whoever asked is told, others know nothing of it.
std::expected<protocol::Verdict, Refusal> VerifyService::check_guarded(const std::string& text) const {
    try {
        return check(text);
    } catch (const std::exception& error) {
        log::critical("verifying failed", {{"reason", error.what()}});
        return std::unexpected(our_mistake());
    }
}

std::expected<protocol::Verdict, Refusal> VerifyService::check(const std::string& text) const {
    if (stop_.stop_requested()) return std::unexpected(going_down());
    const auto record = protocol::read_record(text, [this] { return stop_.stop_requested(); });
    if (stop_.stop_requested()) return std::unexpected(going_down());
    if (!record) return std::unexpected(record.error());
    const auto until = std::chrono::steady_clock::now() + limits::verify_time_max;
    auto verdict = protocol::verify(*record, rulesets_, [&] { return stop_.stop_requested() || std::chrono::steady_clock::now() > until; });
    if (verdict.given_up && stop_.stop_requested()) return std::unexpected(going_down());
    if (verdict.given_up) return refuse(Code::server_busy, "this record takes too long to check here; use the program \"muster verify\"");
    return verdict;
}

}  // namespace muster::server
