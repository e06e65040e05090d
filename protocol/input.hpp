// One input of a battle: what was decided, as the chain hashes it and as stores and records keep it (protocol/README.md, "The chain").
#pragma once
#include <cstdint>
#include <expected>
#include <optional>
#include <string>

#include "rules/fields.hpp"

namespace muster::protocol {

/// Which rules a battle's proof follows. New battles follow the second.
enum class Proof { first = 1, second = 2 };
/// Of a battle whose server has this key (hex or bytes); those of the time before muster/2 have none.
constexpr Proof proof_of(std::string_view server_key) { return server_key.empty() ? Proof::first : Proof::second; }

/// How a choice came about, if the seat did not make it at that moment.
enum class How { chosen, timed_out, standing, left };
constexpr EnumNames<How, 4> names_of(How) {
    return {{{How::chosen, "chosen"}, {How::timed_out, "timed_out"}, {How::standing, "standing"}, {How::left, "left"}}};
}

/// `kind`: a decision's (then `decision` and `choice` are there), or one of
///   muster/2: witness, witness_share, seat, ready, decline, new_ladder, concede, draw, forfeit, claim, close;
///   muster/1: nonce, concede, offer_draw, answer_draw, forfeit, claim, close.
/// `seat` is empty for what no seat did alone. `Choice`: as it is read, or as it is written.
template <typename Choice>
struct InputWith {
    std::int64_t seq = 0;  ///< of the first event after it; muster/1: of the event that shows it
    std::string seat{};
    std::string kind{};
    std::int64_t decision = 0;
    Choice choice{};
    std::string key{};     ///< by which the seat signs from now on, hex
    std::string ladder{};  ///< x[0] of a seat's or the witness's shares of the dice, hex
    std::string name{};
    std::string nonce{};
    std::string share{};           ///< the witness's, hex
    std::optional<bool> accept{};  ///< muster/1
    bool timed_out = false;
    bool standing = false;
    bool left = false;        ///< muster/2: the default of a seat that has left
    std::string signature{};  ///< the witness's, or of a seat that signs, hex
};

using Input = InputWith<FlatJson>;
/// On its way into the chain; the text of its choice is there already.
using NewInput = InputWith<JsonText>;

/// What of it is hashed, as RFC 8785 text.
std::string hashed_text(const NewInput& input, Proof proof);
/// As stores and records keep it: muster/1: what is hashed; muster/2: {"input": what is hashed, "seq", "signature"?, "standing"?}.
std::string kept_text(const NewInput& input, std::string hashed, Proof proof);
/// Reads what kept_text() wrote, strictly (bad_message, with the path of what is wrong).
std::expected<Input, Refusal> read_input(JsonView kept, Proof proof, const JsonPath& path = "");
/// Of what kept_text() writes, by either proof.
Json input_schema();

}  // namespace muster::protocol
