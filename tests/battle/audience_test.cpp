// When presence is told, as plain values: an audience has neither clock nor timer, only what its battle says.
#include "server/battle/audience.hpp"

#include <doctest/doctest.h>

#include "server/base/limits.hpp"

using namespace muster;
using namespace muster::server;
using namespace std::chrono_literals;

namespace {

/// Counts what it is told.
class Ear final : public Subscriber {
public:
    void deliver(Bundle /*bundle*/) override { ++told; }
    void deliver_then(Bundle bundle, std::function<void()> /*drained*/) override { deliver(std::move(bundle)); }
    int told = 0;
};

/// An audience whose battle does nothing but write down when it is to say who is here.
struct Crowd {
    Crowd() : audience(history, metrics, host()) {}

    std::shared_ptr<Ear> joins() {
        auto ear = std::make_shared<Ear>();
        audience.admit({.connection = ear, .name = "Eve"});
        audience.schedule_presence(now);
        return ear;
    }
    Audience::Host host() {
        Audience::Host out;
        out.presence_in = [this](std::chrono::milliseconds pause) { pauses.push_back(pause); };
        out.look = [this] { return Audience::Host::Seen{in_memory ? bundle_of(0, protocol::Presence{}) : nullptr}; };
        out.clock = [] { return Bundle(); };
        out.sweep_on = [this] { sweeps = true; };
        return out;
    }
    /// The pause is over.
    void tell() {
        audience.send_presence(now);
        while (std::exchange(sweeps, false)) audience.sweep();
    }

    Now now{1'800'000'000'000, 0};
    bool in_memory = true;
    bool sweeps = false;
    std::vector<std::chrono::milliseconds> pauses{};
    History history{"b"};
    Metrics metrics{};
    Audience audience;
};

using Pauses = std::vector<std::chrono::milliseconds>;
constexpr std::chrono::milliseconds every = limits::presence_every;

}  // namespace

TEST_CASE("a crowd that comes at once hears of itself once, and of whoever comes then no sooner than may be") {
    Crowd crowd;
    std::vector<std::shared_ptr<Ear>> ears;
    for (int i = 0; i < 600; ++i) ears.push_back(crowd.joins());
    CHECK(crowd.pauses == Pauses{50ms});
    crowd.now.ms += 50;
    crowd.tell();
    for (const auto& ear : ears) REQUIRE(ear->told == 1);
    for (int i = 0; i < 3; ++i) crowd.joins();
    CHECK(crowd.pauses == Pauses{50ms, every});
    crowd.now.ms += every.count();
    crowd.tell();
    CHECK(ears.front()->told == 2);
    crowd.now.ms += 300;
    crowd.joins();
    CHECK(crowd.pauses.back() == every - 300ms);
    crowd.now.ms += every.count() - 300;
    crowd.tell();
    crowd.now.ms += every.count() - 20;
    crowd.joins();
    CHECK(crowd.pauses.back() == 50ms);
    CHECK(crowd.pauses.size() == 4);
}

TEST_CASE("whatever is done to the time of day, presence waits no longer") {
    Crowd crowd;
    crowd.joins();
    crowd.tell();
    for (const std::int64_t jump : {3'600'000, -7'200'000}) {
        crowd.now.ms += jump + 400;
        crowd.now.shift_ms += jump;
        crowd.joins();
        CHECK(crowd.pauses.back() == every - 400ms);
        crowd.tell();
    }
}

TEST_CASE("what cannot be told now is told as soon as it can be; nobody is told when nobody looks, or when all has ended") {
    Crowd crowd;
    crowd.in_memory = false;
    const auto ear = crowd.joins();
    crowd.tell();
    CHECK(ear->told == 0);
    crowd.in_memory = true;
    crowd.audience.schedule_presence(crowd.now);
    CHECK(crowd.pauses == Pauses{50ms, 50ms});
    crowd.tell();
    CHECK(ear->told == 1);
    crowd.audience.drop(ear);
    crowd.audience.schedule_presence(crowd.now);
    CHECK(crowd.pauses.size() == 2);
    crowd.audience.stop();
    crowd.joins();
    CHECK(crowd.pauses.size() == 2);
}
