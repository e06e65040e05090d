// Whether the server can do its work now: it is not going down, and its store takes a write. However many ask at once or in
// a row, there is one write at a time and at most one a second. Thread-safe.
#pragma once
#include <chrono>
#include <functional>
#include <mutex>
#include <string>
#include <vector>

#include "server/battle/services.hpp"

namespace muster::server {

class Readiness {
public:
    explicit Readiness(Services& services) : services_(services) {}

    /// `done` gets what is wrong, or nothing; at once or on the store's thread.
    using Done = std::function<void(const std::string& trouble)>;
    void ask(Done done);

private:
    void written(const std::string& trouble);

    Services& services_;
    std::mutex mutex_;
    std::vector<Done> asking_{};
    std::string trouble_{};
    std::chrono::steady_clock::time_point known_at_{};
};

}  // namespace muster::server
