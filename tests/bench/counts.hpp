// Counts of one server process that say what a decision costs on any machine: system calls, times a thread gave its core up,
// allocations, bytes for the disk.
#pragma once
#include <fcntl.h>
#include <linux/perf_event.h>
#include <sys/syscall.h>

#include <array>
#include <filesystem>
#include <fstream>

#include "tests/bench/measure.hpp"

namespace muster::bench {

class Counts {
public:
    /// `allocations`: the file that count_allocations.cpp counts into, or none. Its threads are those that are there now.
    Counts(int pid, const std::string& allocations) : folder_("/proc/" + std::to_string(pid)), allocations_(allocations) {
        for (const auto& task : std::filesystem::directory_iterator(folder_ + "/task")) {
            const int thread = std::stoi(task.path().filename());
            for (std::size_t i = 0; i < calls.size(); ++i) watch(i, thread);
        }
    }
    ~Counts() {
        for (const auto& [call, fd] : watched_) ::close(fd);
    }
    Counts(const Counts&) = delete;
    Counts& operator=(const Counts&) = delete;

    void start() { before_ = read(); }
    void stop() { after_ = read(); }
    void report(double decisions, Report& line) const {
        for (const auto& [name, count] : after_)
            if (const auto from = before_.find(name); from != before_.end()) line.add(name, (count - from->second) / decisions, 2);
    }

private:
    // `all` is every system call there is; the others are those a server makes often.
    static constexpr std::array calls{"all",    "epoll_wait", "futex",  "read",     "recvfrom", "recvmsg",   "write",
                                      "sendto", "sendmsg",    "writev", "pwrite64", "pread64",  "fdatasync", "timerfd_settime"};

    // Needs root, or kernel.perf_event_paranoid of -1; where it may not, these counts are missing.
    void watch(std::size_t call, int thread) {
        const std::string name = call == 0 ? "raw_syscalls/sys_enter" : std::string("syscalls/sys_enter_") + calls[call];
        perf_event_attr event{};
        event.type = PERF_TYPE_TRACEPOINT;
        event.size = sizeof event;
        if (!(std::ifstream("/sys/kernel/tracing/events/" + name + "/id") >> event.config)) return;
        const auto fd = syscall(SYS_perf_event_open, &event, thread, -1, -1, PERF_FLAG_FD_CLOEXEC);
        if (fd >= 0) watched_.emplace_back(call, int(fd));
    }
    std::map<std::string, double> read() const {
        std::map<std::string, double> out;
        for (const auto& [call, fd] : watched_) {
            std::uint64_t count = 0;
            if (::read(fd, &count, sizeof count) == sizeof count) out[std::string("calls_") + calls[call]] += double(count);
        }
        for (const auto& task : std::filesystem::directory_iterator(folder_ + "/task")) {
            out["waits"] += field(task.path() / "status", "voluntary_ctxt_switches:");
            out["preempted"] += field(task.path() / "status", "nonvoluntary_ctxt_switches:");
        }
        out["disk_bytes"] = field(folder_ + "/io", "write_bytes:");
        std::uint64_t allocated = 0;
        if (std::ifstream file(allocations_, std::ios::binary); file.read(reinterpret_cast<char*>(&allocated), sizeof allocated))
            out["allocations"] = double(allocated);
        return out;
    }
    static double field(const std::filesystem::path& file, const std::string& name) {
        std::ifstream in(file);
        for (std::string word; in >> word;)
            if (double value = 0; word == name && in >> value) return value;
        return 0;
    }

    std::string folder_, allocations_;
    std::vector<std::pair<std::size_t, int>> watched_{};
    std::map<std::string, double> before_{}, after_{};
};

}  // namespace muster::bench
