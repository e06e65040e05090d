#include "server/study/verify_service.hpp"

#include "server/base/limits.hpp"
#include "server/base/log.hpp"
#include "server/base/refusals.hpp"

namespace muster::server {

VerifyService::~VerifyService() {
    stop();
    thread_.join();
}

void VerifyService::verify(std::string record, Done done) {
    if (waiting_.fetch_add(1) >= limits::verify_queue_max) {
        --waiting_;
        return done(refuse(Code::server_busy, "too many records are waiting to be checked; come back in a moment"));
    }
    asio::post(thread_, [this, record = std::move(record), done = std::move(done)] {
        auto verdict = check_guarded(record);
        --waiting_;
        done(std::move(verdict));
    });
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
