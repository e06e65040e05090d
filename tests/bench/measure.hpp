// What every bench needs: a clock, a latency histogram, probes of CPU and memory, options, and a line of results.
#pragma once
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

namespace muster::bench {

inline std::uint64_t now_ns() {
    timespec ts{};
    clock_gettime(CLOCK_MONOTONIC, &ts);
    return std::uint64_t(ts.tv_sec) * 1'000'000'000ULL + std::uint64_t(ts.tv_nsec);
}
inline std::uint64_t to_ns(double seconds) { return std::uint64_t(seconds * 1e9); }

/// Latencies in log-linear buckets: 64 steps per power of two, so a quantile is off by less than 1.6 %.
class Histogram {
public:
    void add(std::uint64_t ns) {
        ++buckets_[bucket_of(ns)];
        ++count_;
        max_ = std::max(max_, ns);
    }
    std::uint64_t count() const { return count_; }
    double max_us() const { return double(max_) / 1e3; }
    double quantile_us(double q) const {
        if (count_ == 0) return 0;
        const auto wanted = std::uint64_t(q * double(count_ - 1)) + 1;
        std::uint64_t seen = 0;
        for (std::size_t i = 0; i < buckets_.size(); ++i)
            if ((seen += buckets_[i]) >= wanted) return double(value_of(i)) / 1e3;
        return max_us();
    }

private:
    static std::size_t bucket_of(std::uint64_t v) {
        if (v < 64) return std::size_t(v);
        const int top = 63 - __builtin_clzll(v);
        return std::size_t(top - 5) * 64 + std::size_t((v >> (top - 6)) & 63);
    }
    static std::uint64_t value_of(std::size_t bucket) {
        if (bucket < 64) return bucket;
        const int top = int(bucket / 64) + 5;
        return (1ULL << top) + (std::uint64_t(bucket % 64) << (top - 6));
    }
    std::vector<std::uint64_t> buckets_ = std::vector<std::uint64_t>(64 * 60);
    std::uint64_t count_ = 0;
    std::uint64_t max_ = 0;
};

struct Process {
    double cpu_s = 0;
    long rss_kb = 0;
};

/// CPU seconds and resident memory of one process; zeros if it is gone.
inline Process probe(int pid) {
    Process out;
    char line[1024];
    const std::string folder = "/proc/" + std::to_string(pid);
    if (FILE* file = fopen((folder + "/stat").c_str(), "r")) {
        if (fgets(line, sizeof line, file)) {
            const std::string text(line);
            unsigned long user = 0, system = 0;
            if (const auto name_end = text.rfind(')'); name_end != std::string::npos)
                sscanf(text.c_str() + name_end + 2, "%*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %lu %lu", &user, &system);
            out.cpu_s = double(user + system) / double(sysconf(_SC_CLK_TCK));
        }
        fclose(file);
    }
    if (FILE* file = fopen((folder + "/status").c_str(), "r")) {
        while (fgets(line, sizeof line, file))
            if (sscanf(line, "VmRSS: %ld", &out.rss_kb) == 1) break;
        fclose(file);
    }
    return out;
}

/// CPU seconds of a process and of its children, those that have ended too: of a PostgreSQL.
inline double family_cpu_s(int pid) {
    double out = 0;
    const auto add = [&out](const std::string& each, bool ended_ones) {
        char line[1024];
        FILE* file = fopen(("/proc/" + each + "/stat").c_str(), "r");
        if (!file) return;
        if (fgets(line, sizeof line, file)) {
            const std::string text(line);
            unsigned long user = 0, system = 0, ended_user = 0, ended_system = 0;
            if (const auto name_end = text.rfind(')'); name_end != std::string::npos)
                sscanf(text.c_str() + name_end + 2, "%*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %lu %lu %lu %lu", &user, &system, &ended_user, &ended_system);
            out += double(user + system + (ended_ones ? ended_user + ended_system : 0)) / double(sysconf(_SC_CLK_TCK));
        }
        fclose(file);
    };
    const auto parent = std::to_string(pid);
    add(parent, true);
    if (FILE* file = fopen(("/proc/" + parent + "/task/" + parent + "/children").c_str(), "r")) {
        for (int child = 0; fscanf(file, "%d", &child) == 1;) add(std::to_string(child), false);
        fclose(file);
    }
    return out;
}

/// CPU seconds that all programs together took since the machine started.
inline double busy_s() {
    unsigned long long user = 0, nice = 0, system = 0, idle = 0, wait = 0, irq = 0, soft = 0, steal = 0;
    if (FILE* file = fopen("/proc/stat", "r")) {
        if (fscanf(file, "cpu %llu %llu %llu %llu %llu %llu %llu %llu", &user, &nice, &system, &idle, &wait, &irq, &soft, &steal) != 8) user = 0;
        fclose(file);
    }
    return double(user + nice + system + irq + soft + steal) / double(sysconf(_SC_CLK_TCK));
}

/// What server, generator and all others spent between `start` and `stop`.
class Spent {
public:
    explicit Spent(int server_pid) : server_pid_(server_pid) {}
    void start() {
        from_ns_ = now_ns();
        busy_ = busy_s();
        server_ = probe(server_pid_).cpu_s;
        generator_ = probe(getpid()).cpu_s;
    }
    void stop() {
        seconds_ = double(now_ns() - from_ns_) / 1e9;
        server_ = probe(server_pid_).cpu_s - server_;
        generator_ = probe(getpid()).cpu_s - generator_;
        busy_ = busy_s() - busy_;
    }
    double seconds() const { return seconds_; }
    double server_cpu_s() const { return server_; }
    double server_share() const { return server_ / seconds_; }
    double generator_share() const { return generator_ / seconds_; }
    /// Cores that programs outside the bench kept busy; interrupts' work counts here too.
    double others() const { return std::max(0.0, busy_ - server_ - generator_) / seconds_; }

private:
    int server_pid_;
    std::uint64_t from_ns_ = 0;
    double busy_ = 0, server_ = 0, generator_ = 0, seconds_ = 1;
};

/// `--key value` pairs.
class Options {
public:
    Options(int argc, char** argv) {
        for (int i = 1; i < argc; i += 2) {
            const std::string key = argv[i];
            if (!key.starts_with("--") || i + 1 == argc) throw std::runtime_error("expected --key value, got " + key);
            values_[key.substr(2)] = argv[i + 1];
        }
    }
    std::string text(const std::string& key, const std::string& otherwise = {}) const {
        const auto found = values_.find(key);
        return found == values_.end() ? otherwise : found->second;
    }
    double number(const std::string& key, double otherwise) const {
        const auto found = values_.find(key);
        return found == values_.end() ? otherwise : std::strtod(found->second.c_str(), nullptr);
    }
    std::size_t count(const std::string& key, std::size_t otherwise) const { return std::size_t(number(key, double(otherwise))); }

private:
    std::map<std::string, std::string> values_{};
};

/// One line of `key=value` words, for people and for run.sh.
class Report {
public:
    void add(const std::string& key, const std::string& value) { line_ += (line_.empty() ? "" : " ") + key + '=' + value; }
    void add(const std::string& key, double value, int digits = 0) {
        char text[64];
        snprintf(text, sizeof text, "%.*f", digits, value);
        add(key, std::string(text));
    }
    void add_latency(const Histogram& latency) {
        add("p50_us", latency.quantile_us(0.5));
        add("p99_us", latency.quantile_us(0.99));
        add("max_us", latency.max_us());
    }
    void add_shares(const Spent& spent) {
        add("server_share", spent.server_share(), 2);
        add("generator_share", spent.generator_share(), 2);
        add("others", spent.others(), 2);
    }
    void print() const { puts(line_.c_str()); }

private:
    std::string line_{};
};

/// Runs a bench; trouble becomes one line and exit code 1.
template <typename Bench>
int run_bench(int argc, char** argv, const Bench& bench) {
    try {
        bench(Options(argc, argv));
        return 0;
    } catch (const std::exception& error) {
        fprintf(stderr, "%s: %s\n", argv[0], error.what());
        return 1;
    }
}

}  // namespace muster::bench
