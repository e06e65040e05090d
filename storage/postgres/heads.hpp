// The battles of this server and where they stand. What is known of one stays true, because its owner alone writes it; whatever is not so after all is refused
// by the fence of AppendRound, and dropped. On the writer's thread.
#pragma once
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "storage/postgres/tenure.hpp"
#include "storage/store.hpp"

namespace muster::storage::postgres {

class Heads {
public:
    /// Store::claim(). Throws PgError.
    Place claim(Tenure& tenure, const std::string& id);
    /// Store::let_go() and hand_over(): with the next statement of letting_go().
    void let_go(std::int64_t battle);
    void let_go_of_all() { all_leave_ = true; }
    std::optional<Statement> letting_go(std::int64_t token) const;
    void have_gone();

    /// Lets the next step of the battle follow what was planned for it before, and returns the step's number; nothing: the battle is not this writer's. Throws
    /// StoreError (broken) if it does not follow, names a seat that there is none of, or there is no such battle.
    std::optional<std::int64_t> plan(Tenure& tenure, std::int64_t battle, const Step& step);
    /// A battle that was made with these.
    void add(std::int64_t battle, std::int64_t step, std::int64_t head, const std::vector<Seat>& seats, const std::string& id);
    /// Nobody knows where it stands.
    void forget(std::int64_t battle) { known_.erase(battle); }
    /// It is another's, or may be.
    void drop(std::int64_t battle);
    /// Drops all but those that the database says are this tenure's; the ids of those that were this server's until now.
    std::vector<std::string> recount(Tenure& tenure);
    std::size_t owned() const { return owned_.size(); }
    /// Battles that were under way and taken from others who are gone, ever.
    std::int64_t taken_over() const { return taken_over_; }

private:
    struct Head {
        std::int64_t step = 0;
        std::int64_t head = 0;
        std::vector<std::string> seats{};
    };
    Head* of_battle(Tenure& tenure, std::int64_t battle);

    std::unordered_map<std::int64_t, Head> known_{};
    std::unordered_map<std::int64_t, std::string> owned_{};  ///< their ids; as many as the server has in memory
    std::set<std::int64_t> leaving_{};
    bool all_leave_ = false;
    std::int64_t taken_over_ = 0;
};

}  // namespace muster::storage::postgres
