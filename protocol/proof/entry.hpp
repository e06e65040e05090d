// The inputs of a record, alike in both formats.
#pragma once
#include "protocol/record.hpp"

namespace muster::protocol::proof {

struct Entry {
    std::int64_t seq = 0;     ///< of the first event after it
    Json said;                ///< an object: what it says, and what is kept beside it
    std::string hashed;       ///< RFC 8785
    std::string path;         ///< where it stands
    std::string hashed_path;  ///< where what is hashed of it does
};

/// `record`: as read_record() gives it.
std::vector<Entry> entries_of(const Record& record);

}  // namespace muster::protocol::proof
