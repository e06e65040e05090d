// One connection for as long as it writes, and the token by which the database knows what it writes. When it is lost, nothing is known of what was under way on
// it until the next tenure has taken over what the former held: that waits for a commit which is under way and shuts out whatever comes late.
#pragma once
#include <cstdint>
#include <optional>
#include <string>

#include "storage/postgres/connection.hpp"

namespace muster::storage::postgres {

/// Whether others may write the store at the same time.
enum class Use { shared, alone };

class Tenure {
public:
    /// The process of the database that serves a connection.
    struct Backend {
        std::int64_t process = 0;
        std::string since{};
    };

    /// Connects, and ends the former connection of this server where the database still keeps it. Throws PgError, or StoreError when another server writes
    /// that shares the store with nobody, or any where this one does not. `name`: of the store, in its sentence.
    Tenure(const std::string& address, const std::string& name, Use use, const std::optional<Backend>& former);

    Connection& connection() { return connection_; }
    Use use() const { return use_; }
    /// Drawn at random for this tenure, never 0 and never used again.
    std::int64_t token() const { return token_; }
    const Backend& backend() const { return backend_; }

private:
    Connection connection_;
    const Use use_;
    const std::int64_t token_;
    Backend backend_{};
};

}  // namespace muster::storage::postgres
