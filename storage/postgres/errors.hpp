// Exceptions live inside postgres/ only; at its edge each becomes a Failure.
#pragma once
#include <string>

#include "storage/store_error.hpp"

namespace muster::storage::postgres {

/// What PostgreSQL or the way to it has to say, by its SQLSTATE; empty: there was no answer.
class PgError : public std::runtime_error {
public:
    PgError(const std::string& message, std::string state) : std::runtime_error(message), state_(std::move(state)) {}
    const std::string& state() const { return state_; }

private:
    std::string state_;
};

/// What becomes of a transaction after such an error.
enum class Meaning {
    lost,     ///< the connection or the server went: it may be stored
    passing,  ///< not stored, and may be tried again at once: a deadlock, a lock that did not come in time
    refused,  ///< not stored, and may be tried again later: a full disk, no further connections, rights that are missing
    broken,   ///< not stored, and will not be: a text that is none, what breaks a constraint
};
Meaning meaning_of(const std::string& state);

/// To be called in a catch block: what the exception means to a caller who was not committing.
Failure failure_of_current_exception();

}  // namespace muster::storage::postgres
