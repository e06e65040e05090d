// A thread with an event loop of its own, for what must never cost a battle anything: look-ups, TLS, whoever is slow elsewhere. What is posted is done one
// after the other; an exception ends what was being done, and nothing else.
#pragma once
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <thread>

#include "server/base/executor.hpp"

namespace muster::server {

class OwnLoop {
public:
    /// `failed`: what the log says of an exception.
    explicit OwnLoop(std::string failed);
    ~OwnLoop() {
        end([] {});
    }
    OwnLoop(const OwnLoop&) = delete;
    OwnLoop& operator=(const OwnLoop&) = delete;

    const std::shared_ptr<IoContext>& io() const { return io_; }
    const Strand& strand() const { return strand_; }

    /// False: it has ended, and this is never done. Thread-safe.
    bool post(std::function<void()> work);
    /// Does this last, which is to end whatever is under way there, and waits for it. Later calls do nothing.
    void end(std::function<void()> last);

private:
    void run();

    const std::string failed_;
    std::shared_ptr<IoContext> io_;
    Strand strand_;
    asio::executor_work_guard<IoContext::executor_type> work_;
    std::mutex mutex_{};  ///< guards `ended_`, so that nothing is posted behind what is done last
    bool ended_ = false;
    std::jthread thread_{};
};

}  // namespace muster::server
