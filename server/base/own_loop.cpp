#include "server/base/own_loop.hpp"

#include "server/base/log.hpp"

namespace muster::server {

OwnLoop::OwnLoop(std::string failed)
    : failed_(std::move(failed)), io_(std::make_shared<IoContext>(1)), strand_(asio::make_strand(*io_)), work_(io_->get_executor()), thread_([this] {
          run();
      }) {}

void OwnLoop::run() {
    while (true) {
        try {
            io_->run();
            return;
        } catch (const std::exception& error) {
            log::critical(failed_, {{"reason", error.what()}});
        } catch (...) {  // not the standard library's
            log::critical(failed_, {{"reason", "an exception of an unknown kind"}});
        }
    }
}

bool OwnLoop::post(std::function<void()> work) {
    const std::lock_guard lock(mutex_);
    if (!ended_) asio::post(strand_, std::move(work));
    return !ended_;
}

void OwnLoop::end(std::function<void()> last) {
    {
        const std::lock_guard lock(mutex_);
        if (std::exchange(ended_, true)) return;
        asio::post(strand_, std::move(last));
    }
    work_.reset();
    thread_.join();
}

}  // namespace muster::server
