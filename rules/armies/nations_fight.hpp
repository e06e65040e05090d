// The fight of any number of nations for one area, without a city: what melee.hpp counts, step by step, driven as a Fight is.
#pragma once
#include "rules/armies/fight.hpp"

namespace muster::rules::armies {

/// One area before nations fight for it; which seat a nation is says its place.
struct Nations {
    std::vector<std::string> seats{};
    std::vector<Contender> contenders{};
    int limit = 0;
};

class NationsFight {
public:
    explicit NationsFight(Nations nations) : nations_(std::move(nations)) {}

    void begin(std::vector<Happening>& happened);
    const std::optional<Removal>& next() const { return next_; }
    void remove(const Given& given, std::vector<Happening>& happened);
    const Finish& finish() const { return finish_; }

    const std::vector<std::string>& seats() const { return nations_.seats; }
    const Tokens& tokens(int seat) const { return nations_.contenders[static_cast<std::size_t>(seat)].tokens; }
    int limit() const { return nations_.limit; }
    bool city_stands() const { return false; }

private:
    void go_on();

    Nations nations_;
    Melee melee_{};
    std::size_t steps_ = 0;  ///< so far
    std::optional<Removal> next_{};
    Finish finish_{};
};

}  // namespace muster::rules::armies
