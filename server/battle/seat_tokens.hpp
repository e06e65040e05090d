// Who may sit where: the hashes of the seats' tokens, and of those that were offered in their place. A token itself is never kept.
#pragma once
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "rules/battle.hpp"
#include "storage/store.hpp"

namespace muster::server {

class SeatTokens {
public:
    /// What is kept of a token: 32 bytes.
    static std::string hash_of(const std::string& token);

    /// As stored, of a battle with these seats. False: it cannot be read.
    bool restore(const storage::StoredBattle& stored, std::span<const std::string> seats);

    /// The seat that this token holds.
    std::optional<rules::Seat> seat_of(const std::string& token) const;
    /// The seat that this token was offered for; it begins to hold the seat when somebody follows with it.
    std::optional<rules::Seat> offered_seat_of(const std::string& token) const;

    bool offered(rules::Seat seat) const { return offered_.contains(seat); }

    /// A new token for a seat that nobody has taken: the old one ends at once.
    void renew(rules::Seat seat, const std::string& name, const std::string& token, storage::Step& step);
    /// A new token for a taken seat: the old one ends when the new one is first used.
    void offer(rules::Seat seat, const std::string& name, const std::string& token, storage::Step& step);
    /// The offered token is used. Precondition: there is one.
    void accept(rules::Seat seat, const std::string& name, storage::Step& step);

private:
    std::vector<std::string> hashes_{};
    std::map<rules::Seat, std::string> offered_{};
};

}  // namespace muster::server
