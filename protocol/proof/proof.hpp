// Whether what a record proves to anybody holds, without any rules: commitment, chains, signature, every die, and whether what the record
// says twice is the same.
#pragma once
#include "protocol/proof/difference.hpp"
#include "protocol/proof/seat_signed.hpp"
#include "protocol/record.hpp"

namespace muster::protocol::proof {

struct Finding {
    std::optional<Problem> problem{};  ///< the first, if there is one
    bool all_but_hashes = false;       ///< it is none before the hashes and the signature, which tell no place
    int rolls = 0;                     ///< that the record shows; 0: it was not read so far
    int dice = 0;
    std::vector<SeatSigned> signatures{};  ///< muster/2, if there is no problem: of each seat
    bool given_up = false;                 ///< it is not known whether there is a problem
};

/// `record`: as read_record() gives it. `give_up` is asked before each event.
Finding check(const Record& record, const GiveUp& give_up = {});

}  // namespace muster::protocol::proof
