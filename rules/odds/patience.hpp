// How long work may take, for those who know no clock.
#pragma once
#include <cstdint>
#include <functional>
#include <utility>

namespace muster::rules {

/// Long work tells it what it is about to do; whoever wants the result says whether it may go on: until some time, until he is
/// told to stop, or to the end. A step is about as much work as to draw a die. One thread uses it.
class Patience {
public:
    /// `may_go_on` is asked before the first step and then about every `asked_every` steps, until it says no.
    explicit Patience(std::function<bool()> may_go_on) : may_go_on_(std::move(may_go_on)) {}
    static Patience endless() {
        return Patience([] { return true; });
    }

    /// Before so many steps: whether they may be done. Who hears no stops at once, and leaves no result.
    bool spend(std::int64_t steps) {
        unasked_ += steps;
        if (unasked_ >= asked_every && !ran_out_) {
            unasked_ = 0;
            ran_out_ = !may_go_on_();
        }
        return !ran_out_;
    }
    bool ran_out() const { return ran_out_; }

    /// Some 50 microseconds of work: so that asking, even a clock, costs nothing beside it.
    static constexpr std::int64_t asked_every = 20'000;

private:
    std::function<bool()> may_go_on_;
    std::int64_t unasked_ = asked_every;
    bool ran_out_ = false;
};

}  // namespace muster::rules
