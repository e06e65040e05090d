// How much time each seat has, as the server told it last. Pure: whoever asks says what time it is.
#pragma once
#include <chrono>
#include <optional>
#include <string>

#include "rules/json.hpp"

namespace muster::cli {

class Clocks {
public:
    using Moment = std::chrono::steady_clock::time_point;
    using Length = std::chrono::milliseconds;

    /// What was agreed on: the battle's options.
    void agree(const Json& options);
    /// A message `clock`. It tells the time by the server's clock, so what this machine thinks of the time does not matter.
    void tell(const Json& message, Moment now);

    /// "you 9:58, defender 10:00 (paused)"; empty when there is no clock, or nothing is known of it. `own`: the viewer's seat, or empty.
    std::string text(const std::string& own, Moment now) const;
    /// How long until the seat's decision must be made; nothing when its time stands still.
    std::optional<Length> left(const std::string& seat, Moment now) const;
    /// With this little left a warning is due: a fifth of the time, and of a live clock no more than half a minute.
    Length short_time() const { return short_time_; }
    /// What happens when time is up, as the end of a sentence.
    std::string at_the_end() const;

private:
    const Json& seat_named(const std::string& seat) const;
    std::string time_of(const Json& seat, Moment now) const;

    bool agreed_ = false;
    bool each_decision_max_ = false;  ///< what runs is not the bank
    bool forfeit_ = false;
    Length short_time_{};
    Json seats_ = Json::array();
    std::int64_t server_ms_ = 0;  ///< what the server's clock said …
    Moment told_{};               ///< … at this moment
};

/// "0:09", "12:34", "1:02:03", "2 days 1:02:03".
std::string clock_face(std::chrono::milliseconds time);

}  // namespace muster::cli
