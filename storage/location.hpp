// Where a store is, in the operator's words; they also say which engine it has.
#pragma once
#include <string>

#include "storage/failure.hpp"

namespace muster::storage {

struct Location {
    std::string words;  ///< a folder, whose store is a file of SQLite's in it; or in_memory
};

inline const Location in_memory{":memory:"};

}  // namespace muster::storage
