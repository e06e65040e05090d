// Holds a server to its word in one battle: keeps what it began with, what is sent, and the heads that the server signs, and says when one
// contradicts another. For a seat in the user's file, stored before anything is sent; for whoever watches only as long as the program runs.
#pragma once
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "clients/cli/seats_file.hpp"
#include "protocol/heard.hpp"
#include "protocol/seat_shares.hpp"
#include "rules/json.hpp"

namespace muster::cli {

class Keeper {
public:
    /// `token` empty: somebody watches.
    Keeper(SeatsFile file, std::string server, std::string battle, std::string token);

    /// Sentences for the player: what the server did against its word, and what could not be kept.
    using Told = std::vector<std::string>;

    /// It is asked to follow: what it signs from now on must not lie before what is kept.
    void asks();
    /// `following`, `accepted`, `last_head`: whatever has a signed head.
    Told follows(const Json& following);
    Told hears(const Json& message);
    /// All that this device must know of the past is kept: where dice are shared all of it is, and a device that is new here must hear what was decided
    /// elsewhere.
    bool may_skip_history() const;
    Told happens(const Json& event);
    /// Something is asked of the seat: how far it was told is kept.
    Told pauses();
    /// A message of ours is about to be sent; `request`: the open decision, or null.
    Told sends(const Json& message, const Json& request);
    /// What became of it.
    Told answered(const Json& ours, bool accepted);

    // Where dice are shared (keeper_shares.cpp):
    /// Whether what is chosen for this request is sealed for the server too.
    bool is_sealed_for_all(const Json& request) const;
    /// What is said of a choice that is, which is kept: `choice`, and where it may be said the `ladder` that seals it. The error is a sentence.
    struct NotSealed {
        std::string why;
        bool is_outdated = false;  ///< another program of the seat has gone on since the request, or so it seems
    };
    std::expected<Json, NotSealed> seal(const Json& request, Json choice);
    /// A seal was refused, since another ladder is in force: the choice, which is sealed again once we have heard of that (renews_ladder()); null: none is
    /// kept.
    Json seal_refused(const Json& ours);
    /// The answer to a request for a share; nothing: it must not be answered, and `told` says why, or it is not needed any more.
    std::optional<Json> share(const Json& request, Told& told);
    /// The foot of a ladder that was never put in, drawn if there is none, for `new_ladder`; empty: the battle has no use for one.
    std::string fresh_ladder(Told& told);
    /// Puts this seat's signature beside what is about to be sent, if it has a key (keeper_signing.cpp): `request`: the open decision, or null. A choice is
    /// taken for all of it; the server refuses the signature if the rules fill something in.
    void sign(Json& message, const Json& request);
    /// The same once `preview` has told what it is in full.
    Json sign_previewed(Json message, const Json& previewed, const Json& request);
    /// Whether it is time for one: the ladder in force is nearly used up, or came from another device, which may still have it.
    bool needs_ladder() const;
    /// Whether one is on its way: what is sealed now would be opened by another ladder than it was sealed by.
    bool renews_ladder() const { return renews_ladder_; }
    /// The battle is told from the beginning.
    void begin_anew();

    /// Standing orders that are carried out on this machine.
    std::optional<protocol::KeptOrders> orders() const { return kept_.orders; }
    /// What another program of the user has kept meanwhile is taken in.
    void reload();

    /// Whether the server tells this seat how the battle ended.
    bool expects_last_head() const { return !token_.empty() && kept_.start.has_value(); }

private:
    using Change = std::function<void(protocol::KeptSeat&)>;
    /// The error is a sentence; then nothing was changed.
    std::optional<std::string> try_change(const Change& change);
    void change(const Change& change, Told& told);
    void know_key(const std::string& key, Told& told);
    void remind(Told& told);
    void take_head(const Json& message, Told& told);
    void hear_story(const Json& event, Told& told);
    void take_nonce(const std::string& brought, Told& told);
    void put_signature(Json& message, Json input);
    void sign_ladder(Json& message);
    void hear_of_shares(const Json& event, Told& told);

    SeatsFile file_;
    std::string token_;
    protocol::KeptSeat kept_{};
    std::optional<protocol::SeatShares> shares_{};
    std::optional<protocol::Hearing> hearing_{};
    std::uint32_t floor_ = 0;          ///< inputs that there had been when we asked, or by what we heard since
    std::int64_t history_ = 0;         ///< the last event of what had happened before
    std::int64_t decided_before_ = 0;  ///< the seat's last decision in that
    bool reminded_ = false;            ///< of what the server did before
    bool renews_ladder_ = false;
    bool unkept_told_ = false;
    bool other_story_told_ = false;
};

/// How a battle began, from `following` or event 1.
std::expected<protocol::BattleStart, Refusal> read_start(const Json& said);

/// A sentence that says that the server did what it had promised not to.
std::string against_word(const std::string& message);

}  // namespace muster::cli
