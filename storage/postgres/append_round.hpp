// Steps of several battles, one of each, as one statement that stores those whose battle is still this writer's, and tells which. It is fenced row by row: a
// writer that another has taken a battle from changes nothing of it, whenever its statement comes.
#pragma once
#include <cstdint>

#include "storage/postgres/connection.hpp"
#include "storage/postgres/net_changes.hpp"

namespace muster::storage::postgres {

class AppendRound {
public:
    /// `number`: of the step, among those of its battle.
    void add(std::int64_t battle, std::int64_t number, const Step& step);
    /// Its rows are the battles whose steps it has stored. `token`: the writer's.
    Statement query(std::int64_t token) const;

private:
    void add_changes(std::int64_t battle, const NetChanges& changes);

    struct {
        Numbers battle{}, number{}, last{};
    } moved_{};
    struct {
        Numbers battle{}, number{}, last{};
        Texts events{}, inputs{}, answers{};
    } steps_{};
    struct {
        Numbers battle{}, decision{};
        Texts seat{};
    } unsealed_{};
    struct {
        Numbers battle{}, decision{};
        Texts seat{}, choice{}, how{};
    } sealed_{};
    struct {
        Numbers battle{};
        Texts seat{}, name{};
    } forgotten_{};
    struct {
        Numbers battle{};
        Texts seat{}, name{}, value{};
    } kept_{};
    struct {
        Numbers battle{}, taken{}, renewed{};
        Texts seat{}, name{}, token_hash{};
    } seats_{};
    Numbers unwoken_{};
    struct {
        Numbers battle{}, at{};
    } woken_{};
    struct {
        Numbers battle{}, open{}, winner{};
        Texts visibility{}, status{}, outcome{}, finished_at{};
    } battles_{};
    Numbers ended_{};
};

}  // namespace muster::storage::postgres
