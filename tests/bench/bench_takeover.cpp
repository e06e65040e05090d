// How long battles stand still when the server that has them goes. They are made at `--owner` and played by way of another server of the same database, all as
// fast as they are answered; then the owner gets `--signal` (9: it dies, 15: it is asked to end, 19: it hangs). A battle goes on when a choice has been told
// that was sent when the owner had closed its connections, or, if it hangs, had been stopped: only the other server can have taken it.
//   --owner (port) --pid (of the owner) --port (of the other server) --battles --signal
#include <csignal>

#include "tests/bench/players.hpp"

namespace {

using namespace muster::bench;

std::string text_after(std::string_view text, std::string_view key) {
    const auto at = text.find(key);
    if (at == std::string_view::npos) throw std::runtime_error("expected " + std::string(key) + " in " + std::string(text));
    text.remove_prefix(at + key.size());
    return std::string(text.substr(0, text.find_first_of("\",}")));
}

/// Two seats of one battle, each on a connection of its own; a request is answered with its default at once.
struct Battle {
    struct Choice {
        std::string decision{}, message{};
        std::uint64_t sent_ns = 0;
    };
    std::string id{};
    std::string tokens[2]{};
    Choice last[2]{};  ///< of each seat
    std::uint64_t accepted = 0;
    std::uint64_t goes_on_ns = 0;
};

class Takeover : public Handler {
public:
    explicit Takeover(const Options& options)
        : battles_(options.count("battles", 100)),
          maker_(*this),
          owner_(int(options.number("owner", 0)), maker_),
          other_(int(options.number("port", 0)), *this) {
        owner_.add("/ws");
        for (std::size_t i = 0; i < 2 * battles_.size(); ++i) other_.add("/ws");
    }

    void begin() {
        owner_.connect_all(30);
        for (std::size_t i = 0; i < battles_.size(); ++i) owner_.send(owner_.at(0), create_message(setup_named("march")));
        if (!owner_.poll_until(30, [&] { return maker_.made == battles_.size(); })) throw std::runtime_error("not all battles were made");
        other_.connect_all(30);
        for (std::size_t i = 0; i < other_.size(); ++i) other_.send(other_.at(i), follow_message(battles_[i / 2].id, battles_[i / 2].tokens[i % 2]));
        play_until(30, "not all battles began", [](const Battle& each) { return each.accepted > 0; });
        other_.poll_until(1, [] { return false; });
    }

    void measure(int signal, int pid) {
        const auto at = now_ns();
        if (::kill(pid, signal) != 0) throw std::runtime_error("no such process");
        if (signal == SIGSTOP) maker_.gone_ns = at;
        play_until(20, "a battle stood still for 20 s", [](const Battle& each) { return each.goes_on_ns > 0; });
        Histogram still;
        for (const auto& each : battles_) still.add(each.goes_on_ns - at);
        Report line;
        line.add("signal", signal);
        line.add("battles", double(battles_.size()));
        line.add_latency(still);
        line.add("busy", double(busy_));
        line.print();
    }

    void on_message(Conn& conn, std::string_view text) override {
        Battle& battle = battles_[conn.id / 2];
        if (text.starts_with(R"({"type":"accepted")")) {
            accepted(battle, battle.last[conn.id % 2], text_after(text, R"("id":")"));
        } else if (text.starts_with(R"({"type":"request",)")) {
            if (text_after(text, R"("seat":")") == (conn.id % 2 == 0 ? "attacker" : "defender")) choose(conn, text_after(text, R"("decision":)"));
        } else if (text.starts_with(R"({"type":"rejected")") && text.find("server_busy") != std::string_view::npos) {
            ++busy_;  // as clients do
            send(conn, battle.last[conn.id % 2]);
        } else if (text.starts_with(R"({"type":"rejected")") || text.starts_with(R"({"type":"error")")) {
            throw std::runtime_error("refused: " + std::string(text));
        }
    }
    void on_close(Conn&) override { throw std::runtime_error("the other server closed a connection"); }

private:
    /// The battles as they are made at the owner.
    struct Maker : Handler {
        explicit Maker(Takeover& of) : takeover(of) {}
        void on_message(Conn&, std::string_view text) override {
            if (!text.starts_with(R"({"type":"created")")) return;
            Battle& battle = takeover.battles_[made++];
            battle.id = text_after(text, R"("battle":")");
            for (auto& token : battle.tokens) {
                token = text_after(text, R"("token":")");
                text.remove_prefix(text.find(token));
            }
        }
        void on_close(Conn&) override { gone_ns = now_ns(); }
        Takeover& takeover;
        std::size_t made = 0;
        std::uint64_t gone_ns = 0;  ///< when the owner had gone
    };

    void choose(Conn& conn, const std::string& decision) {
        Battle& battle = battles_[conn.id / 2];
        auto& choice = battle.last[conn.id % 2];
        choice = {decision,
                  R"({"type":"choose","id":")" + decision + R"(","battle":")" + battle.id + R"(","decision":)" + decision + R"(,"choice":"default"})"};
        send(conn, choice);
    }
    void send(Conn& conn, Battle::Choice& choice) {
        choice.sent_ns = now_ns();
        other_.send(conn, choice.message);
    }
    void accepted(Battle& battle, const Battle::Choice& choice, const std::string& decision) const {
        ++battle.accepted;
        if (maker_.gone_ns > 0 && battle.goes_on_ns == 0 && choice.decision == decision && choice.sent_ns > maker_.gone_ns) battle.goes_on_ns = now_ns();
    }
    template <typename Done>
    void play_until(double timeout_s, const char* otherwise, const Done& done) {
        for (const auto end = now_ns() + to_ns(timeout_s); !std::ranges::all_of(battles_, done); other_.poll(1'000'000), owner_.poll(0))
            if (now_ns() >= end) throw std::runtime_error(otherwise);
    }

    std::vector<Battle> battles_;
    Maker maker_;
    Client owner_, other_;
    std::uint64_t busy_ = 0;  ///< choices that were refused as the other server could not say what became of them, and were sent again
};

}  // namespace

int main(int argc, char** argv) {
    return run_bench(argc, argv, [](const Options& options) {
        Takeover takeover(options);
        takeover.begin();
        takeover.measure(int(options.number("signal", 9)), int(options.number("pid", 0)));
    });
}
