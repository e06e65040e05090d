// A clock and an upstream of the test's own: every line that was ever opened, and what was said on it.
#pragma once
#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "rules/json.hpp"
#include "server/base/clock.hpp"
#include "server/relay/upstream.hpp"

namespace muster::test {

class TestClock final : public server::Clock {
public:
    std::int64_t now_ms() const override { return 1'800'000'000'000 + steady; }
    std::int64_t steady_ms() const override { return steady; }
    void pass(std::chrono::milliseconds time) { steady += time.count(); }

    std::int64_t steady = 1'000;
};

class TestUpstream final : public server::Upstream {
public:
    struct TestLine final : Line {
        std::weak_ptr<Listener> listener{};
        std::vector<Json> said{};
        bool is_cut = false;
        bool pauses = false;
        void say(std::string text) override { said.push_back(Json::parse(text)); }
        void cut() override { is_cut = true; }
        void pause(bool on) override { pauses = on; }
        void tell(const Json& message) const { listener.lock()->on_text(message.dump()); }
    };
    std::shared_ptr<Line> open(const server::Strand&, const To&, std::weak_ptr<Listener> listener) override {
        auto line = std::make_shared<TestLine>();
        line->listener = std::move(listener);
        lines.push_back(line);
        return line;
    }

    std::vector<std::shared_ptr<TestLine>> lines{};
};

}  // namespace muster::test
