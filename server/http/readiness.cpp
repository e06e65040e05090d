#include "server/http/readiness.hpp"

namespace muster::server {

void Readiness::ask(Done done) {
    if (services_.stopping) return done("the server is going down");
    if (!services_.store.is_near()) return done("the database has not been reached for more than a second");
    constexpr auto fresh = std::chrono::seconds(1);
    std::unique_lock lock(mutex_);
    if (std::chrono::steady_clock::now() - known_at_ < fresh) {
        const auto trouble = trouble_;
        lock.unlock();
        return done(trouble);
    }
    asking_.push_back(std::move(done));
    if (asking_.size() > 1) return;
    lock.unlock();
    // A value that changes, or nothing would be written.
    services_.store.remember("ready", std::to_string(services_.time.now_ms()), [this](const std::expected<std::int64_t, storage::Failure>& result) {
        written(result ? "" : "the store cannot be written: " + result.error().message);
    });
}

void Readiness::written(const std::string& trouble) {
    std::unique_lock lock(mutex_);
    trouble_ = trouble;
    known_at_ = std::chrono::steady_clock::now();
    const auto asked = std::exchange(asking_, {});
    lock.unlock();
    for (const auto& done : asked) done(trouble);
}

}  // namespace muster::server
