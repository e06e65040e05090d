#include "storage/sqlite/dictionary.hpp"

#include <zstd.h>

#include <string>

#include "storage/sqlite/connection.hpp"
#include "storage/sqlite/errors.hpp"

namespace muster::storage::sqlite {

namespace {

constexpr unsigned char bytes[] = {
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wc23-extensions"
#embed "steps.zdict"
#pragma clang diagnostic pop
};

}  // namespace

std::string_view dictionary() { return {reinterpret_cast<const char*>(bytes), sizeof bytes}; }

void keep_dictionary(SQLite::Database& database) {
    const std::string ours(dictionary());
    const std::int64_t id = ZSTD_getDictID_fromDict(ours.data(), ours.size());
    Prepared(database, "INSERT OR IGNORE INTO dictionaries (id, bytes) VALUES (?, ?)").run(id, Blob{ours});
    std::string kept;
    Prepared(database, "SELECT bytes FROM dictionaries WHERE id = ?").rows([&](const Row& row) { kept = row.text(0); }, id);
    if (kept != ours)
        throw StoreError(Failure::Kind::broken,
                         database.getFilename() + " has another dictionary number " + std::to_string(id) + " than this server; restore a backup");
}

}  // namespace muster::storage::sqlite
