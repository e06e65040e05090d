// Whether what a seat has signed is signed by it, and which of its inputs are not (protocol/README.md, "Seats that sign").
#pragma once

#include "protocol/ids.hpp"
#include "protocol/proof/difference.hpp"
#include "protocol/proof/entry.hpp"
#include "protocol/proof/seat_signed.hpp"
#include "protocol/seat_signature.hpp"

namespace muster::protocol::proof {

/// What is wrong with a key that a seat has brought. `value`: null: it has brought none.
std::optional<Problem> key_problem(const Json* value, const std::string& path);

/// Whether a seat makes such an input itself and can sign it: choices and seals, concessions, new ladders. Shares prove themselves; what time, an order or all
/// together bring about is signed by nobody.
bool may_be_signed(const Json& said);

class SeatSignatures {
public:
    /// `start`: H(0).
    SeatSignatures(const Hash& start, const std::vector<std::string>& seats);

    /// What is wrong with the input, which may come now and is number `number`, from 1; it is taken in if nothing is.
    std::optional<Problem> input(const Entry& entry, std::int64_t number);
    /// Of each seat, in their order.
    std::vector<SeatSigned> told() const;

private:
    void take(std::size_t index, const Entry& entry, std::int64_t number);
    std::optional<Problem> signature(std::size_t index, const Entry& entry) const;

    Hash start_;
    std::vector<SeatSigned> seats_{};
    std::vector<std::optional<SeatPublicKey>> keys_;  ///< of each: the last
    std::vector<bool> left_;                          ///< of each: it has left the battle to the others
};

}  // namespace muster::protocol::proof
