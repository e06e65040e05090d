// Yardstick: the floor of a durable decision. A plain server that moves and syncs the bytes of a decision and knows no
// rules: one thread reads what a player sends, a second appends all that waits to a file, one write and one fdatasync for
// the group, and the first then sends both players of the battle their answer, one send() each.
//   --file (the log) --store-bytes (of one decision) --answer-bytes (to each player, frame headers included) --frames (of it)
// --file '' keeps nothing: the same without a disk.
#include <fcntl.h>
#include <sys/eventfd.h>

#include <condition_variable>
#include <mutex>
#include <thread>
#include <unordered_map>
#include <utility>

#include "tests/bench/measure.hpp"
#include "tests/bench/yard_loop.hpp"

namespace {

using namespace muster::bench;

struct Decision {
    std::size_t battle = 0;
    std::string message{};
};

/// Takes whatever waits as one group; the next gathers while it syncs.
class LogWriter {
public:
    LogWriter(const std::string& file, std::size_t bytes_each)
        : log_(::open(file.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600)), bytes_each_(bytes_each), wake_(eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC)) {
        if (log_ < 0) throw std::runtime_error(file + " cannot be written");
        thread_ = std::thread([this] { run(); });
    }
    /// Is readable once groups are durable.
    int descriptor() const { return wake_; }
    void submit(std::vector<Decision>& decisions) {
        {
            const std::lock_guard lock(mutex_);
            std::ranges::move(decisions, std::back_inserter(waiting_));
        }
        decisions.clear();
        waits_.notify_one();
    }
    std::vector<Decision> take_durable() {
        std::uint64_t count = 0;
        if (::read(wake_, &count, sizeof count) < 0) return {};
        const std::lock_guard lock(mutex_);
        return std::exchange(durable_, {});
    }

private:
    [[noreturn]] void run() {
        std::string bytes;
        while (true) {
            std::vector<Decision> group;
            {
                std::unique_lock lock(mutex_);
                waits_.wait(lock, [&] { return !waiting_.empty(); });
                group.swap(waiting_);
            }
            bytes.clear();
            for (const auto& each : group) {
                bytes.append(each.message, 0, bytes_each_);
                bytes.append(bytes_each_ - std::min(bytes_each_, each.message.size()), 'x');
            }
            if (::write(log_, bytes.data(), bytes.size()) != ssize_t(bytes.size()) || fdatasync(log_) != 0) {
                perror("log");
                std::_Exit(1);
            }
            {
                const std::lock_guard lock(mutex_);
                std::ranges::move(group, std::back_inserter(durable_));
            }
            const std::uint64_t one = 1;
            if (::write(wake_, &one, sizeof one) < 0) perror("eventfd");
        }
    }

    int log_;
    std::size_t bytes_each_;
    int wake_;
    std::mutex mutex_;
    std::condition_variable waits_;
    std::vector<Decision> waiting_{}, durable_{};
    std::thread thread_;
};

class Decider : public YardLoop {
public:
    explicit Decider(const Options& options) {
        const auto frames = std::max<std::size_t>(1, options.count("frames", 1)), bytes = options.count("answer-bytes", 2000);
        for (std::size_t i = 0; i < frames; ++i) {
            const auto size = bytes * (i + 1) / frames - bytes * i / frames;
            answer_ += framed(std::string(size - (size < 128 ? 2 : 4), 'x'));
        }
        if (const auto file = options.text("file"); !file.empty()) {
            log_ = std::make_unique<LogWriter>(file, options.count("store-bytes", 500));
            wake_by(log_->descriptor());
        }
    }

private:
    void on_open(Peer& peer, std::string_view path) override {
        peer.place = std::size_t(std::strtoul(path.substr(path.rfind('/') + 1).data(), nullptr, 10));
        battles_[peer.place].push_back(&peer);
    }
    void on_message(Peer& peer, std::string_view text) override { round_.push_back({peer.place, std::string(text)}); }
    void on_close(Peer& peer) override {
        if (peer.open) std::erase(battles_[peer.place], &peer);
    }
    void on_round_done() override {
        if (round_.empty()) return;
        if (log_) return log_->submit(round_);
        answer(round_);
        round_.clear();
    }
    void on_wake() override { answer(log_->take_durable()); }
    void answer(const std::vector<Decision>& decisions) {
        for (const auto& each : decisions)
            for (Peer* player : battles_[each.battle]) push(*player, answer_);
    }

    std::string answer_{};
    std::unique_ptr<LogWriter> log_{};
    std::unordered_map<std::size_t, std::vector<Peer*>> battles_{};
    std::vector<Decision> round_{};  // since the last epoll_wait
};

}  // namespace

int main(int argc, char** argv) {
    return run_bench(argc, argv, [](const Options& options) { Decider(options).run(); });
}
