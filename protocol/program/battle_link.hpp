// What somebody types or pastes to name a battle.
#pragma once
#include <expected>
#include <optional>
#include <string>
#include <string_view>

namespace muster {

struct BattleLink {
    std::optional<std::string> server{};  ///< as it is written before /b/; not read
    std::string battle{};
    std::string token{};  ///< what follows the #: a seat's, or a moment's number; empty: none
};

/// Reads "SERVER/b/BATTLE#TOKEN" or "BATTLE#TOKEN", with or without the token. Of what only the page reads (?…) nothing is kept. The error says what the
/// text is or has, for behind it.
std::expected<BattleLink, std::string> read_battle_link(std::string_view text);

}  // namespace muster
