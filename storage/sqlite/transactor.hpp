// The group writer's transactions on the file, over the only connection that writes it.
#pragma once
#include <SQLiteCpp/Database.h>
#include <SQLiteCpp/Transaction.h>

#include <atomic>
#include <cstdint>
#include <optional>

#include "storage/group_writer.hpp"
#include "storage/sqlite/battle_writer.hpp"
#include "storage/sqlite/checkpointer.hpp"
#include "storage/sqlite/search_index.hpp"

namespace muster::storage::sqlite {

class FileTransactor final : public Transactor {
public:
    /// Takes up what the search index lacks, which is long work only if an upgrade has made it anew.
    FileTransactor(SQLite::Database database, Checkpointer& checkpointer);

    std::expected<void, Failure> begin() override;
    Result write(const Operation& operation) override;
    std::expected<std::vector<Outcome>, Failure> commit() override;
    bool rest() override;

    /// For what a transaction in its turn writes (EngineTask).
    BattleWriter& battles() { return battles_; }
    /// How often battles were to be taken into the search index and were not; from any thread.
    std::int64_t index_failures() const { return index_failures_; }
    /// Once nobody writes any more, for the last checkpoint.
    SQLite::Database& database() { return database_; }

private:
    void roll_back();
    bool catch_up();

    SQLite::Database database_;
    Checkpointer& checkpointer_;
    BattleWriter battles_;
    SearchIndex index_;
    std::atomic<std::int64_t> index_failures_ = 0;
    std::optional<SQLite::Transaction> open_{};  // rolled back when it goes, unless it was committed
};

}  // namespace muster::storage::sqlite
