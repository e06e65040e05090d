// Yardstick: the floor of a broadcast. A message that comes in on /pub is framed once and handed to one send() per reader
// on /sub.
#include "tests/bench/yard_loop.hpp"

namespace {

using namespace muster::bench;

class Broadcaster : public YardLoop {
    static constexpr std::size_t publisher = SIZE_MAX;

    void on_open(Peer& peer, std::string_view path) override {
        peer.place = path == "/pub" ? publisher : readers_.size();
        if (peer.place != publisher) readers_.push_back(&peer);
    }
    void on_message(Peer& peer, std::string_view text) override {
        if (peer.place != publisher) return;
        const std::string frame = framed(text);
        for (Peer* reader : readers_) push(*reader, frame);
    }
    void on_close(Peer& peer) override {
        if (!peer.open || peer.place == publisher) return;
        readers_.back()->place = peer.place;
        readers_[peer.place] = readers_.back();
        readers_.pop_back();
    }

    std::vector<Peer*> readers_{};
};

}  // namespace

int main() { return Broadcaster().run(); }
