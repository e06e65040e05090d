// Whose rungs they are: that each share is the rung above the last one of its seat's ladder, and opens what the seat has sealed
// (protocol/README.md, "Shared dice"). When a share may come is shared_dice.hpp's.
#pragma once
#include <map>
#include <set>
#include <string>
#include <utility>

#include "protocol/ids.hpp"
#include "protocol/proof/difference.hpp"
#include "protocol/proof/entry.hpp"

namespace muster::protocol::proof {

class Ladders {
public:
    /// `start`: H(0).
    explicit Ladders(const Hash& start) : start_(start) {}

    /// What is wrong with the input, which may come now; it is taken in if nothing is.
    std::optional<Problem> input(const Entry& entry);

private:
    struct Seal {
        std::string seal;
        std::int64_t decision = 0;
    };

    std::optional<Problem> share(const std::string& seat, const Json& choice, const std::string& path);

    Hash start_;
    std::map<std::string, Hash> rungs_{};            ///< the last one that a seat has shown
    std::set<std::pair<std::string, Hash>> feet_{};  ///< of all that a seat has put in
    std::map<std::string, Seal> seals_{};
};

}  // namespace muster::protocol::proof
