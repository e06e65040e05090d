// A setup that a ruleset accepts.
#pragma once
#include <expected>
#include <memory>

#include "rules/refusal.hpp"

namespace muster::rules {

/// As it is written, the kinds of pieces that it may name, and what is played.
template <typename Setup, typename Kinds, typename Table>
struct Accepted {
    Setup setup;
    Kinds kinds;
    std::shared_ptr<Table> table;
};

/// What is played, of a setup that may have been refused.
template <typename Setup, typename Kinds, typename Table>
std::expected<std::shared_ptr<const Table>, Refusal> table_of(std::expected<Accepted<Setup, Kinds, Table>, Refusal> accepted) {
    if (!accepted) return std::unexpected(std::move(accepted.error()));
    return std::move(accepted->table);
}

}  // namespace muster::rules
