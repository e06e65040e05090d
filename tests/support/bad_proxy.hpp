// A line as nobody wants it, between clients and a server on this machine: it delays, cuts into small pieces, breaks
// every connection sooner or later, or goes dead. Runs on a thread of its own.
#pragma once
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <list>
#include <mutex>
#include <random>
#include <string>
#include <thread>

namespace muster::test {

class BadProxy {
public:
    struct Habits {
        std::chrono::milliseconds delay{0};  ///< each way
        std::size_t piece_bytes = 1 << 16;
        std::size_t break_after_bytes = 0;  ///< both ways together: so many pass, then the connection is reset; 0: never
    };

    BadProxy(unsigned short server_port, Habits habits);
    /// Before a server that listens on a socket in the file system.
    BadProxy(std::string server_socket, Habits habits);
    ~BadProxy();
    BadProxy(const BadProxy&) = delete;
    BadProxy& operator=(const BadProxy&) = delete;

    unsigned short port() const { return port_; }
    std::string url() const { return "http://127.0.0.1:" + std::to_string(port_); }
    int broken() const { return broken_; }
    /// From now on it takes all that comes and passes nothing on, not even an end: to both sides the other one has gone silent.
    void go_dead() { dead_ = true; }
    /// All connections end, and those that come now are served. Gives back when they have ended.
    void come_back() {
        ends_all_ = true;
        ends_all_.wait(true);
    }
    void delay(std::chrono::milliseconds each_way) { delay_ = each_way; }
    /// Waits until the server has ended so many connections over the dead line; false: it did not in `most`.
    bool wait_for_ends(int count, std::chrono::seconds most);

private:
    using Clock = std::chrono::steady_clock;
    struct Piece {
        Clock::time_point due;
        std::string bytes;  ///< empty: the end
        bool breaks = false;
    };
    struct Line {  // what goes one way
        int from;
        int to;
        bool ended = false;
        std::deque<Piece> pieces{};
    };
    struct Pair {
        Line there;
        Line back;
        std::size_t bytes = 0;
    };

    void listen();
    int connect() const;
    void run();
    void accept_one();
    bool move(Pair& pair, bool there_ready, bool back_ready);
    void take(Pair& pair, Line& line);
    bool pass_on(Line& line);
    void count_end();
    static void reset(Pair& pair);
    int wait_ms() const;

    const unsigned short server_port_ = 0;
    const std::string server_socket_{};
    const Habits habits_;
    std::atomic<std::chrono::milliseconds> delay_;
    int listener_ = -1;
    unsigned short port_ = 0;
    std::list<Pair> pairs_{};
    std::mt19937 random_{1};
    std::atomic<int> broken_{0};
    std::atomic<bool> dead_{false};
    std::atomic<bool> ends_all_{false};
    std::mutex ends_mutex_{};
    std::condition_variable ends_changed_{};
    int ends_ = 0;  // by the server, over the dead line
    std::atomic<bool> stopping_{false};
    std::thread thread_{};
};

}  // namespace muster::test
