// Where a store is, in the operator's words; they also say which engine it has.
#pragma once
#include <expected>
#include <filesystem>
#include <string>
#include <string_view>

namespace muster::storage {

struct Location {
    std::string words;               ///< as the operator wrote them, without passwords
    bool lasts = false;              ///< the store outlives its server
    std::filesystem::path folder{};  ///< of this machine, that the store is in or its server's control socket, and nobody else's affair; empty: there is none
    std::string address{};           ///< of a database; it may hold a password, and is shown to nobody
    std::string node_url{};          ///< where other servers of that database reach this one; may be empty
};

/// What the words may be, for whoever has to write them.
inline constexpr std::string_view location_words = "the store's folder; :memory: keeps nothing";

/// What the words for a database may be.
inline constexpr std::string_view database_words =
    "a database that is the store instead of that folder: postgres://USER@HOST/NAME, and what else PostgreSQL's clients know";

/// Why there is nothing to read, to copy or to put back where a store does not last.
inline constexpr std::string_view gone_with_its_server = "a store in memory disappears with its server; name a folder";

/// The refusal is a sentence.
std::expected<Location, std::string> location_of(std::string words);

}  // namespace muster::storage
