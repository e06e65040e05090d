// Battles that other servers of the same store have, as this one passes on to them: the port behind which that stands. Thread-safe.
#pragma once
#include <memory>
#include <string>

#include "server/battle/port.hpp"

namespace muster::server {

class Elsewhere {
public:
    virtual ~Elsewhere() = default;
    /// This battle is that server's (`url` as the store has it): whatever came for it goes there from now on. Null: it cannot.
    virtual std::shared_ptr<BattlePort> at(const std::string& battle, const std::string& url) = 0;
    /// The same of one that is passed on already; null: it is not.
    virtual std::shared_ptr<BattlePort> passed_on(const std::string& battle) const = 0;
};

}  // namespace muster::server
