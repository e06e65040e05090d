#include "server/base/process.hpp"

#include <sys/resource.h>

#include <cerrno>
#include <csignal>
#include <cstring>
#include <thread>

#include "server/base/log.hpp"

namespace muster::server {

namespace {

void run_until_idle(IoContext& io) {
    while (true) {
        try {
            io.run();
            return;
        } catch (const std::exception& error) {
            log::critical("a handler failed", {{"reason", error.what()}});
        }
    }
}

}  // namespace

std::string why_not(const std::filesystem::path& file, int error) {
    std::error_code ignored;
    for (auto folder = file.parent_path(), missing = std::filesystem::path();; folder = folder.parent_path()) {
        const bool there = folder.empty() || std::filesystem::exists(folder, ignored);
        if (there) return missing.empty() || error != ENOENT ? system_text(error) : "there is no folder " + missing.string();
        missing = folder;
    }
}

std::string system_text(int error) { return std::strerror(error); }

void raise_limits() {
    std::signal(SIGPIPE, SIG_IGN);
    std::signal(SIGXFSZ, SIG_IGN);  // a full quota is an error of the store, not the end of the server
    rlimit files{};
    if (getrlimit(RLIMIT_NOFILE, &files) != 0) return;
    files.rlim_cur = files.rlim_max;
    setrlimit(RLIMIT_NOFILE, &files);
}

namespace {

void mask_hang_up(int how) {
    sigset_t signals{};
    sigemptyset(&signals);
    sigaddset(&signals, SIGHUP);
    pthread_sigmask(how, &signals, nullptr);
}

}  // namespace

void hold_hang_up() { mask_hang_up(SIG_BLOCK); }

void hear_hang_up() { mask_hang_up(SIG_UNBLOCK); }

int cores() { return static_cast<int>(std::max(1U, std::thread::hardware_concurrency())); }

void run_on_threads(IoContext& io, int threads) {
    std::vector<std::jthread> others;
    for (int i = 1; i < threads; ++i) others.emplace_back([&io] { run_until_idle(io); });
    run_until_idle(io);
}

}  // namespace muster::server
