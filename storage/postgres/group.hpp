// The operations of a group as statements that are sent at once: rounds of steps, new battles, what the server keeps. Their answers say what became of each.
#pragma once
#include <cstdint>
#include <functional>
#include <vector>

#include "storage/group_writer.hpp"
#include "storage/postgres/heads.hpp"

namespace muster::storage::postgres {

class Group {
public:
    /// Throws as Heads::plan() does.
    void plan(const Operation& operation, Heads& heads, Tenure& tenure);

    /// `number`: of the group, among those of the writer.
    std::vector<Statement> queries(std::int64_t token, std::int64_t number, const Heads& heads) const;

    /// What became of it, by the answers to queries(). Heads learn of new battles and forget those that were not stored.
    std::vector<Transactor::Outcome> outcomes(const std::vector<Rows>& answers, Heads& heads) const;

    /// Whether a writer with this token has stored the group of this number, for who had no answer and has taken over from it; and what became of each
    /// operation. Nothing: none of it was stored.
    std::optional<std::vector<Transactor::Outcome>> found(Tenure& tenure, std::int64_t token, std::int64_t number) const;

    /// It was not stored, or nobody knows.
    void forget(Heads& heads) const;

private:
    struct Planned {
        const Operation* operation = nullptr;
        std::int64_t step = 0;   ///< of a step its number
        bool elsewhere = false;  ///< it is not this writer's battle
        std::size_t round = 0;   ///< how many steps of the same battle are before it
    };
    std::vector<std::vector<const Planned*>> rounds() const;
    /// Steps tell by their heads whether they were stored; a group with anything else leaves a mark.
    bool has_mark() const;

    std::vector<Planned> planned_{};
};

}  // namespace muster::storage::postgres
