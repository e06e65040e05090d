// The way through a record: inputs and notes in the order in which they stand in it, each let into a fold that follows. The verifier goes it, and so
// does whoever takes a record into a store.
#pragma once
#include <expected>
#include <optional>
#include <set>

#include "protocol/fold.hpp"
#include "protocol/record.hpp"

namespace muster::protocol {

/// Nothing of the record is believed to fit: neither that events and inputs are as many as belong together nor that an input is allowed. But whether
/// an event says what followed is its caller's to ask.
class RecordWalk {
public:
    /// Where a step stands: from which event, and from which input. `note`: it is that event, which follows from no input.
    struct Step {
        std::size_t event = 0;
        std::size_t input = 0;
        bool note = false;
    };

    /// All must outlive this. `fold` has not begun.
    RecordWalk(const Record& record, Fold& fold) : record_(record), fold_(fold) {}

    /// Event 1.
    void begin(Applied& out);
    /// The next note; or the next input (of a sealed step all choices, which enter together) and what follows from it, which `out` then has. Refuses
    /// (with the place in the record) what may not come here. `out` can be given up: then its answer means nothing, and nothing may follow.
    /// Precondition: !at_end().
    std::expected<Step, Refusal> next(Applied& out);
    /// Whether nothing is left: neither input nor event.
    bool at_end() const { return next_event_ >= record_.events.size() && next_input_ >= record_.inputs.size(); }
    /// Whether the last note announced the next input, or the last input belongs to one happening with the next: they came about at one moment.
    bool goes_on_at_once() const;
    /// Refuses an end before that of the battle. Precondition: at_end().
    std::optional<Refusal> check_end() const;

private:
    bool input_is_next() const;
    std::optional<Refusal> note(const RecordEvent& event, const FlatJson& data);
    std::optional<Refusal> seal(const RecordEvent& event);
    std::optional<Refusal> enter(Applied& out);

    const Record& record_;
    Fold& fold_;
    std::size_t next_event_ = 0;
    std::size_t next_input_ = 0;
    std::set<std::int64_t> sealed_{};
};

}  // namespace muster::protocol
