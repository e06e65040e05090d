// Many connections at once, from one thread: each has a habit, lives for a while, leaves, and another one takes its place. For floods.
#pragma once
#include <chrono>
#include <functional>
#include <random>
#include <string>
#include <thread>
#include <vector>

namespace muster::test {

using Chance = std::minstd_rand;

/// What one stranger does with one connection.
struct Habit {
    std::string name;
    /// What it sends first; empty: nothing.
    std::function<std::string(Chance&)> begin{};
    /// What it sends again and again, whenever all before is written; none: nothing.
    std::function<std::string(Chance&)> go_on{};
    bool reads = true;
    std::chrono::milliseconds stays{1'000};  ///< then it goes, if the server has not ended it before; each a little sooner or later
    bool upgrades = false;                   ///< it goes on when its first bytes were answered
    bool once = false;                       ///< it goes on once only
    bool aborts = false;                     ///< it goes with a reset instead of a goodbye
};

class Swarm {
public:
    /// Begins at once: so many connections, as many of each habit.
    Swarm(unsigned short port, std::vector<Habit> habits, std::size_t connections);
    /// All leave.
    ~Swarm();
    Swarm(const Swarm&) = delete;
    Swarm& operator=(const Swarm&) = delete;

    /// All leave; how many connections there were, by habit: "pings 120, silent 30, …".
    std::string stop();

private:
    struct Stranger;
    void run(const std::stop_token& stop);
    void arrive(Stranger& stranger);
    void go_on(Stranger& stranger);
    bool read(Stranger& stranger);
    void serve(Stranger& stranger, unsigned events);
    void write(Stranger& stranger);
    void leave(Stranger& stranger);

    const unsigned short port_;
    const std::vector<Habit> habits_;
    std::vector<int> came_;
    std::vector<Stranger> strangers_;
    Chance chance_{11};
    int epoll_;
    std::jthread thread_{};  ///< last: it uses all of the above
};

}  // namespace muster::test
