// The operator's way to read a store in a database, beside a running server or without one.
#pragma once
#include <memory>
#include <string>

#include "storage/postgres/battle_reader.hpp"
#include "storage/store_reader.hpp"

namespace muster::storage::postgres {

class DatabaseReader final : public StoreReader {
public:
    /// Refuses a database without a store, and one that a server has to bring up to date first. `name`: of the store, in sentences.
    static std::expected<std::unique_ptr<StoreReader>, Failure> open(const std::string& address, const std::string& name);

    std::expected<std::vector<Entry>, Failure> battles_after(std::int64_t number, int limit) override;
    std::expected<std::optional<StoredBattle>, Failure> load(const std::string& id) override;
    std::expected<std::vector<Memo>, Failure> memos() override;
    std::expected<std::vector<Witnessed>, Failure> all_witnessed() override;
    std::expected<std::optional<Nodes>, Failure> nodes() override;
    std::expected<std::vector<std::string>, Failure> damage() override;

private:
    DatabaseReader(const std::string& address, std::string name);

    const std::string name_;
    BattleReader reader_;
};

}  // namespace muster::storage::postgres
