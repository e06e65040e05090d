// What steps change of what is kept of a battle besides its history, added up: a row of a table may be written once in a statement.
#pragma once
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>

#include "storage/battle.hpp"

namespace muster::storage::postgres {

struct NetChanges {
    /// What comes later counts.
    void apply(const Step& step);

    struct OfSeat {
        std::optional<std::string> name{};  ///< it was taken under
        std::optional<std::string> token_hash{};
    };
    struct Choice {
        std::string choice;
        std::string how;
    };
    std::map<std::pair<std::string, std::int64_t>, std::optional<Choice>> sealed{};  ///< none: taken out
    std::map<std::pair<std::string, std::string>, std::string> kept{};               ///< empty: forgotten
    std::map<std::string, OfSeat> seats{};
    std::optional<std::int64_t> wake_at{};
    std::optional<std::string> visibility{};
    std::optional<bool> open{};
    std::optional<Status> status{};
    std::string outcome{};  ///< these with status over
    std::optional<int> winner{};
    std::string finished_at{};
    bool ended = false;

    bool of_battle() const { return visibility || open || status; }
};

/// In the column `winner` of a battle that is not over.
constexpr int not_over = -2;

}  // namespace muster::storage::postgres
