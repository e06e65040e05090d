// Where the battles that are written to stand. A battle is claimed when it is first written to, and what is known of it then stays true, because its owner
// alone writes it; whatever is not so after all is refused by the fence of AppendRound, and forgotten.
#pragma once
#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "storage/battle.hpp"
#include "storage/postgres/tenure.hpp"

namespace muster::storage::postgres {

class Heads {
public:
    /// Lets the next step of the battle follow what was planned for it before, and returns the step's number. Throws StoreError (broken) if it does
    /// not follow, names a seat that there is none of, or there is no such battle.
    std::int64_t plan(Tenure& tenure, std::int64_t battle, const Step& step);
    /// A battle that was made with these.
    void add(std::int64_t battle, std::int64_t step, std::int64_t head, const std::vector<Seat>& seats);
    /// It is over, or another's, or nobody knows.
    void forget(std::int64_t battle) { known_.erase(battle); }
    /// Between two groups: what was planned is not to be forgotten in the middle of one.
    void make_room();

private:
    struct Head {
        std::int64_t step = 0;
        std::int64_t head = 0;
        std::vector<std::string> seats{};
    };
    Head& of_battle(Tenure& tenure, std::int64_t battle);

    std::unordered_map<std::int64_t, Head> known_{};
};

}  // namespace muster::storage::postgres
