#include "clients/cli/clocks.hpp"

#include <algorithm>
#include <cstdio>

#include "clients/cli/narration.hpp"
#include "protocol/times.hpp"

namespace muster::cli {

void Clocks::agree(const Json& options) {
    const auto& clock = value_at(options, "clock");
    agreed_ = clock.is_object();
    forfeit_ = text_at(options, "on_timeout") == "forfeit";
    const auto length = [&](std::string_view key) { return Length(protocol::read_duration(text_at(clock, key)).value_or(0)); };
    const bool live = text_at(clock, "mode") == "live";
    each_decision_max_ = length("decision_max").count() > 0;
    const auto whole = !live ? length("per_decision") : each_decision_max_ ? length("decision_max") : length("bank");
    constexpr int share = 5;
    short_time_ = live ? std::min<Length>(std::chrono::seconds(30), whole / share) : whole / share;
}

void Clocks::tell(const Json& message, Moment now) {
    const auto time = protocol::read_time(text_at(message, "now"));
    const auto& seats = value_at(message, "seats");
    if (!time || !seats.is_array()) return;
    server_ms_ = *time;
    told_ = now;
    seats_ = seats;
}

const Json& Clocks::seat_named(const std::string& seat) const {
    static const Json none;
    const auto found = std::ranges::find_if(seats_, [&](const Json& each) { return text_at(each, "seat") == seat; });
    return found == seats_.end() ? none : *found;
}

std::optional<Clocks::Length> Clocks::left(const std::string& seat, Moment now) const {
    const auto deadline = protocol::read_time(text_at(seat_named(seat), "deadline"));
    if (!agreed_ || !deadline) return {};
    return std::max(Length(0), Length(*deadline - server_ms_) - std::chrono::duration_cast<Length>(now - told_));
}

std::string Clocks::time_of(const Json& seat, Moment now) const {
    const auto running = left(text_at(seat, "seat"), now);
    const auto bank = number_at(seat, "bank_ms", -1);
    if (!running) return bank < 0 ? "paused" : clock_face(Length(bank)) + " (paused)";
    return clock_face(*running) + (each_decision_max_ && bank >= 0 ? " for this decision, of " + clock_face(Length(bank)) : "");
}

std::string Clocks::text(const std::string& own, Moment now) const {
    std::vector<std::string> parts;
    if (agreed_)
        for (const auto& each : seats_) {
            const auto seat = text_at(each, "seat");
            if (seat == own) parts.insert(parts.begin(), "you " + time_of(each, now));
            else parts.push_back(seat + " " + time_of(each, now));
        }
    return joined(parts, ", ");
}

std::string Clocks::at_the_end() const { return forfeit_ ? "then you have lost" : "then the default choice is played"; }

std::string clock_face(std::chrono::milliseconds time) {
    using namespace std::chrono;
    const auto whole = ceil<seconds>(time);
    const auto of_day = hh_mm_ss(whole % days(1));
    const auto full_days = whole / days(1);
    char out[32];
    if (full_days > 0 || of_day.hours().count() > 0)
        std::snprintf(out, sizeof out, "%d:%02d:%02d", static_cast<int>(of_day.hours().count()), static_cast<int>(of_day.minutes().count()),
                      static_cast<int>(of_day.seconds().count()));
    else std::snprintf(out, sizeof out, "%d:%02d", static_cast<int>(of_day.minutes().count()), static_cast<int>(of_day.seconds().count()));
    return (full_days > 0 ? counted(full_days, "day") + " " : "") + out;
}

}  // namespace muster::cli
