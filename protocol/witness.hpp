// A third server that adds to the dice of a battle what the one that runs it cannot know (protocol/README.md, "Witnessed dice", and "A witness beside
// shared dice"). It holds a ladder as a seat with shared dice does, and signs what it says, for the record.
//
//   a ladder: "muster/witness/2" ‖ H(0) ‖ u32be(after) ‖ x[0]                         after: how many shares came before it
//   a share:  "muster/witnessed/2" ‖ H(0) ‖ u32be(step) ‖ u32be(k) ‖ H(k) ‖ x[i]      H(k): the chain as it stood when it was asked
#pragma once
#include <cstdint>
#include <optional>
#include <string>

#include "protocol/ids.hpp"
#include "rules/fields.hpp"

namespace muster::protocol {

/// Stands in the hash of its ladder where a seat's does.
inline constexpr std::string_view witness_holder = "witness";

/// Which server is the witness of a battle.
struct WitnessOption {
    std::string address;  ///< its origin
    std::string key;      ///< by which it signs, hex
    static void fields(auto& visit, auto& self) {
        visit("address", self.address, Rule{.min = 1, .max = 200, .about = "of a server that the operator of this one allows: https://host"});
        visit("key", self.key, Rule{.min = 130, .max = 130, .about = "that server's key (P-256, hex), as GET /api/v1/witness there says it"});
    }
    bool operator==(const WitnessOption&) const = default;
};

/// The chain as it stood when shares were asked for, signed with their step.
struct HeadOfStep {
    int step = 0;
    std::uint32_t inputs = 0;
    std::string chain;
    std::string shown;
    std::string signature;
    static void fields(auto& visit, auto& self) {
        visit("step", self.step, Rule{.min = 1});
        visit("inputs", self.inputs, Rule{.min = 0});
        visit("chain", self.chain, Rule{.min = 64, .max = 64});
        visit("shown", self.shown, Rule{.min = 64, .max = 64});
        visit("signature", self.signature, Rule{.min = 128, .max = 128, .about = "as of any head, but with the step"});
    }
};

/// What the server of a battle asks its witness: for a ladder, or for a share.
struct WitnessQuestion {
    std::string start;
    std::string server_key;
    std::optional<std::int64_t> after{};
    std::string signature{};
    std::optional<HeadOfStep> head{};
    static void fields(auto& visit, auto& self) {
        visit("start", self.start, Rule{.min = 64, .max = 64, .about = "H(0): which battle it is"});
        visit("server_key", self.server_key, Rule{.min = 130, .max = 130, .about = "of the server that asks"});
        visit("after", self.after, Rule{.sparse = true, .min = 0, .about = "for a ladder: how many shares were given before it"});
        visit("signature", self.signature, Rule{.sparse = true, .max = 128, .about = "for a ladder: by server_key"});
        visit("head", self.head, Rule{.sparse = true, .about = "for a share"});
    }
};

struct WitnessAnswer {
    std::string key{};
    std::string ladder{};
    std::string share{};
    std::string signature{};
    static void fields(auto& visit, auto& self) {
        visit("key", self.key, Rule{.sparse = true, .max = 130, .about = "by which this server signs"});
        visit("ladder", self.ladder, Rule{.sparse = true, .max = 64});
        visit("share", self.share, Rule{.sparse = true, .max = 64});
        visit("signature", self.signature, Rule{.sparse = true, .max = 128});
    }
};

/// Whether a witness adds to the dice of a battle with these options: to witnessed dice always, to shared ones if one is named.
bool has_witness(const Json& options);
/// By which it signs, 65 bytes; nothing: there is none, or it is no key.
std::optional<std::string> witness_key(const Json& options);

/// What a server signs when it asks for a ladder.
std::string ladder_to_ask(const Hash& start, int after);
/// What a witness signs.
std::string ladder_to_witness(const Hash& start, int after, const Hash& foot);
std::string share_to_witness(const Hash& start, int step, std::uint32_t inputs, const Hash& chain, const Hash& rung);

}  // namespace muster::protocol
