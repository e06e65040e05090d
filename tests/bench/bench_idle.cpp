// Resident memory of the server per idle connection: `--mode connected` opens WebSockets and leaves them alone;
// `--mode following` lets each follow one battle as a spectator first. The kernel's socket buffers are not in it.
//   --port --pid (of the server) --connections --mode
#include "tests/bench/players.hpp"

namespace {

using namespace muster::bench;

class Idle : public Handler {
public:
    explicit Idle(const Options& options)
        : pid_(int(options.number("pid", 0))),
          count_(options.count("connections", 2000)),
          following_(options.text("mode", "following") == "following"),
          client_(int(options.number("port", 0)), *this),
          pair_(client_, events_, create_message(setup_named("siege"))) {
        events_.on_asked = [](Pair&) {};
        events_.on_decided = [](std::uint64_t) {};
    }

    void measure(double settle_s) {
        client_.connect_all(10);
        pair_.begin();
        if (!client_.poll_until(10, [&] { return pair_.has_asked(); })) throw std::runtime_error("the battle did not begin");
        const long before_kb = settled_kb(settle_s);
        for (std::size_t i = 0; i < count_; ++i) client_.add("/ws");
        client_.connect_all(60);
        if (following_) follow();
        const long after_kb = settled_kb(settle_s);
        Report line;
        line.add("mode", following_ ? "following" : "connected");
        line.add("connections", double(count_));
        line.add("before_kb", double(before_kb));
        line.add("after_kb", double(after_kb));
        line.add("bytes_per_connection", double(after_kb - before_kb) * 1024 / double(count_));
        line.print();
    }

    void on_message(Conn& conn, std::string_view text) override {
        if (conn.id < players) return pair_.on_text(conn, text);
        if (is_event(text)) ++delivered_;
    }

private:
    void follow() {
        const auto message = follow_message(pair_.battle(), {});
        for (std::size_t i = players; i < client_.size(); ++i) client_.send(client_.at(i), message);
        if (!client_.poll_until(30, [&] { return delivered_ == pair_.events_seen * count_; })) throw std::runtime_error("not all spectators follow");
    }
    // Presence and timers of the opening come to rest meanwhile.
    long settled_kb(double settle_s) {
        client_.poll_until(settle_s, [] { return false; });
        if (client_.closed_count() > 0) throw std::runtime_error("the server closed a connection");
        return probe(pid_).rss_kb;
    }

    static constexpr std::size_t players = 2;
    int pid_;
    std::size_t count_;
    bool following_;
    Client client_;
    PairEvents events_{};
    Pair pair_;
    std::uint64_t delivered_ = 0;
};

}  // namespace

int main(int argc, char** argv) {
    return run_bench(argc, argv, [](const Options& options) { Idle(options).measure(options.number("settle", 2)); });
}
