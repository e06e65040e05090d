// What the server's own players add to shared dice: their ladders, and what they have sealed. To the opponent such a player is the seat of
// whoever runs the server; its ladder adds nothing that he does not know, but it binds him as any other seat is bound.
#pragma once
#include <map>
#include <optional>
#include <vector>

#include "protocol/fold.hpp"
#include "protocol/ladder.hpp"
#include "server/battle/bots.hpp"
#include "storage/store.hpp"

namespace muster::server {

class BotShares {
public:
    /// For the bots of a battle that begins; without shared dice they need none.
    static BotShares begin(const protocol::Fold& fold, const Bots& bots);
    /// As kept() wrote it; nothing if it cannot be read.
    static std::optional<BotShares> restore(const std::vector<storage::Kept>& kept, const protocol::Fold& fold);
    std::vector<storage::Kept> kept(const protocol::Fold& fold) const;

    /// The foot of a bot's ladder, hex; empty: the dice are not shared.
    std::string foot(rules::Seat seat) const;
    /// Its ladder has no rung for the next step.
    bool used_up(rules::Seat seat, const protocol::Fold& fold) const;
    /// Makes it another.
    storage::Kept renew(rules::Seat seat, const protocol::Fold& fold);

    /// What is put in for this choice where choices are sealed for all.
    SharedJson seal(const protocol::Fold& fold, const protocol::OpenDecision& open, const SharedJson& choice) const;
    /// So that it can be opened, also after a restart.
    storage::Kept keep_opening(const protocol::Fold& fold, const protocol::OpenDecision& open, const SharedJson& choice);
    /// Its choice when it is asked for its share.
    SharedJson share(const protocol::Fold& fold, rules::Seat seat) const;

private:
    struct Mine {
        protocol::Ladder ladder;
        protocol::Hash secret;
        int after = 0;              ///< it has a rung for each step after this one
        std::int64_t decision = 0;  ///< the last that it sealed; 0: none
        SharedJson choice{};
    };
    static Mine drawn(const protocol::Fold& fold, rules::Seat seat);
    static storage::Kept kept_form(const protocol::Fold& fold, rules::Seat seat, const Mine& mine);

    std::map<rules::Seat, Mine> mine_{};
};

}  // namespace muster::server
