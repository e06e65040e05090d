// What a device keeps of the seats it plays, to hold their server to its word afterwards: what the battle began with, what it sent, and the
// last head that the server signed for it (protocol/README.md, "What a device keeps"). One JSON format for the program, the SDK and the page.
#pragma once
#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "protocol/answers.hpp"
#include "protocol/signed_head.hpp"
#include "rules/standing_orders.hpp"

namespace muster::protocol {

/// All that H(0) is made of, besides the battle's id.
struct BattleStart {
    std::string ruleset;
    int ruleset_version = 0;
    std::string title;
    Json setup;
    Json options;
    std::string commitment;  ///< hex
    std::string server_key;  ///< hex
    static void fields(auto& visit, auto& self) {
        list_fields(visit, "ruleset", self.ruleset, "ruleset_version", self.ruleset_version, "title", self.title, "setup", self.setup, "options", self.options);
        visit("commitment", self.commitment, Rule{.min = 64, .max = 64});
        visit("server_key", self.server_key, Rule{.min = 130, .max = 130});
    }
    bool operator==(const BattleStart&) const = default;
};

/// Something that became, or may become, an input of the seat: a choice, or `concede`, `claim`, `draw` (offered or agreed to), `order`, `hand_over`,
/// `new_ladder`. Shares of the dice follow from the ladder, and are not kept.
struct SentInput {
    std::string kind;
    std::int64_t decision = 0;
    Json choice{};          ///< as it was sent, or as it was sealed (shared dice); "default": as the request offered it
    bool sealed = false;    ///< asked of several seats at once: void if the battle ends before all have chosen
    bool accepted = false;  ///< the server said so, and it was not taken back
    static void fields(auto& visit, auto& self) {
        visit("kind", self.kind, Rule{.min = 1, .max = 40, .about = "of the decision; else concede, claim, draw, order, hand_over or new_ladder"});
        visit("decision", self.decision, Rule{.sparse = true, .min = 1});
        visit("choice", self.choice, Rule{.sparse = true, .about = "as it was sent, or sealed"});
        visit("sealed", self.sealed, Rule{.sparse = true, .about = "asked of several seats at once"});
        visit("accepted", self.accepted, Rule{.sparse = true, .about = "the server said that it is durable"});
    }
    bool operator==(const SentInput&) const = default;
};

/// The head that was signed for a request for shares.
struct AskedHead : SignedHead {
    int step = 0;
    static void fields(auto& visit, auto& self) {
        SignedHead::fields(visit, self);
        visit("step", self.step, Rule{.min = 1, .about = "of the shares that were asked for"});
    }
    bool operator==(const AskedHead&) const = default;
};

/// A ladder from which a share was given: it goes on from there, whatever the server tells later.
struct BegunLadder {
    std::string ladder;  ///< its foot, hex
    int after = 0;       ///< the step after which it was put in
    static void fields(auto& visit, auto& self) {
        visit("ladder", self.ladder, Rule{.min = 64, .max = 64, .about = "its foot"});
        visit("after", self.after, Rule{.min = 0, .about = "the step after which it was put in"});
    }
    bool operator==(const BegunLadder&) const = default;
};

/// What was told up to an event, as one digest (heard.hpp).
struct Heard {
    std::int64_t seq = 0;
    std::string digest;  ///< hex
    static void fields(auto& visit, auto& self) {
        visit("seq", self.seq, Rule{.min = 1, .about = "of the last event"});
        visit("digest", self.digest, Rule{.min = 64, .max = 64, .about = "of all events up to it but talk, as they were told"});
    }
    bool operator==(const Heard&) const = default;
};

/// Standing orders that never leave this machine (shared dice): they are carried out by `muster agent`.
struct KeptOrders {
    std::int64_t from = 0;  ///< the first decision that they are for
    Json orders = Json::array();
    static void fields(auto& visit, auto& self) {
        visit("from", self.from, Rule{.sparse = true, .min = 1, .about = "the first decision that they are for"});
        visit("orders", self.orders, Rule{.about = "as in the message `order`"});
    }
    bool operator==(const KeptOrders&) const = default;
};

/// What lists of battles show, and links to seats for others; only the page uses it.
struct Listing {
    std::string title{};
    std::string ruleset{};
    std::string created_at{};
    bool is_private = false;
    std::vector<SeatToken> others{};
    static void fields(auto& visit, auto& self) {
        visit("title", self.title, Rule{.sparse = true});
        visit("ruleset", self.ruleset, Rule{.sparse = true});
        visit("created_at", self.created_at, Rule{.sparse = true});
        visit("private", self.is_private, Rule{.sparse = true});
        visit("others", self.others, Rule{.sparse = true, .about = "seats for others that this device invited to"});
    }
    bool operator==(const Listing&) const = default;
};

inline constexpr std::int64_t kept_ladders_max = 8;
inline constexpr std::int64_t kept_heard_max = 32;  ///< of more, every second goes, but the last

struct KeptSeat {
    std::string server;  ///< its origin: "https://host", "http://host:port"
    std::string battle;
    std::string seat;  ///< empty: not known, since nobody has been let in by its token yet; while it is being taken, the one asked for
    std::string token;
    std::string name{};
    std::string drawn{};  ///< the nonce for taking the seat: drawn once and kept before it is sent, the same at each attempt
    std::string nonce{};  ///< that this device brought when it took the seat: `drawn`, once the battle has shown it
    bool taking = false;  ///< `token` was drawn here for a seat that is open to anybody, and has not been given one yet
    std::optional<BattleStart> start{};
    std::optional<SignedHead> pin{};      ///< the last head that was signed for this device
    std::optional<SignedHead> against{};  ///< the first signed head that contradicts it; from then on the pin stays
    std::optional<std::int64_t> since{};  ///< whatever the seat decided after this decision was sent by this device
    std::vector<SentInput> sent{};
    std::vector<Heard> heard{};          ///< how far the battle was told, whenever the server signed or asked for something, in order
    std::vector<std::string> ladders{};  ///< shared dice: the topmost rung of each that this device drew for the seat, hex; kept before it is sent
    std::vector<std::string> put_in{};   ///< of `ladders` those that may have been brought to the battle, so that one of them is in force
    std::vector<BegunLadder> begun{};    ///< of which shares were given, in any order
    std::vector<std::string> keys{};     ///< by which this device signs what the seat decides: both halves of each, hex; kept before the public one is sent
    std::optional<AskedHead> asked{};    ///< the last request for a share that this device answered; kept before the share is given
    std::optional<KeptOrders> orders{};
    std::optional<Listing> listing{};
    static void fields(auto& visit, auto& self) {
        list_fields(visit, "server", self.server, "battle", self.battle);
        visit("seat", self.seat, Rule{.about = "empty: not known yet; with taking: the one that is asked for, empty for any"});
        list_fields(visit, "token", self.token);
        visit("name", self.name, Rule{.sparse = true});
        visit("drawn", self.drawn, Rule{.sparse = true, .about = "the nonce that is brought when the seat is taken, the same at each attempt"});
        visit("taking", self.taking, Rule{.sparse = true, .about = "the token was drawn for a seat that is open to anybody, and has not been given one yet"});
        visit("nonce", self.nonce, Rule{.sparse = true, .about = "what this device brought when it took the seat"});
        visit("start", self.start, Rule{.sparse = true, .about = "what the battle began with"});
        visit("pin", self.pin, Rule{.sparse = true, .about = "the last head that the server signed for this device"});
        visit("against", self.against, Rule{.sparse = true, .about = "the first signed head that contradicts the pin"});
        visit("since", self.since, Rule{.sparse = true, .about = "what the seat decided after this decision was sent by this device"});
        visit("sent", self.sent, Rule{.sparse = true, .about = "what was sent, in order"});
        visit("heard", self.heard, Rule{.sparse = true, .about = "digests of what was told, in the order of their events"});
        visit("ladders", self.ladders, Rule{.sparse = true, .about = "x[1024] of each that was drawn for the seat, the newest last"});
        visit("put_in", self.put_in, Rule{.sparse = true, .about = "shared dice: of the ladders those that may have been brought to the battle"});
        visit("begun", self.begun, Rule{.sparse = true, .about = "ladders from which shares were given"});
        visit("keys", self.keys,
              Rule{.sparse = true, .max = kept_ladders_max, .about = "by which the seat signs: the private half (64 hex digits) and the public one of each"});
        visit("asked", self.asked, Rule{.sparse = true, .about = "the head of the last share that was given"});
        visit("orders", self.orders, Rule{.sparse = true, .about = "standing orders that the server is not told"});
        visit("listing", self.listing, Rule{.sparse = true, .about = "what lists of battles show"});
    }
    /// Whether the server let this device, or the one that this was brought from, take the seat.
    bool is_given() const { return !taking && !seat.empty(); }
    /// What is brought if the seat is taken now.
    const std::string& brought() const { return nonce.empty() ? drawn : nonce; }
    bool operator==(const KeptSeat&) const = default;
};

/// A key by which a server has signed. A server has one for good, unless it lost its store.
struct KnownKey {
    std::string server;
    std::string server_key;  ///< hex
    static void fields(auto& visit, auto& self) { list_fields(visit, "server", self.server, "server_key", self.server_key); }
    bool operator==(const KnownKey&) const = default;
};

inline constexpr std::string_view mine_format = "muster.mine/1";

/// All that a device keeps; the seat used last is the last.
struct Mine {
    std::vector<KnownKey> servers{};
    std::vector<KeptSeat> seats{};
};

/// Reads it strictly (bad_json, bad_message with the path of what is wrong). Files of the time before the format had a name are read too.
std::expected<Mine, Refusal> read_mine(std::string_view text);
std::string mine_text(const Mine& mine);
Json mine_schema();

// What is kept of a battle is bounded, and of how many battles.
inline constexpr std::size_t kept_battles_max = 200;   ///< of earlier ones only the seat, its token and what was drawn for it stay
inline constexpr std::size_t kept_inputs_max = 1'000;  ///< sent by a seat; earlier ones are forgotten
inline constexpr std::size_t kept_choices_bytes_max = 256 * 1024;
inline constexpr std::size_t kept_keys_of_server_max = 8;
void bound(Mine& mine);
void bound(KeptSeat& seat);

/// What a server did against its word. `message` is the sentence, in English; `values` what it tells of, for other languages.
struct Breach {
    std::string kind;
    std::string path{};  ///< in the record or in `following`, where it is about a place there
    std::string message;
    static void fields(auto& visit, auto& self) { list_fields(visit, "kind", self.kind, "path", self.path, "message", self.message); }
    bool operator==(const Breach&) const = default;
};

/// Takes in how a battle begins by what the server says now. A breach if it began otherwise for this device.
std::optional<Breach> take_start(KeptSeat& kept, const BattleStart& start);
/// Takes in a head that was signed now: the pin moves forward, or the head contradicts it. `floor`: how many inputs there had been already when this
/// was asked. Precondition: the start is kept.
std::optional<Breach> take_head(KeptSeat& kept, const SignedHead& head, std::uint32_t floor);

/// H(0) of the battle as it is kept. Precondition: the start is.
Hash start_hash(const KeptSeat& kept);
/// Draws a ladder's secret and keeps it; of too many the oldest falls away that was not brought. Gives the secret.
Hash draw_ladder(KeptSeat& kept);
/// Keeps that the newest ladder is about to be brought to the battle.
void put_in_ladder(KeptSeat& kept);

/// Takes in what another file has of the seats, or of others; pins move forward only, and so do answered requests. Beside a ladder that comes one is drawn,
/// which is put in as soon as it may be. Gives what of it contradicts what is kept, a line for each.
std::vector<std::string> merge(Mine& mine, Mine other);

/// The first 8 bytes of the key's hash, for people to compare: "1a2b 3c4d 5e6f 7a8b".
std::string fingerprint(std::string_view server_key_hex);

}  // namespace muster::protocol
