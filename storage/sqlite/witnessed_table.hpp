// Battles elsewhere that this server is the witness of, in `witnessed`.
#pragma once
#include <optional>
#include <string>

#include "storage/sqlite/connection.hpp"
#include "storage/witnessed.hpp"

namespace muster::storage::sqlite {

/// The caller owns the transaction.
class WitnessedWriter {
public:
    explicit WitnessedWriter(SQLite::Database& database);

    /// In the place of what was kept of the same battle. False: it is a new one, and there is no room.
    bool keep(const Witnessed& battle, const WitnessedLimits& limits);

private:
    Prepared update_;
    Prepared count_;
    Prepared drop_idle_;
    Prepared insert_;
};

/// The caller's transaction is the snapshot.
class WitnessedReader {
public:
    explicit WitnessedReader(SQLite::Database& database);

    std::optional<Witnessed> find(const std::string& start);

private:
    Prepared select_;
};

}  // namespace muster::storage::sqlite
