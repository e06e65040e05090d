// Drives the yardstick yard_decide as bench_decide drives musterd: the same pace, two players a battle, and the next
// decision of a battle only when both have the whole answer to the last one. The players take turns.
//   --port --pid (of the server) --battles --rate --seconds --frames (of one answer)
#include "tests/bench/decision_load.hpp"

namespace {

using namespace muster::bench;

class Table {
public:
    Table(Client& client, DecisionLoad<Table>& load, std::size_t number, std::size_t frames) : client_(client), load_(load), frames_(frames) {
        for (auto& seat : seats_) seat = &client.add("/battle/" + std::to_string(number));
    }

    bool has_asked() const { return since_ns_ == 0; }
    void submit(std::uint64_t since_ns) {
        since_ns_ = since_ns;
        const auto number = std::to_string(++choices_);
        client_.send(*seats_[choices_ & 1U],
                     R"({"type":"choose","id":")" + number + R"(","battle":"abcdefghijklmnopqrstuv","decision":)" + number + R"(,"choice":"default"})");
    }
    void on_frame(const Conn& conn) {
        ++got_;
        if (since_ns_ == 0 || got_ > 2 * frames_) throw std::runtime_error("more frames than an answer has");
        if (got_ < 2 * frames_) return;
        const auto since = since_ns_;
        got_ = 0;
        since_ns_ = 0;
        load_.decided(conn.read_at_ns > since ? conn.read_at_ns - since : 0);
        load_.asked(*this);
    }

private:
    Client& client_;
    DecisionLoad<Table>& load_;
    std::size_t frames_;
    Conn* seats_[2]{};
    std::size_t got_ = 0;         // frames of the answer, over both players
    std::uint64_t since_ns_ = 0;  // 0: nothing is on its way
    std::uint64_t choices_ = 0;
};

class Move : public Handler {
public:
    explicit Move(const Options& options) : client_(int(options.number("port", 0)), *this), load_(options, client_) {
        for (std::size_t i = 0; i < options.count("battles", 50); ++i)
            tables_.push_back(std::make_unique<Table>(client_, load_, i, options.count("frames", 1)));
    }
    void run(double seconds) {
        client_.connect_all(30);
        load_.begin(tables_);
        load_.play(std::min(1.0, seconds / 2));
        Report line;
        line.add("battles", double(tables_.size()));
        load_.measure(seconds, line);
        line.print();
    }
    void on_message(Conn& conn, std::string_view) override { tables_[conn.id / 2]->on_frame(conn); }

private:
    Client client_;
    DecisionLoad<Table> load_;
    std::vector<std::unique_ptr<Table>> tables_{};
};

}  // namespace

int main(int argc, char** argv) {
    return run_bench(argc, argv, [](const Options& options) { Move(options).run(options.number("seconds", 3)); });
}
