// What each side has left, told from the setup and the losses alone, so that it works for any record.
#pragma once
#include <string>
#include <vector>

#include "rules/json.hpp"

namespace muster::narration {

/// Knows rulesets whose setups list an "army" per seat, or tokens of population and armies; for others it is empty and
/// says nothing.
class Armies {
public:
    Armies() = default;
    explicit Armies(const Json& setup);

    /// Takes what an event says was lost.
    void apply(const Json& event);
    bool empty() const { return sides_.empty(); }
    /// Both sides beside each other; `titles` by seat, in the order of seats().
    std::vector<std::string> rows(const std::vector<std::string>& titles) const;
    std::vector<std::string> seats() const;

private:
    struct Troop {
        std::string unit;
        bool enhanced = false;
        bool aircraft = false;
        long long left = 0;
        long long at_first = 0;
    };
    struct Side {
        std::string seat;
        std::vector<Troop> troops;
    };
    static void add(Side& side, const Json& entries, const Json& roster, bool aircraft);
    static std::vector<Troop> tokens(const Json& side);
    void assault(const Json& data);
    void lose(const std::string& seat, const Json& lost);
    static std::vector<std::string> column(const Side& side);

    std::vector<Side> sides_{};
};

}  // namespace muster::narration
