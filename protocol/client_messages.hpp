// What a client may say. One struct per message, strict reading.
#pragma once
#include <expected>
#include <optional>
#include <string>
#include <variant>

#include "protocol/clock_options.hpp"
#include "protocol/nudge_messages.hpp"
#include "protocol/shares.hpp"
#include "protocol/together_messages.hpp"
#include "protocol/witness.hpp"
#include "rules/fields.hpp"
#include "rules/seat.hpp"

namespace muster::protocol {

enum class Visibility { everyone, unlisted, closed };
constexpr EnumNames<Visibility, 3> names_of(Visibility) {
    return {{{Visibility::everyone, "public"}, {Visibility::unlisted, "unlisted"}, {Visibility::closed, "private"}}};
}

enum class OnTimeout { preset, forfeit };
constexpr EnumNames<OnTimeout, 2> names_of(OnTimeout) { return {{{OnTimeout::preset, "default"}, {OnTimeout::forfeit, "forfeit"}}}; }

enum class BattleStatus { waiting, running, over };
constexpr EnumNames<BattleStatus, 3> names_of(BattleStatus) {
    return {{{BattleStatus::waiting, "waiting"}, {BattleStatus::running, "running"}, {BattleStatus::over, "over"}}};
}

struct CreateOptions {
    std::string title;
    Visibility visibility = Visibility::everyone;
    bool confirm = false;
    DiceOf dice = DiceOf::server;
    std::optional<WitnessOption> witness{};
    std::optional<ClockOptions> clock{};
    OnTimeout on_timeout = OnTimeout::preset;
    std::vector<NudgeTarget> nudges;
    static void fields(auto& visit, auto& self) {
        visit("title", self.title, Rule{.sparse = true, .max = 100, .about = "shown in the lobby and the archive"});
        visit("visibility", self.visibility, Rule{.optional = true, .about = "private: only those with a seat may see it"});
        visit("confirm", self.confirm, Rule{.optional = true, .about = "ask each seat to accept the setup and house rules first"});
        visit("dice", self.dice,
              Rule{.sparse = true, .about = "shared: both seats add to every roll what nobody else can know; witnessed: a third server does"});
        visit("witness", self.witness, Rule{.sparse = true, .about = "which server that is; shared dice may have one, too"});
        visit("clock", self.clock, Rule{.sparse = true, .about = "null: no clock"});
        visit("on_timeout", self.on_timeout, Rule{.optional = true, .about = "what happens when a deadline passes"});
        visit("nudges", self.nudges, Rule{.sparse = true, .max = 5, .about = "webhooks told whose turn it is; never shown to anyone"});
    }
};

/// The server's own players.
enum class Bot { best, listed, random };
constexpr EnumNames<Bot, 3> names_of(Bot) { return {{{Bot::best, "best"}, {Bot::listed, "listed"}, {Bot::random, "random"}}}; }

struct SeatOptions {
    std::optional<Bot> bot;
    bool open = false;
    static void fields(auto& visit, auto& self) {
        visit("bot", self.bot, Rule{.sparse = true, .about = "the server plays this seat"});
        visit("open", self.open, Rule{.sparse = true, .about = "whoever comes first may `take` this seat; not in a private battle"});
    }
};

struct Create {
    std::string ruleset;
    Json setup;
    CreateOptions options;
    std::map<std::string, SeatOptions> seats;  ///< by seat; those left out are for people
    static void fields(auto& visit, auto& self) {
        visit("ruleset", self.ruleset, Rule{.min = 1, .max = 40});
        list_fields(visit, "setup", self.setup);
        visit("options", self.options, Rule{.optional = true});
        visit("seats", self.seats, Rule{.sparse = true, .max = 16, .about = "who plays a seat, if it isn't whoever gets its token"});
    }
};

struct Follow {
    std::string battle;
    std::string token;  ///< empty: a spectator
    std::int64_t since = 0;
    std::string generation{};  ///< of the server when it told event `since`; empty: not known
    bool snapshot = false;
    std::string name;
    std::string nonce;
    std::string ladder{};
    std::string start{};
    std::string key{};
    static void fields(auto& visit, auto& self) {
        visit("battle", self.battle, Rule{.min = 1, .max = 64});
        visit("token", self.token, Rule{.sparse = true, .max = 100});
        visit("since", self.since, Rule{.optional = true, .min = 0, .about = "the last event you have"});
        visit("generation", self.generation,
              Rule{.sparse = true,
                   .max = 16,
                   .about = "from the `following` that came with that event; if it has changed since, everything is sent from the beginning"});
        visit("snapshot", self.snapshot, Rule{.optional = true, .about = "the current state instead of the history"});
        visit("name", self.name, Rule{.sparse = true, .max = 40});
        visit("nonce", self.nonce, Rule{.sparse = true, .max = 64, .about = "16 to 64 hex digits that enter the dice"});
        visit("ladder", self.ladder, Rule{.sparse = true, .max = 64, .about = "the foot of your ladder, if you sit down where dice are shared"});
        visit("start", self.start, Rule{.sparse = true, .max = 64, .about = "H(0) as you worked it out, with the ladder"});
        visit("key", self.key, Rule{.sparse = true, .max = 130, .about = "by which you sign what you decide (P-256, hex), if you sit down"});
    }
};

struct Choose {
    std::string battle;
    std::int64_t decision = 0;
    FlatJson choice;
    std::string signature{};
    std::string ladder{};
    static void fields(auto& visit, auto& self) {
        visit("battle", self.battle, Rule{.min = 1, .max = 64});
        visit("decision", self.decision, Rule{.sparse = true, .min = 1, .about = "left out: the one that you are asked"});
        visit("choice", self.choice, Rule{.about = "an object, or \"default\""});
        visit("signature", self.signature, Rule{.sparse = true, .max = 128, .about = "by your key, of the input that becomes of it"});
        visit("ladder", self.ladder, Rule{.sparse = true, .max = 64, .about = "beside a seal: the foot of the ladder by which you made it"});
    }
};

/// What a choice would come to; nothing changes.
struct Preview {
    std::string battle;
    std::int64_t decision = 0;
    FlatJson choice;
    static void fields(auto& visit, auto& self) {
        visit("battle", self.battle, Rule{.min = 1, .max = 64});
        visit("decision", self.decision, Rule{.min = 1});
        visit("choice", self.choice, Rule{.about = "an object, complete or not, or \"default\""});
    }
};

/// Replaces what the seat has ordered for later decisions.
struct Order {
    std::string battle;
    Json orders;
    bool now = false;
    static void fields(auto& visit, auto& self) {
        visit("battle", self.battle, Rule{.min = 1, .max = 64});
        visit("orders", self.orders, Rule{.about = "an array, as the catalog's `standing_orders` has it; empty: none"});
        visit("now", self.now, Rule{.optional = true, .about = "apply them to the decision already open, too"});
    }
};

struct Retract {
    std::string battle;
    std::int64_t decision = 0;
    static void fields(auto& visit, auto& self) {
        visit("battle", self.battle, Rule{.min = 1, .max = 64});
        visit("decision", self.decision, Rule{.min = 1});
    }
};

/// Messages that name a battle and nothing else.
struct OfBattle {
    std::string battle;
    static void fields(auto& visit, auto& self) { visit("battle", self.battle, Rule{.min = 1, .max = 64}); }
};
struct Concede : OfBattle {
    std::string signature{};
    static void fields(auto& visit, auto& self) {
        OfBattle::fields(visit, self);
        visit("signature", self.signature, Rule{.sparse = true, .max = 128, .about = "by your key, of the input that becomes of it"});
    }
};
struct OfferDraw : OfBattle {};
struct Claim : OfBattle {};
struct AskOrders : OfBattle {};
struct Unfollow : OfBattle {};

struct AnswerDraw {
    std::string battle;
    bool accept = true;
    static void fields(auto& visit, auto& self) {
        visit("battle", self.battle, Rule{.min = 1, .max = 64});
        visit("accept", self.accept, Rule{.optional = true});
    }
};

/// A new token for a seat. The old one ends when the new one is first used to follow; at once if nobody has taken the seat.
struct HandOver {
    std::string battle;
    std::string token;
    static void fields(auto& visit, auto& self) {
        visit("battle", self.battle, Rule{.min = 1, .max = 64});
        visit("token", self.token, Rule{.min = 1, .max = 100, .about = "the seat's current token"});
    }
};

/// Sits down on a seat that is open to anybody. The token that opens the seat from then on is drawn by whoever sits down: so the same
/// message can be sent again when its answer was lost.
struct Take {
    std::string battle;
    std::string seat;
    std::string token;
    std::string name;
    std::string nonce;
    std::string ladder{};
    std::string start{};
    std::string key{};
    static void fields(auto& visit, auto& self) {
        visit("battle", self.battle, Rule{.min = 1, .max = 64});
        visit("seat", self.seat, Rule{.sparse = true, .max = 40, .about = "if left out, the first one open"});
        visit("token", self.token, Rule{.min = 32, .max = 64, .about = "random letters and digits, drawn by whoever takes the seat"});
        visit("name", self.name, Rule{.sparse = true, .max = 40});
        visit("nonce", self.nonce, Rule{.sparse = true, .max = 64, .about = "16 to 64 hex digits that enter the dice"});
        visit("ladder", self.ladder, Rule{.sparse = true, .max = 64, .about = "the foot of your ladder, if dice are shared; it is for `seat`, so name that"});
        visit("start", self.start, Rule{.sparse = true, .max = 64, .about = "H(0) as you worked it out, with the ladder"});
        visit("key", self.key, Rule{.sparse = true, .max = 130, .about = "by which you sign what you decide (P-256, hex)"});
    }
};

/// Shared dice: from now on the seat's shares come from another ladder, since the one before is lost or nearly used up.
struct NewLadder {
    std::string battle;
    std::string ladder;
    std::string key{};
    std::string signature{};
    static void fields(auto& visit, auto& self) {
        visit("battle", self.battle, Rule{.min = 1, .max = 64});
        visit("ladder", self.ladder, Rule{.min = 64, .max = 64, .about = "its foot"});
        visit("key", self.key, Rule{.sparse = true, .max = 130, .about = "by which you sign from now on (P-256, hex)"});
        visit("signature", self.signature, Rule{.sparse = true, .max = 128, .about = "by the key that you had, of the input that becomes of it"});
    }
};

/// The same battle once more, when this one is over. The token that opens the seat of the new one is drawn by whoever asks, as in Take: so
/// the same message can be sent again when its answer was lost.
struct Rematch {
    std::string battle;
    bool swap = false;
    std::string token;
    static void fields(auto& visit, auto& self) {
        visit("battle", self.battle, Rule{.min = 1, .max = 64, .about = "the one that is over"});
        visit("swap", self.swap, Rule{.optional = true, .about = "swap sides: each player gets the next seat"});
        visit("token", self.token, Rule{.min = 32, .max = 64, .about = "for your seat in the new battle: random letters and digits that you draw yourself"});
    }
};
struct WithdrawRematch : OfBattle {};

struct Say {
    std::string battle;
    std::string text;
    static void fields(auto& visit, auto& self) {
        visit("battle", self.battle, Rule{.min = 1, .max = 64});
        visit("text", self.text, Rule{.min = 1, .max = 500});
    }
};

/// Which of a battle's seats has won, as its ruleset has them in order.
enum class Won { first, second, third, fourth, fifth, sixth, seventh, eighth, nobody };
constexpr EnumNames<Won, rules::seats_max + 1> names_of(Won) {
    return {{{Won::first, "first"},
             {Won::second, "second"},
             {Won::third, "third"},
             {Won::fourth, "fourth"},
             {Won::fifth, "fifth"},
             {Won::sixth, "sixth"},
             {Won::seventh, "seventh"},
             {Won::eighth, "eighth"},
             {Won::nobody, "nobody"}}};
}

struct List {
    std::optional<BattleStatus> status;
    std::string ruleset;
    std::string player;
    std::string q;
    bool open = false;
    bool present = false;
    std::optional<Won> outcome;
    std::string from;
    std::string to;
    std::optional<std::int64_t> before;
    int limit = 20;
    static void fields(auto& visit, auto& self) {
        visit("status", self.status, Rule{.sparse = true});
        visit("ruleset", self.ruleset, Rule{.sparse = true, .max = 40});
        visit("player", self.player, Rule{.sparse = true, .max = 160});
        visit("q", self.q, Rule{.sparse = true, .max = 200, .about = "part of the title"});
        visit("open", self.open, Rule{.sparse = true, .about = "only battles in which anyone may take a seat now"});
        visit("present", self.present, Rule{.sparse = true, .about = "only battles that someone is attending now"});
        visit("outcome", self.outcome, Rule{.sparse = true, .about = "only battles that are over, by the seat that won"});
        visit("from", self.from,
              Rule{.sparse = true,
                   .max = 24,
                   .about = "a UTC day (2026-11-21) or a moment (2026-11-21T20:49:00.123Z): battles that ended then or later, "
                            "or began if they are not over"});
        visit("to", self.to, Rule{.sparse = true, .max = 24, .about = "the same: until the end of this day, or before this moment"});
        visit("before", self.before, Rule{.sparse = true, .min = 1, .about = "`next` of the previous page"});
        visit("limit", self.limit, Rule{.optional = true, .min = 1, .max = 100});
    }
};

struct Ping {
    static void fields(auto&, auto&) {}
};

using ClientBody =
    std::variant<Create, Follow, Choose, Preview, Retract, Order, AskOrders, Concede, OfferDraw, AnswerDraw, Claim, HandOver, Take, NewLadder, Rematch,
                 WithdrawRematch, Say, Meet, Lead, PointAt, Remark, GiveLead, PartFrom, Subscribe, Unsubscribe, ListNudges, Unfollow, List, Ping>;

struct ClientMessage {
    std::string id;  ///< the client's own, echoed in the answer; empty: none
    ClientBody body;
    std::string_view type{};
};

/// What was wrong with a message, and what could be read of it, so that the answer finds its question.
struct BadMessage {
    Refusal refusal;
    std::string id{};
    bool known_type = false;  ///< false: there is nothing that could be answered, only an `error`
    std::string battle{};
    std::int64_t decision = 0;
};

/// The battle and decision a message is about; empty and 0 where it has none.
std::pair<std::string_view, std::int64_t> subject_of(const ClientBody& body);

/// Reads one text frame.
std::expected<ClientMessage, BadMessage> read_client_message(std::string_view text);

/// The same for a message whose type is known already: `json` is without it.
std::expected<ClientMessage, BadMessage> read_client_message(std::string_view type, FlatJson json);

/// The text of a message, as read_client_message() reads it.
std::string client_message_text(const ClientBody& body, std::string_view id = {});

/// Takes `type` out of a message, which is an object.
std::expected<std::string, Refusal> take_type(FlatJson& json);

/// JSON Schema of each client message by its type, for the documentation.
Json client_message_schemas();

}  // namespace muster::protocol
