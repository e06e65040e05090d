// The record: the whole battle as one JSON document (protocol, section 6).
#pragma once
#include <expected>
#include <optional>
#include <string>
#include <vector>

#include "protocol/server_messages.hpp"
#include "protocol/signed_head.hpp"
#include "rules/give_up.hpp"

namespace muster::protocol {

/// "muster.record/1", "muster.record/2": of battles whose proof follows muster/1, muster/2.
std::string_view record_format(Proof proof);

struct RecordEvent {
    std::int64_t seq = 0;
    std::string at;
    std::string event;
    Json data;
    static void fields(auto& visit, auto& self) {
        visit("seq", self.seq, Rule{.min = 1});
        visit("at", self.at, Rule{.max = 40});
        visit("event", self.event, Rule{.min = 1, .max = 60});
        list_fields(visit, "data", self.data);
    }
};

/// All of a record but its inputs and events. While a battle is not over, finished_at, server_seed and outcome are null.
struct RecordHead {
    std::string battle;
    std::string ruleset;
    int ruleset_version = 0;
    std::string title;
    Json setup;
    Json options;
    std::vector<SeatInfo> seats;
    std::string created_at;
    std::optional<std::string> finished_at;
    std::string commitment;                  ///< hex
    std::string server_key{};                ///< hex; muster/1: empty
    std::optional<std::string> server_seed;  ///< hex
    Json outcome;
    std::string chain;        ///< hex
    std::string shown{};      ///< hex; muster/1: empty
    std::string signature{};  ///< of the last head, hex; muster/1, and while it is not over: empty
    Proof proof() const { return proof_of(server_key); }
    /// What stands before the inputs and events.
    static void opening(auto&& visit, auto& self) {
        visit("battle", self.battle, Rule{.min = 1, .max = 64});
        visit("ruleset", self.ruleset, Rule{.min = 1, .max = 40});
        visit("ruleset_version", self.ruleset_version, Rule{.min = 1});
        visit("title", self.title, Rule{.max = 200});
        list_fields(visit, "setup", self.setup);
        visit("options", self.options, Rule{.optional = true});
        visit("seats", self.seats, Rule{.max = 64});
        visit("created_at", self.created_at, Rule{.max = 40});
        visit("finished_at", self.finished_at, Rule{.optional = true});
        visit("commitment", self.commitment, Rule{.max = 64});
        visit("server_key", self.server_key, Rule{.sparse = true, .max = 130});
        visit("server_seed", self.server_seed, Rule{.optional = true});
    }
    /// What stands behind them.
    static void closing(auto&& visit, auto& self) {
        visit("outcome", self.outcome, Rule{.optional = true});
        visit("chain", self.chain, Rule{.max = 64});
        visit("shown", self.shown, Rule{.sparse = true, .max = 64});
        visit("signature", self.signature, Rule{.sparse = true, .max = 128});
    }
};

/// As read.
struct Record : RecordHead {
    std::string format;
    std::vector<FlatJson> kept;  ///< the inputs as they stand
    std::vector<RecordEvent> events;
    std::vector<Input> inputs{};  ///< the same, read
    static void fields(auto& visit, auto& self) {
        visit("format", self.format, Rule{.max = 40});
        RecordHead::opening(visit, self);
        list_fields(visit, "inputs", self.kept, "events", self.events);
        RecordHead::closing(visit, self);
    }
};

/// Reads a record strictly (bad_json, bad_message with the path of what is wrong). Refuses (server_busy) when it is given up, which is asked
/// while the text is read.
std::expected<Record, Refusal> read_record(std::string_view text, const GiveUp& give_up = {});

/// Inputs (kept_text()) and events (bodies as a spectator sees them) are texts already: joined, not parsed again.
std::string record_text(const RecordHead& head, const std::vector<std::string>& inputs, const std::vector<std::string>& events);

// The same in parts, for a record that is written piece by piece: opening, inputs, between, events, closing; items of a list are
// joined by ",\n" and the first has "\n" before it.
std::string record_opening(const RecordHead& head);
inline constexpr std::string_view record_between = "],\"events\":[";
std::string record_closing(const RecordHead& head);

/// All of a record but its lists, from a fold after all inputs. `signed_head`: the one after them, if there is one.
RecordHead record_head(const Fold& fold, const std::optional<SignedHead>& signed_head, const std::string& created_at, const std::string& finished_at);

/// The whole from a fold.
struct RecordParts {
    const Fold& fold;  ///< after all inputs
    std::optional<SignedHead> signed_head;
    std::string created_at;
    std::string finished_at;
    std::vector<std::string> inputs;  ///< as kept_text() has them
    std::vector<std::string> events;  ///< bodies as a spectator sees them
};
std::string record_text(const RecordParts& parts);

}  // namespace muster::protocol
